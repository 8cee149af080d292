import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveJOSE
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveSignIn
import WayleaveTerminal
import WayleaveWire

struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check a token or request from another party, rule by rule; 8 when a rule fails.",
    subcommands: [
      SignedRequestCommand.self, EchoCommand.self, IDTokenCommand.self, AccessTokenCommand.self, HandOverCommand.self,
    ])

  /// What is checked, and when.
  struct Given: ParsableArguments {
    @Argument(help: "A file; - or nothing for standard input.")
    var file: String?

    @Option(help: ArgumentHelp("Check as of this time, in seconds since 1970.", valueName: "seconds"))
    var at: Int64?

    var now: Instant { at.map(Instant.init(secondsSinceEpoch:)) ?? WallClock.now() }

    func bytes() throws(OAuthError) -> [UInt8] {
      let prompt = "Paste it, which is not shown, then press Ctrl-D:"
      return try TextFile.hiddenBytes(file ?? "-", prompt, until: .onlyControlD)
    }

    /// The token, alone or after `Bearer`, without the space around it.
    func token() throws(OAuthError) -> Secret {
      let words = try bytes().split(whereSeparator: { $0 <= 0x20 })
      guard let word = words.last, words.count <= 3 else {
        throw OAuthError(
          .invalidValue, message: "There is no token in the input.", rule: .wayleave("a token is one word"),
          remedy: "Give the token by a file or standard input.")
      }
      return Secret(Array(word))
    }
  }

  struct SignedRequestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "oauth1", abstract: "Check a request that is signed by OAuth 1.0a.",
      discussion: """
        The request is a text: the request line, the header fields, an empty line, the
        body. The request line has the whole URL, as `wayleave request --dry-run
        --show-credential` prints it, or a path; then the Host field names the
        server, over https.
        """)
    @OptionGroup var given: Given
    @OptionGroup(title: "Client") var choice: ClientChoice
    @Option(help: ArgumentHelp("A file with the token's secret.", valueName: "file")) var tokenSecretFile: String?
    @Option(help: ArgumentHelp("The PEM file of the consumer's public RSA key.", valueName: "file"))
    var publicKeyFile: String?
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      let workplace = try Workplace(output: output)
      let tokenSecret =
        try tokenSecretFile.map { (file) throws(OAuthError) in
          try TextFile.secret(file)
        } ?? Environment.secret("TOKEN_SECRET")
      let publicKey = try publicKeyFile.map { (file) throws(OAuthError) in
        try RSAPublicKey(pem: try TextFile.read(file))
      }
      // Without a name, a registration that signs nothing is not meant.
      let signing = try workplace.catalogue.all().filter { if case .oauth1 = $0.service { true } else { false } }
      let client = try await workplace.registered { (all) throws(OAuthError) in
        let fitting = all.filter { client in choice.name != nil || signing.contains { $0.name == client.provider } }
        return try choice.client(among: fitting)
      }.client
      let checks = SignedRequestVerification(
        client: client, tokenSecret: tokenSecret, publicKey: publicKey, now: given.now)
      try checks.verification(of: try given.bytes()).print(by: output)
    }
  }

  struct EchoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "echo", abstract: "Check an OAuth Echo: the signed request, and then what the provider says.",
      discussion: """
        The request is a text with the fields X-Auth-Service-Provider and
        X-Verify-Credentials-Authorization, or these two fields alone. The first is
        the URL at which the provider says who the user is, exactly as the
        provider's entry has it (identity.endpoint), query included. Only then the
        provider is asked:

          wayleave token --echo URL | wayleave verify echo --provider P
        """)
    @OptionGroup var given: Given
    @Option(help: "The provider's name.", completion: CompletedNames.providers) var provider: String
    @OptionGroup(title: "Client") var choice: ClientIDChoice
    @Flag(help: "Allow http beyond this machine, for tests.") var allowHTTP = false
    @OptionGroup var network: NetworkOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      let workplace = try Workplace(output: output)
      let provider = try await workplace.exactProvider(named: provider, allowingHTTP: allowHTTP)
      guard case .oauth1 = provider.service, let address = provider.identity?.endpoint?.url else {
        throw OAuthError(
          .unsupported, message: "\(DisplayText.clean(provider.title)) has no OAuth Echo.",
          rule: .wayleave("an echo is for a provider of OAuth 1.0a that tells who the user is"),
          remedy: "Name another provider of OAuth 1.0a: `wayleave providers list`.")
      }
      let clientID = try await choice.clientID(for: provider, in: workplace)
      let bytes = try given.bytes()
      let checks = EchoVerification(address: address, consumerKey: clientID, now: given.now)
      try await workplace.withAccounts(trustRoots: network.caFile) { accounts in
        let verification = try await checks.verification(of: bytes) { (request) async throws(OAuthError) in
          try await accounts.answer(to: request)
        }
        try verification.print(by: output)
      }
    }
  }

  struct IDTokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "id-token", abstract: "Check an ID token by the rules of OpenID Connect, with the issuer's keys.")
    @OptionGroup var given: Given
    @Option(help: "The provider's name, or an issuer's URL.", completion: CompletedNames.providers) var provider: String
    @OptionGroup(title: "Client") var choice: ClientIDChoice
    @Option(help: "The nonce of the request.") var nonce: String?
    @Option(help: ArgumentHelp("How long ago the user may have signed in.", valueName: "seconds")) var maxAge: Int64?
    @Option(help: ArgumentHelp("A file with the access token that came with it.", valueName: "file"))
    var accessTokenFile: String?
    @Flag(help: "Allow http beyond this machine, for tests.") var allowHTTP = false
    @OptionGroup var network: NetworkOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      let workplace = try Workplace(output: output)
      let provider = try await workplace.exactProvider(named: provider, allowingHTTP: allowHTTP)
      let clientID = try await choice.clientID(for: provider, in: workplace)
      let token = try given.token()
      let accessToken = try accessTokenFile.map { (file) throws(OAuthError) in try TextFile.secret(file) }
      try await workplace.withAccounts(trustRoots: network.caFile) { accounts in
        let issuer = try await accounts.issuerKeys(of: provider)
        var requirements = issuer.rules.requirements(issuer: issuer.issuer, clientID: clientID)
        requirements.algorithms = issuer.idTokenAlgorithms
        requirements.nonce = nonce.map { .exact(Secret($0)) }
        requirements.maximumAge = maxAge.map { .seconds($0) }
        requirements.accessToken = accessToken
        // The token may be old: the expiry is another check.
        requirements.maximumIssueAge = nil
        let verified = IDTokenVerification(token, verifiedBy: issuer.keys, meeting: requirements, at: given.now)
        try Verification(verified).print(by: output)
      }
    }
  }

  struct AccessTokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "access-token", abstract: "Check an access token that is a JWT, as the API it is for would.")
    @OptionGroup var given: Given
    @Option(help: "The provider's name, or an issuer's URL.", completion: CompletedNames.providers) var provider: String
    @Option(help: "The API that it must be for, as the token names it.") var audience: String
    @Option(help: ArgumentHelp("How its issuer writes such tokens.", valueName: "name"))
    var profile = Profile.rfc9068
    @Flag(help: "Allow http beyond this machine, for tests.") var allowHTTP = false
    @OptionGroup var network: NetworkOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      let workplace = try Workplace(output: output)
      let provider = try await workplace.exactProvider(named: provider, allowingHTTP: allowHTTP)
      let token = try given.token()
      try await workplace.withAccounts(trustRoots: network.caFile) { accounts in
        let issuer = try await accounts.issuerKeys(of: provider)
        let checks = Verification(
          ofAccessToken: token, verifiedBy: issuer, to: audience, as: profile.profile, at: given.now)
        try checks.print(by: output)
      }
    }

    /// The name of a profile, as it is typed.
    enum Profile: String, ExpressibleByArgument, CaseIterable {
      case rfc9068, keycloak, entra, auth0, okta, cognito

      var profile: AccessTokenProfile {
        switch self {
        case .rfc9068: .rfc9068
        case .keycloak: .keycloak
        case .entra: .entra
        case .auth0: .auth0
        case .okta: .okta
        case .cognito: .cognito
        }
      }
    }
  }
}
