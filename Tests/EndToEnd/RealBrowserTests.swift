import Foundation
import Testing
import WayleaveProgramRunning

@Suite(
  "A real browser, and real clients", .serialized,
  .enabled(if: ForeignProgram.arePeersInstalled && ForeignProgram.isInstalled("chromium", "chromedriver")))
struct RealBrowserTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  @Test("Chromium walks through every page of the playground")
  func pages() async throws {
    try await EmulatedProviders.during { place in
      let run = try await ForeignProgram.python().run(
        [ForeignProgram.script("playground/browser.py"), place.base], in: FreshHome())
      #expect(run.exit == .code(0), "\(run.output)\(run.errors)")
    }
  }

  @Test("the front page: narrow and wide, light and dark, by keyboard alone and without scripts")
  func frontPage() async throws {
    try await EmulatedProviders.during { place in
      let run = try await ForeignProgram.python().run(
        [ForeignProgram.script("playground/frontpage.py"), place.base], in: FreshHome())
      #expect(run.exit == .code(0), "\(run.output)\(run.errors)")
    }
  }

  @Test("requests-oauthlib and Authlib complete both flows at the playground")
  func clients() async throws {
    try await EmulatedProviders.during { place in
      let run = try await ForeignProgram.python().run(
        [ForeignProgram.script("playground/clients.py"), place.base], in: FreshHome())
      #expect(run.exit == .code(0), "\(run.output)\(run.errors)")
    }
  }

  /// What somebody does in Chromium, and how `wayleave login` ends by it.
  enum Deed: String, CaseIterable {
    case allow
    case deny
    case wrongPassword = "wrong-password"
    case closeWindow = "close-window"
    case openedWindow = "opened-window"

    var exit: Int32 {
      switch self {
      case .allow, .wrongPassword, .openedWindow: 0
      case .deny: 2
      // It ends by Ctrl-C.
      case .closeWindow: 130
      }
    }

    var seen: String {
      switch self {
      case .allow, .wrongPassword: "done good light dark"
      case .deny: "done calm light dark"
      case .closeWindow: "closed"
      case .openedWindow: "closed by itself"
      }
    }
  }

  @Test(
    "Chromium is the browser of `wayleave login`", arguments: EmulatedProviders.Entry.allCases, Deed.allCases)
  func login(entry: EmulatedProviders.Entry, deed: Deed) async throws {
    try await EmulatedProviders.during { place in
      try await place.register(entry, at: terminal)
      let log = terminal.papers.appendingPathComponent("chromium.log")
      let running = try terminal.start(
        ["login", entry.rawValue, "--timeout", "600"],
        environment: ["BROWSER": try chromium(deed, log: log)])
      if deed == .closeWindow {
        let seen = try await lines(of: log)
        #expect(seen == deed.seen + "\n")
        // A window that is closed says nothing to anybody: the sign-in goes on waiting.
        #expect(running.isRunning)
        running.send(SIGINT)
      }
      let outcome = try await terminal.outcome(of: running)
      #expect(outcome.exit == .code(deed.exit), "\(outcome.errors)")
      let seen = try await lines(of: log)
      #expect(seen == deed.seen + "\n")
      #expect(terminal.kept(".credential").count == (deed.exit == 0 ? 1 : 0))
      if deed.exit == 0 { #expect(outcome.output.contains("Ravi Oduya")) }
    }
  }

  /// Chromium keeps things in its user's folders: it gets some of its own.
  private func chromium(_ deed: Deed, log: URL) throws -> String {
    let words = [
      "/usr/bin/env", "HOME=\(terminal.papers.path)", "TMPDIR=\(terminal.papers.path)",
      try ForeignProgram.python().executable.path, ForeignProgram.script("login/chromium.py"), deed.rawValue, log.path,
    ]
    return words.map { "'\($0)'" }.joined(separator: " ")
  }

  @Test("TU1: with --flow implicit the listener's page hands over the fragment, and the sign-in ends as any other")
  func fragment() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: terminal)
      let log = terminal.papers.appendingPathComponent("chromium.log")
      let running = try terminal.start(
        ["login", "lane", "--flow", "implicit", "--timeout", "600"],
        environment: ["BROWSER": try chromium(.allow, log: log)])
      let outcome = try await terminal.outcome(of: running)
      #expect(outcome.exit == .code(0) && outcome.output.contains("Ravi Oduya"), "\(outcome.errors)")
      #expect(try await lines(of: log) == Deed.allow.seen + "\n")
    }
  }

  private func lines(of log: URL) async throws -> String {
    let end = ContinuousClock.now.advanced(by: .seconds(300))
    while .now < end {
      if let text = try? String(contentsOf: log, encoding: .utf8), text.hasSuffix("\n") { return text }
      try await Task.sleep(for: .milliseconds(50))
    }
    return "nothing in time"
  }
}
