import Testing
import WayleaveConsole
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveSignIn
import WayleaveTestSupport
import WayleaveWire

@Suite("twurl: ~/.twurlrc")
struct TwurlFileTests {
  /// As Ruby writes it.
  static let file = """
    ---
    profiles:
      ada:
        canary-key:
          username: ada
          consumer_key: canary-key
          consumer_secret: canary-key-secret
          token: 12-canary
          secret: canary-secret
      brook:
        '123456':
          username: brook
          consumer_key: '123456'
          consumer_secret: canary-key-secret
          token: 34-canary
          secret: '987654'
    configuration:
      default_profile:
      - ada
      - canary-key
    bearer_tokens:
      canary-key: AAAAcanary
    aliases:
      me: "/1.1/account/verify_credentials.json"

    """

  private func read(_ text: String) throws -> FoundAccounts { try TwurlFile(reading: Array(text.utf8)).found }

  @Test("each profile has a user, a client and a token of OAuth 1.0a")
  func profiles() throws {
    let found = try read(Self.file)
    #expect(found.accounts.map(\.user) == ["ada", "brook"])
    #expect(found.accounts.map(\.providerName) == ["twitter", "twitter"])
    #expect(found.accounts.map(\.client?.client.id) == [ClientID("canary-key"), ClientID("123456")])
    #expect(found.accounts.map(\.client?.client.secret) == [Secret("canary-key-secret"), Secret("canary-key-secret")])
    #expect(
      found.accounts.map(\.credential) == [
        .oauth1(.init(token: Secret("12-canary"), secret: Secret("canary-secret"))),
        .oauth1(.init(token: Secret("34-canary"), secret: Secret("987654"))),
      ])
    #expect(found.leftOut.count == 1 && found.leftOut.allSatisfy { !$0.contains("AAAAcanary") })
  }

  @Test("a profile without its token is left out")
  func unfinished() throws {
    let found = try read("profiles:\n  ada:\n    k:\n      username: ada\n      consumer_key: k\n")
    #expect(found.accounts.isEmpty && found.leftOut.count == 1)
  }

  @Test(
    "attack 199: what twurl did not write is refused",
    arguments: [
      "", "---\n", "profiles: {}\nconfiguration: {}\n", "profiles: ada\n", "profiles:\n  ada: canary\n", "- profiles\n",
      file.replacing("12-canary", with: "\"12\\ncanary\""), file.replacing("'987654'", with: "|\n          canary"),
      file.replacing("canary-secret", with: "!ruby/object:Secret {}"), file.replacing("brook:", with: "ada:"),
      file.replacing("canary-key-secret", with: "{a: b}"), file + "---\nprofiles: {}\n",
    ])
  func refused(text: String) throws {
    #expect(try refusal { try read(text) } == .malformedAccountFile)
  }
}
