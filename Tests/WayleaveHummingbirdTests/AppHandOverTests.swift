import HTTPTypes
import Testing
import Wayleave
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

@testable import WayleaveHummingbird

@Suite("An app hands over a token that it got itself")
struct AppHandOverTests {
  /// A nonce of the app, and what it sent to the provider of it.
  private func nonce() -> (text: String, hash: String) {
    var random = SystemRandomNumberGenerator()
    let verifier = CodeVerifier(using: &random)
    // The SHA-256 in base64url, as a code's challenge is.
    return (verifier.secret.exposedText, CodeChallenge(of: verifier).text)
  }

  @Test func `OpenID Connect Core §3.1.3.7: an ID token signs in once, with the nonce whose hash it has`()
    async throws
  {
    let site = try TestSite()
    let app = try TestApp(of: site, accepting: [.idToken])
    let nonce = nonce()
    let fields = [
      "id_token": try site.issuer.idToken(of: .ada, nonce: nonce.hash).exposedText, "nonce": nonce.text,
    ]
    let token = try #require(TestApp.token(in: try await app.post(fields)))
    #expect(try await app.session(token)?.name == "Ada")
    // It allows nothing at the provider, so there is nothing to store.
    #expect(try await site.accounts.all().isEmpty)
    for server in [app, try TestApp(of: site, accepting: [.idToken])] {
      let again = try await server.post(fields)
      #expect(TestApp.error(in: again) == "invalid_grant" && again.refusal?.code == .replayedHandOver)
    }
  }

  @Test func `an ID token without its nonce, of another client or key, or late, signs no one in`() async throws {
    let site = try TestSite()
    let app = try TestApp(of: site, accepting: [.idToken])
    let (nonce, other) = (nonce(), nonce())
    let good = try site.issuer.idToken(of: .ada, nonce: nonce.hash).exposedText
    let foreignKey = try JSONWebKey.generate(for: .es256, keyID: site.issuer.key.keyID)
    let cases: [(token: String, nonce: String, error: String)] = [
      (good, "", "invalid_request"),
      // What everyone can read in the token is not its source.
      (good, nonce.hash, "invalid_grant"), (good, other.text, "invalid_grant"),
      (try site.issuer.idToken(of: .ada, nonce: nonce.text).exposedText, nonce.text, "invalid_grant"),
      (try site.issuer.idToken(of: .ada, nonce: nil).exposedText, nonce.text, "invalid_grant"),
      (try site.issuer.idToken(of: .ada, nonce: nonce.hash, to: "another").exposedText, nonce.text, "invalid_grant"),
      (try site.issuer.idToken(of: .ada, nonce: nonce.hash, with: foreignKey).exposedText, nonce.text, "invalid_grant"),
      (try site.other.idToken(of: .ada, nonce: nonce.hash).exposedText, nonce.text, "invalid_grant"),
      ("not.a.token", nonce.text, "invalid_grant"),
    ]
    for (token, nonce, error) in cases {
      let answer = try await app.post(["id_token": token, "nonce": nonce])
      #expect(answer.response.status == 400 && TestApp.error(in: answer) == error)
    }
    site.clock.advance(by: 3600)
    let late = try await app.post(["id_token": good, "nonce": nonce.text])
    #expect(TestApp.error(in: late) == "invalid_grant")
    #expect(try await app.hasNothing())
  }

  // EI19
  @Test func `217: an access token counts where the provider says that it is of our app, of a user, and valid now`()
    async throws
  {
    let site = try TestSite()
    let app = try TestApp(of: site, accepting: [.accessToken])
    let foreign = site.issuer.accessToken(of: .ada, to: "another-app")
    let ended = site.issuer.accessToken(of: .ada, lifetime: 0)
    for (token, code) in [
      (foreign, OAuthError.Code.foreignClient), (ended, .expiredAccessToken), ("unknown", .refusedHandOver),
    ] {
      let answer = try await app.post(["access_token": token])
      #expect(TestApp.error(in: answer) == "invalid_grant" && answer.refusal?.code == code, "\(token)")
    }
    #expect(try await app.hasNothing())
    let token = try #require(
      TestApp.token(in: try await app.post(["access_token": site.issuer.accessToken(of: .ada)])))
    let account = try #require(try await app.session(token)).account
    guard case .oauth2(let tokens)? = try await site.accounts.stored(account)?.credential else {
      Issue.record("no tokens")
      return
    }
    #expect(tokens.accessToken == Secret("access-2-of-ada-1"))
  }

  @Test func `an access token does not take the place of what a code has brought`() async throws {
    let site = try TestSite()
    let app = try TestApp(of: site, accepting: [.code, .accessToken])
    _ = try await app.signIn(as: .ada)
    let token = try #require(
      TestApp.token(in: try await app.post(["access_token": site.issuer.accessToken(of: .ada)])))
    let account = try #require(try await app.session(token)).account
    guard case .oauth2(let tokens)? = try await site.accounts.stored(account)?.credential else {
      Issue.record("no tokens")
      return
    }
    #expect(tokens.accessToken == Secret("token-of-ada-1"))
    #expect(try await site.accounts.all().count == 1)
  }

  @Test func `a code of Apple comes with a nonce, and with no redirect URI, as the app there has none`() throws {
    let apple = try AppProvider("apple", .apple, as: Client(id: "com.example.app"))
    func read(_ form: Form) throws -> AppHandOver {
      var request = RequestMessage(
        HTTPRequest(method: .post, scheme: "https", authority: "app.example", path: "/app/sign-in/apple"),
        body: form.encoded())
      request.head.headerFields[.contentType] = "application/x-www-form-urlencoded"
      return try AppHandOver(reading: request, for: apple)
    }
    let handOver = try read(["code": "a-code", "nonce": "a-nonce"])
    guard case .code(let code, verifier: nil, redirectURI: nil) = handOver.handedOver else {
      Issue.record("not a code alone")
      return
    }
    #expect(code == Secret("a-code") && handOver.nonce == .hashed(Secret("a-nonce")))
    #expect(throws: OAuthError.self) {
      try read(["code": "a-code", "nonce": "a-nonce", "redirect_uri": "https://app.example/callback"])
    }
  }
}
