import Testing
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveProvider
import struct WayleaveTestSupport.SeededGenerator
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

// Requests whose fields depend on their kind alone. A transport adds the length: `TransportContract` has its rules.
extension SentFieldsTests {
  /// A request and the lines that it has when it is sent.
  private typealias Kind = (name: String, lines: [String], request: RequestMessage)

  private static let endpoint = Endpoint(known: "https://as.example/x")
  private static let token = Secret("canary")
  private static let bearer = ["authorization: Bearer …"]
  private static let ofJSON = ["content-type: application/json"]

  /// What a server is asked at its endpoints for tokens, and what comes before.
  private static func grants() throws -> [Kind] {
    let (client, open) = (try Example.client(), try Client(id: "app", redirectURIs: [Example.redirectURI()]))
    let inBody = try Client(id: "app", secret: token, authentication: .post)
    let code = AuthorizationCodeGrant(code: token, verifier: nil, redirectURI: nil)
    let exchange = TokenExchangeGrant(subject: .init(token, type: .accessToken))
    var random = SeededGenerator()
    let probe = CodeChallengeProbe(.anotherVerifier, code: token, redirectURI: nil, using: &random)
    var dialect = OAuth2Dialect()
    dialect.legacyGrants = [.password]
    let password = PasswordGrant(username: "ada", password: token)
    return [
      ("pushed", byClient, try Pushing().request), ("pushed, public client", form, try Pushing(as: open).request),
      ("device", byClient, try DeviceAuthorizationRequest().request(to: endpoint, as: client)),
      ("device, public client", form, try DeviceAuthorizationRequest().request(to: endpoint, as: open)),
      ("device poll", byClient, try DeviceCodeGrant(deviceCode: token).request(to: endpoint, as: client)),
      ("CIBA", byClient, try BackchannelAuthenticationRequest(.login("ada")).request(to: endpoint, as: client)),
      ("CIBA poll", byClient, try BackchannelGrant(requestID: token).request(to: endpoint, as: client)),
      ("code", byClient, try code.request(to: endpoint, as: client)),
      ("code, secret in the body", form, try code.request(to: endpoint, as: inBody)),
      ("code probe", byClient, try probe.request(to: endpoint, as: client)),
      ("refresh", form, try RefreshTokenGrant(refreshToken: token).request(to: endpoint, as: open)),
      ("client credentials", byClient, try ClientCredentialsGrant().request(to: endpoint, as: client)),
      ("token exchange", byClient, try exchange.request(to: endpoint, as: client)),
      ("JWT bearer", form, try JWTBearerGrant(assertion: token).request(to: endpoint, as: nil)),
      ("password", byClient, try password.request(to: endpoint, as: client, dialect: dialect)),
      ("revocation", form, try RevocationRequest(token: token, kind: .accessToken).request(to: endpoint, as: open)),
    ]
  }

  /// A request for tokens in the formats of providers that want no form.
  private static func formats() throws -> [Kind] {
    let rows: [(format: TokenRequestFormat, lines: [String])] = [
      (.json, json + ofJSON), (.query, json), (.get, json), (.form, form),
    ]
    return try rows.map { format, lines in
      var dialect = OAuth2Dialect()
      dialect.request.format = format
      let grant = RefreshTokenGrant(refreshToken: token)
      return ("\(format)", lines, try grant.request(to: endpoint, as: Client(id: "app"), dialect: dialect))
    }
  }

  /// What is asked about clients, tokens and users.
  private static func questions() throws -> [Kind] {
    let client = try Example.client()
    let (metadata, own) = (ClientMetadata(name: "Reader"), ClientConfiguration(endpoint: endpoint, accessToken: token))
    let update = ClientUpdateRequest(clientID: "app", metadata: metadata)
    let introspection = IntrospectionRequest(token: token)
    let signed = IntrospectionRequest(token: token, wantsSignedAnswer: true)
    let inspections = try TokenInspectionRule.Placement.allCases.map { placement -> Kind in
      let added =
        switch placement {
        case .query: [String]()
        case .bearer: bearer
        case .json: ofJSON + ["authorization: Basic …"]
        }
      let rule = TokenInspectionRule(endpoint: endpoint, client: "aud", placement: placement)
      let request = try TokenInspection.request(about: token, by: rule, as: client, api: APIDialect())
      return ("inspection: \(placement)", json + added, request)
    }
    let asking = IdentityRequest(endpoint, body: "{}")
    return inspections + [
      ("registration", json + ofJSON, try ClientRegistrationRequest(metadata).request(to: endpoint)),
      (
        "registration with a token", json + ofJSON + bearer,
        try ClientRegistrationRequest(metadata, initialAccessToken: token).request(to: endpoint)
      ),
      ("registration read", json + bearer, try own.readRequest()),
      ("registration changed", json + ofJSON + bearer, try update.request(to: own)),
      ("registration ended", json + bearer, try own.deletionRequest()),
      ("introspection", byClient, try introspection.request(to: endpoint, as: client)),
      (
        "signed introspection",
        byClient.filter { $0 != "accept: application/json" } + ["accept: application/token-introspection+jwt"],
        try signed.request(to: endpoint, as: client)
      ),
      ("identity", json + ofJSON, try asking.message(knowing: IdentityAnswers())),
      // These two are what a server sends.
      (
        "CIBA ping", usual + ofJSON + bearer + ["accept: */*"],
        try BackchannelPing(requestID: token).request(to: endpoint, notificationToken: token)
      ),
      ("back-channel logout", form, BackChannelLogoutRequest(logoutToken: token).request(to: endpoint)),
    ]
  }

  /// What a provider of OAuth 1.0a is asked in addition to a sign-in.
  private static func oauth1Kinds() throws -> [Kind] {
    let consumer = try ConsumerCredential(key: "reader", secret: token)
    let held = TokenCredential(token: token, secret: token, additional: ["oauth_session_handle": "handle"])
    let stamp = Stamp(timestamp: Example.now, nonce: "nonce")
    let password = PasswordCredentialRequest(username: "ada", password: token)
    return [
      ("xAuth", signed, try password.request(to: endpoint, as: consumer, stamp: stamp)),
      ("renewal", signed, try SessionRenewalRequest(held).request(to: endpoint, as: consumer, stamp: stamp)),
      ("invalidation", signed, try TokenInvalidationRequest(held).request(to: endpoint, as: consumer, stamp: stamp)),
      ("reverse auth", signed, try ReverseAuthRequest().request(to: endpoint, as: consumer, stamp: stamp)),
    ]
  }

  @Test("every kind of request says what it is, what it takes and who asks; no type of JSON or of a form has a charset")
  func everyKind() throws {
    for kind in try Self.grants() + Self.formats() + Self.questions() + Self.oauth1Kinds() {
      #expect(lines(kind.request.withUsualFields()).sorted() == kind.lines.sorted(), "\(kind.name)")
    }
  }

  @Test("what accounts ask of an address, an API, a registration and a token")
  func asked() async throws {
    let accounts = scene.accounts()
    let provider = try Example.provider { $0[.introspection] = try Endpoint("https://as.example/introspect") }
    let account = try await scene.hold(expiresIn: 3600, provider: provider)
    let offer = RegistrationOffer(
      endpoint: try Endpoint("https://as.example/register"), authenticationMethods: [], servesDevices: false)
    // None gets an answer that it can use: each is sent all the same.
    _ = try? await accounts.provider(ofUser: "joe@example.com")
    _ = try? await accounts.provider(forAPI: AbsoluteURL("https://api.example/notes"))
    _ = try? await accounts.introspect(account)
    _ = try? await accounts.register(ClientMetadata(name: "Reader"), by: offer)
    expect([
      "/.well-known/webfinger": Self.usual + ["accept: application/jrd+json"],
      "/notes": Self.usual + ["accept: */*"], "/.well-known/oauth-protected-resource/notes": Self.json,
      "/introspect": Self.byClient, "/register": Self.json + Self.ofJSON,
    ])
  }
}
