import HTTPTypes
import WayleaveJOSE
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

/// The clients of Tollgate that tests use.
enum TollgateTestClient: String, CaseIterable {
  case web = "tollgate-web"
  case native = "tollgate-native"
  case service = "tollgate-service"
  case api = "tollgate-api"
  /// Authenticates with `client_secret_jwt`.
  case shared = "test-shared"
  /// Authenticates with `private_key_jwt`, and may use every grant.
  case key = "test-key"
  /// A second confidential client with codes, for what belongs to another.
  case other = "test-other"

  /// The private key of ``key``.
  static let signingKey = Result { try JSONWebKey.generate(for: .es256) }

  var secret: Secret? {
    switch self {
    case .native, .key: nil
    case .web, .service, .api: Secret("\(rawValue)-secret-not-real")
    case .shared, .other: Secret("\(rawValue)-secret-of-at-least-32-bytes")
    }
  }

  /// The client as it would be used.
  func client() throws -> Client {
    switch self {
    case .native: try Client(id: ClientID(rawValue))
    case .key: try Client(id: ClientID(rawValue), key: Self.signingKey.get())
    case .shared: try Client(id: ClientID(rawValue), secret: secret, authentication: .secretJWT)
    case .service: try Client(id: ClientID(rawValue), secret: secret, authentication: .post)
    case .web, .api, .other: try Client(id: ClientID(rawValue), secret: secret, authentication: .basic)
    }
  }

  /// What is registered besides the clients of the demonstration.
  static func registrations() throws -> [TollgateClient] {
    let redirectURIs = [try RedirectURI("http://127.0.0.1/callback"), try RedirectURI("com.example.app:/cb")]
    let grants = [AuthorizationCodeGrant.grantType, RefreshTokenGrant.grantType]
    let everyGrant =
      grants + [
        ClientCredentialsGrant.grantType, DeviceCodeGrant.grantType, TokenExchangeGrant.grantType,
        JWTBearerGrant.grantType,
      ]
    let openKey = try JSONWebKeySet([signingKey.get().publicKey].compactMap(\.self))
    return [
      try TollgateClient(
        id: ClientID(Self.shared.rawValue), secret: Self.shared.secret,
        metadata: ClientMetadata(redirectURIs: redirectURIs, authentication: .secretJWT, grantTypes: grants)),
      try TollgateClient(
        id: ClientID(Self.other.rawValue), secret: Self.other.secret,
        metadata: ClientMetadata(redirectURIs: redirectURIs, grantTypes: grants)),
      try TollgateClient(
        id: ClientID(Self.key.rawValue),
        metadata: ClientMetadata(
          redirectURIs: redirectURIs, authentication: .privateKeyJWT, grantTypes: everyGrant, keys: .set(openKey))),
    ]
  }
}

/// How a request names its tokens' key, where it does.
struct TestProof {
  let key: DPoPKey
  var nonce: String?
}

extension TestPlayground {
  /// A playground in which Ada allows everything unless said otherwise.
  static func withTollgate<Result: Sendable>(
    approval: PlaygroundConfiguration.Approval = .automatic(ada),
    _ change: @Sendable (inout PlaygroundConfiguration) throws -> Void = { _ in },
    _ body: @Sendable (TestPlayground) async throws -> Result
  ) async throws -> Result {
    try await with(
      {
        $0.approval = approval
        $0.tollgate.clients += try TollgateTestClient.registrations()
        try change(&$0)
      }, body)
  }

  var tollgate: TollgateEndpoints { running.tollgate }

  static let verifier = "a-verifier-of-43-to-128-unreserved-characters"

  static var challenge: String {
    get throws { CodeChallenge(of: try CodeVerifier(Secret(verifier))).text }
  }

  /// The parameters of a sound request; a nil value takes one out.
  func tollgateParameters(_ changes: [String: String?] = [:]) throws -> Form {
    var parameters: [String: String?] = [
      "client_id": TollgateTestClient.web.rawValue, "response_type": "code", "redirect_uri": Self.callback,
      "state": "s t&ate", "scope": "openid profile email notes.read vault.read", "nonce": "the-nonce",
      "code_challenge": try Self.challenge, "code_challenge_method": "S256",
    ]
    parameters.merge(changes) { $1 }
    return Form(parameters.compactMap { name, value in value.map { (name: name, value: $0) } })
  }

  func tollgateURL(_ changes: [String: String?] = [:]) throws -> String {
    tollgate.authorizationEndpoint.url.text(adding: try tollgateParameters(changes))
  }

  func tollgateCode(_ client: TollgateTestClient = .web, _ changes: [String: String?] = [:]) async throws -> Secret {
    let url = try tollgateURL(["client_id": client.rawValue].merging(changes) { $1 })
    return Secret(try await allow(url).callback.text(of: "code") ?? "")
  }

  /// The client with the assertion that its next request needs.
  func ready(_ client: TollgateTestClient) throws -> Client {
    var random = SystemRandomNumberGenerator()
    return try client.client().asserting(to: Issuer(tollgate.issuer), at: clock.now, using: &random)
  }

  func send(_ request: RequestMessage, proving proof: TestProof? = nil, token: Secret? = nil) async throws
    -> ResponseMessage
  {
    var request = request
    if let proof {
      var random = SystemRandomNumberGenerator()
      try request.prove(proof.key, token: token, nonce: proof.nonce, at: clock.now, using: &random)
    }
    return try await visitor.send(request)
  }

  func redeemTollgate(
    _ code: Secret, as client: TollgateTestClient = .web, verifier: String? = Self.verifier,
    redirectURI: String? = Self.callback, resources: [String] = [], proving proof: TestProof? = nil
  ) async throws -> ResponseMessage {
    let grant = AuthorizationCodeGrant(
      code: code, verifier: try verifier.map { try CodeVerifier(Secret($0)) },
      redirectURI: try redirectURI.map { try RedirectURI($0) },
      resources: try resources.map { try ResourceIndicator($0) })
    return try await send(grant.request(to: tollgate.tokenEndpoint, as: ready(client)), proving: proof)
  }

  /// Tokens by way of a code.
  func tollgateTokens(
    _ client: TollgateTestClient = .web, _ changes: [String: String?] = [:], proving proof: TestProof? = nil
  ) async throws -> TokenResponse {
    try TokenResponse(
      reading: try await redeemTollgate(try await tollgateCode(client, changes), as: client, proving: proof),
      accepting: proof == nil ? [.bearer] : [.dpop])
  }

  func refreshTollgate(
    _ token: Secret?, as client: TollgateTestClient = .web, scopes: [String] = [], resources: [String] = [],
    proving proof: TestProof? = nil
  ) async throws -> ResponseMessage {
    let grant = RefreshTokenGrant(
      refreshToken: token ?? Secret("none"), scopes: scopes, resources: try resources.map { try ResourceIndicator($0) })
    return try await send(grant.request(to: tollgate.tokenEndpoint, as: ready(client)), proving: proof)
  }

  /// Asks an API with a token, as Bearer or with a proof.
  func ask(
    _ endpoint: Endpoint, with token: Secret, proving proof: TestProof? = nil, method: HTTPRequest.Method = .get
  ) async throws -> ResponseMessage {
    var request = RequestMessage(method, to: endpoint.url)
    if proof == nil { try request.authorize(with: token, dialect: OAuth2Dialect()) }
    return try await send(request, proving: proof, token: token)
  }

  func introspect(_ token: Secret, as client: TollgateTestClient = .api) async throws -> IntrospectionResponse {
    let request = try IntrospectionRequest(token: token).request(to: tollgate.introspectionEndpoint, as: ready(client))
    return try IntrospectionResponse(reading: try await visitor.send(request))
  }

  func tollgateKeys() async throws -> JSONWebKeySet {
    try JSONWebKeySet(decoding: try await visitor.open(tollgate.keySetEndpoint.url.text).body)
  }
}

extension Message where Head == HTTPResponse {
  /// The word of the challenge that an API makes.
  var challengeError: String? { challenges.compactMap { $0["error"] }.first }

  /// The nonce for the next proof.
  var proofNonce: String? { HTTPField.Name("DPoP-Nonce").flatMap { head.headerFields[$0] } }
}
