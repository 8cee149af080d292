import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveTerminal
import WayleaveWire
import WayleaveSignIn

struct RegisterClientCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "register", abstract: "Register at a provider, and save the registration under a name.",
    discussion: """
      For providers that let programs register (RFC 7591). The provider may
      register something else than was asked for; the answer shows it. `clients
      remove` removes it there again where the provider offers that (RFC 7592).
      Without --client-auth it is basic or post as the provider has them, else
      private_key_jwt with a new key, else none.
      """)

  @Argument(help: "A name of your choice.") var name: String
  @Option(help: "The provider's name, or an issuer's URL.", completion: CompletedNames.providers) var provider: String

  @Option(help: "What the provider's page calls the program; the name without it.")
  var title: String?

  @Option(name: .customLong("scope"), help: "A scope that it may ask for; repeatable.")
  var scopes: [String] = []

  @Option(
    name: .customLong("grant"),
    help: "A grant, other than sign-ins, that it may use: client_credentials or exchange; repeatable.")
  var grants: [DirectGrantOptions.Grant] = []

  @Option(
    help: ArgumentHelp(
      "How the client is to authenticate: none, basic, post, client_secret_jwt or private_key_jwt.", valueName: "method"
    ))
  var clientAuth: String?

  @Option(help: ArgumentHelp("The private key in PEM for private_key_jwt; a new one without it.", valueName: "file"))
  var keyFile: String?

  @Option(
    name: .customLong("redirect-uri"), help: ArgumentHelp("Where users come back to; repeatable.", valueName: "uri"))
  var redirectURIs: [String] = []

  @Option(
    help: ArgumentHelp("A file with the token that allows it, where the provider wants one.", valueName: "file"))
  var initialAccessTokenFile: String?

  @Option(
    help: ArgumentHelp(
      "A file with a software statement, signed by a party that the provider trusts.", valueName: "file"))
  var softwareStatementFile: String?

  @Flag(help: "Allow http beyond this machine, for tests.") var allowHTTP = false
  @OptionGroup var network: NetworkOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func run() async throws {
    let workplace = try Workplace(output: output)
    let provider = try await workplace.exactProvider(named: provider, allowingHTTP: allowHTTP)
    try await workplace.requireFreeName(name)
    workplace.announceNewStore()
    let token = try Self.secret(initialAccessTokenFile)
    let client = try await workplace.withAccounts(trustRoots: network.caFile) { accounts in
      let offer = try await accounts.registrationOffer(of: provider)
      let method = try method(among: offer)
      let key = try key(for: method)
      let named = try redirectURIs.map { (text) throws(OAuthError) in try RedirectURI(text) }
      let uris = named.isEmpty ? try await [RedirectURI].ofThisMachine(at: provider) : named
      let answer = try await accounts.register(
        try metadata(by: method, key: key, offer: offer, redirectURIs: uris), by: offer, initialAccessToken: token)
      // The server does not know another key: its signatures would be refused.
      let own = answer.metadata.authentication == .privateKeyJWT ? key : nil
      return try RegisteredClient(
        name: name, provider: provider.name, client: try answer.client(key: own), configuration: answer.configuration,
        secretExpiresAt: answer.secretExpiresAt, secretOrigins: provider.secretOrigins,
        apiPlaces: provider.apiPlaces)
    }
    try await workplace.keep(client)
    if output.isJSON {
      Console.answer(client.json)
    } else {
      Console.answer("Registered at \(DisplayText.clean(provider.title)), and saved:\n\(client.text)")
    }
    if client.configuration == nil { output.say("The provider does not say how to remove it from here.") }
    let next = NextStep(for: client, at: provider, among: try await workplace.clients.all(), grants: grants)
    output.remark(next.text)
  }

  private func method(among offer: RegistrationOffer) throws(OAuthError) -> ClientAuthenticationMethod {
    guard let name = clientAuth else { return keyFile == nil ? offer.preferredMethod : .privateKeyJWT }
    let method = ClientAuthenticationMethod(shownName: name)
    let possible: [ClientAuthenticationMethod] = [.publicClient, .basic, .post, .secretJWT, .privateKeyJWT]
    guard let method, possible.contains(method) else { throw .cannotRegister(name) }
    guard offer.authenticationMethods.contains(method) || method == .publicClient else {
      throw .notOffered(method, offer: offer)
    }
    return method
  }

  private func key(for method: ClientAuthenticationMethod) throws(OAuthError) -> JSONWebKey? {
    guard method == .privateKeyJWT else {
      guard keyFile == nil else { throw .needlessKey(method) }
      return nil
    }
    guard let keyFile else { return try JSONWebKey.generate(for: .es256) }
    return try JSONWebKey(pem: try TextFile.key(keyFile))
  }

  private func metadata(
    by method: ClientAuthenticationMethod, key: JSONWebKey?, offer: RegistrationOffer, redirectURIs: [RedirectURI]
  ) throws(OAuthError) -> ClientMetadata {
    ClientMetadata(
      signingInAs: title ?? name, redirectURIs: redirectURIs, authentication: method,
      servesDevices: offer.servesDevices,
      grantTypes: grants.map(\.grantType), scopes: scopes.flatMap { $0.split(separator: " ").map(String.init) },
      keys: try key?.publicKey.map { (key) throws(OAuthError) in .set(try JSONWebKeySet([key])) },
      softwareStatement: try Self.secret(softwareStatementFile))
  }

  private static func secret(_ file: String?) throws(OAuthError) -> Secret? {
    try file.map { (file) throws(OAuthError) in try TextFile.secret(file) }
  }
}

extension OAuthError {
  fileprivate static func cannotRegister(_ name: String) -> OAuthError {
    OAuthError(
      .invalidClient, message: "A client cannot be registered with the authentication “\(DisplayText.clean(name))”.",
      rule: .rfc(7591, "2"),
      remedy:
        "Use none, basic, post, client_secret_jwt or private_key_jwt. A certificate is registered on the provider's page; then use `wayleave clients add` with --client-auth tls."
    )
  }

  fileprivate static func notOffered(_ method: ClientAuthenticationMethod, offer: RegistrationOffer) -> OAuthError {
    let names = offer.authenticationMethods.map(\.shownName).joined(separator: ", ")
    return OAuthError(
      .unsupported, message: "The provider does not offer the authentication “\(method.shownName)”: it has \(names).",
      rule: .rfc(8414, "2"), remedy: "Name one of these with --client-auth, or leave it out.")
  }

  fileprivate static func needlessKey(_ method: ClientAuthenticationMethod) -> OAuthError {
    OAuthError(
      .invalidClient, message: "--key-file is only for --client-auth private_key_jwt, not for \(method.shownName).",
      rule: .rfc(7591, "2"), remedy: "Set --client-auth private_key_jwt, or leave --key-file out.")
  }
}
