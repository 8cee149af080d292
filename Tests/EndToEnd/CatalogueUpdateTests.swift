import Foundation
import Testing
import WayleaveProgramRunning

/// The program that signs corrections, where it is installed.
private enum SSHKeygen {
  static let path: String? = ["/usr/bin/ssh-keygen", "/usr/local/bin/ssh-keygen"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }
}

@Suite(
  "wayleave providers update: signed corrections, and the user's own changes of a built-in entry", .serialized,
  .enabled(if: SSHKeygen.path != nil))
struct CatalogueUpdateTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  /// Makes an Ed25519 key, or one of another type, and gives the path of its private half.
  private func key(_ name: String = "key", type: String = "ed25519") async throws -> String {
    let path = terminal.papers.appendingPathComponent(name).path
    try await sh("\(SSHKeygen.path ?? "") -q -t \(type) -N '' -f '\(path)'")
    return path
  }

  private func sh(_ line: String) async throws {
    let done = try await terminal.shell(line)
    try #require(done.exit == .code(0), "\(line): \(done.errors)")
  }

  /// A signed file of corrections.
  private func corrections(
    _ version: Int = 1, _ entries: String, by key: String, for namespace: String = "wayleave-catalogue",
    as name: String = "corrections.json"
  ) async throws -> String {
    let text = #"{"format":1,"version":\#(version),"entries":{\#(entries)}}"#
    let file = try terminal.paper(name, text)
    try await sh("rm -f '\(file).sig'; \(SSHKeygen.path ?? "") -q -Y sign -n \(namespace) -f '\(key)' '\(file)'")
    return file
  }

  private func update(_ words: String...) async throws -> ProgramOutcome {
    try await terminal.outcome(of: terminal.start(["providers", "update"] + words))
  }

  private static let title = #""github":{"title":"Git Hub","dialect":{"git_user":"token"}}"#

  @Test("an update is shown, used, marked, named by doctor, and taken away again")
  func whole() async throws {
    let key = try await key()
    let file = try await corrections(3, Self.title, by: key)
    let unnamed = try await update(file, "--yes")
    #expect(unnamed.exit == .code(5) && unnamed.shownCode == "configuration.update_refused", "\(unnamed.errors)")
    #expect(unnamed.errors.contains("no key of its own") && unnamed.errors.contains("--key"), "\(unnamed.errors)")
    let missing = try await update("/no/such.json", "--yes")
    #expect(missing.exit == .code(64) && missing.errors.contains("/no/such.json"), "\(missing.errors)")
    let unasked = try await update(file, "--key", key + ".pub")
    #expect(unasked.exit == .code(64) && unasked.errors.contains("--yes"), "\(unasked.errors)")
    #expect(terminal.kept("catalogue-update.json").isEmpty)

    let used = try await update(file, "--key", key + ".pub", "--yes")
    #expect(used.exit == .code(0) && used.output == "Version 3 is in use: 1 entry is corrected.\n", "\(used.errors)")
    for line in ["github: title: GitHub → Git Hub", "github: dialect.git_user: x-access-token → token", "SHA256:"] {
      #expect(used.errors.contains(line), "\(used.errors)")
    }
    let saved = try #require(terminal.kept("catalogue-update.json").first)
    let mode = try FileManager.default.attributesOfItem(atPath: saved.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let shown = try await terminal.wayleave("providers", "show", "github")
    #expect(shown.output.contains("title: \"Git Hub\"") && shown.output.contains("git_user: token"), "\(shown.output)")
    #expect(shown.errors.contains("version 3") && shown.errors.contains("dialect.git_user"), "\(shown.errors)")
    let list = try await terminal.wayleave("providers", "list", "github").output
    #expect(list.contains("github  ") && list.contains("updated"), "\(list)")
    let doctor = try await terminal.wayleave("doctor", "--offline")
    #expect(doctor.output.contains("Version 3 of the corrections"), "\(doctor.output)")

    let reset = try await update("--reset")
    #expect(reset.exit == .code(0), "\(reset.errors)")
    #expect(try await terminal.wayleave("providers", "show", "github").output.contains("title: GitHub\n"))
    let old = try await update(try await corrections(2, Self.title, by: key), "--key", key + ".pub", "--yes")
    #expect(
      old.exit == .code(5) && old.errors.contains("version 2") && old.errors.contains("version 3"), "\(old.errors)")
  }

  @Test("the key that was used is remembered, and another one has to be named again")
  func keys() async throws {
    let (first, second) = (try await key("first"), try await key("second"))
    #expect(try await update(corrections(1, Self.title, by: first), "--key", first + ".pub", "--yes").exit == .code(0))
    #expect(try await update(corrections(2, Self.title, by: first), "--yes").exit == .code(0))
    let file = try await corrections(3, Self.title, by: second)
    let other = try await update(file, "--yes")
    #expect(other.exit == .code(5) && other.errors.contains("--key"), "\(other.errors)")
    #expect(try await update(file, "--key", second + ".pub", "--yes").exit == .code(0))
    let privateHalf = try await update(file, "--key", second, "--yes")
    #expect(privateHalf.exit == .code(64) && privateHalf.errors.contains("private half"), "\(privateHalf.errors)")
  }

  @Test("an update that is unsigned, wrong, old, too large or fits no entry is refused, and changes nothing")
  func refused() async throws {
    let key = try await key()
    let good = try await corrections(5, Self.title, by: key)
    #expect(try await update(good, "--key", key + ".pub", "--yes").exit == .code(0))
    let before = try Data(contentsOf: #require(terminal.kept("catalogue-update.json").first))

    let unsigned = try terminal.paper("unsigned.json", "{}")
    let changed = try await corrections(6, Self.title, by: key, as: "changed.json")
    try await sh("printf ' ' >> '\(changed)'")
    let largeSignature = try await corrections(6, Self.title, by: key, as: "large-signature.json")
    try await sh("head -c 1000000 /dev/zero > '\(largeSignature).sig'")
    let large = try terminal.paper("large.json", String(repeating: " ", count: 2 << 20))
    try await sh("\(SSHKeygen.path ?? "") -q -Y sign -n wayleave-catalogue -f '\(key)' '\(large)'")
    var cases = [(unsigned, 64), (changed, 5), (largeSignature, 64), (large, 64)]
    for (index, entries) in [
      #""no-such-entry":{"title":"x"}"#, #""github":{"tokn_endpoint":"https://github.com/"}"#,
      #""github":{"token_endpoint":"http://evil.example/"}"#, #""github":{}"#,
    ].enumerated() {
      cases.append((try await corrections(6, entries, by: key, as: "wrong-\(index).json"), 5))
    }
    cases.append((try await corrections(4, Self.title, by: key, as: "old.json"), 5))
    cases.append((try await corrections(5, #""github":{"title":"x"}"#, by: key, as: "same.json"), 5))
    cases.append((try await corrections(6, Self.title, by: key, for: "file", as: "namespace.json"), 5))
    cases.append((try await corrections(6, Self.title, by: self.key("rsa", type: "rsa"), as: "rsa.json"), 5))
    cases.append((try await corrections(6, Self.title, by: self.key("other"), as: "other.json"), 5))
    for (file, exit) in cases {
      let refused = try await update(file, "--yes")
      #expect(refused.exit == .code(Int32(exit)) && refused.output.isEmpty, "\(file): \(refused.errors)")
      #expect(refused.errors.split(separator: "\n").count >= 3, "\(refused.errors)")
    }
    #expect(try Data(contentsOf: #require(terminal.kept("catalogue-update.json").first)) == before)
    // What is in use may be used again.
    #expect(try await update(good, "--yes").exit == .code(0))
  }

  @Test("an entry with a client goes to another host only where --move names it, and then not with the client's secret")
  func moves() async throws {
    let key = try await key()
    let secret = try terminal.paper("secret", "not-a-real-secret")
    let client = try await terminal.wayleave(
      "clients", "add", "c", "--provider", "github", "--client-id", "id", "--client-secret-file", secret)
    #expect(client.exit == .code(0), "\(client.errors)")
    let file = try await corrections(
      1, #""github":{"token_endpoint":"https://evil.invalid/token"},"gitlab":{"title":"Lab"}"#, by: key)
    let left = try await update(file, "--key", key + ".pub", "--yes", "--json")
    try CommandsPage().expect("wayleave providers update", toHave: left.json())
    let entries = try #require(try left.json()["entries"] as? [[String: Any]])
    #expect(entries.map { $0["used"] as? Bool } == [false, true])
    #expect(try await terminal.wayleave("providers", "show", "github").output.contains("https://github.com/login"))
    let said = try await update(file, "--yes")
    for text in ["https://evil.invalid", "https://github.com", "--move github"] {
      #expect(said.errors.contains(text), "\(said.errors)")
    }
    #expect(try await update(file, "--yes", "--move", "gitlab").exit == .code(64))
    #expect(try await update(file, "--yes", "--move", "github").exit == .code(0))
    #expect(try await terminal.wayleave("providers", "show", "github").output.contains("https://evil.invalid/token"))
    let login = try await terminal.wayleave("login", "github")
    #expect(login.exit == .code(64) && login.shownCode == "configuration.client_of_other_host", "\(login.errors)")
  }

  @Test("a terminal is asked for the corrections, and again for an entry in use that would go to another host")
  func questions() async throws {
    let key = try await key()
    _ = try await terminal.wayleave("clients", "add", "c", "--provider", "github", "--client-id", "id")
    let file = try await corrections(1, #""github":{"token_endpoint":"https://new.example/token"}"#, by: key)
    let (plain, move) = ("Use these corrections? Type yes, or press Enter for no:", "or press Enter to leave it out:")
    for (answers, exit, isUsed) in [
      ([[plain, ""]], 2, false), ([[plain, "yes"], [move, ""]], 0, false),
      ([[plain, "yes"], [move, "yes"]], 0, true),
    ] as [([[String]], Int32, Bool)] {
      let asked = String(decoding: try JSONSerialization.data(withJSONObject: answers), as: UTF8.self)
      let command = [try Program.wayleave().executable.path, "providers", "update", file, "--key", key + ".pub"]
      let done = try await terminal.start(script: "answering.py", [asked] + command).outcome()
      #expect(done.exit == .code(exit), "\(done.output)")
      let shown = try await terminal.wayleave("providers", "show", "github").output
      #expect(shown.contains("https://new.example/token") == isUsed, "\(done.output)")
    }
  }

  @Test("without accounts and clients an entry may go to another host by a plain yes")
  func unused() async throws {
    let key = try await key()
    let file = try await corrections(1, #""github":{"token_endpoint":"https://new.example/token"}"#, by: key)
    #expect(try await update(file, "--key", key + ".pub", "--yes").exit == .code(0))
    #expect(try await terminal.wayleave("providers", "show", "github").output.contains("https://new.example/token"))
    let reset = try await update("--reset", "--json")
    try CommandsPage().expect("wayleave providers update", toHave: reset.json())
  }

  @Test("an update and its signature are fetched from a URL; http is for this machine alone")
  func url() async throws {
    let key = try await key()
    _ = try await corrections(1, Self.title, by: key)
    let server = try Program(executable: URL(fileURLWithPath: "/usr/bin/env"))
      .start(
        ["python3", "-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory", terminal.papers.path, "0"],
        in: FreshHome())
    defer { server.send(SIGTERM) }
    let line = try await server.outputLine(containing: "port ")
    let port = try #require(line.split(separator: " ").compactMap { Int($0) }.first)
    let base = "http://127.0.0.1:\(port)"
    let used = try await update("\(base)/corrections.json", "--key", key + ".pub", "--yes")
    #expect(used.exit == .code(0), "\(used.errors)")
    let missing = try await update("\(base)/nothing.json", "--yes")
    #expect(missing.exit == .code(5) && missing.errors.contains("404"), "\(missing.errors)")
    let plain = try await update("http://corrections.example/corrections.json", "--yes")
    #expect(plain.exit == .code(64) && plain.shownCode == "wire.insecure_url", "\(plain.errors)")
  }

  @Test("a saved update that was changed corrects nothing, and every command says how to remove it")
  func damaged() async throws {
    let key = try await key()
    #expect(try await update(corrections(2, Self.title, by: key), "--key", key + ".pub", "--yes").exit == .code(0))
    let saved = try #require(terminal.kept("catalogue-update.json").first)
    let text = try String(contentsOf: saved, encoding: .utf8).replacingOccurrences(of: "Git Hub", with: "Evil Hub")
    try Data(text.utf8).write(to: saved)
    let shown = try await terminal.wayleave("providers", "show", "github")
    #expect(shown.exit == .code(0) && shown.output.contains("title: GitHub\n"), "\(shown.output)")
    #expect(shown.errors.contains("providers update --reset"), "\(shown.errors)")
    #expect(try await terminal.wayleave("doctor", "--offline").output.contains("providers update --reset"))
    #expect(shown.errors.contains("signature"), "\(shown.errors)")
    #expect(try await update("--reset").exit == .code(0))
    #expect(try await terminal.wayleave("providers", "show", "github").errors.contains("Register"))
    // The greatest version that was used outlives that.
    let old = try await update(corrections(1, Self.title, by: key), "--key", key + ".pub", "--yes")
    #expect(old.exit == .code(5) && old.errors.contains("version 2"), "\(old.errors)")
    try Data(#"{"format": 2}"#.utf8).write(to: saved)
    #expect(try await terminal.wayleave("providers", "show", "github").errors.contains("later version of Wayleave"))
  }

  @Test("a file with “overrides” changes a built-in entry, moves no host, and is taken away by its name")
  func overrides() async throws {
    let text = "name: github\noverrides: true\ntitle: Our Hub\ndialect:\n  git_user: ours\n"
    let added = try await terminal.wayleave("providers", "add", try terminal.paper("ours.yaml", text))
    #expect(added.exit == .code(0) && added.errors.contains("title, dialect.git_user"), "\(added.errors)")
    let shown = try await terminal.wayleave("providers", "show", "github")
    #expect(
      shown.output.contains("git_user: ours") && shown.errors.contains("providers remove github"), "\(shown.errors)")
    #expect(try await terminal.wayleave("providers", "list", "Our Hub").output.contains("changed by you"))
    #expect(try await terminal.wayleave("providers", "check", "github").exit == .code(0))
    // The callback comes where it came before.
    #expect(!shown.errors.contains("/callback/github"), "\(shown.errors)")
    for wrong in ["token_endpoint: https://evil.example/t\n", "tokn_endpoint: https://github.com/t\n"] {
      let file = try terminal.paper("wrong.yaml", "name: github\noverrides: true\n" + wrong)
      let refused = try await terminal.wayleave("providers", "add", file, "--replace")
      #expect(refused.exit == .code(64) && refused.errors.contains("wrong.yaml:3:"), "\(refused.errors)")
      #expect(try await terminal.wayleave("providers", "check", file).exit == .code(8))
    }
    let key = try await key()
    #expect(try await update(corrections(1, Self.title, by: key), "--key", key + ".pub", "--yes").exit == .code(0))
    let both = try await terminal.wayleave("providers", "show", "github")
    #expect(both.output.contains("Our Hub") && both.output.contains("git_user: ours"), "\(both.output)")
    #expect(both.errors.contains("version 1") && both.errors.contains("Your own file"), "\(both.errors)")
    let removed = try await terminal.wayleave("providers", "remove", "github")
    #expect(removed.exit == .code(0), "\(removed.errors)")
    #expect(try await terminal.wayleave("providers", "show", "github").output.contains("git_user: token"))
  }
}
