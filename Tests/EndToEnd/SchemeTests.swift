import Foundation
import Testing
import WayleaveProgramRunning

@Suite("wayleave scheme, at a desktop with xdg-utils", .serialized, .enabled(if: DesktopScreen.isPossible))
struct SchemeTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  private static let redirectURI = "wayleave.callback:/callback"

  private var log: String { terminal.papers.appendingPathComponent("log").path }

  private func logged() -> String { (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }

  /// Registers a client that comes back by the scheme, and lets its entry name an app.
  private func register(
    at place: EmulatedProviders, app: String = "", redirectURI: String = redirectURI
  ) async throws {
    try await place.register(.lane, at: terminal, redirectURI: redirectURI)
    let entry = try #require(terminal.kept("lane.yaml").first)
    let text = EmulatedProviders.Entry.lane.text(at: place.base) + app
    try Data(text.utf8).write(to: entry)
  }

  private static let app = """
    native_app:
      authorization: "laneauth://authorize?v=20130509"
      install: https://apps.example/lane
      scheme: lane
      omits_state: true

    """

  @Test("the desktop learns who opens the scheme; what did before comes back")
  func installed() async throws {
    try await DesktopScreen.during(terminal) { desktop in
      let none = try await terminal.wayleave("scheme", "status", "--json").json()
      #expect(none["opened_by"] as? String == "none" && none["handler"] is NSNull)
      try await desktop.register("other.desktop", for: "wayleave.callback", command: "/bin/true")
      let other = try await terminal.wayleave("scheme", "--json").json()
      #expect(other["opened_by"] as? String == "other" && other["handler"] as? String == "other.desktop")
      let said = try await terminal.wayleave("scheme", "status")
      #expect(said.output.contains("other.desktop opens URLs of the scheme wayleave.callback"), "\(said.output)")

      for _ in 0..<2 {
        let installed = try await terminal.wayleave("scheme", "install", "--json")
        #expect(installed.exit == .code(0), "\(installed.errors)")
        #expect(try installed.json()["replaced"] as? String == "other.desktop")
      }
      let ours = try await terminal.wayleave("scheme", "status", "--json").json()
      #expect(ours["opened_by"] as? String == "wayleave" && ours["redirect_uri"] as? String == Self.redirectURI)
      let file = try String(contentsOf: desktop.file("wayleave-wayleave.callback.desktop"), encoding: .utf8)
      #expect(
        file.contains("Exec=env WAYLEAVE_HOME=\(terminal.home.wayleave.path) ") && file.contains(" scheme open %u\n"))

      let removed = try await terminal.wayleave("scheme", "remove", "--json").json()
      #expect(removed["removed"] as? Bool == true && removed["restored"] as? String == "other.desktop")
      #expect(try await terminal.wayleave("scheme", "status", "--json").json()["handler"] as? String == "other.desktop")
      #expect(!FileManager.default.fileExists(atPath: desktop.file("wayleave-wayleave.callback.desktop").path))
      #expect(try await terminal.wayleave("scheme", "remove", "--json").json()["removed"] as? Bool == false)
      for (scheme, isWarned) in [("fsoauthexample", true), ("com.example.wayleave", false)] {
        let run = try await terminal.wayleave("scheme", "install", "--scheme", scheme)
        let warning = "any program can have the scheme \(scheme)"
        #expect(run.exit == .code(0) && run.errors.contains(warning) == isWarned, "\(scheme): \(run.errors)")
      }
    }
  }

  @Test("a scheme of the system is refused: exit 64")
  func foreignScheme() async throws {
    let run = try await terminal.wayleave("scheme", "install", "--scheme", "mailto", "--json")
    #expect(try run.exit == .code(64) && run.errorCode() == "configuration.invalid_value")
  }

  // FS23
  @Test("a browser comes back by the scheme, and the login that waits ends with the account")
  func login() async throws {
    try await EmulatedProviders.during { place in
      try await DesktopScreen.during(terminal) { desktop in
        try await register(at: place)
        #expect(try await terminal.wayleave("scheme", "install").exit == .code(0))
        let login = try await terminal.wayleave("login", "lane", environment: ["BROWSER": desktop.browser(log: log)])
        #expect(login.exit == .code(0) && login.output.hasPrefix("Signed in at The Lane as Ada"), "\(login.errors)")
        #expect(login.errors.contains("Back by the scheme wayleave.callback, because"), "\(login.errors)")
        // Other users see the arguments of a program, and the page's URL has the state.
        #expect(logged().hasPrefix("http://127.0.0.1:") && !logged().contains("state="))
        #expect(terminal.kept(".credential").count == 1 && terminal.kept(".sign-in").isEmpty)
      }
    }
  }

  @Test("the login that waits hears of a no at the provider: exit 2")
  func denied() async throws {
    try await EmulatedProviders.during { place in
      try await DesktopScreen.during(terminal) { desktop in
        try await register(at: place)
        #expect(try await terminal.wayleave("scheme", "install").exit == .code(0))
        let login = try await terminal.wayleave(
          "login", "lane", "--json", environment: ["BROWSER": desktop.browser(.ada, .deny, log: log)])
        #expect(try login.exit == .code(2) && login.errorCode() == "sign_in.denied", "\(login.errors)")
      }
    }
  }

  @Test("64: a scheme that another program opens is not used: nothing is shown, and doctor says it")
  func taken() async throws {
    try await EmulatedProviders.during { place in
      try await DesktopScreen.during(terminal) { desktop in
        try await register(at: place)
        for name in [nil, "thief.desktop"] {
          if let name { try await desktop.register(name, for: "wayleave.callback", command: "/bin/true") }
          let login = try await terminal.wayleave(
            "login", "lane", "--json", environment: ["BROWSER": desktop.browser(log: log)])
          #expect(try login.errorCode() == "configuration.invalid_redirect_uri", "\(login.errors)")
          #expect(login.output.contains(name ?? "no program"), "\(login.output)")
          let doctor = try await terminal.wayleave("doctor", "lane", "--offline", "--json")
          #expect(doctor.output.contains(name ?? "no program on this desktop"), "\(doctor.output)")
        }
        #expect(logged().isEmpty)
      }
    }
  }

  // FS1
  @Test("app switch: the provider's app is opened by its own scheme, and comes back by ours without a state")
  func app() async throws {
    try await EmulatedProviders.during { place in
      try await DesktopScreen.during(terminal) { desktop in
        try await register(at: place, app: Self.app)
        #expect(try await terminal.wayleave("scheme", "install").exit == .code(0))
        try await desktop.registerApp("laneauth", at: place, log: log)
        let login = try await terminal.outcome(of: try startAtTerminal(answer: "yes", ["BROWSER": ""]))
        #expect(login.exit == .code(0) && login.output.contains("Signed in at The Lane as Ada"), "\(login.output)")
        // The answer of an app that is this fast can come before the program that starts it has ended.
        #expect(login.output.contains("the app of The Lane"), "\(login.output)")
        #expect(login.output.contains("Check that this account is yours"), "\(login.output)")
        // A person who decides whether to start it knows what that costs.
        #expect(login.output.contains("gives back no state"), "\(login.output)")
        #expect(
          logged().hasPrefix("laneauth://authorize?v=20130509&") && logged().contains("client_id="), "\(logged())")
      }
    }
  }

  @Test(
    "68: the app of an entry that is not ours is started after a yes, and at no terminal never; then the browser is used",
    arguments: ["no", "", nil])
  func unwanted(answer: String?) async throws {
    try await EmulatedProviders.during { place in
      try await DesktopScreen.during(terminal) { desktop in
        try await register(at: place, app: Self.app)
        #expect(try await terminal.wayleave("scheme", "install").exit == .code(0))
        let started = terminal.papers.appendingPathComponent("started").path
        try await desktop.registerApp("laneauth", at: place, log: started)
        let browser = ["BROWSER": desktop.browser(log: log)]
        let login =
          if let answer {
            try await terminal.outcome(of: try startAtTerminal(answer: answer, browser))
          } else { try await terminal.wayleave("login", "lane", "--flow", "app", environment: browser) }
        let shown = login.output + login.errors
        #expect(login.exit == .code(0) && shown.contains("Signed in at The Lane as Ada"), "\(shown)")
        #expect(!FileManager.default.fileExists(atPath: started))
        let words = answer == nil ? "there is no terminal to ask at" : "Start that program?"
        #expect(shown.contains("app.desktop") && shown.contains("is not part of Wayleave"), "\(shown)")
        #expect(shown.contains(words), "\(shown)")
        #expect(!shown.contains("Check that this account is yours"))
      }
    }
  }

  /// Signs in by the app, at a terminal where the question whether to start it is answered; `script` runs before.
  private func startAtTerminal(
    answer: String, _ environment: [String: String], after script: String = ":"
  ) throws -> RunningProgram {
    let program = try Program.wayleave().executable.path
    return try terminal.start(
      script: "answering.py",
      [
        "[[\"Start that program?\", \"\(answer)\"]]", "/bin/sh", "-c",
        "\(script); exec '\(program)' login lane --flow app",
      ], environment: environment)
  }

  // FS8
  @Test("68: without the app, or with one that is too old, the browser is used, and one line says so")
  func missingApp() async throws {
    try await EmulatedProviders.during { place in
      try await DesktopScreen.during(terminal) { desktop in
        try await register(at: place, app: Self.app)
        #expect(try await terminal.wayleave("scheme", "install").exit == .code(0))
        for (isOld, line) in [(false, "is not installed. It is here: https://apps.example/lane"), (true, "is too old")]
        {
          if isOld { try await desktop.register("old.desktop", for: "lane", command: "/bin/true") }
          let login = try await terminal.wayleave(
            "login", "lane", "--flow", "app", environment: ["BROWSER": desktop.browser(log: log)])
          #expect(login.exit == .code(0), "\(login.errors)")
          #expect(login.errors.contains("Flow: browser, because the app of The Lane \(line)"), "\(login.errors)")
        }
      }
    }
  }

  @Test("without xdg-open, gio opens the app")
  func gio() async throws {
    try await EmulatedProviders.during { place in
      try await DesktopScreen.during(terminal) { desktop in
        try await register(at: place, app: Self.app)
        #expect(try await terminal.wayleave("scheme", "install").exit == .code(0))
        try await desktop.registerApp("laneauth", at: place, log: log)
        let folder = terminal.papers.appendingPathComponent("bin")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in try FileManager.default.contentsOfDirectory(atPath: "/usr/bin") where name != "xdg-open" {
          try FileManager.default.createSymbolicLink(
            atPath: folder.appendingPathComponent(name).path, withDestinationPath: "/usr/bin/\(name)")
        }
        let login = try await terminal.outcome(
          of: try startAtTerminal(answer: "yes", ["BROWSER": "", "PATH": folder.path, "XDG_CACHE_HOME": folder.path]))
        #expect(login.exit == .code(0) && login.output.contains("Signed in at The Lane as Ada"), "\(login.output)")
        #expect(logged().hasPrefix("laneauth://authorize?"), "\(logged())")
      }
    }
  }

  @Test("68: an app that fails leads to the browser, which is started once")
  func failingApp() async throws {
    try await EmulatedProviders.during { place in
      try await DesktopScreen.during(terminal) { desktop in
        try await register(at: place, app: Self.app)
        #expect(try await terminal.wayleave("scheme", "install").exit == .code(0))
        try await desktop.register("broken.desktop", for: "laneauth", command: "/bin/false")
        let login = try await terminal.outcome(
          of: try startAtTerminal(answer: "yes", ["BROWSER": desktop.browser(log: log)]))
        #expect(
          login.exit == .code(0) && login.output.contains("the app of The Lane cannot be started"), "\(login.output)")
        #expect(logged().split(separator: "\n").count == 1 && logged().hasPrefix("http://127.0.0.1:"), "\(logged())")
      }
    }
  }

  @Test("68: an app that says no, with the state of the sign-in, ends it: exit 2, and no browser is started")
  func refusingApp() async throws {
    try await EmulatedProviders.during { place in
      try await DesktopScreen.during(terminal) { desktop in
        try await register(at: place, app: Self.app)
        #expect(try await terminal.wayleave("scheme", "install").exit == .code(0))
        let started = terminal.papers.appendingPathComponent("started").path
        try await desktop.registerApp("laneauth", at: place, log: started, .deny)
        let login = try await terminal.outcome(
          of: try startAtTerminal(answer: "yes", ["BROWSER": desktop.browser(log: log)]))
        #expect(login.exit == .code(2) && login.output.contains("sign_in.denied"), "\(login.output)")
        #expect(logged().isEmpty)
        #expect(try String(contentsOfFile: started, encoding: .utf8).split(separator: "\n").count == 1)
      }
    }
  }

  // FS22
  @Test("66: a callback that no one asked for is refused, and spends nothing; a login that waits goes on")
  func unsolicited() async throws {
    try await EmulatedProviders.during { place in
      try await DesktopScreen.during(terminal) { desktop in
        try await register(at: place)
        #expect(try await terminal.wayleave("scheme", "install").exit == .code(0))
        let waiting = try await WaitingSignIn.begin(at: terminal, to: .lane)
        for query in ["code=not-ours&state=unknown", "code=not-ours", "error=access_denied"] {
          let url = "\(Self.redirectURI)?\(query)"
          for (word, input) in [(url, ""), ("-", "\(url)\n")] {
            let run = try await terminal.wayleave("scheme", "open", word, "--json", input: input)
            #expect(try run.exit == .code(5) && run.errorCode() == "sign_in.unsolicited_callback", "\(run.errors)")
            #expect(!run.output.contains("not-ours"))
          }
        }
        let none = try await terminal.wayleave("scheme", "open", "\(Self.redirectURI)?nothing=1", "--json")
        #expect(none.exit == .code(5), "\(none.output)")
        // Only the exchange of a code asks for tokens, and none was sent.
        #expect(place.count(of: "token.issued") == 0)
        let answer = try await terminal.browse(waiting.authorizationURL, Person.ada.orders(.allow) + ["--hold"])
        let opened = try await terminal.wayleave("scheme", "open", "-", input: answer + "\n")
        #expect(opened.exit == .code(0) && opened.output.hasPrefix("Signed in at The Lane"), "\(opened.errors)")
        let login = try await terminal.outcome(of: waiting.running)
        #expect(login.exit == .code(0) && login.output.hasPrefix("Signed in at The Lane"), "\(login.errors)")
        let again = try await terminal.wayleave("scheme", "open", "-", "--json", input: answer + "\n")
        #expect(try again.errorCode() == "sign_in.unsolicited_callback")
      }
    }
  }

  @Test("20, 66: without a state only a code counts, and only while the login that started the app waits")
  func stateless() async throws {
    try await EmulatedProviders.during { place in
      try await DesktopScreen.during(terminal) { desktop in
        try await register(at: place, app: Self.app)
        #expect(try await terminal.wayleave("scheme", "install").exit == .code(0))
        let (number, started) = (
          try terminal.paper("number", ""), terminal.papers.appendingPathComponent("started").path
        )
        let silent = try terminal.paper("silent", "#!/bin/sh\ntouch '\(started)'\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: silent)
        try await desktop.register("silent.desktop", for: "laneauth", command: silent)
        let login = try startAtTerminal(answer: "yes", ["BROWSER": ""], after: "echo $$ >'\(number)'")
        let deadline = ContinuousClock.now + .seconds(120)
        while !FileManager.default.fileExists(atPath: started) {
          try #require(.now < deadline && login.isRunning, "\(login.errorsSoFar)")
          try await Task.sleep(for: .milliseconds(20))
        }
        let text = try String(contentsOfFile: number, encoding: .utf8).trimmingCharacters(in: .newlines)
        let process = try #require(Int32(text))
        for (query, isWaiting) in [("error=access_denied", true), ("code=not-ours", false)] {
          if !isWaiting {
            kill(process, SIGKILL)
            _ = try await terminal.outcome(of: login)
          }
          let run = try await terminal.wayleave("scheme", "open", "\(Self.redirectURI)?\(query)", "--json")
          #expect(try run.exit == .code(5) && run.errorCode() == "sign_in.unsolicited_callback", "\(run.output)")
          #expect(login.isRunning == isWaiting)
        }
      }
    }
  }

  // FS22
  @Test(
    "66: where it is wanted, a notification of the desktop asks, and its “Sign in” begins a sign-in of our own",
    .enabled(
      if: ["dbus-run-session", "dunst", "notify-send"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
      }), arguments: [("Sign in", 0), ("No", 5)] as [(String, Int32)])
  func notification(button: String, exit: Int32) async throws {
    try await EmulatedProviders.during { place in
      try await DesktopScreen.during(terminal) { desktop in
        try await register(at: place)
        #expect(try await terminal.wayleave("scheme", "install").exit == .code(0))
        let folder = terminal.papers.path
        let run = try await terminal.shell(
          """
          export HOME='\(folder)' XDG_RUNTIME_DIR='\(folder)'
          exec dbus-run-session -- /bin/sh '\(Terminal.path(ofScript: "desktop_question.sh"))' '\(folder)' '\(button)' \
            "$0" scheme open --start-unsolicited '\(Self.redirectURI)?code=not-ours&state=unknown'
          """, environment: ["BROWSER": desktop.browser(log: log)])
        #expect(run.exit == .code(exit), "\(run.output)\(run.errors)")
        #expect(run.output.contains("Signed in at The Lane as Ada") == (exit == 0), "\(run.output)\(run.errors)")
        #expect(logged().isEmpty == (exit != 0) && terminal.kept(".credential").count == (exit == 0 ? 1 : 0))
      }
    }
  }

  // FS22
  @Test(
    "where it is wanted, an unsolicited callback begins a sign-in with a state of ours, after a yes at the terminal")
  func fresh() async throws {
    try await EmulatedProviders.during { place in
      try await DesktopScreen.during(terminal) { desktop in
        try await register(at: place)
        let installed = try await terminal.wayleave("scheme", "install", "--start-unsolicited", "--json")
        #expect(try installed.json()["starts_unsolicited"] as? Bool == true)
        let status = try await terminal.wayleave("scheme", "status", "--json")
        #expect(try status.json()["starts_unsolicited"] as? Bool == true)
        let words = ["scheme", "open", "--start-unsolicited", "\(Self.redirectURI)?code=not-ours&state=unknown"]
        // Without a terminal and a desktop that shows notifications, no one can say yes.
        #expect(try await terminal.outcome(of: try terminal.start(words)).exit == .code(5))
        for (answer, isWanted) in [("no", false), ("y", true)] {
          let run = try await terminal.outcome(
            of: try terminal.start(
              script: "answering.py",
              ["[[\"Begin a sign-in there?\", \"\(answer)\"]]", try Program.wayleave().executable.path] + words,
              environment: ["BROWSER": desktop.browser(log: log)]))
          #expect(
            run.output.contains("wants you to sign in at lane") && !run.output.contains("not-ours"), "\(run.output)")
          #expect(run.output.contains("Signed in at The Lane as Ada") == isWanted, "\(run.output)")
        }
      }
    }
  }
}
