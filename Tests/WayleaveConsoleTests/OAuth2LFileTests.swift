import Testing
import WayleaveConsole
import WayleaveOAuth2
import WayleaveSignIn
import WayleaveTestSupport
import WayleaveWire

@Suite("oauth2l: ~/.oauth2l")
struct OAuth2LFileTests {
  private static let desktop = """
    {"installed":{"client_id":"canary-client","client_secret":"canary-client-secret","token_uri":"https://evil.example"}}
    """
  private static let user = """
    {"type":"authorized_user","client_id":"canary-sdk","client_secret":"canary-sdk-secret","refresh_token":"canary-sdk-refresh"}
    """

  /// The cache, of what was requested and what came.
  private static func file(_ entries: [(request: JSON, token: String)]) -> String {
    let members = entries.map {
      JSON.Object.Member(
        name: $0.request.encodedText(), value: .string(Base64.standard.encodedText(Array($0.token.utf8))))
    }
    return JSON.object(JSON.Object(members: members)).encodedText()
  }

  private static func request(_ credentials: String, scope: String) -> JSON {
    ["CredentialsJSON": .string(credentials), "Scope": .string(scope), "Audience": "", "APIKey": ""]
  }

  private static let token = """
    {"access_token":"ya29.canary","token_type":"Bearer","refresh_token":"canary-refresh","expiry":"2026-11-22T10:00:00.5-08:00"}
    """

  private func read(_ text: String) throws -> FoundAccounts { try OAuth2LFile(reading: Array(text.utf8)).found }

  @Test("a token has the scopes of its request, and the client of the file that was used")
  func tokens() throws {
    let found = try read(
      Self.file([
        (Self.request(Self.desktop, scope: "openid email"), Self.token),
        (Self.request(Self.user, scope: "openid"), #"{"AccessToken":"ya29.second","Expiry":"0001-01-01T00:00:00Z"}"#),
        (Self.request("", scope: "openid"), Self.token),
      ]))
    #expect(found.accounts.map(\.providerName) == ["google", "google", "google"])
    guard case .oauth2(let first)? = found.accounts.first?.credential,
      case .oauth2(let second) = found.accounts[1].credential
    else { throw XurlFileTests.Unexpected() }
    #expect(first.accessToken == Secret("ya29.canary") && first.refreshToken == Secret("canary-refresh"))
    #expect(first.scopes == ["openid", "email"] && first.expiresAt == Instant(timestamp: "2026-11-22T18:00:00Z"))
    #expect(found.accounts.map(\.client?.client.id) == [ClientID("canary-client"), ClientID("canary-sdk"), nil])
    #expect(second.refreshToken == Secret("canary-sdk-refresh") && second.expiresAt == nil)
    // Without its client, no one can use the refresh token.
    #expect(found.accounts[2].credential.isRefreshable == false && found.leftOut.count == 1)
  }

  @Test("tokens that no user has are left out")
  func serviceAccounts() throws {
    let key = #"{"type":"service_account","client_id":"1","private_key":"canary"}"#
    let found = try read(
      Self.file([
        (Self.request(key, scope: "cloud"), Self.token), (Self.request(key, scope: ""), Self.token),
        (Self.request("", scope: "x"), #"{"token_type":"Bearer"}"#),
      ]))
    #expect(found.accounts.isEmpty && found.leftOut.count == 3)
    #expect(found.leftOut.allSatisfy { !$0.contains("canary") })
  }

  @Test(
    "attack 199: what oauth2l did not write is refused",
    arguments: [
      "", "{}", "[]", "null", "{\"a\":\"b\"}", "{\"{}\":\"*\"}", "{\"{}\":\"bm9KU09O\"}", "{\"{}\":{}}",
      file([(request(desktop, scope: "a"), token)]) + "x", file([(request("not json", scope: "a"), token)]),
      file([(request(desktop, scope: "a"), token.replacing("ya29.canary", with: "ya29\\ncanary"))]),
      file([(request(desktop, scope: "a"), token.replacing("ya29.canary", with: "ya29\\u0000canary"))]),
      file([(request(desktop.replacing("canary-client\"", with: "a\\r\\nb\""), scope: "a"), token)]),
      file([(request(desktop, scope: "a"), token), (request(desktop, scope: "a"), token)]),
      file([(request(desktop, scope: "a"), #"{"access_token":"a","access_token":"b"}"#)]),
      file([(request(desktop, scope: "a"), #"{"access_token":["a"]}"#)]),
      String(repeating: "{\"a\":", count: 100), String(repeating: "[", count: 100_000),
    ])
  func refused(text: String) throws {
    #expect(try refusal { try read(text) } == .malformedAccountFile)
  }
}
