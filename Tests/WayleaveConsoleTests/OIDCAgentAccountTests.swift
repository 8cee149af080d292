import Testing
import WayleaveConsole
import WayleaveOAuth2
import WayleaveSignIn
import WayleaveTestSupport
import WayleaveWire

@Suite("oidc-agent: what oidc-gen --print prints")
struct OIDCAgentAccountTests {
  static let account = """
    {"name":"work","client_name":"oidc-agent:work","issuer_url":"https://issuer.example/","device_authorization_endpoint":"",
    "daeSetByUser":0,"client_id":"canary-client","client_secret":"canary-client-secret","refresh_token":"canary-refresh",
    "cert_path":"/etc/ssl/certs/ca-certificates.crt","scope":"openid offline_access",
    "redirect_uris":["http://localhost:4242","edu.kit.data.oidc-agent:/redirect"],"username":"","password":""}

    """

  private func read(_ text: String) throws -> FoundAccount {
    try #require(try OIDCAgentAccount(reading: Array(text.utf8)).found.accounts.first)
  }

  @Test("an account has an issuer, a client and a refresh token, and no access token")
  func parts() throws {
    let found = try read(Self.account)
    #expect(found.providerName == "https://issuer.example/" && found.host == "issuer.example")
    #expect(found.client?.name == "work" && found.client?.client.id == ClientID("canary-client"))
    #expect(found.client?.client.secret == Secret("canary-client-secret"))
    guard case .oauth2(let tokens) = found.credential else { throw XurlFileTests.Unexpected() }
    #expect(tokens.refreshToken == Secret("canary-refresh") && tokens.accessToken.isEmpty)
    #expect(tokens.scopes == ["openid", "offline_access"])
    // It has to be renewed before it can be used.
    #expect(tokens.expiresAt == Instant(secondsSinceEpoch: 0))
  }

  @Test("a public client has no secret, and the scope max names none")
  func publicClient() throws {
    let found = try read(
      #"{"issuer":"https://a.example","client_id":"c","client_secret":"","refresh_token":"r","scope":"max"}"#)
    #expect(found.client?.client.secret == nil && found.client?.name == "oidc-agent")
    guard case .oauth2(let tokens) = found.credential else { throw XurlFileTests.Unexpected() }
    #expect(tokens.scopes == nil)
  }

  @Test(
    "attack 199: what oidc-agent did not print is refused",
    arguments: [
      "", "406\nAAEC\nkpb/", "[]", "{}", account.replacing("canary-refresh", with: ""), account + "{}",
      account.replacing("canary-refresh", with: "a\\nb"), account.replacing("canary-client\"", with: "a\\u001bb\""),
      account.replacing("https://issuer.example/", with: "issuer"),
      account.replacing("https://issuer.example/", with: ""), account.replacing("\"canary-refresh\"", with: "[]"),
      account.replacing("\"username\"", with: "\"refresh_token\""), String(repeating: "[", count: 100_000),
    ])
  func refused(text: String) throws {
    #expect(try refusal { try read(text) } == .malformedAccountFile)
  }
}
