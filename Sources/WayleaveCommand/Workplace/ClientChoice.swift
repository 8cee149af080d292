import ArgumentParser
import Wayleave
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

/// Which registration a sign-in uses: one that is named, one given on the spot, or the provider's only one.
struct ClientChoice: ParsableArguments {
  @Option(name: .customLong("client"), help: "A registration of `wayleave clients`, by its name.")
  var name: String?

  @Option(help: "The client id (OAuth 1.0a: the consumer key), for a registration that is not kept.")
  var clientID: String?

  @Option(help: ArgumentHelp("A file with the client secret; - is standard input.", valueName: "file"))
  var clientSecretFile: String?

  @Option(help: ArgumentHelp("A PEM file with the client's private key, as RSA-SHA1 needs one.", valueName: "file"))
  var keyFile: String?

  @Option(help: "How the client authenticates: none, basic, basic-raw or post.")
  var clientAuth: String?

  @Option(name: .customLong("redirect-uri"), help: "A redirect URI that is registered; repeatable; oob for a PIN.")
  var redirectURIs: [String] = []

  @Option(name: .customLong("port"), help: "Registered ports of the loopback redirect URI, as 8400 or 8400,8401.")
  var ports: String?

  /// The client for a provider; throws `configuration.unknown_client` with what to add.
  func client(for provider: Provider, among registered: [RegisteredClient]) throws(OAuthError) -> Client {
    // What was typed goes before the environment, and a client that is named before one that is described.
    if let id = clientID ?? (name == nil ? Environment.text("CLIENT_ID") : nil) { return try given(id: id) }
    let here = registered.filter { $0.provider.hasSameBytes(as: provider.name) }
    if let name = name ?? Environment.text("CLIENT") {
      guard let named = here.first(where: { $0.name.hasSameBytes(as: name) }) else {
        throw .unknownClient(name, at: provider, among: here.map(\.name))
      }
      return try changed(named.client)
    }
    guard let only = here.first, here.count == 1 else {
      throw .noClient(at: provider, among: here.map(\.name))
    }
    return try changed(only.client)
  }

  /// The client that is described or named, whatever its provider; throws `configuration.unknown_client`.
  func client(among registered: [RegisteredClient]) throws(OAuthError) -> Client {
    if let id = clientID ?? (name == nil ? Environment.text("CLIENT_ID") : nil) { return try given(id: id) }
    let names = registered.map(\.name)
    guard let name = name ?? Environment.text("CLIENT") ?? (names.count == 1 ? names.first : nil),
      let named = registered.first(where: { $0.name.hasSameBytes(as: name) })
    else { throw .unnamedClient(name ?? Environment.text("CLIENT"), among: names) }
    return try changed(named.client)
  }

  /// The registration that the options describe.
  func given(id: String) throws(OAuthError) -> Client {
    let targets = try targets()
    return try Client(
      id: id, secret: try secret(), key: try key(), authentication: try authentication(),
      redirectURIs: targets.compactMap(\.self), isOutOfBand: targets.contains(nil))
  }

  private func changed(_ client: Client) throws(OAuthError) -> Client {
    let targets = try targets()
    guard !targets.isEmpty else { return client }
    return try Client(
      id: client.id, secret: client.secret, key: client.key, authentication: client.authentication,
      redirectURIs: targets.compactMap(\.self), isOutOfBand: targets.contains(nil))
  }

  private func key() throws(OAuthError) -> JSONWebKey? {
    guard let file = keyFile ?? Environment.text("KEY_FILE") else { return nil }
    return try JSONWebKey(pem: try TextFile.secret(file))
  }

  private func secret() throws(OAuthError) -> Secret? {
    if let file = clientSecretFile ?? Environment.text("CLIENT_SECRET_FILE") { return try TextFile.secret(file) }
    return Environment.text("CLIENT_SECRET").map { Secret($0) }
  }

  private func authentication() throws(OAuthError) -> ClientAuthenticationMethod? {
    switch clientAuth ?? Environment.text("CLIENT_AUTH") {
    case nil: nil
    case "none": .publicClient
    case "basic": .basic
    case "basic-raw": .basicRaw
    case "post": .post
    case let other?: throw .unknownAuthentication(other)
    }
  }

  /// The redirect URIs; nil for `oob`, which is none.
  private func targets() throws(OAuthError) -> [RedirectURI?] {
    let typed = redirectURIs + Self.loopbackURIs(ports: ports)
    let given =
      [Environment.text("REDIRECT_URI")].compactMap(\.self) + Self.loopbackURIs(ports: Environment.text("PORT"))
    return try (typed.isEmpty ? given : typed).map { (text) throws(OAuthError) in
      text == Client.outOfBand ? nil : try RedirectURI(text)
    }
  }
}

extension ClientChoice {
  fileprivate static func loopbackURIs(ports: String?) -> [String] {
    ports?.split(separator: ",").map { "http://127.0.0.1:\($0)/callback" } ?? []
  }

  func validate() throws {
    guard name == nil || (clientID == nil && clientSecretFile == nil && keyFile == nil && clientAuth == nil) else {
      throw ValidationError(
        "--client names a registration; --client-id, --client-secret-file, --key-file and --client-auth describe one.")
    }
    let numbers = ports?.split(separator: ",", omittingEmptySubsequences: false) ?? []
    guard numbers.allSatisfy({ UInt16($0).map { $0 > 0 } ?? false }) else {
      throw ValidationError("--port takes numbers from 1 to 65535, as 8400 or 8400,8401.")
    }
  }
}

extension OAuthError {
  fileprivate static func noClient(at provider: Provider, among names: [String]) -> OAuthError {
    let name = DisplayText.clean(provider.name)
    let remedy =
      names.isEmpty
      ? "Register an app at \(DisplayText.clean(provider.title)) with redirect URI http://127.0.0.1/callback, then: wayleave clients add NAME --provider \(name) --client-id ID --client-secret-file FILE"
      : "Choose one with --client: \(names.joined(separator: ", "))."
    return OAuthError(
      .unknownClient, rule: .rfc(6749, "2"), expected: "one client at \(name)",
      received: .described(names.isEmpty ? "none" : "\(names.count)"), remedy: remedy)
  }

  fileprivate static func unknownClient(_ text: String, at provider: Provider, among names: [String]) -> OAuthError {
    OAuthError(
      .unknownClient, rule: .rfc(6749, "2"), expected: "a client at \(DisplayText.clean(provider.name))",
      received: .text(text), remedy: NearestNames.suggestion(for: text, among: names))
  }

  fileprivate static func unnamedClient(_ text: String?, among names: [String]) -> OAuthError {
    OAuthError(
      .unknownClient, rule: .rfc(6749, "2"), expected: "a client by --client, or --client-id with its secret",
      received: .text(text), remedy: text.map { NearestNames.suggestion(for: $0, among: names) } ?? "Give one of them.")
  }

  fileprivate static func unknownAuthentication(_ text: String) -> OAuthError {
    OAuthError(
      .invalidClient, rule: .rfc(6749, "2.3"), expected: "none, basic, basic-raw or post", received: .text(text),
      remedy: "Use the way that the provider's page names; basic is the common one.")
  }
}
