import HTTPTypes
import Synchronization
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave

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
    let session = accounts.session(by: grant, of: try Example.provider(), as: try Example.client())
    #expect(await code { _ = try await session.get("https://api.example/x") } == .bindingMismatch)
    #expect(scene.server.paths == ["/token"])
    let plain = DirectGrant.clientCredentials(.init())
    let (provider, client) = (try Example.provider(), try Example.client())
    #expect(await code { _ = try await accounts.tokens(by: plain, of: provider, as: client) } == .unsupportedTokenType)
  }

  @Test("7523 §2.1: a statement is signed anew for each request, and its tokens are kept by what it says")
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
    let proven = try desk.forms.map { form in
      try ProvenAssertion(
        try JWTBearerGrant(reading: form).assertion, provenBy: keys, allowing: [.es256], to: ["https://as.example"],
        at: Example.now)
    }
    #expect(proven.map(\.subject) == ["ada", "ben", "ada"])
    #expect(Set(proven.map(\.tokenID)).count == 3)
  }

  @Test("a session in the client's own name asks for tokens when it needs them, and anew once after a 401")
  func session() async throws {
    let accounts = scene.accounts()
    let session = accounts.session(
      by: .clientCredentials(.init()), of: try Provider(issuer: "https://as.example"), as: try Example.client())
    #expect(session.account == Account(provider: "https://as.example", client: "reader", subject: "reader"))
    scene.server.setFault { [desk] request in
      if request.pathWithoutQuery == "/token" { return try desk.answer(to: request) }
      guard request.head.headerFields[.authorization] == "Bearer canary-direct-1" else { return nil }
      return ResourceChallenge(.invalidToken).response()
    }
    for _ in 1...2 { #expect(try await session.get("https://as.example/x").status == 200) }
    #expect(
      scene.server.paths == [
        "/.well-known/openid-configuration", "/token", "/x", "/.well-known/openid-configuration", "/token", "/x", "/x",
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
      by: .clientCredentials(.init()), of: try Example.provider(), as: try Example.client())
    #expect(try await session.get("https://api.example/x").status == 401)
    #expect(scene.server.paths == ["/token", "/x", "/token", "/x"])
  }

  @Test("a token without a user goes to the provider's API and to where it was allowed, and nowhere else")
  func origins() async throws {
    let allowed = try Origin("https://other.example")
    let session = scene.accounts().session(
      by: .clientCredentials(.init()), of: try Example.provider(), as: try Example.client(), allowedOrigins: [allowed])
    for (url, expected) in [
      ("https://api.example/x", nil), ("https://other.example/x", nil), ("https://evil.example/x", .foreignOrigin),
    ] as [(String, OAuthError.Code?)] {
      #expect(await code { _ = try await session.get(url) } == expected)
    }
  }
}
