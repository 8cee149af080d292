import Foundation
import Testing
import WayleaveProgramRunning

/// What a person sees of a sign-in, drawn by tmux at a terminal of 80 and of 40 columns.
///
/// The screens are in `Tests/Screens`; `WAYLEAVE_WRITE_SCREENS=1` writes them again.
@Suite("The screens of a sign-in", .serialized, .enabled(if: ForeignProgram.isInstalled("tmux")))
struct SignInScreenTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  /// How a person comes to sign in, and what stands on the screen when it is complete.
  enum Situation: String, CaseIterable {
    case desktop, ssh, container, device, denied
    /// A terminal that knows no control sequence, and one with colours, which shows a QR code where it fits.
    case dumb, picture

    var environment: [String: String] {
      switch self {
      case .desktop: ["BROWSER": "true"]
      case .ssh: ["SSH_CONNECTION": "10.0.0.1 50000 10.0.0.2 22", "USER": "ada"]
      // Whether or not this machine is one.
      case .container, .device, .dumb, .picture: ["container": "podman"]
      case .denied: ["BROWSER": PlainBrowser.command(Person.ada.orders(.deny))]
      }
    }

    var command: String {
      let login = "wayleave login playground-tollgate"
      return switch self {
      case .desktop, .ssh, .container, .denied: login
      case .device: "\(login) --flow device"
      case .dumb: "TERM=dumb \(login)"
      case .picture: "env -u NO_COLOR \(login) --flow device"
      }
    }

    /// What is written last.
    var last: String {
      switch self {
      case .denied: "[sign_in.denied"
      case .desktop, .ssh, .container, .device, .picture: " left"
      case .dumb: "Ctrl-C ends it."
      }
    }
  }

  /// Runs a test with a screen next to a playground of the same user.
  private func withScreen(
    columns: Int = 80, environment: [String: String] = [:], _ test: (TmuxScreen) async throws -> Void
  ) async throws {
    let playground = try terminal.start(["playground", "--json"])
    _ = try await playground.outputLine(containing: "http://")
    let screen = try await TmuxScreen(of: terminal, columns: columns, environment: environment)
    let result: Result<Void, any Error>
    do {
      try await test(screen)
      result = .success(())
    } catch { result = .failure(error) }
    try await screen.end()
    playground.send(SIGTERM)
    _ = try await playground.outcome()
    try result.get()
  }

  // ZA14
  @Test(
    "the five main situations, and other terminals, at 80 and at 40 columns", arguments: Situation.allCases, [80, 40])
  func situations(_ situation: Situation, columns: Int) async throws {
    try await withScreen(columns: columns, environment: situation.environment) { screen in
      try await screen.enter(situation.command)
      try await screen.text(containing: situation.last)
      if situation == .denied { try await screen.text(containing: "]\n$") }
      let seen = try await screen.steadyLines().joined(separator: "\n") + "\n"
      let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Screens/\(situation.rawValue)-\(columns).txt")
      guard ProcessInfo.processInfo.environment["WAYLEAVE_WRITE_SCREENS"] == nil else {
        return try Data(seen.utf8).write(to: file)
      }
      #expect(seen == (try String(contentsOf: file, encoding: .utf8)))
    }
  }

  @Test("a terminal that becomes narrow has a last line that fits; Ctrl-C then ends the sign-in with 130")
  func resized() async throws {
    try await withScreen(environment: ["BROWSER": "true"]) { screen in
      try await screen.enter("wayleave login playground-foursquare")
      try await screen.text(containing: "in the browser (")
      try await screen.resize(columns: 40)
      try await screen.text(containing: "\nWaiting for you (")
      #expect(try await screen.lines().last?.count ?? 0 < 40)
      try await screen.press("C-c")
      try await screen.text(containing: "Interrupted.")
      try await screen.enter("echo code $?")
      try await screen.text(containing: "code 130")
    }
  }

  @Test("Ctrl-Z and fg: the prompt is there again, and takes what is pasted")
  func stopped() async throws {
    try await withScreen(environment: ["SSH_CONNECTION": "10.0.0.1 50000 10.0.0.2 22"]) { screen in
      try await screen.enter("wayleave login playground-foursquare --flow paste")
      let url = try Self.url(in: try await screen.text(containing: "Paste the URL ("))
      try await screen.press("C-z")
      try await screen.text(containing: "Stopped")
      try await screen.enter("fg")
      // The shell has named the command again, and the prompt is below it.
      try await screen.text(containing: "wayleave login playground-foursquare --flow paste\nPaste the URL (")
      let answer = try await terminal.browse(url, Person.ada.orders(.allow) + ["--hold"])
      try await screen.paste(answer + "\n")
      try await screen.text(containing: "Signed in at Foursquare")
    }
  }

  @Test("SIGHUP ends a sign-in that waits with 130, and the terminal is as it was")
  func hungUp() async throws {
    try await withScreen(environment: ["BROWSER": "true"]) { screen in
      try await screen.enter("sh -c 'echo process $$; exec wayleave login playground-foursquare'; echo code $?")
      let text = try await screen.text(containing: "in the browser (")
      let number = text.split(separator: "\n").first { $0.hasPrefix("process ") }?.dropFirst(8)
      kill(try #require(number.flatMap { Int32($0) }), SIGHUP)
      try await screen.text(containing: "code 130")
      try await screen.enter("stty -a | tr ' ;' '\\n\\n' | grep -cx -e echo -e icanon")
      try await screen.text(containing: "\n2\n")
    }
  }

  @Test("a URL that a line break has cut is one text, and each wrong paste says what is wrong with it")
  func pasted() async throws {
    try await withScreen { screen in
      try await screen.enter("wayleave login playground-foursquare --flow paste")
      let url = try Self.url(in: try await screen.text(containing: "Paste the URL ("))
      let wrong = [
        (url, "That is the URL to open."), ("hello", "That is not a URL."),
        ("http://127.0.0.1/callback/playground-foursquare?x=1", "There is no code in that URL."),
        ("http://127.0.0.1/callback/playground-foursquare?code=x&state=y", "belongs to another sign-in"),
      ]
      for (text, sentence) in wrong {
        try await screen.paste(text + "\n")
        try await screen.text(containing: sentence)
      }
      let answer = try await terminal.browse(url, Person.ada.orders(.allow) + ["--hold"])
      let middle = answer.index(answer.startIndex, offsetBy: answer.count / 2)
      try await screen.paste(" <\(answer[..<middle])\n\(answer[middle...])> \n")
      try await screen.text(containing: "Signed in at Foursquare")
    }
  }

  @Test("L18: a URL that is longer than a line that the terminal edits itself signs in at the prompt that waits")
  func longPaste() async throws {
    try await withScreen { screen in
      let padding = String(repeating: "abcdefgh", count: 750)
      // So much of it does a program get that leaves the line to the terminal.
      try await screen.enter("read -r line; clear; echo got ${#line}")
      try await screen.paste(padding + "\n")
      try await screen.text(containing: "got 4095")
      try await screen.enter("clear; wayleave login playground-foursquare --flow paste")
      let url = try Self.url(in: try await screen.text(containing: "Paste the URL ("))
      let answer = try await terminal.browse(url, Person.ada.orders(.allow) + ["--hold"])
      let parts = answer.split(separator: "?", maxSplits: 1)
      try #require(parts.count == 2)
      // What would be cut off is the code, and the state.
      try await screen.paste("\(parts[0])?session_state=\(padding)&\(parts[1])\n")
      try await screen.text(containing: "Signed in at Foursquare")
    }
  }

  /// Runs a test with an entry `hebrew`, whose provider gives this code, next to the provider.
  private func withHebrewProvider(code: String, _ test: () async throws -> Void) async throws {
    let provider = try Program(executable: URL(fileURLWithPath: "/usr/bin/env")).start(
      ["python3", "-B", Terminal.path(ofScript: "device_provider.py"), code], in: try FreshHome())
    let base = try await provider.outputLine(containing: "http://")
    let entry = """
      format: 1
      name: hebrew
      title: ספק הדוגמה
      protocol: oauth2
      token_endpoint: \(base)/token
      device_authorization_endpoint: \(base)/device_authorization
      identity:
        endpoint: \(base)/me
        subject: "{id}"
        name: "{name}"

      """
    let added = try await terminal.wayleave("providers", "add", try terminal.paper("hebrew.yaml", entry))
    #expect(added.exit == .code(0), "\(added.errors)")
    let result: Result<Void, any Error>
    do { result = .success(try await test()) } catch { result = .failure(error) }
    provider.send(SIGTERM)
    _ = try await provider.outcome()
    try result.get()
  }

  private static let hebrewLogin = ["login", "hebrew", "--client-id", "x", "--flow", "device"]

  @Test("names in Hebrew letters stand on lines that fit, and next to no URL or code", arguments: [80, 40])
  func rightToLeft(columns: Int) async throws {
    try await withHebrewProvider(code: "WDJB-MJHT") {
      let screen = try await TmuxScreen(of: terminal, columns: columns)
      let result: Result<Void, any Error>
      do {
        try await screen.enter("wayleave \(Self.hebrewLogin.joined(separator: " "))")
        let text = try await screen.text(containing: "Stored in")
        let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(lines.contains("WDJB-MJHT") && lines.contains { $0.hasSuffix("/device") }, "\(text)")
        let isHebrew = { (line: String) in line.unicodeScalars.contains { (0x590...0x5FF).contains($0.value) } }
        let words = lines.filter(isHebrew).joined(separator: " ")
        // Each name is isolated, so that a terminal turns around that name alone.
        #expect(words.contains("\u{2068}ספק הדוגמה\u{2069} as \u{2068}עדה\u{2069}."), "\(text)")
        #expect(!lines.contains { isHebrew($0) && ($0.contains("http") || $0.contains("WDJB")) }, "\(text)")
        // A URL and a path are longer, and the command was typed.
        let widest = lines.filter { !$0.contains("/") && !$0.hasPrefix("$") }.map(\.count).max() ?? 0
        #expect(widest <= columns, "\(text)")
        result = .success(())
      } catch { result = .failure(error) }
      try await screen.end()
      try result.get()
    }
  }

  @Test("RFC 8628 §6.1: a code in Hebrew letters, which not every user can type, is refused and not shown: exit 5")
  func foreignCode() async throws {
    try await withHebrewProvider(code: "אבגד-הוזח") {
      let login = try await terminal.outcome(of: try terminal.start(Self.hebrewLogin))
      #expect(login.exit == .code(5) && login.shownCode == "answer.unexpected", "\(login.errors)")
      #expect(login.leaks(of: ["אבגד"]) == [])
    }
  }

  @Test("while a code waits, o opens the page without the code, and c copies the URL that has it")
  func openAndCopy() async throws {
    try await EmulatedProviders.during { place in
      let issuer = place.base + "/tollgate"
      let opened = terminal.papers.appendingPathComponent("opened").path
      let browser = try terminal.paper("browser", "#!/bin/sh\necho \"$1\" >>'\(opened)'\n")
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: browser)
      let program = try Program.wayleave().executable.path
      let login = try await terminal.outcome(
        of: try terminal.start(
          script: "pressing.py",
          [
            "q ends the sign-in", "ocq", program, "login", issuer, "--client-id", "tollgate-native", "--flow", "device",
          ],
          environment: ["TERM": "xterm-256color", "BROWSER": browser]))
      #expect(login.exit == .code(2), "\(login.output)")
      #expect(login.output.contains("Keys: o opens the page here, c copies its URL, q ends the sign-in."))
      // No one has waited for the browser.
      func page() -> String { (try? String(contentsOfFile: opened, encoding: .utf8)) ?? "" }
      let deadline = ContinuousClock.now + .seconds(120)
      while !page().hasSuffix("\n"), .now < deadline { try await Task.sleep(for: .milliseconds(20)) }
      #expect(page() == "\(issuer)/device\n")
      let code = try #require(login.output.firstMatch(of: #/user_code=([A-Z-]+)/#)).1
      let copied = Data("\(issuer)/device?user_code=\(code)".utf8).base64EncodedString()
      #expect(login.output.contains("\u{1B}]52;c;\(copied)\u{1B}\\"), "\(login.output)")
      // The URL is a link, and bold as the code is.
      #expect(login.output.contains("\u{1B}[1m\u{1B}]8;;\(issuer)/device\u{1B}\\"), "\(login.output)")
      #expect(login.output.contains("\u{1B}[1m\(code)\u{1B}[22m"), "\(login.output)")
    }
  }

  @Test("while a code waits, q ends the sign-in, and nothing that was typed is left for the shell")
  func keys() async throws {
    try await withScreen { screen in
      try await screen.enter("wayleave login playground-tollgate --flow device")
      try await screen.text(containing: "q ends the sign-in")
      try await screen.text(containing: " left")
      try await screen.enter("touch left-behind")
      try await Task.sleep(for: .milliseconds(300))
      try await screen.press("q")
      try await screen.text(containing: "You ended the sign-in.")
      try await screen.enter("echo code $?; ls")
      let text = try await screen.text(containing: "code 2")
      #expect(!text.contains("left-behind"), "\(text)")
    }
  }

  @Test("a second program waits for the first sign-in of the account, and takes what came of it")
  func second() async throws {
    try await withScreen(environment: ["BROWSER": "true"]) { screen in
      try await screen.enter("wayleave login playground-foursquare")
      let url = try Self.url(in: try await screen.text(containing: "in the browser ("))
      let other = try terminal.start(["login", "playground-foursquare", "--json"], environment: ["BROWSER": "true"])
      let line = try await other.errorLine(containing: "Another sign-in for “playground-foursquare” is open")
      #expect(line.contains("(process ") && line.contains("Ctrl-C ends this."))
      try await terminal.browse(url, Person.ada.orders(.allow))
      try await screen.text(containing: "Signed in at Foursquare")
      let outcome = try await terminal.outcome(of: other)
      #expect(outcome.exit == .code(0) && !outcome.errors.contains("authenticate?"), "\(outcome.errors)")
      #expect(try outcome.json()["name"] as? String == "Ada Fenwick")
      #expect(terminal.kept(".credential").count == 1)
    }
  }

  @Test(
    "a login that waited takes the account of the other sign-in, and not another one of the provider",
    arguments: [true, false])
  func amongTwo(isAdaLater: Bool) async throws {
    let (earlier, later) = isAdaLater ? (Person.ravi, Person.ada) : (.ada, .ravi)
    try await withScreen(environment: ["BROWSER": "true"]) { screen in
      let browser = ["BROWSER": PlainBrowser.command(earlier.orders(.allow))]
      let login = try await terminal.wayleave("login", "playground-foursquare", environment: browser)
      #expect(login.exit == .code(0), "\(login.errors)")
      try await screen.enter("wayleave login playground-foursquare")
      let url = try Self.url(in: try await screen.text(containing: "in the browser ("))
      let other = try terminal.start(["login", "playground-foursquare", "--json"], environment: ["BROWSER": "true"])
      _ = try await other.errorLine(containing: "Another sign-in for “playground-foursquare” is open")
      try await terminal.browse(url, later.orders(.allow))
      try await screen.text(containing: "Signed in at Foursquare")
      let outcome = try await terminal.outcome(of: other)
      #expect(try outcome.json()["name"] as? String == (isAdaLater ? "Ada Fenwick" : "Ravi Oduya"), "\(outcome.errors)")
    }
  }

  @Test("a login that waited takes no account of another provider, also under the same name")
  func otherProvider() async throws {
    try await withScreen(environment: ["BROWSER": "true"]) { screen in
      try await screen.enter("wayleave login playground-foursquare -a work")
      let url = try Self.url(in: try await screen.text(containing: "in the browser ("))
      let other = try terminal.start(["login", "playground-twitter", "-a", "work"], environment: ["BROWSER": "true"])
      _ = try await other.errorLine(containing: "Another sign-in for “work” is open")
      try await terminal.browse(url, Person.ada.orders(.allow))
      try await screen.text(containing: "Signed in at Foursquare")
      let outcome = try await terminal.outcome(of: other)
      #expect(outcome.exit == .code(64) && outcome.errors.contains("“work” is the name of another account"))
    }
  }

  @Test("the end of the input at the prompt is said, and the browser still comes back")
  func inputEnded() async throws {
    try await withScreen(environment: ["BROWSER": "true"]) { screen in
      try await screen.enter("wayleave login playground-foursquare")
      let url = try Self.url(in: try await screen.text(containing: "in the browser ("))
      try await screen.press("C-d")
      try await screen.text(containing: "Nothing more is read here.")
      try await terminal.browse(url, Person.ada.orders(.allow))
      try await screen.text(containing: "Signed in at Foursquare")
    }
  }

  /// The URL of a provider's page on a screen.
  private static func url(in text: String) throws -> String {
    let line = text.split(separator: "\n").first { $0.contains("/authenticate?") || $0.contains("/authorize?") }
    return try #require(line).trimmingCharacters(in: .whitespaces)
  }
}

@Suite("Sign-ins that no one answers", .serialized)
struct UnansweredSignInTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  @Test("after three attempts without an answer the URL is printed, and no browser opens; an answer opens it again")
  func quiet() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: terminal)
      let opened = terminal.papers.appendingPathComponent("opened").path
      let browser = try terminal.paper("browser", "#!/bin/sh\necho x >>'\(opened)'\n")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: browser)
      func opens() -> Int { (try? String(contentsOfFile: opened, encoding: .utf8))?.split(separator: "\n").count ?? 0 }
      /// A sign-in that is ended once the browser was opened for the time of that number, or is said not to be.
      func leave(
        _ options: [String] = [], opening number: Int, isQuiet: Bool = false
      ) async throws -> ProgramOutcome {
        let waiting = try await WaitingSignIn.begin(at: terminal, to: .lane, options, environment: ["BROWSER": browser])
        if isQuiet { _ = try await waiting.running.errorLine(containing: "No browser is opened") }
        let deadline = ContinuousClock.now + .seconds(120)
        while opens() < number, .now < deadline { try await Task.sleep(for: .milliseconds(20)) }
        waiting.running.send(SIGINT)
        let outcome = try await terminal.outcome(of: waiting.running)
        #expect(outcome.exit == .code(130) && opens() == number, "\(outcome.errors)")
        return outcome
      }
      for attempt in 1...4 {
        let run = try await leave(opening: min(attempt, 3), isQuiet: attempt > 3)
        #expect(run.errors.contains("No browser is opened") == (attempt > 3), "\(run.errors)")
      }
      let late = try await terminal.wayleave("login", "lane", "--timeout", "1", environment: ["BROWSER": browser])
      #expect(late.exit == .code(9) && late.errors.contains("/authorize?"), "\(late.errors)")
      #expect(late.errors.contains("No browser is opened") && opens() == 3, "\(late.errors)")
      _ = try await leave(["--flow", "browser"], opening: 4)
      let waiting = try await WaitingSignIn.begin(at: terminal, to: .lane)
      try await terminal.browse(waiting.authorizationURL, Person.ada.orders(.deny))
      #expect(try await terminal.outcome(of: waiting.running).exit == .code(2))
      _ = try await leave(opening: 5)
    }
  }
}
