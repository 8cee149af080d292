import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveJOSE
import WayleaveWire

@testable import Wayleave
@testable import WayleaveOAuth2
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 8693 and RFC 7523 §2.1: tokens in exchange, without a user")
struct DirectGrantTests {
  private let scene = Scene()
  private let desk = TokenDesk()

  init() { desk.sit(at: scene) }

  @Test("8693-1: an exchange shows its tokens with their types, and keeps what it brings by them")
  func exchange() async throws {
    desk.state.withLock { $0.additional["issued_token_type"] = .string(TokenTypeIdentifier.accessToken.text) }
    let accounts = scene.accounts()
    let grants = ["canary-one", "canary-two"].map {
      TokenExchangeGrant(
        subject: .init(Secret($0), type: .accessToken), actor: .init(Secret("canary-actor"), type: .jwt),
        requestedType: .accessToken, audiences: ["service"], access: .init(scopes: ["read"]))
    }
    for _ in 1...2 {
      for (number, grant) in grants.enumerated() {
        let tokens = try await accounts.tokens(
          by: .tokenExchange(grant), of: Example.provider(), as: Example.client())
        #expect(tokens.accessToken == Secret("canary-direct-\(number + 1)"))
        #expect(tokens.additional["issued_token_type"]?.string == TokenTypeIdentifier.accessToken.text)
      }
    }
    #expect(try desk.forms.map { try TokenExchangeGrant(reading: $0) } == grants)
  }

  @Test("8693-2: an answer that does not say what it gives is refused")
  func untyped() async throws {
    let grant = DirectGrant.tokenExchange(.init(subject: .init(Secret("canary-one"), type: .accessToken)))
    let (provider, client) = (try Example.provider(), try Example.client())
    let accounts = scene.accounts()
    #expect(await code { _ = try await accounts.tokens(by: grant, of: provider, as: client) } == .unexpectedAnswer)
  }

  @Test("8693-3: what is no access token is given, and never goes to an API")
  func notApplicable() async throws {
    desk.state.withLock {
      $0.additional["issued_token_type"] = .string(TokenTypeIdentifier.idToken.text)
      $0.tokenType = "N_A"
    }
    let grant = DirectGrant.tokenExchange(.init(subject: .init(Secret("canary-one"), type: .accessToken)))
    let accounts = scene.accounts()
    let tokens = try await accounts.tokens(by: grant, of: Example.provider(), as: Example.client())
    #expect(tokens.tokenType == "N_A")
    let session = accounts.session(grant: grant, provider: try Example.provider(), client: try Example.client())
    #expect(await code { _ = try await session.get("https://api.example/x") } == .bindingMismatch)
    #expect(scene.server.paths == ["/token"])
    let plain = DirectGrant.clientCredentials(.init())
    let (provider, client) = (try Example.provider(), try Example.client())
    #expect(await code { _ = try await accounts.tokens(by: plain, of: provider, as: client) } == .unsupportedTokenType)
  }

  @Test("7523 §2.1: a statement is signed again for each request, and its tokens are stored by what it says")
  func jwtBearer() async throws {
    let key = try JSONWebKey.generate(for: .es256)
    let accounts = scene.accounts()
    func tokens(about subject: String, renewing: Bool = false) async throws -> Secret {
      let assertion = try JWTAssertion(issuer: "service", subject: subject, audience: "https://as.example")
      let grant = DirectGrant.jwtBearer(assertion, signedBy: key, access: .init(scopes: ["read"]))
      return try await accounts.tokens(
        by: grant, of: Example.provider(), as: Example.client(), renewing: renewing
      ).accessToken
    }
    #expect(try await tokens(about: "ada") == Secret("canary-direct-1"))
    #expect(try await tokens(about: "ada") == Secret("canary-direct-1"))
    #expect(try await tokens(about: "ben") == Secret("canary-direct-2"))
    #expect(try await tokens(about: "ada", renewing: true) == Secret("canary-direct-3"))
    let keys = try JSONWebKeySet([try #require(key.publicKey)])
    let verified = try desk.forms.map { form in
      try VerifiedAssertion(
        try JWTBearerGrant(reading: form).assertion, verifiedBy: keys, allowing: [.es256], to: ["https://as.example"],
        at: Example.now)
    }
    #expect(verified.map(\.subject) == ["ada", "ben", "ada"])
    #expect(Set(verified.map(\.tokenID)).count == 3)
  }

  @Test("RFC 6749 §2.3: a client that authenticates otherwise gets nothing that another one was given")
  func otherClients() async throws {
    let accounts = scene.accounts()
    let key = try JSONWebKey.generate(for: .es256)
    let clients = [
      try Client(id: "reader", secret: Secret("canary-right-secret")),
      try Client(id: "reader", secret: Secret("canary-wrong-secret")), try Client(id: "reader"),
      try Client(id: "reader", secret: Secret("canary-right-secret"), authentication: .post),
      try Client(id: "reader", key: key), try Client(id: "reader", key: .generate(for: .es256)),
    ]
    let grant = DirectGrant.tokenExchange(.init(subject: .init(Secret("canary-one"), type: .accessToken)))
    desk.state.withLock { $0.additional["issued_token_type"] = .string(TokenTypeIdentifier.accessToken.text) }
    for _ in 1...2 {
      for (number, client) in clients.enumerated() {
        let tokens = try await accounts.tokens(by: grant, of: Example.provider(), as: client)
        #expect(tokens.accessToken == Secret("canary-direct-\(number + 1)"))
      }
    }
    #expect(desk.forms.count == clients.count)
  }

  @Test("a refused exchange says nothing of a sign-in: there is no user")
  func refusedWithoutUser() async throws {
    scene.server.answer("/token", with: TokenErrorResponse("invalid_grant").response())
    let grant = DirectGrant.tokenExchange(.init(subject: .init(Secret("canary-one"), type: .accessToken)))
    let accounts = scene.accounts()
    let error = await #expect(throws: OAuthError.self) {
      try await accounts.tokens(by: grant, of: Example.provider(), as: Example.client())
    }
    let refreshing = SentGrant.refresh.remedy(for: .grantRefused, ProviderRefusal(error: "invalid_grant"))
    #expect(error?.code == .grantRefused && error?.remedy != refreshing)
    #expect(!"\(String(describing: error))".contains("Sign in again"))
  }

  @Test(
    "RFC 9449 §5: where the server takes proofs the tokens are bound to a key of their own, unless it binds none",
    arguments: [
      ([.es256, .rs256], "DPoP", true), ([.ed25519], "DPoP", true), ([.edDSA], "dpop", true),
      ([.es256], "Bearer", false), ([.rs256], "Bearer", false), ([], "Bearer", false),
    ] as [(Set<SignatureAlgorithm>, String, Bool)])
  func bound(algorithms: Set<SignatureAlgorithm>, type: String, isBound: Bool) async throws {
    let gates = (ProofGate(.authorizationServer, nonces: ["as"]), ProofGate(.resourceServer, nonces: ["api"]))
    desk.state.withLock { $0.tokenType = type }
    let verifies = algorithms.contains(.es256) || algorithms.contains(.ed25519) || algorithms.contains(.edDSA)
    scene.server.setFault { [desk] request in
      guard request.pathWithoutQuery == "/token" else {
        return isBound ? gates.1.refusal(of: request, token: Secret("canary-direct-1")) : nil
      }
      return try (verifies ? gates.0.refusal(of: request) : nil) ?? desk.answer(to: request)
    }
    let session = scene.accounts().session(
      grant: .clientCredentials(.init()), provider: try Example.provider { $0.dpopAlgorithms = algorithms },
      client: try Example.client())
    for _ in 1...2 { #expect(try await session.get("https://api.example/x").status == 200) }
    #expect(gates.0.passed.count == (verifies ? 1 : 0) && gates.1.passed.count == (isBound ? 2 : 0))
    let scheme = isBound ? "DPoP" : "Bearer"
    #expect(scene.server.requests.last?.head.headerFields[.authorization] == "\(scheme) canary-direct-1")
    #expect(Set((gates.0.passed + gates.1.passed).map(\.keyThumbprint)).count <= 1)
    #expect(scene.eventNames.contains(.tolerated) == (verifies && !isBound))
  }

  @Test("a caller who hands tokens on has them unbound, next to the bound ones of the others")
  func unbound() async throws {
    let gate = ProofGate(.authorizationServer)
    scene.server.setFault { [desk] request in
      desk.state.withLock { $0.tokenType = request.proofs.isEmpty ? "Bearer" : "DPoP" }
      return try (request.proofs.isEmpty ? nil : gate.refusal(of: request)) ?? desk.answer(to: request)
    }
    let accounts = scene.accounts()
    let provider = try Example.provider { $0.dpopAlgorithms = [.es256] }
    for _ in 1...2 {
      let bound = try await accounts.clientCredentials(of: provider, as: Example.client())
      let unbound = try await accounts.clientCredentials(of: provider, as: Example.client(), bindingToKey: false)
      #expect(bound.tokenType == "DPoP" && bound.proofKey != nil && bound.accessToken == Secret("canary-direct-1"))
      #expect(unbound.tokenType == "Bearer" && unbound.proofKey == nil)
      #expect(unbound.accessToken == Secret("canary-direct-2"))
    }
  }

  @Test("8705-2: a client that shows a certificate asks at the address that is meant for it, and no other does")
  func certificateEndpoint() async throws {
    let provider = try Example.provider {
      $0.certificateEndpoints = [
        .token: try Endpoint("https://mtls.as.example/token"),
        .revocation: try Endpoint("https://mtls.as.example/revoke"),
      ]
    }
    for (method, host) in [(.tls, "mtls.as.example"), (.selfSignedTLS, "mtls.as.example"), (nil, "as.example")]
      as [(ClientAuthenticationMethod?, String)]
    {
      let scene = Scene()
      scene.server.setFault { [desk] request in
        guard (try? JWTBearerGrant(reading: request.bodyForm)) != nil else { return nil }
        return try desk.answer(to: request)
      }
      let client = try Client(
        id: "reader", secret: method == nil ? Secret("canary-client-secret") : nil, authentication: method)
      _ = try await scene.accounts().tokens(
        by: .jwtBearer(
          .init(issuer: "a", subject: "a", audience: "b"), signedBy: .generate(for: .es256), access: .init()),
        of: provider, as: client, renewing: true)
      let account = try await scene.hold(provider: provider, client: client)
      _ = try await scene.accounts().fresh(account)
      _ = try await scene.accounts().signOut(account)
      #expect(scene.server.requests.count == 4)
      for request in scene.server.requests {
        #expect(request.head.authority == host)
        // 8705-1: the id is always in the body.
        #expect(try request.bodyForm.text(of: "client_id") == (method == nil ? nil : "reader"))
        #expect((request.head.headerFields[.authorization] == nil) == (method != nil))
      }
    }
  }

  @Test("a session in the client's own name asks for tokens when it needs them, and again once after a 401")
  func session() async throws {
    let accounts = scene.accounts()
    let session = accounts.session(
      grant: .clientCredentials(.init()), provider: try Provider(issuer: "https://as.example"),
      client: try Example.client())
    #expect(session.account == Account(provider: "https://as.example", client: "reader", subject: "reader"))
    scene.server.setFault { [desk] request in
      if request.pathWithoutQuery == "/token" { return try desk.answer(to: request) }
      guard request.head.headerFields[.authorization] == "Bearer canary-direct-1" else { return nil }
      return ResourceChallenge(.invalidToken).response()
    }
    for _ in 1...2 { #expect(try await session.get("https://as.example/x").status == 200) }
    #expect(
      scene.server.paths == [
        "/.well-known/openid-configuration", "/token", "/x", "/token", "/x", "/x",
      ])
    #expect(scene.server.requests.last?.head.headerFields[.authorization] == "Bearer canary-direct-2")
  }

  @Test("an API that refuses every token has two asked for, and the caller has its 401")
  func always401() async throws {
    scene.server.setFault { [desk] request in
      request.pathWithoutQuery == "/token"
        ? try desk.answer(to: request) : ResponseMessage(.unauthorized, json: [:])
    }
    let session = scene.accounts().session(
      grant: .clientCredentials(.init()), provider: try Example.provider(), client: try Example.client())
    #expect(try await session.get("https://api.example/x").status == 401)
    #expect(scene.server.paths == ["/token", "/x", "/token", "/x"])
    #expect(try await session.get("https://api.example/x").status == 401)
    #expect(scene.server.paths == ["/token", "/x", "/token", "/x", "/x"])
  }

  @Test("a token without a user goes to the provider's API and to where it was allowed, and nowhere else")
  func origins() async throws {
    let allowed = try Origin("https://other.example")
    let session = scene.accounts().session(
      grant: .clientCredentials(.init()), provider: try Example.provider(), client: try Example.client(),
      allowedOrigins: [allowed])
    for (url, expected) in [
      ("https://api.example/x", nil), ("https://other.example/x", nil), ("https://evil.example/x", .foreignOrigin),
    ] as [(String, OAuthError.Code?)] {
      #expect(await code { _ = try await session.get(url) } == expected)
    }
  }
}
