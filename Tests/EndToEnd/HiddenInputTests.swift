import Foundation
import Testing
import WayleaveProgramRunning

@Suite("attack 186: secrets typed at a terminal", .serialized)
struct HiddenInputTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  /// Runs a command at a terminal of its own, and types there when it asks.
  private func type(
    _ text: String, at prompt: String, _ arguments: String..., location: SourceLocation = #_sourceLocation
  ) async throws -> ProgramOutcome {
    let program = try Program.wayleave().executable.path
    let outcome = try await terminal.outcome(
      of: try terminal.start(script: "keyboard.py", [prompt, text, program] + arguments), location: location)
    #expect(outcome.output.contains("is typed"), "\(outcome.output) \(outcome.errors)", sourceLocation: location)
    return outcome
  }

  @Test("a client's secret is asked for and not shown, a mistyped character can be taken back")
  func secret() async throws {
    let add = ["clients", "add", "mine", "--provider", "foursquare", "--client-id", "x", "--client-secret-file", "-"]
    let added = try await type(
      "typedx\\x7f-not-shown\\n", at: "is not shown", add[0], add[1], add[2], add[3], add[4], add[5], add[6], add[7],
      add[8])
    #expect(added.exit == .code(0) && !added.output.contains("typed-not") && !added.output.contains("not-shown\r"))
    let kept = try await terminal.wayleave("clients").answer
    #expect(kept.contains("  secret  stored"), "\(kept)")
  }

  @Test("a store with a passphrase asks for it at a terminal, and in a pipe says which variable has it")
  func passphraseOfStore() async throws {
    let passphrase = "over the stile and down the lane"
    terminal.secrets.append(passphrase)
    let added = try await terminal.wayleave(
      "clients", "add", "mine", "--provider", "foursquare", "--client-id", "x",
      environment: ["WAYLEAVE_STORE_PASSPHRASE": passphrase])
    #expect(added.exit == .code(0), "\(added.errors)")
    let typed = try await type("\(passphrase)\\n", at: "is not shown", "clients")
    #expect(typed.exit == .code(0) && typed.output.contains("mine"), "\(typed.output)")
    let other = try await type("round by the road\\n", at: "is not shown", "clients")
    #expect(other.exit == .code(6), "\(other.output)")
    let piped = try await terminal.wayleave("clients")
    #expect(piped.exit == .code(6) && piped.errors.contains("WAYLEAVE_STORE_PASSPHRASE_FILE"), "\(piped.errors)")
    #expect(try await terminal.wayleave("providers", "list").exit == .code(0))
  }

  @Test("a token longer than a terminal's line is taken whole, and not shown")
  func long() async throws {
    let token = String(repeating: "abcdefgh", count: 1000)
    let seen = try await type(
      "Authorization: Bearer \(token)\\x04", at: "is not shown", "inspect", "--json")
    #expect(seen.exit == .code(0) && !seen.output.contains("abcdefgh"))
    #expect(seen.output.contains("<secret 95704ea3>"), "\(seen.output)")
  }

  @Test("attack 208: Ctrl-C ends it at once, with the terminal as it was")
  func interrupted() async throws {
    let seen = try await type("x\\x03", at: "is not shown", "inspect")
    #expect(seen.exit == .code(130) && seen.took < .seconds(20), "\(seen.output)")
  }

  @Test("L18: a pasted callback of 6,000 bytes is read whole")
  func longCallback() async throws {
    // What would be cut off at 4095 bytes is what tells which sign-in it answers.
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: terminal)
      let waiting = try await WaitingSignIn.begin(at: terminal, to: .lane)
      waiting.running.send(SIGKILL)
      _ = try await waiting.running.outcome()
    }
    let long = String(repeating: "abcdefgh", count: 750)
    let url = "http://127.0.0.1/callback?session_state=\(long)&code=x&state=wrong"
    let seen = try await type("\(url)\\n\\x04", at: "and press Enter", "login", "--resume", "--timeout", "20")
    #expect(seen.output.contains("No sign-in waits for that URL"), "\(seen.output.suffix(400))")
  }

  @Test("196: token on a terminal warns once, and in a pipe it does not")
  func warning() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .lane, at: terminal)
      let piped = try await terminal.wayleave("token")
      #expect(!piped.errors.contains("Warning"))
      let seen = try await type("", at: "this prints a secret", "token")
      #expect(seen.exit == .code(0) && seen.output.components(separatedBy: "Warning").count == 2, "\(seen.output)")
      let quiet = try await type("", at: piped.answer, "token", "--quiet")
      #expect(!quiet.output.contains("Warning"))
    }
  }
}
