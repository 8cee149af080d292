import Testing
import WayleaveConsole
import WayleaveTestSupport
import WayleaveWire

@Suite("netrc")
struct NetrcFileTests {
  private func read(_ text: String) throws -> FoundAccounts { try NetrcFile(reading: Array(text.utf8)).found }

  @Test("a machine has a login and a password, on one line or several, in any order")
  func machines() throws {
    let found = try read(
      """
      # a comment with machine words
      machine github.com login ada password canary-one
      machine API.Heroku.com
        password canary-two
        login ada@example.com
        account main # more
      machine code.example\tpassword\t"canary \\"three"  login "x y"
      machine no-password login ada
      machine last.example password canary-4
      """)
    #expect(found.accounts.map(\.host) == ["github.com", "api.heroku.com", "last.example"])
    #expect(found.accounts.map(\.user) == ["ada", "ada@example.com", nil])
    #expect(found.accounts.map(\.token) == [Secret("canary-one"), Secret("canary-two"), Secret("canary-4")])
    #expect(found.accounts.map(\.providerName) == ["github", "heroku", nil])
    // A token has no space.
    #expect(found.leftOut.count == 1 && found.leftOut.allSatisfy { $0.contains("code.example") })
    #expect(try read("machine a password \"canary\"").accounts.map(\.token) == [Secret("canary")])
  }

  @Test("a macro ends with an empty line, and the entry for all other hosts names none")
  func macros() throws {
    let found = try read(
      "machine a.example login x password canary\nmacdef init\ncd /pub\nmachine evil.example password no\n\n"
        + "machine b.example password canary-2\ndefault login anonymous password canary-3\n")
    #expect(found.accounts.map(\.host) == ["a.example", "b.example"])
    #expect(found.leftOut.count == 1)
    #expect(try read("macdef x\na\nb\n\nmachine a password canary").accounts.count == 1)
  }

  @Test(
    "attack 199: what no netrc has is refused",
    arguments: [
      "", "\n", "# only a comment", "machine", "machine a login", "machine a password", "login ada password canary",
      "password canary", "machine a password canary extra", "machine a login ada", "macdef x\nmachine a password b\n",
      "machine a password \"canary", "machine a password \"canary\\", "machine a password \"can\\nary\"",
      "machine a password \"can\\rary\"", "machine a password \"can\nary\"", "machine a password can\u{1B}ary",
      "machine \"a\\nb\" password canary", "machine a login \"a\\nb\" password canary", "{\"machine\": \"a\"}",
      "https://ada:canary@github.com",
    ])
  func refused(text: String) throws {
    #expect(try refusal { try read(text) } == .malformedAccountFile)
  }

  @Test("bytes that are not UTF-8 are refused")
  func bytes() throws {
    #expect(try refusal { try NetrcFile(reading: Array("machine a password ".utf8) + [0xFF]) } == .malformedAccountFile)
  }
}
