import HTTPTypes
import Testing
import Wayleave
import WayleaveOAuth2
import WayleavePlayground
import WayleaveProvider
import WayleaveWire

@Suite("An entry answers in the form of its provider")
struct EntryAnswerTests {
  private struct Provider {
    let name: String
    let authorize: String
    let token: String
    var client = "client_id"
    var secret = "client_secret"
    let path: String
    let status: HTTPResponse.Status
    var more = Form()
  }

  private static let strava = Provider(
    name: "strava", authorize: "www.strava.com/oauth/authorize", token: "www.strava.com/oauth/token",
    path: "errors.0.field", status: .badRequest)
  private static let twitch = Provider(
    name: "twitch", authorize: "id.twitch.tv/oauth2/authorize", token: "id.twitch.tv/oauth2/token", path: "message",
    status: .badRequest)
  private static let wechat = Provider(
    name: "wechat", authorize: "open.weixin.qq.com/connect/qrconnect",
    token: "api.weixin.qq.com/sns/oauth2/access_token", client: "appid", secret: "secret", path: "errcode", status: .ok)

  private static let withings = Provider(
    name: "withings", authorize: "account.withings.com/oauth2_user/authorize2", token: "wbsapi.withings.net/v2/oauth2",
    path: "status", status: .ok, more: ["action": "requesttoken"])

  @Test("a refusal has the status of the provider, and its word where the provider has it")
  func refusals() async throws {
    try await TestPlayground.withEntries { playground in
      for provider in [Self.strava, Self.twitch, Self.wechat, Self.withings] {
        var form: Form = [
          "grant_type": "authorization_code", "code": "never-issued", provider.client: TestPlayground.entryClient,
          provider.secret: TestPlayground.entrySecret, "redirect_uri": TestPlayground.callback,
        ]
        form.append(contentsOf: provider.more)
        let answer = try await playground.post(provider.name, provider.token, form)
        #expect(answer.head.status == provider.status, "\(provider.name)")
        #expect(answer.json?.value(at: provider.path)?.string == "invalid_grant", "\(provider.name): \(answer.text)")
      }
    }
  }

  /// RFC 7636 §4.1; https://github.com/doorkeeper-gem/doorkeeper, which GitLab is built on, only hashes a verifier.
  @Test("a verifier of other characters is taken where the provider only hashes it, and it must be the right one")
  func verifiers() async throws {
    try await TestPlayground.withEntries { playground in
      let odd = "E90sd7kQjebwNAyO7raTT2IB6ZV8SkF9rCM+QRLLPpQ="
      let gitlab = ("gitlab", "gitlab.com/oauth/authorize", "gitlab.com/oauth/token")
      let dropbox = ("dropbox", "www.dropbox.com/oauth2/authorize", "api.dropboxapi.com/oauth2/token")
      for (provider, verifier, status) in [
        (gitlab, odd, HTTPResponse.Status.ok), (gitlab, odd + "x", .badRequest), (dropbox, odd, .badRequest),
      ] {
        let challenge = CodeChallenge(of: CodeVerifier(unchecked: Secret(odd)))
        let asked: Form = [
          "code_challenge": challenge.text, "code_challenge_method": "S256", "token_access_type": "offline",
        ]
        let code = try await playground.entryCode(provider.0, provider.1, asked)
        let form: Form = [
          "grant_type": "authorization_code", "code": code, "client_id": TestPlayground.entryClient,
          "client_secret": TestPlayground.entrySecret, "redirect_uri": TestPlayground.callback,
          "code_verifier": verifier,
        ]
        let answer = try await playground.post(provider.0, provider.2, form)
        #expect(answer.head.status == status, "\(provider.0) \(verifier): \(answer.text)")
      }
    }
  }

  @Test("the name of a template is its example: a code that was asked for at one is good at the other")
  func template() async throws {
    try await TestPlayground.withEntries { playground in
      for (first, second) in [("okta", "okta"), ("okta", "okta.acme"), ("okta.acme", "okta")] {
        let code = try await playground.entryCode(first, "acme.okta.com/playground/authorize", ["scope": "openid"])
        let form: Form = [
          "grant_type": "authorization_code", "code": code, "client_id": TestPlayground.entryClient,
          "client_secret": TestPlayground.entrySecret, "redirect_uri": TestPlayground.callback,
        ]
        let answer = try await playground.post(second, "acme.okta.com/playground/token", form)
        #expect(answer.head.status == .ok, "\(first), \(second): \(answer.text)")
      }
    }
  }
}
