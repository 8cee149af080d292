import Testing
import WayleaveConsole
import WayleaveWire

@Suite("Desktop Entry Specification: the file by which a desktop starts us")
struct SchemeEntryTests {
  private func entry(
    _ program: String, home: String? = nil, startsUnsolicited: Bool = false, replaced: String? = nil
  ) throws -> SchemeEntry {
    try SchemeEntry(
      scheme: try URLScheme("com.example.app"), program: program, home: home, startsUnsolicited: startsUnsolicited,
      replaced: replaced)
  }

  /// The value of `Exec`.
  private func exec(_ entry: SchemeEntry) -> String? {
    entry.text.split(separator: "\n").first { $0.hasPrefix("Exec=") }.map { String($0.dropFirst(5)) }
  }

  @Test func `a usual path has no quotation marks: xdg-open takes them for a part of it`() throws {
    let usual = try entry("/usr/bin/wayleave")
    #expect(exec(usual) == "/usr/bin/wayleave scheme open %u" && !usual.needsQuotes)
    #expect(usual.text.contains("\nMimeType=x-scheme-handler/com.example.app;\n") && usual.text.hasSuffix("\n"))
    #expect(usual.text.contains("\nTerminal=false\n") && usual.text.contains("\nNoDisplay=true\n"))
    #expect(exec(try entry("/w", home: "/srv/h")) == "env WAYLEAVE_HOME=/srv/h /w scheme open %u")
  }

  @Test(arguments: [
    ("/opt/a b/w", #""/opt/a b/w""#), ("/opt/a\"b/w", #""/opt/a\\"b/w""#), ("/opt/$a/w", #""/opt/\\$a/w""#),
    ("/opt/a\\b/w", #""/opt/a\\\\b/w""#), ("/opt/50%/w", "/opt/50%%/w"), ("/opt/;rm/w", #""/opt/;rm/w""#),
    ("/opt/`a`/w", #""/opt/\\`a\\`/w""#),
  ])
  func `The Exec key: what means something there stays a part of the path`(path: String, written: String) throws {
    #expect(exec(try entry(path)) == "\(written) scheme open %u")
    #expect(try entry(path).needsQuotes == written.hasPrefix("\""))
  }

  @Test(arguments: ["/opt/a\nExec=evil/w", "/opt/\u{7F}/w", "/opt/\t/w"])
  func `a control character would begin another line, and is refused`(path: String) throws {
    let error = #expect(throws: OAuthError.self) { try entry(path) }
    #expect(error?.code == .unsupported)
    #expect(throws: OAuthError.self) { try entry("/w", home: path) }
  }

  @Test func `what was replaced is in the file, so that it can come back`() throws {
    #expect(SchemeEntry.replaced(in: try entry("/w", replaced: "other.desktop").text) == "other.desktop")
    #expect(SchemeEntry.replaced(in: try entry("/w").text) == nil)
    #expect(SchemeEntry.replaced(in: "X-Wayleave-Replaced=--help\n") == nil)
  }

  @Test func `whether callbacks that no one asked for begin a sign-in is in the file too`() throws {
    let text = try entry("/w", startsUnsolicited: true).text
    #expect(exec(try entry("/w", startsUnsolicited: true)) == "/w scheme open --start-unsolicited %u")
    #expect(SchemeEntry.startsUnsolicited(in: text))
    #expect(!SchemeEntry.startsUnsolicited(in: try entry("/w").text))
  }

  @Test(arguments: [
    ("a.desktop", true), ("a b.desktop", false), ("a/b.desktop", false), ("-a.desktop", false), ("a;b.desktop", false),
    ("a", false), ("", false), ("a\u{1B}.desktop", false),
  ])
  func `what xdg-mime prints is a name of such a file, or nothing`(name: String, isHandler: Bool) {
    #expect(SchemeEntry.isHandler(name) == isHandler)
  }
}
