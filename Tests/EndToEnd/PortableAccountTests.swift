import Foundation
import Testing
import WayleaveProgramRunning

@Suite("wayleave export and wayleave import", .serialized)
struct PortableAccountTests {
  let terminal: Terminal
  /// Another computer.
  let other: Terminal
  static let passphrase = "canary four words here"

  init() throws {
    terminal = try Terminal()
    other = try Terminal()
    terminal.secrets = [Self.passphrase]
    other.secrets = [Self.passphrase]
  }

  private func path(_ name: String) -> String { terminal.papers.appendingPathComponent(name).path }

  private func passphraseFile() throws -> String { try terminal.paper("passphrase", Self.passphrase + "\n") }

  private func mode(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  /// Runs a command at a terminal of its own, and answers what it asks.
  private func answering(_ answers: [[String]], _ command: [String]) async throws -> ProgramOutcome {
    let asked = String(decoding: try JSONSerialization.data(withJSONObject: answers), as: UTF8.self)
    return try await terminal.start(script: "answering.py", [asked] + command).outcome()
  }

  @Test("an account moves to another computer, and is used there; nothing there is replaced without --replace")
  func moved() async throws {
    try await EmulatedProviders.during(tokenLifetime: 3600) { place in
      try await place.signIn(to: .lane, at: terminal)
      let token = try await terminal.wayleave("token").answer
      let (file, key) = (path("lane.age"), try passphraseFile())
      let exported = try await terminal.wayleave("export", "lane", "--output", file, "--passphrase-file", key)
      #expect(exported.exit == .code(0) && exported.leaks(of: [token]) == [], "\(exported.errors)")
      #expect(exported.errors.contains("wayleave logout --local lane"))
      #expect(try mode(of: file) == 0o600)
      let text = try String(contentsOfFile: file, encoding: .utf8)
      #expect(text.hasPrefix("-----BEGIN AGE ENCRYPTED FILE-----\n") && !text.contains(token))
      let imported = try await other.wayleave("import", file, "--passphrase-file", key)
      #expect(imported.exit == .code(0) && imported.output.contains("Ada Fenwick"), "\(imported.errors)")
      #expect(try await other.wayleave("token").answer == token)
      let again = try await other.wayleave("import", file, "--passphrase-file", key, "--json")
      #expect(try again.exit == .code(64) && again.errorCode() == "configuration.account_exists")
      let replaced = try await other.wayleave("import", file, "--passphrase-file", key, "--replace", "--json").json()
      #expect(replaced["replaced"] as? Bool == true && replaced["account"] as? String == "lane")
      let wrong = try terminal.paper("wrong", "canary other words\n")
      let refused = try await other.wayleave("import", file, "--passphrase-file", wrong, "--json")
      #expect(try refused.exit == .code(1) && refused.errorCode() == "account_file.undecryptable")
    }
  }

  @Test("attack 200: a new file is for its owner alone, and a file or a link that is there is left as it is")
  func existing() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .lane, at: terminal)
      let (file, key) = (try terminal.paper("there", "precious"), try passphraseFile())
      let (link, dangling) = (path("link"), path("dangling"))
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
      try FileManager.default.createSymbolicLink(atPath: dangling, withDestinationPath: path("nothing"))
      for target in [file, link, dangling] {
        let refused = try await terminal.wayleave(
          "export", "lane", "--output", target, "--passphrase-file", key, "--json")
        #expect(try refused.exit == .code(64) && refused.errorCode() == "configuration.invalid_value")
      }
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")
      #expect(!FileManager.default.fileExists(atPath: path("nothing")))
      let (open, program) = (path("open"), try Program.wayleave().executable.path)
      let exported = try await terminal.shell(
        "umask 000; exec '\(program)' export lane --output '\(open)' --passphrase-file '\(key)'")
      #expect(exported.exit == .code(0))
      #expect(try mode(of: open) == 0o600)
    }
  }

  @Test("attack 186: the passphrase is asked for twice and not shown, and two that differ leave no file")
  func typed() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .lane, at: terminal)
      let (file, program) = (path("typed.age"), try Program.wayleave().executable.path)
      let export = [program, "export", "lane", "--output", file]
      let different = try await answering(
        [["new passphrase", Self.passphrase], ["again", "canary another"]], export)
      #expect(different.exit == .code(64), "\(different.output)")
      #expect(!FileManager.default.fileExists(atPath: file))
      let exported = try await answering(
        [["new passphrase", Self.passphrase], ["again", Self.passphrase]], export)
      #expect(exported.exit == .code(0) && exported.leaks(of: [Self.passphrase]) == [], "\(exported.output)")
      let imported = try await answering(
        [["passphrase of the file", Self.passphrase]], [program, "import", file, "--replace"])
      #expect(imported.exit == .code(0) && imported.leaks(of: [Self.passphrase]) == [], "\(imported.output)")
    }
  }

  @Test("a short passphrase is warned of, since anyone with the file can try all of them")
  func short() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .lane, at: terminal)
      let short = try terminal.paper("short", "abc123")
      let warned = try await terminal.wayleave("export", "lane", "--passphrase-file", short)
      #expect(warned.exit == .code(0) && warned.errors.contains("only 6 bytes"), "\(warned.errors)")
      let long = try await terminal.wayleave("export", "lane", "--passphrase-file", passphraseFile())
      #expect(long.exit == .code(0) && !long.errors.contains("bytes"))
    }
  }

  @Test("attack 207: without a terminal and without a passphrase it fails at once, and leaves no file")
  func withoutTerminal() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .lane, at: terminal)
      let refused = try await terminal.wayleave("export", "lane", "--output", path("none"), "--json")
      #expect(try refused.exit == .code(64) && refused.errorCode() == "configuration.invalid_value")
      #expect(!FileManager.default.fileExists(atPath: path("none")))
      let both = try await terminal.wayleave("import", "-", "--passphrase-file", "-", input: "x")
      #expect(both.exit == .code(64))
    }
  }

  @Test("an empty file and one of another tool are named as such, before a passphrase is asked for")
  func foreignFiles() async throws {
    for text in ["", "apps: {}\n", "-----BEGIN PGP MESSAGE-----\n"] {
      let refused = try await terminal.wayleave("import", terminal.paper("foreign", text))
      #expect(refused.exit == .code(1) && refused.shownCode == "account_file.malformed", "\(refused.errors)")
      #expect(refused.errors.contains("wayleave import --help"))
    }
    let misspelt = try await terminal.wayleave("import", "xrl")
    #expect(misspelt.exit == .code(64) && misspelt.errors.contains("wayleave import xurl"), "\(misspelt.errors)")
  }

  @Test(
    "Debian's age opens what export wrote, and import reads what age wrote of it",
    .enabled(if: ForeignProgram.isInstalled("age")))
  func age() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .stile, at: terminal)
      let (ours, plain, theirs) = (path("ours.age"), path("plain.json"), path("theirs.age"))
      let program = try ForeignProgram.age().executable.path
      let exported = try await terminal.wayleave("export", "--passphrase-file", passphraseFile())
      try Data(exported.output.utf8).write(to: URL(fileURLWithPath: ours))
      let opened = try await answering(
        [["Enter passphrase", Self.passphrase]], [program, "--decrypt", "--output", plain, ours])
      #expect(opened.exit == .code(0), "\(opened.output)")
      let record = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: plain)))
      #expect((record as? [String: Any])?["wayleave_account"] as? Int == 1)
      let sealed = try await answering(
        [["Enter passphrase", Self.passphrase], ["Confirm passphrase", Self.passphrase]],
        [program, "--passphrase", "--output", theirs, plain])
      #expect(sealed.exit == .code(0), "\(sealed.output)")
      let imported = try await other.wayleave("import", theirs, "--passphrase-file", passphraseFile(), "--json").json()
      #expect(imported["account"] as? String == "stile")
      #expect(try await other.wayleave("token").answer == terminal.wayleave("token").answer)
    }
  }
}
