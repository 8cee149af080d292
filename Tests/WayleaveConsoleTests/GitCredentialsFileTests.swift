import Testing
import WayleaveConsole
import WayleaveTestSupport
import WayleaveWire

@Suite("git-credential-store: the file")
struct GitCredentialsFileTests {
  private func read(_ text: String) throws -> [FoundAccount] {
    try GitCredentialsFile(reading: Array(text.utf8)).tokens
  }

  @Test("each line is a URL with user and token, decoded as git does")
  func lines() throws {
    let tokens = try read(
      "https://ada:canary-one@github.com\n\nhttps://a%40b:canary%3Atwo@GitLab.com/group\nhttp://x:canary-3@127.0.0.1:80\n"
    )
    #expect(tokens.map(\.host) == ["github.com", "gitlab.com", "127.0.0.1:80"])
    #expect(tokens.map(\.user) == ["ada", "a@b", "x"])
    #expect(tokens.map(\.token) == [Secret("canary-one"), Secret("canary:two"), Secret("canary-3")])
    #expect(tokens.map(\.providerName) == ["github", "gitlab", nil])
    #expect(try read("https://a:canary@github.com\nhttps://a:canary@github.com\n").count == 1)
    #expect(try read("https://:canary@github.com").first?.user == nil)
  }

  @Test(
    "what git did not write is refused",
    arguments: [
      "", "\n", "github.com", "https://github.com", "https://ada@github.com", "https://ada:@github.com",
      "https://ada:one:two@github.com", "ftp://ada:canary@github.com", "https://ada:can%4@github.com",
      "https://ada:canary@", "https://ada:can ary@github.com", "https://ada:canary@github.com\r\n",
      "https://ada:canary@github.com\n\u{1B}", "machine github.com login ada password canary",
      "https://ada:canary%0Ahost=evil@github.com", "https://ada:canary%0D@github.com",
      "https://ada:can%20ary@github.com",
      "https://ada:canary%00@github.com", "https://ada:canary%C3%A9@github.com", "https://a%0Ab:canary@github.com",
      "https://a%1Bb:canary@github.com", "https://a%FF:canary@github.com",
    ])
  func refused(text: String) throws {
    #expect(try refusal { try read(text) } == .malformedAccountFile)
  }

  @Test("twenty thousand lines are read in time, and each token once")
  func manyLines() throws {
    let lines = (0..<20_000).map { "https://ada:canary-\($0)@github.com\n" }.joined()
    var found: [FoundAccount] = []
    let time = try processorTime { found = try read(lines + lines) }
    #expect(found.count == 20_000 && time < .seconds(5))
  }

  @Test(
    "a host of which another one is a part is no known one", arguments: ["github.com.evil.example", "evil-github.com"])
  func otherHosts(host: String) throws {
    #expect(try read("https://ada:canary@\(host)").first?.providerName == nil)
    #expect(try read("https://ada:canary@github.com@\(host)").first?.providerName == nil)
  }
}
