import Testing
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 7662: a handed over access token is introspected")
struct IntrospectedHandOverTests {
  private let desk = HandOverDesk()
  private let token = Secret("canary-handed-over")
  private static let good: JSON = [
    "active": true, "client_id": "reader", "sub": "u-1", "username": "ada", "exp": 1_700_000_600, "scope": "read write",
    "iss": "https://as.example",
  ]

  init() { desk.answer("as.example/introspect", with: Self.good) }

  private func provider() throws -> Provider {
    try Example.provider { $0[.introspection] = try Endpoint("https://as.example/introspect") }
  }

  @Test("an active token of our client is accepted; the user is its “sub”")
  func accepted() async throws {
    let verified = try await desk.verify(.accessToken(token), of: try provider(), subject: "u-1")
    #expect(verified.check == .introspection && verified.identity.subject == "u-1")
    #expect(verified.identity.issuer == "https://as.example" && verified.identity.handle == "ada")
    #expect(verified.scopes == ["read", "write"] && verified.expiresAt == Example.now + 600)
    #expect(verified.credential == nil)
    let request = try #require(desk.requests.first)
    #expect(desk.places == ["as.example/introspect"])
    #expect(try request.bodyForm.text(of: "token") == "canary-handed-over")
    #expect(request.head.headerFields[.authorization]?.hasPrefix("Basic ") == true)
  }

  @Test(
    "a token that is not active, of another client, user or issuer, without an end, or bound to a key is refused",
    arguments: [
      ("active", false, .refusedHandOver), ("active", "true", .unexpectedAnswer),
      ("client_id", "other", .foreignClient),
      ("client_id", .null, .foreignClient), ("sub", "u-2", .foreignUser), ("sub", .null, .foreignUser),
      ("exp", 1_699_999_999, .expiredAccessToken), ("exp", .null, .expiredAccessToken),
      ("nbf", 1_700_000_100, .expiredAccessToken), ("iss", "https://evil.example", .accessTokenIssuerMismatch),
      ("cnf", ["jkt": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"], .bindingMismatch),
      ("error", "invalid_client", .clientRefused),
    ] as [(String, JSON, OAuthError.Code)])
  func refused(name: String, value: JSON, expected: OAuthError.Code) async throws {
    desk.answer("as.example/introspect", with: Self.good.with(name, value))
    #expect(await desk.refusal(.accessToken(token), of: try provider(), subject: "u-1") == expected)
  }

  @Test("RFC 9068 §2.2: a token in the client's own name stands for no user")
  func clientsOwn() async throws {
    desk.answer("as.example/introspect", with: Self.good.with("sub", "reader"))
    for subject in [nil, "reader"] {
      #expect(await desk.refusal(.accessToken(token), of: try provider(), subject: subject) == .foreignUser)
    }
    desk.answer("as.example/introspect", with: Self.good)
    #expect(await desk.refusal(.accessToken(token), of: try provider()) == nil)
  }

  @Test("checks of which one has failed name no user")
  func failed() {
    let user = VerifiedHandOver(
      identity: Identity(issuer: "p", subject: "u-1"), clientID: "reader", check: .introspection)
    for fails in [false, true] {
      var list = Verification(of: HandOverCheck.introspection.rawValue)
      _ = list.check("client", HandOverCheck.introspection.rule) { () throws(OAuthError) in
        if fails { throw .malformedURL("a URL", "none") }
      }
      let checked = CheckedHandOver(list, user)
      #expect((checked.verified == nil) == fails && checked.verification.facts.isEmpty == fails)
    }
  }

  @Test(
    "S16: what the provider introspects and names otherwise is no access token; what it does not name is one",
    arguments: [
      ("token_type", "Bearer", true), ("token_type", "bearer", true), ("token_type", "access_token", true),
      ("token_type", "", true), ("token_use", "access_token", true), ("typ", "Bearer", true),
      ("token_type", "refresh_token", false), ("token_type", "DPoP", false), ("token_type", "N_A", false),
      ("token_type", "mac", false), ("token_type", 7, false), ("token_type", ["Bearer"], false),
      ("token_use", "refresh_token", false), ("token_use", "id", false), ("typ", "Refresh", false),
      ("typ", "ID", false),
    ] as [(String, JSON, Bool)])
  func kind(name: String, value: JSON, isAccessToken: Bool) async throws {
    desk.answer("as.example/introspect", with: Self.good.with(name, value))
    #expect(
      await desk.refusal(.accessToken(token), of: try provider(), subject: "u-1")
        == (isAccessToken ? nil : .unsupportedTokenType))
  }

  @Test("a public client may not ask, and a provider without the endpoint cannot name the client of a token")
  func notOffered() async throws {
    let open = try Client(id: "reader")
    #expect(await desk.refusal(.accessToken(token), of: try provider(), as: open) == .invalidClient)
    #expect(await desk.refusal(.accessToken(token), of: try Example.provider()) == .unverifiableHandOver)
    #expect(desk.requests.isEmpty)
  }
}
