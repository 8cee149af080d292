import Foundation
import Testing
import WayleaveProgramRunning

@Suite("wayleave login --flow paste", .serialized)
struct PasteTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  @Test("without a display the address is shown, and the pasted answer signs in; a wrong one is asked for again")
  func paste() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: terminal)
      let line = terminal.papers.appendingPathComponent("line").path
      #expect(mkfifo(line, 0o600) == 0)
      // Open in both directions, so that neither side waits for the other to open it.
      let keyboard = try #require(FileHandle(forUpdatingAtPath: line))
      let running = try terminal.startShell(
        "exec \"$0\" login lane --json <'\(line)'", environment: ["container": "podman"])
      let signIn = try await WaitingSignIn(running)
      let address = try await terminal.browse(signIn.authorizationURL, Person.ada.orders(.allow) + ["--hold"])
      #expect(address.hasPrefix("http://127.0.0.1:"))
      try keyboard.write(contentsOf: Data("\nhttp://127.0.0.1/callback?code=x&state=wrong\nnonsense\n".utf8))
      _ = try await running.errorLine(containing: "does not answer this sign-in")
      #expect(running.isRunning)
      // As a person pastes it: with spaces around it.
      try keyboard.write(contentsOf: Data("  \(address) \n".utf8))
      let outcome = try await terminal.outcome(of: running)
      #expect(outcome.exit == .code(0), "\(outcome.errors)")
      #expect(try outcome.json()["name"] as? String == "Ada Fenwick")
      #expect(outcome.errors.contains("Flow: paste, because this is a container."))
    }
  }

  @Test("the pasted answer may say no: exit 2")
  func denied() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: terminal)
      let line = terminal.papers.appendingPathComponent("line").path
      #expect(mkfifo(line, 0o600) == 0)
      let keyboard = try #require(FileHandle(forUpdatingAtPath: line))
      let running = try terminal.startShell("exec \"$0\" login lane --flow paste <'\(line)'")
      let signIn = try await WaitingSignIn(running)
      let address = try await terminal.browse(signIn.authorizationURL, Person.ada.orders(.deny) + ["--hold"])
      try keyboard.write(contentsOf: Data("\(address)\n".utf8))
      let outcome = try await terminal.outcome(of: running)
      #expect(outcome.exit == .code(2) && outcome.shownCode == "sign_in.denied", "\(outcome.errors)")
    }
  }

  @Test("when no one pastes: the end of the input is exit 1, the time-out exit 9, and a late user can go on")
  func nothing() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: terminal)
      let ended = try await terminal.wayleave("login", "lane", "--flow", "paste")
      #expect(ended.exit == .code(1) && ended.shownCode == "configuration.unsupported", "\(ended.errors)")
      let line = terminal.papers.appendingPathComponent("line").path
      #expect(mkfifo(line, 0o600) == 0)
      let keyboard = FileHandle(forUpdatingAtPath: line)
      let late = try await terminal.shell("exec \"$0\" login lane --timeout 1 <'\(line)'")
      #expect(late.exit == .code(9) && late.shownCode == "sign_in.timed_out", "\(late.errors)")
      try keyboard?.close()
      #expect(late.errors.contains("`wayleave login --resume`"), "\(late.errors)")
      #expect(terminal.kept(".sign-in").count == 1)
    }
  }
}
