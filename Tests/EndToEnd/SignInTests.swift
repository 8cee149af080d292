import Foundation
import Testing
import WayleaveProgramRunning

@Suite("wayleave login, and what an account is good for", .serialized)
struct SignInTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  // ZA1
  @Test("settings are files: the provider's can be read, and the client's secret in none that is saved")
  func settings() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .lane, at: terminal)
      let entry = try #require(terminal.kept("lane.yaml").first)
      #expect(try String(contentsOf: entry, encoding: .utf8).contains("/oauth2/access_token"))
      let secret = try Data(contentsOf: terminal.papers.appendingPathComponent("lane.secret")).dropLast()
      #expect(!secret.isEmpty && terminal.kept(".client").count == 1)
      for file in terminal.kept("") {
        guard let bytes = try? Data(contentsOf: file) else { continue }
        #expect(bytes.range(of: secret) == nil, "\(file.path)")
      }
    }
  }

  // FS1
  @Test(
    "signs in through the browser, keeps the credential and says who the user is",
    arguments: EmulatedProviders.Entry.allCases)
  func signIn(entry: EmulatedProviders.Entry) async throws {
    try await EmulatedProviders.during { place in
      try await place.register(entry, at: terminal)
      let browser = ["BROWSER": PlainBrowser.command(Person.forgetfulAda.orders(.allow))]
      let login = try await terminal.wayleave("login", entry.rawValue, "--json", "--trace", environment: browser)
      #expect(login.exit == .code(0), "\(login.errors)")
      let answer = try login.json()
      #expect(answer["account"] as? String == entry.rawValue)
      #expect(answer["subject"] as? String == "73001")
      #expect(answer["name"] as? String == "Ada Fenwick")
      #expect(answer["refreshable"] as? Bool == false)
      #expect((answer["stored_in"] as? String)?.hasPrefix(terminal.home.wayleave.path) == true)
      #expect(terminal.kept(".credential").count == 1)
      #expect(terminal.kept(".sign-in").isEmpty)
      #expect(place.count(of: "person.wrong_password") == 1)

      // From here on the token is a secret to every command but the one that is asked for it.
      let token = try await terminal.wayleave("token")
      #expect(token.exit == .code(0) && token.answer.count > 20)
      terminal.secrets.append(token.answer)
      #expect(login.leaks(of: [token.answer]).isEmpty)
      let check = try await terminal.wayleave("status", "--check", "--trace")
      #expect(check.exit == .code(0) && check.output.contains("it works"))
      let reply = try await terminal.wayleave("request", place.base + entry.userPath, "--trace")
      #expect(reply.exit == .code(0) && reply.output.contains("Ada"), "\(reply.errors)")
    }
  }

  // TU4
  @Test(
    "Deny is exit 2, within 100 ms of our own time, and nothing is kept", arguments: EmulatedProviders.Entry.allCases)
  func deny(entry: EmulatedProviders.Entry) async throws {
    try await EmulatedProviders.during { place in
      try await place.register(entry, at: terminal)
      var milliseconds: [Double] = []
      // Until one is quick, and two at least: the others had to wait for other programs of this machine.
      while milliseconds.count < 2 || milliseconds.count < 60 && milliseconds.allSatisfy({ $0 >= 100 }) {
        let log = terminal.papers.appendingPathComponent("browser-\(milliseconds.count).log")
        let browser = ["BROWSER": PlainBrowser.command(Person.ada.orders(.deny), log: log)]
        let start = Date()
        let login = try await terminal.wayleave("login", entry.rawValue, environment: browser)
        let end = start.addingTimeInterval(login.took / .seconds(1))
        #expect(login.exit == .code(2) && login.shownCode == "sign_in.denied", "\(login.errors)")
        #expect(login.output.isEmpty && terminal.kept(".credential").isEmpty && terminal.kept(".sign-in").isEmpty)
        let page = try #require(try await LastPage.awaited(log))
        milliseconds.append((end.timeIntervalSince1970 - page.answered_at) * 1000)
      }
      print("Deny at \(entry): ended \(milliseconds.map { Int($0.rounded()) }) ms after the callback was answered")
      #expect(try #require(milliseconds.min()) < 100)
      let browser = ["BROWSER": PlainBrowser.command(Person.ada.orders(.deny))]
      let forPrograms = try await terminal.wayleave("login", entry.rawValue, "--json", environment: browser)
      #expect(forPrograms.exit == .code(2))
      #expect(try forPrograms.errorCode() == "sign_in.denied")
    }
  }

  @Test("a second user gets a name next to the first, and each is found by any of its names")
  func names() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .stile, as: .ada, at: terminal)
      try await place.signIn(to: .stile, as: .ravi, at: terminal)
      let status = try await terminal.wayleave("status", "--json")
      let accounts = try #require(try status.json()["accounts"] as? [[String: Any]])
      #expect(accounts.map { $0["account"] as? String } == ["stile", "stile/ravioduya"])
      #expect(try await terminal.wayleave("token", "stile/ravioduya").answer.hasPrefix("73002-"))
      #expect(try await terminal.wayleave("token", "stile/73001").answer.hasPrefix("73001-"))

      // U7: the first one keeps the name of the provider.
      #expect(try await terminal.wayleave("token", "stile").answer.hasPrefix("73001-"))
      for arguments in [["token", "--json"], ["logout", "--json"]] {
        let ambiguous = try await terminal.outcome(of: terminal.start(arguments))
        #expect(ambiguous.exit == .code(64))
        #expect(try ambiguous.errorCode() == "configuration.ambiguous_account")
        #expect(ambiguous.output.contains("stile, stile/ravioduya"))
      }
      // EI4, EI5: at a terminal the user chooses.
      let program = try Program.wayleave().executable.path
      for (answers, command, exit, shown) in [
        (#"[["Which one?", "2"]]"#, "token", 0, "73002-"),
        (#"[["Which one?", "3"], ["is none of them", "stile"]]"#, "token", 0, "73001-"),
        (#"[["Which one?", ""]]"#, "token", 2, "You chose no account."),
      ] as [(String, String, Int32, String)] {
        let chosen = try await terminal.outcome(
          of: try terminal.start(script: "answering.py", [answers, program, command]))
        #expect(chosen.exit == .code(exit) && chosen.output.contains(shown), "\(chosen.output)\(chosen.errors)")
      }
      let misspelt = try await terminal.wayleave("token", "stile/ravioduja")
      #expect(misspelt.exit == .code(4) && misspelt.shownCode == "configuration.unknown_account")
      #expect(misspelt.errors.contains("stile/ravioduya"))
      #expect(terminal.kept(".credential").count == 2)
    }
  }

  @Test("what is not known is named with its nearest: provider and client are exit 64, the account is exit 4")
  func unknownNames() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: terminal)
      let provider = try await terminal.wayleave("login", "lanes")
      #expect(provider.exit == .code(64) && provider.shownCode == "configuration.unknown_provider")
      #expect(provider.errors.contains("Did you mean lane"))
      let client = try await terminal.wayleave("login", "lane", "--client", "mine-at-lain")
      // EI1
      #expect(client.exit == .code(64) && client.shownCode == "configuration.unknown_client")
      #expect(client.errors.contains("Did you mean mine-at-lane?"))
      let elsewhere = try await terminal.wayleave("login", place.base + "/tollgate", "--client", "mine-at-lane")
      #expect(elsewhere.exit == .code(64) && elsewhere.shownCode == "configuration.unknown_client")
      #expect(elsewhere.errors.contains("is one at lane, and not at \(place.base)/tollgate"), "\(elsewhere.errors)")
      let none = try await terminal.wayleave("login", "foursquare")
      #expect(none.exit == .code(64) && none.shownCode == "configuration.unknown_client")
      #expect(none.errors.contains("wayleave clients add foursquare --provider foursquare"))
      for command in ["token", "logout", "status"] {
        let account = try await terminal.wayleave(command, "lane")
        // EI7
        #expect(account.exit == .code(4) && account.shownCode == "configuration.unknown_account")
      }
      let removed = try await terminal.wayleave("clients", "remove", "mine-at-lain")
      #expect(removed.exit == .code(64) && removed.errors.contains("mine-at-lane"))
      let entry = try await terminal.wayleave("providers", "remove", "lain")
      #expect(entry.exit == .code(64) && entry.errors.contains("lane"))
    }
  }

  @Test("a provider's file that is misspelt is refused with the key, and nothing is added")
  func malformedEntry() async throws {
    let text = EmulatedProviders.Entry.lane.text(at: "http://127.0.0.1:1")
    for (wrong, right) in [("tokn_endpoint", "token_endpoint"), ("oauth3", "oauth2"), ("ftp://127", "http://127")] {
      let file = try terminal.paper("wrong.yaml", text.replacingOccurrences(of: right, with: wrong))
      let added = try await terminal.wayleave("providers", "add", file)
      #expect(added.exit != .code(0) && added.shownCode != nil, "\(added.errors)")
    }
    #expect(terminal.kept("lane.yaml").isEmpty)
    #expect(try await terminal.wayleave("providers", "add", terminal.paper("right.yaml", text)).exit == .code(0))
    let shown = try await terminal.wayleave("providers", "show", "lane")
    let again = try terminal.paper("again.yaml", shown.output)
    #expect(try await terminal.wayleave("providers", "add", again).exit == .code(64))
    #expect(try await terminal.wayleave("providers", "add", again, "--replace").exit == .code(0))
    #expect(try await terminal.wayleave("providers", "show", "lane").output == shown.output)
  }

  @Test("C3, C4: --param goes to the page, and --scope of OAuth 1.0a to the parameter that the entry names")
  func ownParameters() async throws {
    try await EmulatedProviders.during { place in
      for (entry, options, expected) in [
        (EmulatedProviders.Entry.lane, ["--param", "auth_type=rerequest", "--param", "a=b=c"], "auth_type=rerequest"),
        (.lane, ["--param", "a=b=c"], "a=b%3Dc"), (.stile, ["--scope", "write"], "perms=write"),
      ] {
        if terminal.kept("\(entry.rawValue).yaml").isEmpty { try await place.register(entry, at: terminal) }
        if entry == .stile {
          let file = try #require(terminal.kept("stile.yaml").first)
          try Data((entry.text(at: place.base) + "dialect:\n  scope_parameter: perms\n").utf8).write(to: file)
        }
        let waiting = try await WaitingSignIn.begin(at: terminal, to: entry, options)
        let query = waiting.authorizationURL.split(separator: "?").last?.split(separator: "&") ?? []
        #expect(query.contains { $0 == expected }, "\(waiting.authorizationURL)")
        waiting.running.send(SIGINT)
        #expect(try await terminal.outcome(of: waiting.running).exit == .code(130))
      }
    }
  }

  @Test("--quiet says nothing but the URL to open")
  func quiet() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: terminal)
      let run = try await terminal.wayleave(
        "login", "lane", "--quiet", environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))])
      #expect(run.exit == .code(0) && run.output.isEmpty, "\(run.output)")
      let lines = run.errors.split(separator: "\n")
      #expect(lines.count == 2 && lines.last?.contains("http://127.0.0.1") == true, "\(run.errors)")
    }
  }
}
