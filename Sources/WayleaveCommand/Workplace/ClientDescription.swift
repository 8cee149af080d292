import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveTerminal
import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

/// A registration that the options of a command describe.
struct ClientDescription: ParsableArguments {
  @Option(help: "The client id; of OAuth 1.0a the consumer key.")
  var clientID: String?

  @Option(help: ArgumentHelp("A file with the client secret; - is standard input.", valueName: "file"))
  var clientSecretFile: String?

  @Option(
    help: ArgumentHelp(
      "A file with the API key of your app, where the provider wants one too; - is standard input.",
      valueName: "file"))
  var apiKeyFile: String?

  @Option(
    help: ArgumentHelp(
      "How the client authenticates: none, basic, basic-raw, post, client_secret_jwt, private_key_jwt, client_secret_signed or tls; else as the provider's entry says.",
      valueName: "method"))
  var clientAuth: String?

  @Option(help: ArgumentHelp("The client's private key in PEM, for private_key_jwt, tls, RSA-SHA1.", valueName: "file"))
  var keyFile: String?

  @Option(help: ArgumentHelp("The name that the provider gave to the key of --key-file.", valueName: "id"))
  var keyID: String?

  @Option(help: ArgumentHelp("Your team at the provider that signs the client secret, such as Apple.", valueName: "id"))
  var team: String?

  @Option(help: ArgumentHelp("The client's certificate in PEM, for tls.", valueName: "file"))
  var certificateFile: String?

  @Option(
    name: .customLong("redirect-uri"),
    help: ArgumentHelp("A redirect URI that is registered; repeatable; oob for a PIN.", valueName: "uri"))
  var redirectURIs: [String] = []

  @Option(
    name: .customLong("port"),
    help: ArgumentHelp("Registered ports of the loopback redirect URI, as 8400 or 8400,8401.", valueName: "ports"))
  var ports: String?

  /// Whether a client is described, and not only the redirect URIs of a known one.
  var isGiven: Bool {
    [clientID, clientSecretFile, apiKeyFile, keyFile, keyID, team, clientAuth, certificateFile].contains { $0 != nil }
  }

  /// Whether the redirect URIs of a known client are to be others, for this once.
  var changesRedirectURIs: Bool { !redirectURIs.isEmpty || ports != nil }

  func validate() throws {
    let numbers = ports?.split(separator: ",", omittingEmptySubsequences: false) ?? []
    guard numbers.allSatisfy({ UInt16($0).map { $0 > 0 } ?? false }) else {
      throw ValidationError("--port takes numbers from 1 to 65535, as 8400 or 8400,8401.")
    }
  }

  /// Says which of the files that are named other users can reach.
  func warnOfFiles(by output: OutputOptions) {
    for file in [clientSecretFile, apiKeyFile, keyFile, certificateFile] {
      if let file { SecretFiles.warn(of: file, by: output) }
    }
  }

  /// The described registration; throws `configuration.invalid_client` when it cannot work.
  func registered(as name: String, at provider: Provider?, id: ClientID) throws(OAuthError) -> RegisteredClient {
    if ClientIDMetadataDocument.isNamed(by: id) { _ = try ClientIDMetadataDocument.url(of: id) }
    let targets = try targets()
    let method = try authentication()
    if method != nil, case .oauth1? = provider?.service { throw .signsRequests() }
    let secret = try secret(of: id, by: method)
    let key = try keyFile.map { (file) throws(OAuthError) in try TextFile.key(file) }
    // The key of a TLS connection signs no assertions: it stays with its certificate.
    let certificate = try method?.needsCertificate == true ? certificate(with: key) : nil
    guard certificate != nil || certificateFile == nil else { throw .unused("a certificate", by: method) }
    var client = try Client(
      id: id, secret: secret, key: certificate == nil ? try webKey(key) : nil, authentication: method,
      redirectURIs: targets.compactMap(\.self), isOutOfBand: targets.contains(nil), assertionIssuer: team)
    client.apiKey = try apiKeyFile.map { (file) throws(OAuthError) in try TextFile.secret(file) }
    if ClientIDMetadataDocument.isNamed(by: id) { try ClientIDMetadataDocument.requireNoSharedSecret(of: client) }
    try Self.checkUse(of: client)
    guard keyID == nil || client.key != nil else { throw .unused("a key id", by: method) }
    guard team == nil || client.key != nil else { throw .unused("a team", by: method) }
    if case .oauth2(let service)? = provider?.service { try Self.requireNames(of: client, by: service.dialect) }
    return try RegisteredClient(
      name: name, provider: provider?.name ?? ProviderName(name), client: client, certificate: certificate,
      secretOrigins: provider?.secretOrigins, apiPlaces: provider?.apiPlaces)
  }

  /// A known client, with the redirect URIs of the options.
  func changed(_ client: Client) throws(OAuthError) -> Client {
    let targets = try targets()
    guard !targets.isEmpty else { return client }
    var changed = try Client(
      id: client.id, secret: client.secret, key: client.key, authentication: client.authentication,
      redirectURIs: targets.compactMap(\.self), isOutOfBand: targets.contains(nil), callbackKey: client.callbackKey,
      assertionIssuer: client.assertionIssuer)
    (changed.bindsTokens, changed.apiKey) = (client.bindsTokens, client.apiKey)
    return changed
  }

  /// Checks that the method uses all that was given, and that its key can sign.
  private static func checkUse(of client: Client) throws(OAuthError) {
    guard let method = client.authentication else { return }
    if client.secret != nil, !method.needsSecret { throw .unused("a client secret", by: method) }
    // For tls, the registration itself refuses a key without a certificate.
    if client.key != nil, method != .privateKeyJWT, method != .signedSecret, !method.needsCertificate {
      throw .unused("a private key", by: method)
    }
    if method == .secretJWT, let secret = client.secret, secret.count < 32 { throw .shortSecret(secret.count) }
    var random = SystemRandomNumberGenerator()
    _ = try client.asserting(to: "https://issuer.invalid", at: WallClock.now(), using: &random)
  }

  /// Checks that a client secret that is signed names its key and its team: Apple refuses it otherwise, at the sign-in.
  private static func requireNames(of client: Client, by dialect: OAuth2Dialect) throws(OAuthError) {
    guard client.authenticationMethod(by: dialect) == .signedSecret else { return }
    guard client.key?.keyID != nil else { throw .nameMissing("--key-id", of: "the key") }
    guard client.assertionIssuer != nil else { throw .nameMissing("--team", of: "your team") }
  }

  private func certificate(with key: Secret?) throws(OAuthError) -> ClientCertificate? {
    guard let file = certificateFile, let key else { return nil }
    return try ClientCertificate(pem: Secret(try TextFile.bytes(file)), privateKey: key)
  }

  private func webKey(_ key: Secret?) throws(OAuthError) -> JSONWebKey? {
    try key.map { (key) throws(OAuthError) in try JSONWebKey(pem: key, keyID: keyID) }
  }

  private func secret(of id: ClientID, by method: ClientAuthenticationMethod?) throws(OAuthError) -> Secret? {
    if let file = clientSecretFile { return try TextFile.secret(file) }
    guard
      EnvironmentSecret.belongs(
        to: id, variable: Environment.text("CLIENT_ID").map(ClientID.init), method: method, hasKey: keyFile != nil)
    else { return nil }
    return Environment.secret("CLIENT_SECRET")
  }

  func authentication() throws(OAuthError) -> ClientAuthenticationMethod? {
    try clientAuth.map { (name) throws(OAuthError) in
      guard let method = ClientAuthenticationMethod(shownName: name) else { throw .unknownAuthentication(name) }
      return method
    }
  }

  /// The redirect URIs; nil for `oob`, which is none.
  func targets() throws(OAuthError) -> [RedirectURI?] {
    let loopback = ports?.split(separator: ",").map { "http://127.0.0.1:\($0)/callback" } ?? []
    return try (redirectURIs + loopback).map { (text) throws(OAuthError) in
      text == Client.outOfBand ? nil : try RedirectURI(text)
    }
  }
}

extension OAuthError {
  fileprivate static func unknownAuthentication(_ text: String) -> OAuthError {
    OAuthError(
      .invalidClient, message: "There is no client authentication “\(DisplayText.clean(text))”.",
      rule: .rfc(6749, "2.3"),
      remedy:
        "Use none, basic, basic-raw, post, client_secret_jwt, private_key_jwt, client_secret_signed or tls, as the provider's page names it; basic is the most common."
    )
  }

  fileprivate static func signsRequests() -> OAuthError {
    OAuthError(
      .invalidClient, message: "--client-auth has no meaning at a provider of OAuth 1.0a.", rule: .rfc(5849, "3.4"),
      remedy: "Leave it out: at such a provider each request is signed.")
  }

  fileprivate static func shortSecret(_ count: Int) -> OAuthError {
    OAuthError(
      .weakKey, message: "The client secret has \(count) bytes, and client_secret_jwt needs at least 32.",
      rule: .rfc(7518, "3.2"),
      remedy: "Ask the provider for a longer one, or send the secret itself: --client-auth basic.")
  }

  fileprivate static func nameMissing(_ option: String, of what: String) -> OAuthError {
    OAuthError(
      .invalidClient, message: "The provider wants to know the id of \(what): \(option) is missing.",
      rule: .wayleave("a client secret that is signed names its key and its team"),
      remedy: "Copy the id from the provider's page, and repeat the command with \(option) ID.")
  }

  fileprivate static func unused(_ what: String, by method: ClientAuthenticationMethod?) -> OAuthError {
    OAuthError(
      .invalidClient,
      message:
        "\(method.map { "--client-auth \($0.shownName)" } ?? "The client's authentication") does not use \(what).",
      rule: .rfc(6749, "2.3"), remedy: "Leave it out, or name the method by which the client authenticates with it.")
  }
}
