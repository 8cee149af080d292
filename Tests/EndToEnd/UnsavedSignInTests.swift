import Foundation
import Testing
import WayleaveProgramRunning

@Suite("A store that fails after the sign-in", .serialized)
struct UnsavedSignInTests {
  let terminal: Terminal
  static let passphrase = "canary four words here"

  init() throws {
    terminal = try Terminal()
    terminal.secrets = [Self.passphrase]
  }

  /// The folder of the accounts alone: a begun sign-in that cannot be removed is not finished.
  private var store: String { terminal.home.wayleave.appendingPathComponent("state/credentials").path }

  /// Signs in, and the store becomes read-only when the user allows it. `later` runs meanwhile; `answers` are typed.
  private func signIn(
    at place: EmulatedProviders, later: String = ":", options: String = "", answers: [[String]]? = nil
  ) async throws -> ProgramOutcome {
    // The store is there before, so that only the new credential cannot be saved.
    try await place.signIn(to: .lane, at: terminal)
    #expect(try await terminal.wayleave("logout", "--local").exit == .code(0))
    let script = """
      mount -o remount,bind,ro '\(store)'
      (\(later)) </dev/null >/dev/null 2>&1 &
      exec \(PlainBrowser.command(Person.ada.orders(.allow))) "$@"
      """
    // A store that fails is tried again for seconds: less will do, where the program is one for tests.
    let environment = [
      "STORE": store, "BROWSER": "sh '\(try terminal.paper("browser", script))'", "TESTED_WAYLEAVE_PATIENCE": "500",
    ]
    let mount = #"mount --bind "$STORE" "$STORE" && exec "$0" login lane "# + options
    guard let answers else {
      return try await terminal.shell("exec unshare -m sh -c '\(mount)' \"$0\"", environment: environment)
    }
    let asked = String(decoding: try JSONSerialization.data(withJSONObject: answers), as: UTF8.self)
    let program = try Program.wayleave().executable.path
    return try await terminal.start(
      script: "answering.py", [asked, "unshare", "-m", "sh", "-c", mount, program], environment: environment
    ).outcome()
  }

  @Test("173: at a terminal the user corrects the store, and the sign-in goes on", .enabled(if: Ability.canMount))
  func corrected() async throws {
    try await EmulatedProviders.during(tokenLifetime: 3600) { place in
      let before = place.count(of: "authorization.requested")
      // The store is corrected after the question, and before the answer.
      let asked = terminal.papers.appendingPathComponent("asked").path
      let run = try await signIn(
        at: place,
        later: """
          for each in $(seq 2000); do [ -e '\(asked)' ] && break; sleep 0.05; done
          mount -o remount,bind,rw '\(store)'; rm '\(asked)'
          """,
        answers: [["Enter to try again", "", asked]])
      #expect(run.exit == .code(0), "\(run.output)")
      #expect(
        place.count(of: "authorization.requested") == before + 2, "the user allows it once, in addition to before")
      #expect(try await terminal.wayleave("token", "lane").exit == .code(0))
    }
  }

  @Test("173: or the account goes to a file, encrypted, and comes back by import", .enabled(if: Ability.canMount))
  func exported() async throws {
    try await EmulatedProviders.during(tokenLifetime: 3600) { place in
      let file = terminal.papers.appendingPathComponent("lane account.age").path
      let run = try await signIn(
        at: place,
        answers: [
          ["Enter to try again", file], ["new passphrase", Self.passphrase], ["Type it again", Self.passphrase],
        ])
      #expect(run.exit == .code(6) && run.output.contains("store.unwritable"), "\(run.output)")
      #expect(run.leaks(of: [Self.passphrase]) == [])
      #expect(try await terminal.wayleave("token", "lane").exit != .code(0))
      let key = try terminal.paper("passphrase", Self.passphrase + "\n")
      #expect(try await terminal.wayleave("import", file, "--passphrase-file", key).exit == .code(0))
      #expect(try await terminal.wayleave("token").exit == .code(0))
    }
  }

  @Test(
    "S6: at a terminal Ctrl-C and Ctrl-D end the question, and it waits in the second place",
    .enabled(if: Ability.canMount),
    arguments: [(["\u{3}"], 130), (["\u{4}"], 6), (["FILE", "\u{3}"], 130)] as [([String], Int32)])
  func ended(typed: [String], status: Int32) async throws {
    try await EmulatedProviders.during(tokenLifetime: 3600) { place in
      let file = terminal.papers.appendingPathComponent("lane.age").path
      let answers = zip(["Enter to try again", "new passphrase"], typed).map { [$0, $1 == "FILE" ? file : $1] }
      let run = try await signIn(at: place, answers: answers)
      #expect(run.exit == .code(status), "\(run.output)")
      #expect(run.output.contains("could not be saved") && run.output.contains("kept, encrypted"), "\(run.output)")
      #expect(!run.output.contains("Nothing was changed") && !FileManager.default.fileExists(atPath: file))
      #expect(try await terminal.wayleave("status").exit == .code(0))
      #expect(try await terminal.wayleave("token", "lane").exit == .code(0))
    }
  }

  @Test(
    "S6: without a terminal it waits in a second place, encrypted, and the next command puts it into the store",
    .enabled(if: Ability.canMount))
  func setAside() async throws {
    try await EmulatedProviders.during(tokenLifetime: 3600) { place in
      let run = try await signIn(at: place)
      #expect(run.exit == .code(6) && run.shownCode == "store.unwritable", "\(run.errors)")
      #expect(run.errors.contains("could not be saved") && run.errors.contains("kept, encrypted"), "\(run.errors)")
      let second = terminal.home.wayleave.appendingPathComponent("run/unsaved").path
      #expect(try FileManager.default.contentsOfDirectory(atPath: second).count == 1)
      #expect(try await terminal.wayleave("status").exit == .code(0))
      #expect(try FileManager.default.contentsOfDirectory(atPath: second) == [])
      #expect(try await terminal.wayleave("token", "lane").exit == .code(0))
    }
  }

  // BD11
  @Test("173: without a terminal the error says what is lost, and how to end it", .enabled(if: Ability.canMount))
  func lost() async throws {
    let run = terminal.home.wayleave.appendingPathComponent("run")
    try FileManager.default.createDirectory(
      at: run, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try Data().write(to: run.appendingPathComponent("unsaved"))
    try await EmulatedProviders.during(tokenLifetime: 3600) { place in
      let run = try await signIn(at: place)
      #expect(run.exit == .code(6) && run.shownCode == "store.unwritable", "\(run.errors)")
      #expect(run.errors.contains("could not be saved") && run.errors.contains("remove the access"))
      #expect(run.errors.contains("--unsaved-to FILE --passphrase-file FILE"), "\(run.errors)")
    }
  }

  // BD11
  @Test(
    "173: without a terminal it goes to the file of --unsaved-to, encrypted, and comes back by import",
    .enabled(if: Ability.canMount))
  func unsavedTo() async throws {
    try await EmulatedProviders.during(tokenLifetime: 3600) { place in
      let file = terminal.papers.appendingPathComponent("lane.age").path
      let key = try terminal.paper("passphrase", Self.passphrase + "\n")
      let run = try await signIn(at: place, options: "--unsaved-to \(file) --passphrase-file \(key)")
      #expect(run.exit == .code(6) && run.shownCode == "store.unwritable", "\(run.errors)")
      #expect(run.errors.contains("lane.age") && run.errors.contains("`wayleave import"), "\(run.errors)")
      let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      #expect(try await terminal.wayleave("import", file, "--passphrase-file", key).exit == .code(0))
      #expect(try await terminal.wayleave("token").exit == .code(0))
    }
  }

  @Test("173: where the store takes the credential, no file of --unsaved-to is left, and a wrong one is found before")
  func unneeded() async throws {
    try await EmulatedProviders.during(tokenLifetime: 3600) { place in
      let file = terminal.papers.appendingPathComponent("lane.age").path
      let key = try terminal.paper("passphrase", Self.passphrase + "\n")
      try await place.register(.lane, at: terminal)
      let browser = ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))]
      let login = ["login", "lane", "--unsaved-to", file]
      let done = try await terminal.outcome(
        of: terminal.start(login + ["--passphrase-file", key], environment: browser))
      #expect(done.exit == .code(0) && !FileManager.default.fileExists(atPath: file), "\(done.errors)")
      for options in [["--passphrase-file", key + ".none"], []] {
        let none = try await terminal.outcome(of: terminal.start(login + options, environment: browser))
        #expect(none.exit == .code(64) && !FileManager.default.fileExists(atPath: file), "\(none.errors)")
      }
      try Data().write(to: URL(fileURLWithPath: file))
      let taken = try await terminal.outcome(
        of: terminal.start(login + ["--passphrase-file", key], environment: browser))
      #expect(taken.exit == .code(64) && FileManager.default.fileExists(atPath: file), "\(taken.errors)")
      #expect(place.count(of: "authorization.requested") == 1)
    }
  }
}
