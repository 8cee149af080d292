import Testing
import WayleaveConsole
import WayleaveTestSupport
import WayleaveWire

@Suite("gh: hosts.yml")
struct GitHubHostsFileTests {
  private func read(_ text: String) throws -> [FoundAccount] { try GitHubHostsFile(reading: Array(text.utf8)).tokens }

  @Test("a host has a user and a token")
  func old() throws {
    let tokens = try read(
      "github.com:\n    user: ada\n    oauth_token: canary-one\n    git_protocol: https\n"
        + "git.example:8443:\n    oauth_token: \"canary-two\"\n")
    #expect(tokens.map(\.host) == ["github.com", "git.example:8443"])
    #expect(tokens.map(\.user) == ["ada", nil])
    #expect(tokens.map(\.token) == [Secret("canary-one"), Secret("canary-two")])
    #expect(tokens.map(\.providerName) == ["github", nil])
  }

  @Test("a host has several users, and the token of the active one stands there twice")
  func users() throws {
    let tokens = try read(
      """
      github.com:
          git_protocol: https
          users:
              ada:
                  oauth_token: canary-one
              brook:
                  oauth_token: canary-two
          user: ada
          oauth_token: canary-one

      """)
    #expect(tokens.map(\.user) == ["ada", "brook"])
    #expect(tokens.map(\.token) == [Secret("canary-one"), Secret("canary-two")])
  }

  @Test(
    "what gh did not write, and a file without a token, is refused",
    arguments: [
      "", "github.com:\n    user: ada\n", "github.com:\n    users:\n        ada:\n", "    oauth_token: canary\n",
      "github.com\n", "github.com:\n    oauth_token: &a canary\n", "github.com:\n    oauth_token: |\n",
      "github.com:\n    oauth_token: can\"ary\n", "{\"github.com\": {\"oauth_token\": \"canary\"}}",
      "github.com:\n    oauth_token: can\u{1B}ary\n", "github.com:\n    oauth_token: can\u{E9}ry\n",
      "github.com:\n    user: a\u{1B}b\n    oauth_token: canary\n", "github.com:\n    oauth_token: can\tary\n",
      "github.com:\n\toauth_token: canary\n", "github.com:\n    - canary\n",
    ])
  func refused(text: String) throws {
    #expect(try refusal { try read(text) } == .malformedAccountFile)
  }
}
