import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 6749 §4.1.3: a handed over code is exchanged by our client")
struct CodeHandOverTests {
  private let desk = HandOverDesk()
  private static let verifier = "canary-verifier-canary-verifier-canary-verifier"

  init() {
    desk.answer("api.example/me", with: ["id": 7, "name": "Ada"])
    desk.answer("as.example/keys") { _ in ResponseMessage(.ok, json: try JSONWebKeySet([OpenIDExample.key]).json) }
    exchange(idToken: nil)
  }

  /// As a provider does it: the code is that of one client, verifier and redirect URI.
  private func exchange(idToken: Secret?, additional: JSON.Object = JSON.Object()) {
    desk.answer("as.example/token") { request in
      let form = try request.bodyForm
      let client = request.head.headerFields[.authorization]
      guard client == "Basic cmVhZGVyOmNhbmFyeS1jbGllbnQtc2VjcmV0", try form.text(of: "code") == "canary-code",
        try form.text(of: "code_verifier") ?? CodeHandOverTests.verifier == CodeHandOverTests.verifier
      else { return TokenErrorResponse("invalid_grant").response() }
      return TokenResponse(
        accessToken: Secret("canary-access"), expiresIn: 3600, scopes: ["profile"], idToken: idToken,
        additional: additional
      ).response()
    }
  }

  private func code(_ text: String = "canary-code", verifier: String? = CodeHandOverTests.verifier) throws -> HandedOver
  {
    .code(
      Secret(text), verifier: try verifier.map { try CodeVerifier(Secret($0)) },
      redirectURI: try RedirectURI("com.example.app:/cb"))
  }

  private func openID() throws -> Provider {
    try Example.provider { service in
      service[.keySet] = try Endpoint("https://as.example/keys")
      service.idTokenAlgorithms = [.es256]
    }
  }

  private func idToken(nonce: String?, _ changes: [(String, JSON)] = []) throws -> Secret {
    var state = ExampleServer.State()
    state.nonce = nonce
    for (name, value) in changes { state.claims[name] = value }
    return try OpenIDExample.idToken(state)
  }

  // FS15
  @Test("with the verifier: the tokens are ours, and the API names the user")
  func accepted() async throws {
    let verified = try await desk.verify(try code(), of: try Example.provider(), subject: "7")
    #expect(verified.check == .codeExchange && verified.identity.subject == "7" && verified.scopes == ["profile"])
    #expect(verified.expiresAt == Example.now + 3600)
    guard case .oauth2(let tokens)? = verified.credential else {
      Issue.record("no tokens")
      return
    }
    #expect(tokens.accessToken == Secret("canary-access") && tokens.scopes == ["profile"])
    #expect(try desk.requests[0].bodyForm.text(of: "redirect_uri") == "com.example.app:/cb")
  }

  // FS15
  @Test("another app's code, a wrong verifier and another user's are refused")
  func refused() async throws {
    let provider = try Example.provider()
    #expect(await desk.refusal(try code("of-another"), of: provider) == .grantRefused)
    let wrong = String(CodeHandOverTests.verifier.reversed())
    #expect(await desk.refusal(try code(verifier: wrong), of: provider) == .grantRefused)
    let other = try Client(id: "other", secret: Secret("canary-client-secret"))
    #expect(await desk.refusal(try code(), of: provider, as: other) == .grantRefused)
    #expect(await desk.refusal(try code(), of: provider, subject: "8") == .foreignUser)
  }

  @Test("222, RFC 9700 §2.1.1: a code that neither verifier nor nonce ties to this sign-in is not exchanged")
  func bare() async throws {
    #expect(await desk.refusal(try code(verifier: nil), of: try Example.provider()) == .unverifiableHandOver)
    #expect(desk.requests.isEmpty)
    // A provider without PKCE leaves no choice.
    let old = try Example.provider(dialect: OAuth2Dialect { $0.authorization.supportsPKCE = false })
    #expect(await desk.refusal(try code(verifier: nil), of: old) == nil)
  }

  @Test("the ID token of the exchange must pass every check, nonce included")
  func idTokens() async throws {
    exchange(idToken: try idToken(nonce: "canary-nonce"))
    let verified = try await desk.verify(
      try code(verifier: nil), of: try openID(), nonce: .exact(Secret("canary-nonce")), subject: "user-9")
    #expect(verified.identity.subject == "user-9" && !desk.places.contains("api.example/me"))
    let other = await desk.refusal(try code(), of: try openID(), nonce: .exact(Secret("another")))
    #expect(other == .idTokenNonce)
    exchange(idToken: try idToken(nonce: "canary-nonce", [("aud", "other")]))
    #expect(await desk.refusal(try code(), of: try openID()) == .idTokenAudience)
    exchange(idToken: nil)
    #expect(await desk.refusal(try code(), of: try openID(), nonce: .exact(Secret("n"))) == .missingIDToken)
    #expect(await desk.refusal(try code(), of: try openID()) == nil)
  }

  @Test(
    "the hashes in an ID token are those of the code and of the access token with which it came",
    arguments: [
      ("c_hash", "canary-code", nil), ("c_hash", "another", .idTokenCodeHash), ("at_hash", "canary-access", nil),
      ("at_hash", "another", .idTokenAccessTokenHash),
    ] as [(String, String, OAuthError.Code?)])
  func hashes(name: String, value: String, expected: OAuthError.Code?) async throws {
    let hash = String(decoding: HalfHash.text(of: Array(value.utf8), .es256), as: UTF8.self)
    exchange(idToken: try idToken(nonce: nil, [(name, .string(hash))]))
    #expect(await desk.refusal(try code(), of: try openID()) == expected)
  }

  @Test("the tokens go to the provider's own origins, whatever the answer names")
  func foreignOrigin() async throws {
    var provider = try Example.provider()
    provider.identity?.originMember = "instance_url"
    for (origin, expected) in [
      ("https://api.example", nil), ("https://evil.example", .foreignOrigin), ("http://api.example", .foreignOrigin),
      ("api.example", nil), ("evil.example", .foreignOrigin), ("api.example/elsewhere", .unexpectedAnswer),
    ] as [(String, OAuthError.Code?)] {
      var additional = JSON.Object()
      additional["instance_url"] = .string(origin)
      exchange(idToken: nil, additional: additional)
      #expect(await desk.refusal(try code(), of: provider) == expected, "\(origin)")
    }
    #expect(desk.places.filter { $0 != "as.example/token" } == ["api.example/me", "api.example/me"])
  }

  @Test("a provider that is known by its issuer alone is discovered first")
  func discovered() async throws {
    desk.answer("as.example/.well-known/openid-configuration", with: OpenIDExample.metadata)
    exchange(idToken: try idToken(nonce: "canary-nonce"))
    let verified = try await desk.verify(
      try code(), of: try Provider(issuer: "https://as.example"), nonce: .exact(Secret("canary-nonce")))
    #expect(verified.identity.subject == "user-9")
  }
}
