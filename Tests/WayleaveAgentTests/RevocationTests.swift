import Testing
import WayleaveAgentProtocol
import WayleaveBackport
import WayleaveSignIn
import WayleaveSystem
import WayleaveWire

@testable import WayleaveAgent

@Suite("RFC 7009 §2.2.1: the agent has revocations sent that sign-outs could not deliver")
struct AgentRevocationTests {
  /// A stand-in that notes its words, and says what the test wants.
  private static func program(_ outcome: String, status: Int) -> String {
    """
    echo "$@ child=$WAYLEAVE_AGENT_CHILD" >> "$FOLDER/starts"
    echo '{"sent_again":[{"account":"ada","revocation":"\(outcome)"}]}'; exit \(status)
    """
  }

  private static func signedOut(notBefore: Instant? = nil) throws -> StoredCredential {
    var stored = try StoredCredential.sample("ada")
    let now = Instant(secondsSinceEpoch: 1_700_000_000)
    stored.pendingRevocations = [PendingRevocation(of: stored.credential, since: now, notBefore: notBefore)]
    stored.ending = .signedOut
    return stored
  }

  private func starts(_ scene: AgentScene) -> [Substring] { scene.folder.text("starts").split(separator: "\n") }

  /// Lets time pass, and the agent see it; waits until the agent knows what became of so many processes.
  private func pass(_ time: Duration, in scene: AgentScene, sent count: Int = 0) async throws {
    scene.clock.pass(time)
    // The first wakes the agent, which does what the time has come for before it reads the second.
    for _ in 0..<2 { _ = try scene.ask(.status) }
    #expect(try await scene.wait { scene.server.sentCount.withLock(\.self) >= count })
    // What was taken is noted before this is answered.
    _ = try scene.ask(.status)
  }

  @Test("those that waited when the agent began are sent before the first request, once, and with no key in the agent")
  func waitedBefore() async throws {
    let scene = try await AgentScene([Self.signedOut()], isOwn: true, program: Self.program("revoked", status: 0))
    try await pass(.seconds(1), in: scene)
    #expect(starts(scene).isEmpty, "a request may come, and opens the store")
    try await pass(.seconds(1), in: scene, sent: 1)
    #expect(starts(scene) == ["logout --pending --json child=1"])
    #expect(scene.log.contains { $0["kind"]?.string == "revocation" && $0["decision"]?.string == "delivered" })
    #expect(try scene.ask(.status)["state"]?.hasPrefix("ready") == true)
    try await pass(.seconds(100), in: scene)
    #expect(starts(scene).count == 1)
  }

  @Test(
    "where the provider cannot be reached then, they are tried again; where the program fails, a request is waited for")
  func waitedAndFailed() async throws {
    for (program, count) in [(Self.program("pending", status: 3), 3), ("echo x >> $FOLDER/starts; exit 1", 1)] {
      let scene = try await AgentScene([Self.signedOut()], isOwn: true, program: program)
      for (index, length) in [2, 5, 10].enumerated() {
        try await pass(.seconds(length), in: scene, sent: min(index + 1, count))
      }
      #expect(starts(scene).count == count, "\(program)")
    }
  }

  @Test("a first look that finds none holds off no sign-out of the first minute")
  func lookedBefore() async throws {
    let scene = try await AgentScene(
      [.sample("ada")], isOwn: true, program: #"echo x >> "$FOLDER/starts"; echo '{"sent_again":[]}'"#)
    try await pass(.seconds(2), in: scene, sent: 1)
    #expect(starts(scene).count == 1)
    try await scene.save(Self.signedOut())
    #expect(try scene.ask(.unlock(passphrase: nil)) == .done)
    try await pass(.zero, in: scene, sent: 2)
    #expect(starts(scene).count == 2)
  }

  @Test("with a passphrase that is not known, and without a store, nothing is started and nothing failed")
  func nothingToOpen() async throws {
    let passphrase = Secret("canary four words here")
    for scene in [
      try await AgentScene(
        [Self.signedOut()], isOwn: true, program: Self.program("revoked", status: 0), passphrase: passphrase),
      try await AgentScene([], isOwn: true, program: Self.program("revoked", status: 0)),
    ] {
      try await pass(.seconds(60), in: scene, sent: 1)
      #expect(starts(scene).isEmpty && !scene.log.contains { $0["kind"]?.string == "revocation" })
    }
  }

  @Test("once the store is open, a process of its own sends them, and the audit log says so")
  func sent() async throws {
    let scene = try await AgentScene([Self.signedOut()], isOwn: true, program: Self.program("revoked", status: 0))
    #expect(try scene.ask(.unlock(passphrase: nil)) == .done)
    try await pass(.zero, in: scene, sent: 1)
    #expect(starts(scene) == ["logout --pending --json child=1"])
    let line = scene.log.first { $0["kind"]?.string == "revocation" }
    #expect(line?["decision"]?.string == "delivered" && line?["account"]?.string == "ada")
    #expect(line?["by"]?.string == "revoked")
  }

  @Test("where it fails it is tried again after five seconds, and then after twice as long each time")
  func pauses() async throws {
    let scene = try await AgentScene([Self.signedOut()], isOwn: true, program: Self.program("pending", status: 3))
    #expect(try scene.ask(.unlock(passphrase: nil)) == .done)
    try await pass(.zero, in: scene, sent: 1)
    #expect(starts(scene).count == 1)
    for (length, count) in [(4, 1), (2, 2), (8, 2), (3, 3), (18, 3), (3, 4)] {
      try await pass(.seconds(length), in: scene, sent: count)
      #expect(starts(scene).count == count, "after \(length) more")
    }
    #expect(scene.log.contains { $0["kind"]?.string == "revocation" && $0["decision"]?.string == "failed" })
  }

  @Test("a program that fails otherwise is tried again as well", arguments: ["exit 1", "echo '{}'", "kill -9 $$"])
  func failure(end: String) async throws {
    let scene = try await AgentScene([Self.signedOut()], isOwn: true, program: "echo x >> $FOLDER/starts; \(end)")
    #expect(try scene.ask(.unlock(passphrase: nil)) == .done)
    for (length, count) in [(0, 1), (4, 1), (2, 2)] {
      try await pass(.seconds(length), in: scene, sent: count)
      #expect(starts(scene).count == count)
    }
    #expect(scene.log.contains { $0["kind"]?.string == "revocation" && $0["by"]?.string == "agent.failed" })
  }

  @Test("a process that was stopped is ended all the same, some seconds after it was asked to")
  func stoppedProcess() throws {
    let child = try ChildProcess(starting: "/bin/sh", words: ["sh", "-c", "kill -STOP $$; sleep 60"], environment: [:])
    child.end(within: .milliseconds(200))
    // Without a signal it would be 0, a minute later.
    #expect(child.waitForEnd() == nil)
  }

  @Test("a wait for a process is over with the process, at its deadline, and with the task that waits")
  func waits() async throws {
    let quick = try ChildProcess(starting: "/bin/sh", words: ["sh", "-c", "exit 3"], environment: [:])
    #expect(try await quick.ends(by: .now + .seconds(30)))
    // How it ended is still to be asked.
    #expect(quick.hasEnded(by: .now) && quick.waitForEnd() == 3)
    let slow = try ChildProcess(starting: "/bin/sh", words: ["sh", "-c", "sleep 60"], environment: [:])
    #expect(try await !slow.ends(by: .now + .milliseconds(50)))
    let wait = Task { try await slow.ends(by: .now + .seconds(60)) }
    wait.cancel()
    await #expect(throws: CancellationError.self) { try await wait.value }
    #expect(!slow.hasEnded)
    slow.endWithItsChildren()
    #expect(try await slow.ends(by: .now + .seconds(30)))
    _ = slow.waitForEnd()
  }

  @Test("RFC 9110 §10.2.3: the pause that the provider wants is respected")
  func retryAfter() async throws {
    let stored = try Self.signedOut(notBefore: Instant(secondsSinceEpoch: 1_700_000_100))
    let scene = try await AgentScene([stored], isOwn: true, program: Self.program("revoked", status: 0))
    #expect(try scene.ask(.unlock(passphrase: nil)) == .done)
    try await pass(.seconds(99), in: scene)
    #expect(starts(scene).isEmpty)
    try await pass(.seconds(1), in: scene, sent: 1)
    #expect(starts(scene).count == 1)
  }

  @Test(
    "a sign-out is seen within half a minute without a request for it, and nothing is sent while the agent is locked")
  func noticed() async throws {
    let scene = try await AgentScene(
      [.sample("ada")], isOwn: true, program: Self.program("pending", status: 3))
    #expect(try scene.ask(.unlock(passphrase: nil)) == .done)
    // The look after the opening is over: the next one is half a minute later.
    _ = try scene.ask(.grants)
    try await scene.save(Self.signedOut())
    try await pass(.seconds(29), in: scene)
    #expect(starts(scene).isEmpty)
    try await pass(.seconds(1), in: scene, sent: 1)
    #expect(starts(scene).count == 1)
    #expect(try scene.ask(.lock) == .done)
    try await pass(.seconds(1000), in: scene)
    #expect(starts(scene).count == 1)
  }
}
