import Foundation
import Testing
import WayleaveProgramRunning

@Suite("attack 211: how a sign-in ends that does not succeed", .serialized)
struct SignInEndingTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  /// What a sign-in that came to nothing leaves: neither credential, nor waiting sign-in, nor listener.
  private func expectNothing(left callback: CallbackAddress, location: SourceLocation = #_sourceLocation) {
    #expect(terminal.kept(".credential").isEmpty, sourceLocation: location)
    #expect(terminal.kept(".sign-in").isEmpty, sourceLocation: location)
    #expect(callback.isFree, sourceLocation: location)
  }

  // FS14, FS27, BD16
  @Test("no answer in time: exit 9")
  func timeout() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: terminal)
      let signIn = try await WaitingSignIn.begin(at: terminal, to: .lane, ["--timeout", "1", "--json"])
      let outcome = try await terminal.outcome(of: signIn.running)
      #expect(outcome.exit == .code(9))
      #expect(try outcome.errorCode() == "sign_in.timed_out")
      #expect(outcome.took >= .seconds(1))
      // A user who is late can still finish it.
      #expect(try CallbackAddress(in: signIn.authorizationURL).isFree && terminal.kept(".sign-in").count == 1)
    }
  }

  // FS27
  @Test("Ctrl-C: exit 130, nothing is changed, and the message says so", arguments: [false, true])
  func interrupt(forPrograms: Bool) async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: terminal)
      let signIn = try await WaitingSignIn.begin(at: terminal, to: .lane, forPrograms ? ["--json"] : [])
      signIn.running.send(SIGINT)
      let outcome = try await terminal.outcome(of: signIn.running)
      #expect(outcome.exit == .code(130))
      #expect(outcome.errors.contains("Nothing was changed."))
      if forPrograms {
        #expect(try outcome.errorCode() == "sign_in.cancelled")
      } else {
        #expect(outcome.output.isEmpty)
      }
      expectNothing(left: try CallbackAddress(in: signIn.authorizationURL))
    }
  }

  @Test("attack 63: kill -9 while it waits: no credential, the port is free, and the next sign-in works")
  func killed() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: terminal)
      let signIn = try await WaitingSignIn.begin(at: terminal, to: .lane)
      let callback = try CallbackAddress(in: signIn.authorizationURL)
      signIn.running.send(SIGKILL)
      #expect(try await signIn.running.outcome().exit == .signal(SIGKILL))
      #expect(terminal.kept(".credential").isEmpty && callback.isFree)
      #expect(try await terminal.wayleave("token").exit == .code(4))
      try await place.signIn(to: .lane, at: terminal)
      #expect(try await terminal.wayleave("status", "--check").exit == .code(0))
      #expect(terminal.kept(".credential").count == 1)
    }
  }

  @Test("the port is taken: exit 1, and no browser was opened")
  func portTaken() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: terminal)
      let port = try LoopbackPort()
      let login = try await terminal.wayleave(
        "login", "lane", "--port", "\(port.number)", "--json", environment: browserThatIsSeen)
      #expect(login.exit == .code(1))
      #expect(try login.errorCode() == "sign_in.port_in_use")
      #expect(!wasBrowserSeen && place.count(of: "authorization.requested") == 0)
    }
  }

  /// How several ports are given, the first of which is taken.
  enum PortsGiven: String, CaseIterable { case option, variable, redirectURIs }

  @Test("N2: of two ports that are given the second is used when the first is taken", arguments: PortsGiven.allCases)
  func portGiven(way: PortsGiven) async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: terminal)
      let taken = try LoopbackPort()
      let number = try LoopbackPort().number
      var arguments: [String] = []
      var environment = ["BROWSER": "true"]
      switch way {
      case .option: arguments = ["--port", "\(taken.number),\(number)"]
      case .variable: environment["WAYLEAVE_PORT"] = "\(taken.number),\(number)"
      case .redirectURIs:
        arguments = [taken.number, number].flatMap { ["--redirect-uri", "http://127.0.0.1:\($0)/callback"] }
      }
      let signIn = try await WaitingSignIn.begin(at: terminal, to: .lane, arguments, environment: environment)
      withExtendedLifetime(taken) {}
      #expect(try CallbackAddress(in: signIn.authorizationURL).port == number)
      try await terminal.browse(signIn.authorizationURL, Person.ada.orders(.allow))
      #expect(try await terminal.outcome(of: signIn.running).exit == .code(0))
    }
  }

  @Test(
    "73: a browser that cannot start: the address is printed, and the sign-in goes on", arguments: [[], ["--quiet"]])
  func noBrowser(options: [String]) async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: terminal)
      let signIn = try await WaitingSignIn.begin(
        at: terminal, to: .lane, options, environment: ["BROWSER": "/no/such/browser:/bin/false"])
      if options.isEmpty { _ = try await signIn.running.errorLine(containing: "No browser could be started") }
      try await terminal.browse(signIn.authorizationURL, Person.ada.orders(.allow))
      let outcome = try await terminal.outcome(of: signIn.running)
      #expect(outcome.exit == .code(0), "\(outcome.errors)")
      if options.isEmpty {
        #expect(outcome.errors.contains("“/no/such/browser” is not a program here"))
        #expect(outcome.errors.contains("Open the URL yourself."))
      }
    }
  }

  @Test("a browser that never ends is not waited for, and stays open")
  func blockingBrowser() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: terminal)
      let number = terminal.papers.appendingPathComponent("process").path
      let signIn = try await WaitingSignIn.begin(
        at: terminal, to: .lane, environment: ["BROWSER": "sh -c 'echo $$ >\"$0\"; exec sleep 600' '\(number)'"])
      var process: Int32?
      while process == nil {
        try #require(signIn.running.isRunning)
        try await Task.sleep(for: .milliseconds(20))
        let text = (try? String(contentsOfFile: number, encoding: .utf8)) ?? ""
        process = text.hasSuffix("\n") ? Int32(text.dropLast()) : nil
      }
      let browser = try #require(process)
      defer { kill(browser, SIGKILL) }
      try await terminal.browse(signIn.authorizationURL, Person.ada.orders(.allow))
      let outcome = try await terminal.outcome(of: signIn.running)
      #expect(outcome.exit == .code(0), "\(outcome.errors)")
      #expect(kill(browser, 0) == 0)
    }
  }

  @Test("5, 53: a browser that opens the page twice signs in once: the second window hears that the URL was used")
  func browserTwice() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: terminal)
      let logs = ["first", "second"].map { terminal.papers.appendingPathComponent("\($0).log") }
      let windows = logs.map { PlainBrowser.command(Person.ada.orders(.allow), log: $0) }
      // The first window is sent to the provider. Before it goes on there, the second one opens the same URL.
      let script = try terminal.paper(
        "browser",
        """
        #!/bin/sh
        page=$(python3 -c '
        import http.client, sys, urllib.parse
        url = urllib.parse.urlsplit(sys.argv[1])
        connection = http.client.HTTPConnection(url.netloc)
        connection.request("GET", url.path)
        print(connection.getresponse().getheader("Location"))' "$1")
        \(windows[1]) "$1"
        \(windows[0]) "$page"

        """)
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script)
      let login = try await terminal.wayleave("login", "lane", environment: ["BROWSER": script])
      #expect(login.exit == .code(0) && login.output.hasPrefix("Signed in at The Lane as Ada"), "\(login.errors)")
      #expect(terminal.kept(".credential").count == 1 && place.count(of: "token.issued") == 1)
      #expect(try await LastPage.awaited(logs[0])?.status == 200)
      #expect(try await LastPage.awaited(logs[1])?.status == 410)
    }
  }

  @Test("no store can be written: exit 6 before any browser is opened", arguments: ["proc", "file"])
  func storeUnwritable(kind: String) async throws {
    let place = try kind == "proc" ? "/proc/no-such-folder" : terminal.paper("a-file", "not a folder") + "/below"
    let login = try await terminal.wayleave(
      "login", "http://127.0.0.1:1", "--client-id", "nobody", "--json",
      environment: browserThatIsSeen.merging(["WAYLEAVE_HOME": place]) { _, new in new })
    #expect(login.exit == .code(6), "\(login.output)\(login.errors)")
    #expect(try login.errorCode()?.hasPrefix("store.un") == true)
    #expect(!wasBrowserSeen)
  }

  @Test("a provider that is down is exit 3, before any browser is opened")
  func providerDown() async throws {
    let port = try LoopbackPort().number
    let login = try await terminal.wayleave(
      "login", "http://127.0.0.1:\(port)", "--client-id", "nobody", environment: browserThatIsSeen)
    #expect(login.exit == .code(3) && login.shownCode == "network.refused")
    #expect(!wasBrowserSeen)
    #expect(!login.errors.contains("Waiting for the answer"), "nothing was waited for: \(login.errors)")
  }

  private var sight: URL { terminal.papers.appendingPathComponent("browser-was-here") }
  private var browserThatIsSeen: [String: String] { ["BROWSER": "sh -c 'touch \"$0\"' '\(sight.path)'"] }
  private var wasBrowserSeen: Bool { FileManager.default.fileExists(atPath: sight.path) }
}
