import Foundation
import Testing
import WayleaveProgramRunning

@Suite("RFC 5849 §2.1: wayleave login at a provider that shows a PIN", .serialized)
struct OutOfBandTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  /// A sign-in that waits for the number, and the way to type it.
  private struct Asked {
    let running: RunningProgram
    let keyboard: FileHandle
    let pin: String

    func type(_ text: String) throws { try keyboard.write(contentsOf: Data(text.utf8)) }
  }

  /// A sign-in whose user has not typed anything yet, and the keyboard.
  private func waiting(
    _ arguments: String, environment: [String: String] = [:]
  ) async throws -> (signIn: WaitingSignIn, keyboard: FileHandle) {
    let line = terminal.papers.appendingPathComponent("line").path
    #expect(mkfifo(line, 0o600) == 0)
    // Open in both directions, so that neither side waits for the other to open it.
    let keyboard = try #require(FileHandle(forUpdatingAtPath: line))
    let running = try terminal.startShell("exec \"$0\" login \(arguments) <'\(line)'", environment: environment)
    return (try await WaitingSignIn(running), keyboard)
  }

  private func begin(_ arguments: String, orders: [String]) async throws -> Asked {
    let (signIn, keyboard) = try await waiting(arguments)
    let pin = try await terminal.browse(signIn.authorizationURL, orders + ["--show", "pin"])
    return Asked(running: signIn.running, keyboard: keyboard, pin: pin)
  }

  // BD7
  @Test("attack 40: the PIN is typed with spaces and a line break of Windows, and signs in; requests work")
  func typed() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.stile, at: terminal)
      let asked = try await begin("stile --redirect-uri oob --json", orders: Person.ada.orders(.allow))
      #expect(asked.pin.count == 7 && asked.pin.allSatisfy(\.isNumber))
      try asked.type("\n  \(asked.pin.prefix(3)) \(asked.pin.dropFirst(3))\t\r\n")
      let outcome = try await terminal.outcome(of: asked.running)
      #expect(outcome.exit == .code(0), "\(outcome.errors)")
      #expect(try outcome.json()["name"] as? String == "Ada Fenwick")
      #expect(outcome.errors.contains("the page shows a number (PIN)"))
      let reply = try await terminal.wayleave("request", place.base + EmulatedProviders.Entry.stile.userPath)
      #expect(reply.exit == .code(0), "\(reply.errors)")
      #expect(terminal.kept(".sign-in").isEmpty)
    }
  }

  @Test("attack 190: the browser gets a URL of ours without the temporary token, which leads to the page once")
  func opened() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.stile, at: terminal)
      let seen = terminal.papers.appendingPathComponent("seen")
      let look = "/usr/bin/curl -s -o /dev/null -w '%{http_code} %{redirect_url}\\n' \"$1\""
      let browser = try terminal.paper(
        "browser",
        "#!/bin/sh\n(echo \"$1\"; \(look); \(look)) > '\(seen.path).new'\nmv '\(seen.path).new' '\(seen.path)'\n")
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: browser)
      let (login, keyboard) = try await waiting(
        "stile --redirect-uri oob", environment: ["BROWSER": "'\(browser)'"])
      let lines = try await lines(of: seen, while: login.running)
      login.running.send(SIGINT)
      _ = try await terminal.outcome(of: login.running)
      try keyboard.close()
      let url = try #require(URL(string: lines[0]))
      #expect(url.host == "127.0.0.1" && url.query == nil && url.path.count > 20, "\(lines)")
      #expect(lines[1] == "303 \(login.authorizationURL)", "\(lines)")
      #expect(!lines[2].hasPrefix("303"), "\(lines)")
    }
  }

  /// What a program has written, once it has written all of it.
  private func lines(of file: URL, while running: RunningProgram) async throws -> [String] {
    let deadline = ContinuousClock.now + .seconds(120)
    while true {
      if let text = try? String(contentsOf: file, encoding: .utf8) { return text.components(separatedBy: "\n") }
      try #require(.now < deadline && running.isRunning, "\(running.errorsSoFar)")
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  @Test("attack 40: a wrong PIN may be typed again, and what can be none is not even sent")
  func mistyped() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.stile, at: terminal)
      let asked = try await begin("stile --redirect-uri oob", orders: Person.ada.orders(.allow))
      try asked.type("€€€\n!!!\n")
      let wrong = asked.pin == "0000000" ? "1111111" : "0000000"
      for _ in 1...3 { try asked.type(wrong + "\n") }
      try asked.type(asked.pin + "\n")
      let outcome = try await terminal.outcome(of: asked.running)
      #expect(outcome.exit == .code(0), "\(outcome.errors)")
      let questions = outcome.errors.components(separatedBy: "does not know that number").count - 1
      #expect(questions == 5)
      #expect(terminal.kept(".credential").count == 1)
    }
  }

  @Test("attack 40: after three more tries it is over, with the provider's words: exit 5")
  func mistypedTooOften() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.stile, at: terminal)
      let asked = try await begin("stile --redirect-uri oob --json", orders: Person.ada.orders(.allow))
      let wrong = asked.pin == "0000000" ? "1111111" : "0000000"
      for _ in 1...4 { try asked.type(wrong + "\n") }
      let outcome = try await terminal.outcome(of: asked.running)
      #expect(outcome.exit == .code(5))
      #expect(try outcome.errorCode() == "sign_in.refused")
      #expect(place.count(of: "refused") == 4)
      #expect(terminal.kept(".credential").isEmpty && terminal.kept(".sign-in").isEmpty)
    }
  }

  @Test("a client that is registered with oob needs no option; when no one types: exit 9, or 1 at the input's end")
  func registered() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.stile, at: terminal, redirectURI: "oob")
      let clients = try await terminal.wayleave("clients", "--json").json()
      let client = try #require((clients["clients"] as? [[String: Any]])?.first)
      #expect(client["redirect_uris"] as? [String] == ["oob"])
      let ended = try await terminal.wayleave("login", "stile")
      #expect(ended.exit == .code(1) && ended.shownCode == "configuration.unsupported", "\(ended.errors)")
      let late = try await begin("stile --timeout 1", orders: Person.ada.orders(.deny))
      let outcome = try await terminal.outcome(of: late.running)
      #expect(outcome.exit == .code(9) && outcome.shownCode == "sign_in.timed_out", "\(outcome.errors)")
      #expect(terminal.kept(".sign-in").isEmpty)
    }
  }

  @Test("a provider whose entry says `callback: oob` needs neither option nor registration; --redirect-uri goes first")
  func described() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.stile, at: terminal, redirectURI: nil)
      let entry = EmulatedProviders.Entry.stile.text(at: place.base) + "dialect:\n  callback: oob\n"
      let added = try await terminal.wayleave(
        "providers", "add", "--replace", try terminal.paper("stile.yaml", entry), "--json")
      #expect((try added.json()["dialect"] as? [String: Any])?["callback"] as? String == "oob")
      let client = try await terminal.wayleave(
        "clients", "add", "--replace", "mine-at-stile", "--provider", "stile", "--client-id", "wayleave-demo-consumer",
        "--client-secret-file", terminal.papers.appendingPathComponent("stile.secret").path)
      #expect(client.exit == .code(0), "\(client.errors)")
      let asked = try await begin("stile --json", orders: Person.ada.orders(.allow))
      try asked.type(asked.pin + "\n")
      #expect(try await terminal.outcome(of: asked.running).exit == .code(0))
      let redirected = try await WaitingSignIn.begin(
        at: terminal, to: .stile, ["--redirect-uri", "http://127.0.0.1/callback"])
      try await terminal.browse(redirected.authorizationURL, Person.ada.orders(.allow))
      #expect(try await terminal.outcome(of: redirected.running).exit == .code(0))
      let senseless = try terminal.paper("bad.yaml", entry.replacingOccurrences(of: "oob", with: "pigeon"))
      #expect(try await terminal.wayleave("providers", "add", "--replace", senseless).exit == .code(64))
    }
  }

  @Test("OAuth 2 has no such thing: the error says what to do instead")
  func oauth2() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: terminal)
      let outcome = try await terminal.wayleave("login", "lane", "--redirect-uri", "oob")
      #expect(outcome.exit == .code(64) && outcome.shownCode == "configuration.invalid_redirect_uri")
    }
  }
}
