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
    at place: EmulatedProviders, later: String = ":", answers: [[String]]? = nil
  ) async throws -> ProgramOutcome {
    // The store is there before, so that only the new credential cannot be saved.
    try await place.signIn(to: .lane, at: terminal)
    #expect(try await terminal.wayleave("logout", "--local").exit == .code(0))
    let script = """
      mount -o remount,bind,ro '\(store)'
      (\(later)) </dev/null >/dev/null 2>&1 &
      exec \(PlainBrowser.command(Person.ada.orders(.allow))) "$@"
      """
    let environment = ["STORE": store, "BROWSER": "sh '\(try terminal.paper("browser", script))'"]
    let mount = #"mount --bind "$STORE" "$STORE" && exec "$0" login lane"#
    guard let answers else {
      return try await terminal.shell("exec unshare -m sh -c '\(mount)' \"$0\"", environment: environment)
    }
    let asked = String(decoding: try JSONSerialization.data(withJSONObject: answers), as: UTF8.self)
    let program = try Program.wayleave().executable.path
    return try await terminal.start(
      script: "answering.py", [asked, "unshare", "-m", "sh", "-c", mount, program], environment: environment
    ).outcome()
  }

  @Test("173: at a terminal the user corrects the store, and the sign-in goes on", .enabled(if: canMount))
  func corrected() async throws {
    try await EmulatedProviders.during(tokenLifetime: 3600) { place in
      let before = place.count(of: "authorization.requested")
      let run = try await signIn(
        at: place, later: "sleep 8; mount -o remount,bind,rw '\(store)'",
        answers: [["Enter to try again", ""]])
      #expect(run.exit == .code(0), "\(run.output)")
      #expect(
        place.count(of: "authorization.requested") == before + 2, "the user allows it once, in addition to before")
      #expect(try await terminal.wayleave("token", "lane").exit == .code(0))
    }
  }

  @Test("173: or the account goes to a file, encrypted, and comes back by import", .enabled(if: canMount))
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

  // BD11
  @Test("173: without a terminal the error says what is lost, and how to end it", .enabled(if: canMount))
  func lost() async throws {
    try await EmulatedProviders.during(tokenLifetime: 3600) { place in
      let run = try await signIn(at: place)
      #expect(run.exit == .code(6) && run.shownCode == "store.unwritable", "\(run.errors)")
      #expect(run.errors.contains("could not be saved") && run.errors.contains("remove the access"))
    }
  }

  private static let canMount: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "unshare -m mount -t tmpfs none /mnt 2>/dev/null"]
    try? process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()
}
