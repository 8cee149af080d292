import HTTPTypes
import Testing
import Wayleave
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

/// https://docs.github.com, "Generating a user access token for a GitHub App" and "Refreshing user access tokens".
@Suite("The playground plays a GitHub App")
struct GitHubAppTests {
  private static let tokenPath = "github.com/login/oauth/access_token"
  private static let agent = ["User-Agent": "test", "Accept": "application/json"]

  private func ask(_ changes: [String: String?], at playground: TestPlayground) async throws -> JSON {
    var pairs: [String: String?] = [
      "client_id": TestPlayground.entryClient, "client_secret": TestPlayground.entrySecret,
    ]
    pairs.merge(changes) { $1 }
    let form = Form(pairs.compactMapValues(\.self).map { (name: $0.key, value: $0.value) })
    let answer = try await playground.post("github-app", Self.tokenPath, form, Self.agent)
    #expect(answer.status == 200)
    return try #require(answer.json)
  }

  private func tokens(_ playground: TestPlayground) async throws -> JSON {
    let code = try await playground.entryCode("github-app", "github.com/login/oauth/authorize")
    return try await ask(["code": code, "redirect_uri": TestPlayground.callback], at: playground)
  }

  private func user(_ token: JSON?, at playground: TestPlayground, _ path: String = "user") async throws -> Int {
    let fields = ["User-Agent": "test", "Authorization": "Bearer \(token?.string ?? "")"]
    return try await playground.get("github-app", "api.github.com/\(path)", fields).status
  }

  private func refresh(_ token: JSON?, _ changes: [String: String?] = [:]) -> [String: String?] {
    let pairs: [String: String?] = ["grant_type": "refresh_token", "refresh_token": token?.string]
    return pairs.merging(changes) { $1 }
  }

  @Test("a token lives eight hours, has no scopes, and comes with a refresh token")
  func tokenAnswer() async throws {
    try await TestPlayground.withEntries { playground in
      let answer = try await tokens(playground)
      #expect(answer["access_token"]?.string?.hasPrefix("ghu_") ?? false)
      #expect(answer["refresh_token"]?.string?.hasPrefix("ghr_") ?? false)
      #expect(answer["expires_in"] == 28800 && answer["refresh_token_expires_in"] == 15_897_600)
      #expect(answer["scope"] == "" && answer["token_type"] == "bearer")
      #expect(try await user(answer["access_token"], at: playground, "user/emails") == 200)
      #expect(try await user(answer["refresh_token"], at: playground) == 401)
      playground.clock.advance(by: 28_801)
      #expect(try await user(answer["access_token"], at: playground) == 401)
    }
  }

  @Test("a refresh token is good once, and ends its access token; every refusal has the status 200")
  func rotation() async throws {
    try await TestPlayground.withEntries { playground in
      let first = try await tokens(playground)
      let token = first["refresh_token"]
      for (changes, word) in [
        (["client_secret": "no"], "incorrect_client_credentials"),
        (["client_id": "no"], "incorrect_client_credentials"),
        (["client_secret": nil], "incorrect_client_credentials"),
        (["refresh_token": "ghr_never"], "bad_refresh_token"), (["refresh_token": nil], "bad_refresh_token"),
        (["grant_type": "magic"], "unsupported_grant_type"),
      ] as [([String: String?], String)] {
        #expect(try await ask(refresh(token, changes), at: playground)["error"]?.string == word)
      }
      let second = try await ask(refresh(token), at: playground)
      #expect(try await user(second["access_token"], at: playground) == 200)
      #expect(try await user(first["access_token"], at: playground) == 401)
      #expect(try await ask(refresh(token), at: playground)["error"] == "bad_refresh_token")
    }
  }

  @Test("a device renews its token without a secret")
  func device() async throws {
    try await TestPlayground.withEntries { playground in
      let form: Form = ["client_id": TestPlayground.entryClient]
      let device = try await playground.post("github-app", "github.com/login/device/code", form, Self.agent).json
      let first = try await ask(
        [
          "client_secret": nil, "device_code": device?["device_code"]?.string,
          "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
        ], at: playground)
      let second = try await ask(refresh(first["refresh_token"], ["client_secret": nil]), at: playground)
      let third = try await ask(refresh(second["refresh_token"], ["client_secret": nil]), at: playground)
      #expect(third["access_token"] != nil)
    }
  }

  @Test("an OAuth app has no refresh tokens")
  func oauthApp() async throws {
    try await TestPlayground.withEntries { playground in
      let form: Form = [
        "client_id": TestPlayground.entryClient, "client_secret": TestPlayground.entrySecret,
        "grant_type": "refresh_token", "refresh_token": "ghr_never",
      ]
      let answer = try await playground.post("github", Self.tokenPath, form, Self.agent)
      #expect(answer.oauthError == "unsupported_grant_type")
    }
  }
}
