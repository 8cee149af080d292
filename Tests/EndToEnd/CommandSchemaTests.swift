import Foundation
import Testing
import WayleaveProgramRunning

@Suite("Documentation/commands.md: what --json prints", .serialized)
struct CommandSchemaTests {
  let terminal: Terminal
  private let documented: [String: Set<String>]

  init() throws {
    terminal = try Terminal()
    let page = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Documentation/commands.md")
    var rows: [String: Set<String>] = [:]
    for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") where line.hasPrefix("| ") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 2 else { continue }
      let words = cells[1].split(separator: "`").map(String.init)
      rows[cells[0].filter { $0 != "`" }] = Set(words.filter { !$0.contains(" ") && $0 != "," })
    }
    documented = rows
  }

  /// Runs a command and sees that its answer has the members that its row names, and no others.
  private func see(
    _ row: String, _ arguments: String..., environment: [String: String] = [:], input: String = "",
    location: SourceLocation = #_sourceLocation
  ) async throws {
    let outcome = try await terminal.outcome(
      of: terminal.start(arguments + ["--json"], environment: environment, input: input))
    let expected = try #require(documented[row], "no row “\(row)”", sourceLocation: location)
    let found = Self.members(of: try outcome.json(), "")
    #expect(found == expected, "\(row): \(outcome.output) \(outcome.errors)", sourceLocation: location)
  }

  /// The names of members, with those of lists of objects and of `error`.
  private static func members(of object: [String: Any], _ path: String) -> Set<String> {
    var names: Set<String> = []
    for (name, value) in object {
      names.insert(path + name)
      if let list = value as? [[String: Any]] {
        for element in list { names.formUnion(members(of: element, "\(path)\(name)[].")) }
      } else if name == "error", path.isEmpty, let error = value as? [String: Any] {
        names.formUnion(members(of: error, "error."))
      }
    }
    return names
  }

  @Test("every row is what the command prints, member for member")
  func rows() async throws {
    try await EmulatedProviders.during { place in
      let browser = ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))]
      try await place.register(.lane, at: terminal)
      try await place.register(.stile, at: terminal)
      try await see("login", "login", "lane", environment: browser)
      try await see("login", "login", "stile", environment: browser)
      try await see("token (OAuth 2)", "token", "lane")
      try await see("token (OAuth 1.0a)", "token", "stile")
      try await see("status", "status")
      for entry in EmulatedProviders.Entry.allCases {
        let url = place.base + entry.userPath
        try await see("request", "request", url, "--account", entry.rawValue)
        try await see("request --dry-run", "request", url, "--account", entry.rawValue, "--dry-run")
      }
      try await see("logout", "logout", "stile")
      try await see("clients list", "clients", "list")
      try await see("clients add", "clients", "add", "other", "--provider", "lane", "--client-id", "x")
      try await see("clients remove", "clients", "remove", "other")
      try await see("providers remove", "providers", "remove", "stile")
      try await see("inspect", "inspect", "http://127.0.0.1/cb?code=abc&state=def")
      try await see("any, on failure", "token", "nobody")
      try await see("demo", "demo", "--no-browser")
    }
  }
}
