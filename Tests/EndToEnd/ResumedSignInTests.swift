import Foundation
import Testing
import WayleaveProgramRunning

@Suite("wayleave login --resume", .serialized)
struct ResumedSignInTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  /// A sign-in whose program was killed while it waited, and the address at which the browser ended then.
  private func interrupted(
    at place: EmulatedProviders, to entry: EmulatedProviders.Entry, pressing decision: Person.Decision = .allow
  ) async throws -> String {
    if terminal.kept("\(entry.rawValue).yaml").isEmpty { try await place.register(entry, at: terminal) }
    let signIn = try await WaitingSignIn.begin(at: terminal, to: entry)
    signIn.running.send(SIGKILL)
    #expect(try await signIn.running.outcome().exit == .signal(SIGKILL))
    return try await terminal.browse(signIn.authorizationURL, Person.ada.orders(decision) + ["--hold"])
  }

  // BD9
  @Test("another process takes the sign-in up by the pasted address, once", arguments: EmulatedProviders.Entry.allCases)
  func resumed(_ entry: EmulatedProviders.Entry) async throws {
    try await EmulatedProviders.during { place in
      let address = try await interrupted(at: place, to: entry)
      let waiting = try #require(terminal.kept(".sign-in").first)
      #expect(try FileManager.default.attributesOfItem(atPath: waiting.path)[.posixPermissions] as? Int == 0o600)
      let state = try #require(URLComponents(string: address)?.queryItems?.first { $0.name != "code" }?.value)
      #expect(try Data(contentsOf: waiting).range(of: Data(state.utf8)) == nil)
      let login = try await terminal.wayleave(
        "login", entry.rawValue, "--resume", "--json",
        input: "nonsense\nhttp://127.0.0.1/callback?code=x&state=wrong\n\(address)\n")
      #expect(login.exit == .code(0), "\(login.errors)")
      #expect(try login.json()["name"] as? String == "Ada Fenwick")
      #expect(login.errors.contains("That is not a URL.") && login.errors.contains("No sign-in waits for that"))
      // What may be left is the outcome, for a process that waits; none does here.
      #expect(terminal.kept(".sign-in").count <= 1 && terminal.kept(".credential").count == 1)
      let again = try await terminal.wayleave("login", entry.rawValue, "--resume", input: address + "\n")
      #expect(again.exit == .code(1) && again.shownCode == "sign_in.out_of_order", "\(again.errors)")
      #expect(try await terminal.wayleave("status", "--check").exit == .code(0))
    }
  }

  @Test("the provider's name is not needed: the pasted URL says which sign-in it answers")
  func withoutProvider() async throws {
    try await EmulatedProviders.during { place in
      let address = try await interrupted(at: place, to: .lane)
      let login = try await terminal.wayleave("login", "--resume", "--json", input: "\(address)\n")
      #expect(login.exit == .code(0), "\(login.errors)")
      #expect(try login.json()["provider"] as? String == "lane")
      #expect(try await terminal.wayleave("login").exit == .code(64))
    }
  }

  @Test("a code behind --resume is not taken for a provider, and not repeated: exit 64; the sign-in still waits")
  func codeAsArgument() async throws {
    try await EmulatedProviders.during { place in
      let address = try await interrupted(at: place, to: .lane)
      let code = try #require(URLComponents(string: address)?.queryItems?.first { $0.name == "code" }?.value)
      // With a hyphen first, as one in 64 codes has it, it is an option to the parser.
      for code in [code.hasPrefix("-") ? "a\(code)" : code, "-canary_Code-of-a-Sign-In", "--canary_Code-of-a-Sign"] {
        let login = try await terminal.wayleave("login", "--resume", code)
        #expect(login.exit == .code(64) && login.leaks(of: [code]) == [], "\(login.errors)")
        #expect(login.errors.contains("run `wayleave login --resume`"), "\(login.errors)")
      }
      #expect(try await terminal.wayleave("login", "--resume", input: address).exit == .code(0))
    }
  }

  @Test("a URL that was used already is the reason of the failure, where no one can paste another")
  func usedURL() async throws {
    try await EmulatedProviders.during { place in
      let used = try await interrupted(at: place, to: .lane)
      #expect(try await terminal.wayleave("login", "--resume", input: used).exit == .code(0))
      // Another one waits: else that none does is said before anything is read.
      _ = try await interrupted(at: place, to: .lane)
      let again = try await terminal.wayleave("login", "--resume", input: used)
      #expect(again.exit == .code(1), "\(again.errors)")
      #expect(again.errors.contains("wayleave: No sign-in waits for that URL"), "\(again.errors)")
      #expect(!again.errors.contains("Paste another") && !again.errors.contains("Standard input ended"))
    }
  }

  @Test("the answer may be no: exit 2, and nothing waits any more")
  func denied() async throws {
    try await EmulatedProviders.during { place in
      let address = try await interrupted(at: place, to: .lane, pressing: .deny)
      let login = try await terminal.wayleave("login", "lane", "--resume", "--json", input: address)
      #expect(login.exit == .code(2))
      #expect(try login.errorCode() == "sign_in.denied")
      #expect(try await terminal.wayleave("login", "--resume", input: address).exit == .code(1))
      #expect(terminal.kept(".credential").isEmpty)
    }
  }

  @Test("the client is that of its beginning, even where its registration is gone by now")
  func client() async throws {
    try await EmulatedProviders.during { place in
      let address = try await interrupted(at: place, to: .lane)
      #expect(try await terminal.wayleave("clients", "remove", "mine-at-lane").exit == .code(0))
      let login = try await terminal.wayleave("login", "lane", "--resume", input: address)
      #expect(login.exit == .code(0) && login.output.hasPrefix("Signed in at The Lane as Ada"), "\(login.errors)")
      #expect(try await terminal.wayleave("status", "--check").exit == .code(0))
    }
  }

  @Test("of two processes that take the same address one signs in")
  func once() async throws {
    try await EmulatedProviders.during { place in
      let address = try await interrupted(at: place, to: .lane)
      let both = try (0..<2).map { _ in try terminal.start(["login", "lane", "--resume"], input: address + "\n") }
      var exits: [Exit] = []
      for running in both { exits.append(try await terminal.outcome(of: running).exit) }
      // The other one finds no sign-in that waits, before or after it has read the address.
      #expect(exits.filter { $0 == .code(0) }.count == 1 && exits.contains { [.code(1), .code(2)].contains($0) })
      #expect(terminal.kept(".credential").count == 1)
    }
  }

  @Test("the terms are those of its beginning: others are wrong usage, and their variables count for nothing")
  func terms() async throws {
    try await EmulatedProviders.during { place in
      for option in [["--scope", "a"], ["--flow", "browser"], ["--account", "x"], ["--max-age", "1"]] {
        let refused = try await terminal.outcome(of: terminal.start(["login", "lane", "--resume"] + option))
        #expect(refused.exit == .code(64) && refused.errors.contains("use the options with which"))
      }
      let address = try await interrupted(at: place, to: .lane)
      let login = try await terminal.wayleave(
        "login", "lane", "--resume", environment: ["WAYLEAVE_ACCOUNT": "x", "WAYLEAVE_FLOW": "device"], input: address)
      #expect(login.exit == .code(0) && login.output.contains("The account is “lane”."), "\(login.errors)")
    }
  }

  @Test(
    "--flow app needs an entry that names an app: exit 64, with what to use, before a client is looked for",
    arguments: [false, true])
  func app(forPrograms: Bool) async throws {
    let login = try await terminal.outcome(
      of: try terminal.start(["login", "twitter", "--flow", "app"] + (forPrograms ? ["--json"] : [])))
    #expect(login.exit == .code(64))
    if forPrograms {
      #expect(try login.errorCode() == "configuration.invalid_value")
    } else {
      #expect(login.shownCode == "configuration.invalid_value" && login.errors.contains("--flow browser"))
    }
  }
}
