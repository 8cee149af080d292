import Crypto
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("Sign in with Apple: a backend exchanges the code that an app got from the system")
struct AppleHandOverTests {
  private static let nonce = "canary-nonce"
  private let desk = HandOverDesk()
  private let secretKey: JSONWebKey
  private let appleKey: JSONWebKey

  init() throws {
    secretKey = try JSONWebKey.generate(for: .es256, keyID: "KEY")
    appleKey = try JSONWebKey.generate(for: .rs256, keyID: "apple")
    desk.answer("appleid.apple.com/auth/keys") { [appleKey] _ in
      ResponseMessage(.ok, json: try JSONWebKeySet([appleKey]).json)
    }
  }

  /// Apple's token endpoint, for one code and one team.
  private func exchange(nonce: String) {
    desk.answer("appleid.apple.com/auth/token") { [appleKey, secretKey] request in
      let form = try request.bodyForm
      let secret = try form.nonEmptyText(of: "client_secret") ?? ""
      let claims = try JSON(
        decoding: JSONWebSignature(compact: Array(secret.utf8)).payload(
          verifiedBy: JSONWebKeySet([secretKey]), allowing: [.es256]))
      guard claims["iss"] == "TEAM", claims["sub"] == "com.example.app",
        claims["aud"] == "https://appleid.apple.com", try form.text(of: "client_id") == "com.example.app",
        try form.text(of: "code") == "canary-code",
        try form.text(of: "code_verifier") == nil
      else { return TokenErrorResponse("invalid_grant").response() }
      var additional = JSON.Object()
      (additional["email"], additional["email_verified"]) = ("ada@privaterelay.appleid.com", "true")
      let idToken = try IDToken.sign(
        subject: "001.ada", from: "https://appleid.apple.com", to: "com.example.app", nonce: Secret(nonce), code: nil,
        at: Example.now, additional: additional,
        with: appleKey, by: .rs256)
      return TokenResponse(
        accessToken: Secret("canary-access"), expiresIn: 3600, refreshToken: Secret("canary-refresh"), idToken: idToken
      ).response()
    }
  }

  private var client: Client {
    get throws { try Client(id: "com.example.app", key: secretKey, assertionIssuer: "TEAM") }
  }

  private static func hash(of nonce: String) -> String { Array(SHA256.hash(data: Array(nonce.utf8))).hexadecimal }

  private let code = HandedOver.code(Secret("canary-code"), verifier: nil, redirectURI: nil)

  // FS15, EI19
  @Test("with an ES256 client secret, and the nonce whose SHA-256 stands in the identity token")
  func accepted() async throws {
    exchange(nonce: Self.hash(of: Self.nonce))
    let verified = try await desk.verify(
      code, of: .apple, as: try client, nonce: .hashed(Secret(Self.nonce)), subject: "001.ada")
    #expect(verified.check == .codeExchange && verified.identity.subject == "001.ada")
    #expect(verified.identity.email == "ada@privaterelay.appleid.com" && verified.identity.isEmailVerified == true)
    guard case .oauth2(let tokens)? = verified.credential else {
      Issue.record("no tokens")
      return
    }
    #expect(tokens.refreshToken == Secret("canary-refresh"))
  }

  @Test("an identity token with the nonce itself, of another sign-in, or a secret of another key is refused")
  func refused() async throws {
    for nonce in [Self.nonce, Self.hash(of: "another")] {
      exchange(nonce: nonce)
      #expect(await desk.refusal(code, of: .apple, as: try client, nonce: .hashed(Secret(Self.nonce))) == .idTokenNonce)
    }
    let other = try Client(
      id: "com.example.app", key: try JSONWebKey.generate(for: .es256, keyID: "KEY"), assertionIssuer: "TEAM")
    exchange(nonce: Self.hash(of: Self.nonce))
    let refusal = await desk.refusal(code, of: .apple, as: other, nonce: .hashed(Secret(Self.nonce)))
    #expect(refusal != nil && refusal != .idTokenNonce)
  }

  @Test("222: without a nonce the code is not exchanged: it may be another user's")
  func withoutNonce() async throws {
    #expect(await desk.refusal(code, of: .apple, as: try client) == .unverifiableHandOver)
    #expect(desk.requests.isEmpty)
  }
}
