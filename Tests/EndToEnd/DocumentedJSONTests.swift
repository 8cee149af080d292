import Foundation
import Testing
import WayleaveProgramRunning

@Suite("Documentation/commands.md: what --json prints", .serialized)
struct DocumentedJSONTests {
  let terminal: Terminal
  let page: CommandsPage

  init() throws {
    terminal = try Terminal()
    page = try CommandsPage()
  }

  /// Runs a command and holds its keys against those of a section.
  @discardableResult
  private func expect(
    _ section: String, _ arguments: String..., environment: [String: String] = [:], input: String = "",
    location: SourceLocation = #_sourceLocation
  ) async throws -> [String: Any] {
    let running = try terminal.start(arguments + ["--json"], environment: environment, input: input)
    let answer = try await terminal.outcome(of: running, location: location).json(location: location)
    try page.expect(section, toHave: answer, location: location)
    return answer
  }

  @Test("accounts of both protocols, from login to logout, and what fails")
  func accounts() async throws {
    try await EmulatedProviders.during { place in
      try page.expect("wayleave playground", toHave: place.announcement)
      for entry in EmulatedProviders.Entry.allCases {
        try await place.register(entry, at: terminal)
        let trace = terminal.papers.path + "/\(entry.rawValue).trace"
        try await expect(
          "wayleave login", "login", entry.rawValue, "--trace-save", trace,
          environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))])
        try await expect("wayleave trace show", "trace", "show", trace)
        try await expect("wayleave trace save", "trace", "save", trace + "-again")
        try await expect("wayleave trace replay", "trace", "replay", trace)
      }
      try await expect("wayleave token", "token", "lane")
      try await expect("wayleave token (OAuth 1.0a)", "token", "stile")
      try await expect(
        "wayleave token --echo", "token", "stile", "--echo", place.base + "/1.1/account/verify_credentials.json")
      try await expect("wayleave request", "request", place.base + "/v2/users/self", "--account", "lane")
      try await expect("wayleave request", "request", place.base + "/nothing", "--account", "lane")
      for account in ["lane", "stile"] {
        let url = place.base + "/1.1/account/verify_credentials.json"
        try await expect("wayleave request --dry-run", "request", "--dry-run", url, "--account", account)
      }
      try await expect("wayleave status", "status")
      try await expect("wayleave status", "status", "--check")
      let key = try terminal.paper("passphrase", "canary four words here")
      let exported = try await expect("wayleave export", "export", "lane", "--passphrase-file", key)
      let file = try terminal.paper("lane.age", exported["encrypted"] as? String ?? "")
      try await expect("wayleave import", "import", file, "--replace", "--passphrase-file", key)
      try await expect("wayleave logout", "logout", "lane")
      try await expect("wayleave logout", "logout", "stile", "--local")
      try await expect("Any failure", "token", "lane")
      try await expect(
        "Any failure", "login", "lane", environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(.deny))])
      let tokens = try terminal.paper("credentials", "https://ada:made-up@git.example\n")
      try await expect("wayleave import git", "import", "git", tokens, "--issued-by", "lane", "--offline")
    }
  }

  @Test("clients, providers, inspect, verify, demo")
  func others() async throws {
    let secret = try terminal.paper("secret", "not-a-real-secret")
    for name in ["one", "two"] {
      try await expect(
        "wayleave clients add", "clients", "add", name, "--provider", "twitter", "--client-id", "x",
        "--client-secret-file", secret)
    }
    try await expect("wayleave version", "version")
    try await expect("wayleave completion", "completion", "bash")
    try await expect("wayleave clients", "clients")
    try await expect("wayleave clients remove", "clients", "remove", "two")
    try await expect("wayleave providers", "providers")
    let entry = try terminal.paper("m.yaml", "name: mine\nprotocol: openid\nissuer: https://issuer.example\n")
    #expect(try await terminal.wayleave("providers", "add", entry).exit == .code(0))
    let wrong = try terminal.paper("wrong.yaml", "name: a\nprotocol: oauth9\n")
    let check = try await terminal.wayleave("providers", "check", "foursquare", wrong, "--json")
    try page.expect("wayleave providers check", toHave: check.json())
    try await expect("wayleave providers remove", "providers", "remove", "mine")
    let header = "OAuth oauth_consumer_key=\"x\", oauth_signature_method=\"MD5\""
    try await expect("wayleave inspect", "inspect", header)
    let kinds = try await expect("wayleave inspect", "inspect", input: "https://a.example/cb?code=1&state=2")
    #expect(kinds["kind"] as? String == "callback_url")
    try await expect(
      "wayleave verify", "verify", "oauth1", "--client", "one",
      input: "GET https://a.example/ HTTP/1.1\nAuthorization: \(header)\n\n")
    try await expect("wayleave doctor", "doctor", "twitter", "--offline")
    try await expect("wayleave demo", "demo", "--no-browser")
    try await expect("Any failure", "inspect", "--nonsense")
    try await expect("Any failure", "token", "nobody")
  }

  @Test("the checks that the page names are those that are made, in their order")
  func checks() async throws {
    let signed = try await terminal.wayleave(
      "verify", "oauth1", "--json", "--client-id", "x", environment: ["WAYLEAVE_CLIENT_SECRET": "s"], input: "x"
    ).json()
    let names = (signed["checks"] as? [[String: Any]] ?? []).compactMap { $0["check"] as? String }
    #expect(page.text.contains("- `oauth1`: \(names.map { "`\($0)`" }.joined(separator: ", "));"))
  }
}

/// The page, by its sections.
struct CommandsPage {
  let text: String
  private let sections: [String: Set<Key>]

  private struct Key: Hashable {
    let path: String
    let isOptional: Bool
  }

  init() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Documentation/commands.md")
    text = try String(contentsOf: file, encoding: .utf8)
    var sections: [String: Set<Key>] = [:]
    var section = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("## ") {
        section = line.dropFirst(3).replacingOccurrences(of: "`", with: "")
      } else if line.hasPrefix("| `") {
        let path = line.dropFirst(3).prefix { $0 != "`" }
        sections[section, default: []].insert(Key(path: String(path), isOptional: line.contains("*sometimes*")))
      }
    }
    self.sections = sections
  }

  /// Holds an answer against a section: each key of the one stands in the other, but for what the page leaves open.
  func expect(_ section: String, toHave answer: [String: Any], location: SourceLocation = #_sourceLocation) throws {
    let keys = try #require(sections[section], "no section \(section)", sourceLocation: location)
    let known = Set(keys.map(\.path))
    let found = Self.paths(in: answer, under: "", stoppingAt: known)
    #expect(found.subtracting(known) == [], "undocumented", sourceLocation: location)
    // A list may be empty, and then tells nothing of its elements.
    let needed = keys.filter { key in
      !key.isOptional && !Self.isEmptyList(above: key.path, in: answer)
    }
    #expect(Set(needed.map(\.path)).subtracting(found) == [], "documented, and not there", sourceLocation: location)
  }

  /// The paths of a value: those that the page names, and what is below what it does not name.
  private static func paths(in value: Any, under path: String, stoppingAt known: Set<String>) -> Set<String> {
    let isOpen = known.contains(path) && !known.contains { $0.hasPrefix(path + ".") || $0.hasPrefix(path + "[].") }
    if isOpen { return [path] }
    var found: Set<String> = known.contains(path) ? [path] : []
    if let object = value as? [String: Any] {
      for (name, member) in object {
        found.formUnion(paths(in: member, under: path.isEmpty ? name : "\(path).\(name)", stoppingAt: known))
      }
    } else if let list = value as? [Any], !list.isEmpty {
      for element in list { found.formUnion(paths(in: element, under: path + "[]", stoppingAt: known)) }
    } else if !(value is [Any]) {
      found.insert(path)
    }
    return found
  }

  private static func isEmptyList(above path: String, in answer: [String: Any]) -> Bool {
    var value: Any? = answer
    for step in path.components(separatedBy: ".") {
      guard let object = value as? [String: Any] else { return false }
      guard step.hasSuffix("[]") else {
        value = object[step]
        continue
      }
      guard let list = object[String(step.dropLast(2))] as? [Any] else { return false }
      guard let first = list.first else { return true }
      value = first
    }
    return false
  }
}
