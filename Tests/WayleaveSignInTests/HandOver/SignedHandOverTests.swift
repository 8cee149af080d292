import HTTPTypes
import Testing
import WayleaveProvider
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 5849 §3.2: a handed over token and secret of OAuth 1.0a")
struct SignedHandOverTests {
  private let desk = HandOverDesk()
  private let token = TokenCredential(token: Secret("canary-token"), secret: Secret("canary-token-secret"))

  init() {
    // As a provider does it: the signature must be that of the consumer to which the token was issued.
    desk.answer("api.example/verify.json", by: Self.verifying(["id_str": "7", "name": "Ada"]))
    desk.answer("api.example/rest", by: Self.verifying(Self.checked))
  }

  private static let checked: JSON = [
    "oauth": [
      "token": ["_content": "canary-token"], "perms": ["_content": "write"],
      "user": ["nsid": "21207597@N07", "username": "ada", "fullname": "Ada F."],
    ], "stat": "ok",
  ]

  private static func verifying(_ user: JSON) -> HandOverDesk.Answer {
    { request in
      do {
        let signed = try SignedRequest(reading: request)
        guard signed.consumerKey == "reader" else { return ResponseMessage(.unauthorized, json: [:]) }
        try signed.verify(
          consumerSecret: Secret("canary-client-secret"), tokenSecret: Secret("canary-token-secret"))
        return ResponseMessage(.ok, json: user)
      } catch { return ResponseMessage(.unauthorized, json: ["errors": [["code": 32]]]) }
    }
  }

  private func twitter() throws -> Provider {
    var provider = try Example.oauth1()
    provider.identity = IdentityRule(
      endpoint: try Endpoint("https://api.example/verify.json?include_email=true"), subject: "{id_str}", name: "{name}")
    provider.handOver = HandOverRule(verifyCredentials: try Endpoint("https://api.example/verify.json"))
    return provider
  }

  private func flickr(token: String? = "oauth.token._content") throws -> Provider {
    var provider = try Example.oauth1()
    provider.handOver = HandOverRule(
      checkToken: TokenCheckRule(
        endpoint: try Endpoint("https://api.example/rest?method=flickr.auth.oauth.checkToken"),
        subject: "{oauth.user.nsid}", name: "{oauth.user.fullname}", handle: "{oauth.user.username}", token: token,
        scopes: "oauth.perms._content"))
    return provider
  }

  @Test("verify_credentials: a token of our consumer is accepted")
  func accepted() async throws {
    let verified = try await desk.verify(.tokenAndSecret(token), of: try twitter(), subject: "7")
    #expect(verified.check == .verifyCredentials && verified.identity.subject == "7")
    #expect(verified.identity.issuer == "example-one" && verified.scopes == nil && verified.credential == nil)
    #expect(desk.requests.first?.url == "https://api.example/verify.json")
  }

  // EI19
  @Test("a token of another consumer does not fit our signature, nor does a wrong secret; another user is refused")
  func refused() async throws {
    let other = try Client(id: "other", secret: Secret("canary-client-secret"))
    #expect(await desk.refusal(.tokenAndSecret(token), of: try twitter(), as: other) == .refusedHandOver)
    let wrong = TokenCredential(token: token.token, secret: Secret("wrong"))
    for provider in [try twitter(), try flickr()] {
      #expect(await desk.refusal(.tokenAndSecret(wrong), of: provider) == .refusedHandOver)
      #expect(await desk.refusal(.tokenAndSecret(token), of: provider, subject: "8") == .foreignUser)
    }
    let open = try Client(id: "reader")
    #expect(await desk.refusal(.tokenAndSecret(token), of: try twitter(), as: open) == .invalidClient)
  }

  @Test("checkToken: user and permission are those of the answer, which must be about this token")
  func checkToken() async throws {
    let verified = try await desk.verify(.tokenAndSecret(token), of: try flickr())
    #expect(verified.check == .checkToken && verified.identity.subject == "21207597@N07")
    #expect(verified.identity.handle == "ada" && verified.scopes == ["write"])
    let failed: JSON = ["stat": "fail", "code": 98, "message": "Invalid auth token"]
    let noToken: JSON = ["oauth": ["user": ["nsid": "21207597@N07"]]]
    let foreign: JSON = ["oauth": ["token": ["_content": "other"], "user": ["nsid": "21207597@N07"]]]
    for (answer, expected) in [
      (failed, .unexpectedAnswer), (noToken, .refusedHandOver), (foreign, .refusedHandOver),
    ] as [(JSON, OAuthError.Code)] {
      desk.answer("api.example/rest", with: answer)
      #expect(await desk.refusal(.tokenAndSecret(token), of: try flickr()) == expected)
    }
  }

  @Test(
    "a redirect, HTML and a server in trouble confirm nothing",
    arguments: [
      (302, "", .unexpectedRedirect), (200, "<html>", .unexpectedAnswer), (403, "{}", .refusedHandOver),
      (500, "{}", .serverUnavailable), (200, "{\"id_str\":\"\"}", .unexpectedAnswer),
      (200, String(repeating: "x", count: 300_000), .answerTooLarge),
    ] as [(Int, String, OAuthError.Code)])
  func unusable(status: Int, body: String, expected: OAuthError.Code) async throws {
    desk.answer("api.example/verify.json") { _ in
      ResponseMessage(HTTPResponse(status: .init(code: status)), body: Array(body.utf8))
    }
    #expect(await desk.refusal(.tokenAndSecret(token), of: try twitter()) == expected)
  }
}
