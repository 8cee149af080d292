import Testing
import WayleaveConsole
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveSignIn
import WayleaveTestSupport
import WayleaveWire

@Suite("xurl: ~/.xurl")
struct XurlFileTests {
  static let file = """
    apps:
      my-app:
        client_id: canary-client
        client_secret: canary-client-secret
        redirect_uri: http://localhost:8080/callback
        default_user: ada
        oauth2_tokens:
          ada:
            type: oauth2
            oauth2:
              access_token: canary-access
              refresh_token: "canary-refresh"
              expiration_time: 1234567890
          brook:
            type: oauth2
            oauth2:
              access_token: canary-second
              refresh_token: ""
              expiration_time: 0
        oauth1_token:
          type: oauth1
          oauth1:
            access_token: 12-canary
            token_secret: canary-token-secret
            consumer_key: canary-key
            consumer_secret: canary-key-secret
        bearer_token:
          type: bearer
          bearer: AAAAcanary
      other:
        client_id: canary-other
        client_secret: ""
    default_app: my-app

    """

  private func read(_ text: String) throws -> FoundAccounts { try XurlFile(reading: Array(text.utf8)).found }

  @Test("each app has a client, and tokens by user")
  func apps() throws {
    let found = try read(Self.file)
    #expect(found.accounts.map(\.user) == ["ada", "brook", nil])
    #expect(found.accounts.map(\.providerName) == ["x", "x", "twitter"])
    #expect(found.accounts.map(\.host) == ["x.com", "x.com", "x.com"])
    let first = try #require(found.accounts.first)
    guard case .oauth2(let tokens) = first.credential else { throw Unexpected() }
    #expect(tokens.accessToken == Secret("canary-access") && tokens.refreshToken == Secret("canary-refresh"))
    #expect(tokens.expiresAt == Instant(secondsSinceEpoch: 1_234_567_890))
    #expect(first.client?.name == "my-app" && first.client?.client.id == ClientID("canary-client"))
    #expect(first.client?.client.secret == Secret("canary-client-secret"))
    #expect(found.accounts[1].credential == .oauth2(.init(accessToken: Secret("canary-second"))))
    #expect(found.accounts[2].client?.client.id == ClientID("canary-key"))
    #expect(
      found.accounts[2].credential
        == .oauth1(.init(token: Secret("12-canary"), secret: Secret("canary-token-secret"))))
    #expect(found.leftOut.count == 1 && found.leftOut.allSatisfy { !$0.contains("AAAAcanary") })
  }

  @Test("the JSON of earlier versions names no client: its refresh token is left out")
  func earlier() throws {
    let found = try read(
      """
      {"oauth2_tokens": {"ada": {"type": "oauth2", "oauth2":
        {"access_token": "canary", "refresh_token": "canary-refresh", "expiration_time": 99}}},
       "oauth1_tokens": {"type": "oauth1", "oauth1": {"access_token": "1-canary", "token_secret": "canary",
        "consumer_key": "canary", "consumer_secret": "canary"}}, "bearer_token": null}
      """)
    #expect(found.accounts.count == 2 && found.accounts.first?.client == nil)
    #expect(found.accounts.first?.credential.isRefreshable == false)
    #expect(found.leftOut.count == 1)
  }

  @Test("an app without tokens is no error, and one whose token has no parts is left out")
  func missing() throws {
    #expect(try read("apps:\n  a:\n    bearer_token:\n      bearer: x\n").accounts.isEmpty)
    let found = try read("apps:\n  a:\n    client_id: c\n    oauth2_tokens:\n      ada:\n        type: oauth2\n")
    #expect(found.accounts.isEmpty && found.leftOut.count == 1)
  }

  @Test(
    "attack 199: what xurl did not write is refused",
    arguments: [
      "", "{}", "apps: []", "apps:\n  - a\n", "text", "apps:\n  a: b\n", "apps:\n  a:\n    client_id: c\n",
      "apps:\n  a:\n    oauth2_tokens: x\n", "apps:\n\ta:\n",
      file.replacing("canary-access", with: "\"canary\\nline: x\""),
      file.replacing("canary-access", with: "\"canary\\r\""), file.replacing("canary-access", with: "\"can\\x1bary\""),
      file.replacing("canary-access", with: "canary access"), file.replacing("canary-access", with: "canäry"),
      file.replacing("canary-access", with: "[canary]"), file.replacing("12-canary", with: "\"12\\n\""),
      file.replacing("canary-client-secret", with: "\"a\\nb\""), file.replacing("canary-client\n", with: "\"a b\"\n"),
      file.replacing("brook", with: "ada"), file + "apps: {}\n", file.replacing("canary-access", with: "&a *a"),
      file.replacing("canary-access", with: "can\u{1B}ary"), file + "# " + String(repeating: "x", count: 65536),
      "apps: " + String(repeating: "{a: ", count: 100) + String(repeating: "}", count: 100),
      String(repeating: "[", count: 60000), "machine github.com login ada password canary",
    ])
  func refused(text: String) throws {
    #expect(try refusal { try read(text) } == .malformedAccountFile)
  }

  struct Unexpected: Error {}
}
