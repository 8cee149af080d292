import Foundation
import Testing
import WayleaveProgramRunning

@Suite("161, 271: a refresh that is killed or interrupted at each of its steps", .serialized)
struct RefreshKillTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  /// A step of `wayleave token --force` at which the provider waits.
  enum Step: String, CaseIterable {
    case beforeRequest = "pause-before-request"
    case beforeAnswer = "pause-before-answer"
    case inBody = "pause-in-body"
  }

  /// Runs a test with an account at a provider that waits at a step of the first refresh.
  ///
  /// Each process sends two requests, since the answer to the first is a demand for a nonce, which the rule does not count.
  /// The second spends the token.
  private func pausing(
    at step: Step?, for milliseconds: Int = 2000, _ test: (EmulatedProviders, String) async throws -> Void
  ) async throws {
    let rule = step.map { "/tollgate/token?grant_type=refresh_token:\($0.rawValue)=\(milliseconds),nth=1" }
    try await EmulatedProviders.during(faults: rule.map { [$0] } ?? []) { place in
      let issuer = place.base + "/tollgate"
      try await terminal.signInAtTollgate(issuer)
      try await test(place, issuer)
    }
  }

  @Test("161: kill -9 at each step: the next refresh works, or names the interrupted one", arguments: Step.allCases)
  func killed(at step: Step) async throws {
    // Longer than the test: the end of the provider breaks it off.
    try await pausing(at: step, for: 600_000) { place, issuer in
      let running = try terminal.start(["token", "--force"])
      try await place.faultsBegin(1)
      running.send(SIGKILL)
      #expect(try await terminal.outcome(of: running).exit == .signal(SIGKILL))
      let isSpent = place.count(of: "token.refreshed") == 1
      #expect(isSpent == (step != .beforeRequest))
      #expect(try await terminal.refreshesNext(at: issuer) == !isSpent)
      #expect(place.count(of: "token.refreshed") == (isSpent ? 2 : 1))
    }
  }

  @Test("161: kill -9 at any moment after the answer: the next refresh works, or names the interrupted one")
  func killedAfterAnswer() async throws {
    try await pausing(at: nil) { place, issuer in
      var (works, round, pause) = (0, 0, 1)
      // Each pause is twice the one before. The later ones find it saved; on a slow machine, those after the eighth.
      while round < 8 || works == 0 && pause < 10_000 {
        let refreshed = place.count(of: "token.refreshed")
        let running = try terminal.start(["token", "--force"])
        while place.count(of: "token.refreshed") == refreshed, running.isRunning {
          try await Task.sleep(for: .milliseconds(1))
        }
        try await Task.sleep(for: .milliseconds(pause))
        (round, pause) = (round + 1, pause * 2)
        running.send(SIGKILL)
        _ = try await terminal.outcome(of: running)
        works += try await terminal.refreshesNext(at: issuer) ? 1 : 0
      }
      #expect(works > 0)
    }
  }

  @Test(
    "161, M6: an interruption at each step: the refresh is finished and saved, and the message says so",
    arguments: Step.allCases, [SIGINT, SIGTERM, SIGHUP])
  func interrupted(at step: Step, by signal: Int32) async throws {
    try await pausing(at: step) { place, issuer in
      let before = try await terminal.wayleave("token").answer
      let running = try terminal.start(["token", "--force"])
      try await place.faultsBegin(1)
      running.send(signal)
      let outcome = try await terminal.outcome(of: running)
      #expect(outcome.exit == .code(130) && outcome.output.isEmpty, "\(outcome.errors)")
      #expect(outcome.errors.contains("was saved"), "\(outcome.errors)")
      let saved = try await terminal.wayleave("token", "--no-refresh")
      #expect(saved.exit == .code(0) && saved.answer != before)
      #expect(try await terminal.refreshesNext(at: issuer))
      #expect(place.count(of: "token.refreshed") == 2)
    }
  }

  @Test("163: a program that is stopped in its refresh holds the lock: the next one fails in time, and sends nothing")
  func stopped() async throws {
    try await pausing(at: .beforeAnswer) { place, issuer in
      let holder = try terminal.start(["token", "--force"])
      try await place.faultsBegin(1)
      holder.send(SIGSTOP)
      let second = try await terminal.wayleave(
        "token", "--force", "--json", environment: ["TESTED_WAYLEAVE_PATIENCE": "3000"])
      holder.send(SIGCONT)
      #expect(try second.exit == .code(6) && second.errorCode() == "store.busy", "\(second.output)")
      let first = try await terminal.outcome(of: holder)
      // It finishes; where the time for the answer was over meanwhile, it says that the token may be spent.
      let isInTime = first.exit == .code(0)
      #expect(isInTime || first.shownCode == "token.outcome_unknown", "\(first.errors)")
      #expect(place.count(of: "token.refreshed") == 1 && place.count(of: "token.revoked") == 0)
      #expect(try await terminal.refreshesNext(at: issuer) == isInTime)
    }
  }

  @Test(
    "T16: an answer that is cut off: the request is not sent again, and a whole refresh token in it is saved",
    arguments: [(145, false), (200, true)])
  func cutOff(bytes: Int, isSaved: Bool) async throws {
    // The demand for a nonce is shorter than this.
    let rule = "/tollgate/token?grant_type=refresh_token:cut-off=\(bytes)"
    try await EmulatedProviders.during(faults: [rule]) { place in
      try await terminal.signInAtTollgate(place.base + "/tollgate")
      let refresh = try await terminal.wayleave("token", "--force")
      #expect(refresh.exit == .code(3) && refresh.shownCode == "token.outcome_unknown", "\(refresh.errors)")
      #expect(place.count(of: "token.refreshed") == 1 && place.count(of: "token.revoked") == 0)
      let next = try await terminal.wayleave("token", "--force")
      #expect(next.exit == .code(isSaved ? 3 : 4), "\(next.errors)")
      #expect(next.errors.contains("interrupted") == !isSaved, "\(next.errors)")
      #expect(place.count(of: "token.refreshed") == (isSaved ? 2 : 1))
    }
  }
}
