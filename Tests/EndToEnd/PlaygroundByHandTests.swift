// Longer than 400 lines: all that two terminals do with one playground, on the same few steps.
import Foundation
import Testing
import WayleaveProgramRunning

@Suite("wayleave playground in one terminal, wayleave login playground-… in another", .serialized)
struct PlaygroundByHandTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  /// A playground of the same user.
  private func during(
    _ options: [String] = [], _ test: (_ running: RunningProgram, _ base: String) async throws -> Void
  ) async throws {
    let running = try terminal.start(["playground"] + options)
    let result: Result<Void, any Error>
    do {
      let base = try await running.outputLine(containing: "http://127.0.0.1:")
      result = .success(try await test(running, base))
    } catch { result = .failure(error) }
    running.send(SIGTERM)
    #expect(try await terminal.outcome(of: running).exit == .code(0))
    try result.get()
  }

  private func signIn(_ provider: String, _ options: String...) async throws -> ProgramOutcome {
    try await terminal.outcome(
      of: try terminal.start(
        ["login", provider] + options, environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))]))
  }

  @Test(
    "sign-in, request, token and logout, with nothing set up before",
    arguments: [
      ("playground-tollgate", "/tollgate/userinfo"), ("playground-foursquare", "/v2/users/self"),
      ("playground-twitter", "/1.1/account/verify_credentials.json"),
    ])
  func whole(provider: String, path: String) async throws {
    try await during { running, base in
      let early = try await terminal.wayleave("request", base + path)
      #expect(early.exit == .code(4) && early.errors.contains("`wayleave login \(provider)`"), "\(early.errors)")
      #expect(early.errors.contains("tollgate") == (provider == "playground-tollgate"), "\(early.errors)")
      let login = try await signIn(provider)
      #expect(login.exit == .code(0), "\(login.errors)")
      #expect(login.output.contains("Ada Fenwick"))
      let reply = try await terminal.wayleave("request", base + path)
      #expect(reply.exit == .code(0), "\(reply.errors)")
      #expect(try await terminal.wayleave("token").exit == .code(0))
      let logout = try await terminal.wayleave("logout", "--json")
      #expect(logout.exit == .code(0), "\(logout.errors)")
      // The real Foursquare cannot revoke, and so this one cannot either.
      let expected = provider == "playground-foursquare" ? "not_offered" : "revoked"
      #expect(try logout.json()["revocation"] as? String == expected)
    }
  }

  @Test("a hand-over at the playground's Twitter and Foursquare is verified with nothing set up before")
  func handOver() async throws {
    try await during { _, base in
      #expect(try await signIn("playground-twitter").exit == .code(0))
      let token = try await terminal.wayleave("token", "playground-twitter", "--json").json()
      let (text, secret) = (token["oauth_token"] as? String ?? "", token["oauth_token_secret"] as? String ?? "")
      terminal.secrets.append(secret)
      let pair = try terminal.paper("pair", "oauth_token=\(text)&oauth_token_secret=\(secret)")
      let taken = try await terminal.wayleave(
        "verify", "handover", "token-and-secret", "--provider", "playground-twitter", pair)
      #expect(taken.exit == .code(0) && taken.output.contains("Verified: "), "\(taken.errors)")
      let echo = try terminal.paper(
        "echo",
        try await terminal.wayleave(
          "token", "playground-twitter", "--echo", base + "/1.1/account/verify_credentials.json"
        )
        .output)
      let verified = try await terminal.wayleave("verify", "handover", "echo", "--provider", "playground-twitter", echo)
      #expect(verified.exit == .code(0) && verified.output.contains("Not checked: "), "\(verified.errors)")
      let bare = try await terminal.wayleave(
        "verify", "handover", "access-token", "--provider", "playground-twitter", pair)
      #expect(bare.exit == .code(1) && bare.errors.contains("token-and-secret"), "\(bare.errors)")
    }
  }

  @Test("--tls FILE: the printed command works when it is pasted, in any folder and whatever PWD says")
  func commandAtTLS() async throws {
    let name = "playground certificate.pem"
    let elsewhere = terminal.papers.appendingPathComponent(name).path
    let here = terminal.home.work.resolvingSymlinksInPath().appendingPathComponent(name).path
    for (file, path) in [(elsewhere, elsewhere), (name, here)] { try await commandAtTLS(file, path) }
  }

  private func commandAtTLS(_ file: String, _ path: String) async throws {
    let running = try terminal.start(
      ["playground", "--tls", file], environment: ["PWD": "/nowhere"])
    let result: Result<Void, any Error>
    do {
      _ = try await running.outputLine(containing: "https://127.0.0.1:")
      let command = try await running.errorLine(containing: "wayleave login https://")
      #expect(command.contains("--client-id tollgate-native --ca-file '\(path)'"), "\(command)")
      try FileManager.default.removeItem(atPath: path)
      result = .success(())
    } catch { result = .failure(error) }
    running.send(SIGTERM)
    #expect(try await terminal.outcome(of: running).exit == .code(0))
    try result.get()
  }

  @Test("Apple's client is a key of yours with --key-id and --team; without either nothing is saved")
  func apple() async throws {
    try await during { _, base in
      let pem = try await terminal.shell("curl -s \(base)/entries/apple/playground/key").output
      let file = try terminal.paper("key.p8", pem)
      terminal.secrets += pem.split(separator: "\n").dropFirst().dropLast().map(String.init)
      let common = ["--provider", "playground-apple", "--client-id", "playground-client", "--key-file", file, "--json"]
      func add(_ name: String, _ more: String...) async throws -> ProgramOutcome {
        try await terminal.outcome(of: try terminal.start(["clients", "add", name] + common + more))
      }
      #expect(try await add("mine", "--team", "TEAM").errorCode() == "configuration.invalid_client")
      #expect(try await add("mine", "--key-id", "playground").errorCode() == "configuration.invalid_client")
      #expect(try await add("mine", "--key-id", "playground", "--team", "TEAM").exit == .code(0))
      #expect(try await add("other", "--key-id", "other", "--team", "TEAM").exit == .code(0))
      let login = try await signIn("playground-apple", "--client", "mine", "--json")
      #expect(login.exit == .code(0), "\(login.output)\(login.errors)")
      #expect(try login.json()["name"] as? String == "Ada Fenwick")
      #expect(try await terminal.wayleave("token", "--force").exit == .code(0))
      #expect(try await terminal.wayleave("logout", "--json").json()["revocation"] as? String == "revoked")
      let refused = try await signIn("playground-apple", "--client", "other", "--json")
      #expect(refused.exit == .code(5), "\(refused.output)")
      let keyless = try await terminal.wayleave(
        "clients", "add", "x", "--provider", "foursquare", "--client-id", "x", "--key-id", "k", "--json")
      #expect(try keyless.errorCode() == "configuration.invalid_client")
    }
  }

  @Test("--faults FILE: its rules are in force, and a file that cannot be used is refused with the rule")
  func faultsOfFile() async throws {
    let rule = #"{"path": "/oauth2/authenticate", "effect": "deny", "nth": 1}"#
    let file = try terminal.paper("rules.json", #"{"rules": [\#(rule)]}"#)
    try await during(["--faults", file]) { _, _ in
      let denied = try await signIn("playground-foursquare")
      let allowed = try await signIn("playground-foursquare")
      #expect(denied.exit != .code(0) && allowed.exit == .code(0), "\(denied.errors)")
    }
    let wrong = try terminal.paper("wrong.json", #"[\#(rule), {"effect": "explode"}]"#)
    let refused = try await terminal.wayleave("playground", "--faults", wrong)
    #expect(refused.exit != .code(0) && refused.errors.contains("Rule 2"), "\(refused)")
    #expect(try await terminal.wayleave("playground", "--faults", file + ".none").exit != .code(0))
  }

  @Test("a client of one's own, with the redirect URI that login recommends, signs in at Foursquare and Twitter")
  func ownClients() async throws {
    try await during { _, _ in
      for (provider, id, secret) in [
        ("playground-foursquare", "wayleave-demo", "playground-secret-not-real"),
        ("playground-twitter", "wayleave-demo-consumer", "playground-consumer-secret-not-real"),
      ] {
        let file = try terminal.paper(provider, secret)
        let added = try await terminal.wayleave(
          "clients", "add", "mine-\(provider)", "--provider", provider, "--client-id", id, "--client-secret-file", file)
        #expect(added.exit == .code(0), "\(added.errors)")
        let signedIn = try await signIn(provider)
        #expect(signedIn.exit == .code(0), "\(signedIn.errors)")
        let choice = "Your client “mine-\(provider)” is used, and not the playground's “\(provider)”"
        #expect(signedIn.errors.contains(choice), "\(signedIn.errors)")
      }
      let listed = try await terminal.wayleave("clients", "list").answer
      #expect(listed.contains("\n\nmine-playground-twitter\n"), "\(listed)")
    }
  }

  @Test("Twitter's PIN, and its name and password for the client that may send them")
  func otherWays() async throws {
    try await during { _, _ in
      let line = terminal.papers.appendingPathComponent("line").path
      #expect(mkfifo(line, 0o600) == 0)
      let keyboard = try #require(FileHandle(forUpdatingAtPath: line))
      let login = try terminal.startShell("exec \"$0\" login playground-twitter --redirect-uri oob <'\(line)'")
      let url = try await login.errorLine(containing: "/oauth/authenticate?").trimmingCharacters(in: .whitespaces)
      let pin = try await terminal.browse(url, Person.ada.orders(.allow) + ["--show", "pin"])
      try keyboard.write(contentsOf: Data((pin + "\n").utf8))
      let signedIn = try await terminal.outcome(of: login)
      #expect(signedIn.exit == .code(0), "\(signedIn.errors)")
      let password = try terminal.paper("password", "narrow-lane")
      let trusted = try await terminal.wayleave(
        "login", "playground-twitter", "--flow", "xauth", "--client", "wayleave-demo-trusted", "--username",
        "ravioduya",
        "--password-file", password)
      #expect(trusted.exit == .code(0) && trusted.output.contains("Ravi Oduya"), "\(trusted.errors)")
      // An empty line between two accounts, and none around them.
      #expect(try await terminal.wayleave("status").answer.components(separatedBy: "\n\n").count == 2)
    }
  }

  @Test("xAuth by a client that may not use it: the client is blamed, and not the password")
  func ordinaryClientAtXAuth() async throws {
    try await during { _, _ in
      let password = try terminal.paper("password", "narrow-lane")
      let refused = try await terminal.wayleave(
        "login", "playground-twitter", "--flow", "xauth", "--username", "ravioduya", "--password-file", password)
      #expect(refused.exit != .code(0) && refused.errors.contains("this client"), "\(refused.errors)")
      #expect(!refused.errors.contains("refuses this name"), "\(refused.errors)")
    }
  }

  @Test("its default client is found by its id too, at login and by verify oauth1")
  func clientByID() async throws {
    try await during { _, _ in
      let login = try await signIn("playground-tollgate", "--client", "tollgate-native")
      #expect(login.exit == .code(0), "\(login.errors)")
      let unknown = try await signIn("playground-foursquare", "--client", "tollgate-native")
      #expect(unknown.shownCode == "configuration.unknown_client")
      for choice in [["--client", "wayleave-demo-consumer"], ["--client", "playground-twitter"]] {
        let run = try terminal.start(["verify", "oauth1"] + choice, input: "GET https://a.example/\n")
        #expect(try await terminal.outcome(of: run).exit == .code(8))
      }
      let several = try await terminal.outcome(
        of: terminal.start(["verify", "oauth1"], input: "GET https://a.example/\n"))
      #expect(several.errors.contains("--client playground-twitter"), "\(several.errors)")
    }
  }

  @Test("a client without a secret is saved with a warning where the provider expects one")
  func missingSecret() async throws {
    try await during { _, _ in
      for (provider, isWarned) in [("playground-foursquare", true), ("playground-tollgate", false)] {
        let added = try await terminal.wayleave(
          "clients", "add", "at-\(provider)", "--provider", provider, "--client-id", "x")
        #expect(added.exit == .code(0) && added.errors.contains("Warning:") == isWarned, "\(added.errors)")
      }
    }
  }

  @Test("its other clients are there by their ids")
  func otherClients() async throws {
    try await during { _, _ in
      let token = try await terminal.wayleave(
        "token", "--client", "tollgate-service", "--grant", "client_credentials", "--scope", "notes.read")
      #expect(token.exit == .code(0), "\(token.errors)")
      let clients = try await terminal.wayleave("clients", "--json").json()["clients"] as? [[String: Any]]
      #expect(clients?.contains { $0["name"] as? String == "wayleave-demo-trusted" } == true)
      // They are apart from the user's own, and nothing of them is stored.
      let shown = try await terminal.wayleave("clients")
      #expect(shown.output.contains("  from    the running playground"), "\(shown.output)")
      #expect(clients?.allSatisfy { $0["stored"] as? Bool == false } == true)
      #expect(shown.output.contains("secret  made up") && !shown.output.contains("stored"), "\(shown.output)")
    }
    #expect(try await terminal.wayleave("clients", "--json").json()["clients"] as? [String] == [])
  }

  @Test("what it prints names the three commands and the users; the providers are listed as the playground's")
  func welcome() async throws {
    try await during(["--print-clients"]) { running, base in
      _ = try await running.errorLine(containing: "All pages, clients and APIs: \(base)/")
      for text in [
        "wayleave login playground-tollgate", "wayleave login playground-foursquare",
        "wayleave login playground-twitter", "adafenwick", "open-gate",
      ] { #expect(running.errorsSoFar.contains(text)) }
      _ = try await running.outputLine(
        containing: "playground-twitter  wayleave-demo-consumer  playground-consumer-secret")
      let list = try await terminal.wayleave("providers", "list")
      #expect(list.output.contains("Tollgate (playground)"))
    }
    let list = try await terminal.wayleave("providers", "list")
    #expect(!list.output.contains("playground"))
  }

  @Test("while none runs, exit 3 says that; so does an account of one that has ended, and logout removes it")
  func ended() async throws {
    let early = try await signIn("playground-tollgate")
    #expect(early.exit == .code(3) && early.shownCode == "network.unreachable", "\(early.errors)")
    #expect(early.errors.contains("No playground of yours is running."))
    var port = ""
    try await during { _, base in
      port = String(base.split(separator: ":").last ?? "")
      let login = try await signIn("playground-tollgate")
      #expect(login.exit == .code(0), "\(login.errors)")
      #expect(try await !terminal.wayleave("status").output.contains("ended"))
    }
    let token = try await terminal.wayleave("token", "--force")
    #expect(token.exit == .code(4) && token.errors.contains("has ended"), "\(token.errors)")
    // Nor is the token printed that has not run out yet: it is void.
    let kept = try await terminal.wayleave("token")
    #expect(kept.exit == .code(4) && kept.output.isEmpty, "\(kept)")
    let status = try await terminal.wayleave("status", "--json").json()
    let account = try #require((status["accounts"] as? [[String: Any]])?.first)
    #expect(account["state"] as? String == "ended", "\(account)")
    #expect(account["ended_because"] as? String == "its playground has ended", "\(account)")
    // No page would open at the URL: nobody waits for one.
    let again = try await terminal.wayleave("login", "--account", "playground-tollgate", "--quiet")
    #expect(again.exit == .code(3) && again.errors.contains("has ended"), "\(again.errors)")
    let doctor = try await terminal.wayleave("doctor", "--offline")
    #expect(doctor.output.contains("its playground has ended"), "\(doctor.output)")
    let check = try await terminal.wayleave("status", "--check")
    #expect(check.exit == .code(3) && check.output.contains("has ended"), "\(check.output)")
    // Another playground, at the same port in perhaps the same second, or at another one: the account is as dead as before.
    for options in [["--port", port], []] {
      try await during(options) { _, base in
        let status = try await terminal.wayleave("status")
        #expect(status.output.contains("ended (its playground has ended)"), "\(options): \(status.output)")
        let request = try await terminal.wayleave("request", base + "/tollgate/userinfo")
        #expect(request.exit == .code(3) && request.errors.contains("has ended"), "\(options): \(request.errors)")
        let token = try await terminal.wayleave("token", "--force")
        #expect(token.exit == .code(4), "\(options): \(token.errors)")
        #expect(token.errors.contains("wayleave login playground-tollgate"), "\(options): \(token.errors)")
      }
    }
    try await during { _, _ in
      // What `status` advises works: another playground has the same providers.
      let again = try await terminal.outcome(
        of: terminal.start(
          ["login", "--account", "playground-tollgate", "--json"],
          environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))]))
      #expect(again.exit == .code(0), "\(again.errors)")
      #expect(try again.json()["account"] as? String == "playground-tollgate", "\(again.output)")
      #expect(try await terminal.wayleave("token", "--force").exit == .code(0))
      #expect(try await !terminal.wayleave("status").output.contains("ended"))
    }
    let logout = try await terminal.wayleave("logout")
    #expect(logout.exit == .code(0), "\(logout.errors)")
    #expect(terminal.kept(".credential").isEmpty)
  }

  @Test("over SSH no code is offered where an option is for the provider's page, and the first line says so")
  func pageOptionOverSSH() async throws {
    try await during { _, _ in
      for option in [[], ["--param", "a=b"], ["--prompt", "login"]] {
        let run = try await terminal.outcome(
          of: terminal.start(
            ["login", "playground-tollgate", "--timeout", "0"] + option, environment: ["SSH_CONNECTION": "1 2 3 4"]))
        #expect(run.exit == .code(9), "\(run.errors)")
        #expect(run.errors.contains("type this code") == option.isEmpty, "\(run.errors)")
        #expect(run.errors.contains("You have 1 second;"), "\(run.errors)")
        guard let name = option.first else { continue }
        let reason = "because this is a remote shell, and \(name) is for the provider's page."
        #expect(run.errors.contains("Flow: paste, \(reason)"), "\(run.errors)")
      }
    }
  }

  @Test("what is still to be revoked goes with its playground; at another server that is gone it is said once")
  func pendingAfterEnd() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .stile, at: terminal)
      try await place.stop()
    }
    let refused = try await terminal.wayleave("logout", "stile")
    #expect(refused.exit == .code(3) && refused.output.contains("has not confirmed it"), "\(refused.output)")
    try await during(["--fault", "/tollgate/revoke:status=503"]) { _, _ in
      #expect(try await signIn("playground-tollgate").exit == .code(0))
      #expect(try await signIn("playground-foursquare").exit == .code(0))
      let pending = try await terminal.wayleave("logout", "playground-tollgate", "--json")
      #expect(try pending.json()["revocation"] as? String == "pending", "\(pending.output)")
    }
    let other = try await terminal.wayleave("logout", "playground-foursquare")
    #expect(other.exit == .code(0), "\(other.errors)")
    #expect(other.errors.contains("playground-tollgate, signed out before"), "\(other.errors)")
    #expect(other.errors.contains("has ended") && !other.errors.contains("stile"), "\(other.errors)")
    // What is not a playground's still waits, and is said where it is asked for.
    #expect(terminal.kept(".credential").count == 1)
    let asked = try await terminal.wayleave("logout", "--pending")
    #expect(asked.exit == .code(3) && asked.output.contains("stile, signed out before"), "\(asked.output)")
  }

  @Test("an account that came from another home is not called ended while something listens at its port")
  func fromAnotherHome() async throws {
    let other = try Terminal()
    let (file, key) = (
      terminal.papers.appendingPathComponent("account.age").path,
      try terminal.paper("passphrase", "four words are enough\n")
    )
    try await during { _, _ in
      #expect(try await signIn("playground-tollgate").exit == .code(0))
      let exported = try await terminal.wayleave(
        "export", "playground-tollgate", "--output", file, "--passphrase-file", key)
      #expect(exported.exit == .code(0), "\(exported.errors)")
      let imported = try await other.wayleave("import", file, "--passphrase-file", key)
      #expect(imported.exit == .code(0), "\(imported.errors)")
      let checked = try await other.wayleave("status", "--check")
      #expect(checked.exit == .code(0) && checked.output.contains("it works"), "\(checked.output) \(checked.errors)")
      #expect(!checked.output.contains("ended"), "\(checked.output)")
    }
    #expect(try await other.wayleave("status").output.contains("ended (its playground has ended)"))
  }

  @Test("login --account at the next playground is by the client of the account, and not by the usual one")
  func clientOfAccount() async throws {
    try await during { _, _ in
      let login = try await signIn("playground-twitter", "--client", "wayleave-demo-trusted", "--account", "mine")
      #expect(login.exit == .code(0), "\(login.errors)")
    }
    try await during { _, _ in
      // One that is described is taken in its place, and it is that of another account.
      let secret = try terminal.paper("secret", "playground-consumer-secret-not-real")
      let other = try await terminal.outcome(
        of: terminal.start(
          [
            "login", "--account", "mine", "--client-id", "wayleave-demo-consumer", "--client-secret-file", secret,
            "--json",
          ], environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))]))
      #expect(try other.errorCode() == "configuration.name_taken", "\(other.output)")
      let again = try await terminal.outcome(
        of: terminal.start(
          ["login", "--account", "mine", "--json"],
          environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))]))
      #expect(again.exit == .code(0), "\(again.errors)\(again.output)")
      let accounts = try await terminal.wayleave("status", "--json").json()["accounts"] as? [[String: Any]]
      #expect(accounts?.map { $0["account"] as? String } == ["mine"])
    }
  }

  @Test("a playground that was killed leaves a file that counts for nothing")
  func killed() async throws {
    let running = try terminal.start(["playground"])
    _ = try await running.outputLine(containing: "http://127.0.0.1:")
    _ = try await running.errorLine(containing: "All pages")
    #expect(terminal.kept("playground.json").count == 1)
    running.send(SIGKILL)
    _ = try await running.outcome()
    #expect(terminal.kept("playground.json").count == 1)
    let refused = try await signIn("playground-twitter")
    #expect(refused.exit == .code(3) && refused.shownCode == "network.unreachable", "\(refused.errors)")
    let list = try await terminal.wayleave("providers", "list")
    #expect(!list.output.contains("playground"))
    try await during { _, _ in
      let login = try await signIn("playground-twitter")
      #expect(login.exit == .code(0), "\(login.errors)")
    }
    #expect(terminal.kept("playground.json").isEmpty)
  }

  @Test("of two, the first has the names, and the second says so")
  func two() async throws {
    try await during { _, base in
      try await during { second, _ in
        let line = try await second.errorLine(containing: "Another playground runs")
        #expect(line.contains(base))
        _ = try await second.errorLine(containing: "/tollgate --client-id tollgate-native")
      }
      let shown = try await terminal.wayleave("providers", "show", "playground-tollgate")
      #expect(shown.output.contains(base))
    }
  }

  @Test("a port that is taken: one sentence, exit 1, and the names stay free")
  func takenPort() async throws {
    let port = try LoopbackPort()
    let refused = try await terminal.wayleave("playground", "--port", "\(port.number)")
    #expect(refused.exit == .code(1) && refused.shownCode == "sign_in.port_in_use", "\(refused.errors)")
    #expect(terminal.kept("playground.json").isEmpty)
  }

  @Test("the port of the user's other playground: one sentence that says so")
  func ownPort() async throws {
    try await during { _, base in
      let port = try #require(base.split(separator: ":").last)
      let refused = try await terminal.wayleave("playground", "--port", String(port))
      #expect(refused.exit == .code(1) && refused.shownCode == "sign_in.port_in_use", "\(refused.errors)")
      #expect(refused.errors.contains("Your other playground"), "\(refused.errors)")
      #expect(!refused.errors.contains("Another"), "\(refused.errors)")
    }
  }

  @Test("the file is for this user alone; one that another user could have written is refused by name")
  func exposed() async throws {
    try await during { _, _ in
      let file = try #require(terminal.kept("playground.json").first)
      #expect(try mode(of: file) == 0o600)
      #expect(try mode(of: file.deletingLastPathComponent()) == 0o700)
      try FileManager.default.setAttributes([.posixPermissions: 0o622], ofItemAtPath: file.path)
      let refused = try await signIn("playground-foursquare")
      #expect(refused.exit == .code(64) && refused.shownCode == "configuration.malformed_provider", "\(refused.errors)")
      let others = try await terminal.wayleave("providers", "list")
      #expect(others.exit == .code(0) && !others.output.contains("playground"))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
      #expect(try await signIn("playground-foursquare").exit == .code(0))
    }
  }

  private func mode(of file: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
  }

  @Test("the names cannot be taken by entries of the user")
  func reserved() async throws {
    try await during { _, _ in
      let entry = try await terminal.wayleave("providers", "show", "playground-foursquare").output
      let file = try terminal.paper("entry.yaml", entry)
      #expect(try await terminal.wayleave("providers", "add", file).exit == .code(64))
      let renamed = entry.replacingOccurrences(of: "name: playground-foursquare", with: "name: lane")
      let own = try terminal.paper("own.yaml", renamed)
      #expect(try await terminal.wayleave("providers", "add", own).exit == .code(0))
      // The path of this name, which login recommends, is registered as well.
      let secret = try terminal.paper("secret", "playground-secret-not-real")
      let login = try await signIn("lane", "--client-id", "wayleave-demo", "--client-secret-file", secret)
      #expect(login.exit == .code(0), "\(login.errors)")
    }
  }
}
