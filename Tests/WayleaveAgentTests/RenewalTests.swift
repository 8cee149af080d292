import Testing
import WayleaveAgentProtocol
import WayleaveBackport
import WayleaveSignIn
import WayleaveSystem
import WayleaveWire

@testable import WayleaveAgent

@Suite("The agent: renewals in a program of their own")
struct AgentRenewalTests {
  /// A stand-in that notes its words, and ends well once the test has renewed the credential.
  static let program = """
    echo "$@ child=$WAYLEAVE_AGENT_CHILD" >> "$FOLDER/starts"
    while [ -e "$FOLDER/program" ] && [ ! -e "$FOLDER/go" ]; do sleep 0.02; done
    """

  private func starts(_ scene: AgentScene) -> [Substring] { scene.folder.text("starts").split(separator: "\n") }

  @Test("twenty callers of an expired token at once: one renewal, and each has the new token")
  func parallel() async throws {
    let scene = try await AgentScene([.sample("ada")], program: Self.program)
    #expect(try scene.token("ada") == "token-ada")
    scene.clock.pass(.seconds(3600))
    let tokens = Lock<[String?]>([])
    for _ in 0..<20 {
      try DetachedThread.start {
        let token = try? scene.token("ada")
        tokens.withLock { $0.append(token) }
      }
    }
    #expect(try await scene.wait { starts(scene).count == 1 })
    try await Task.sleep(for: .milliseconds(200))
    try await scene.save(.sample("ada", token: "new", obtainedAt: 1_700_003_600))
    scene.folder.write("go", "")
    #expect(try await scene.wait { tokens.withLock { $0.count } == 20 })
    #expect(tokens.withLock { $0.allSatisfy { $0 == "new" } })
    #expect(starts(scene) == ["token --json -- ada child=1"])
  }

  @Test("the error of the program is the failure, for all who wait")
  func failure() async throws {
    let scene = try await AgentScene(
      [.sample("ada", life: 10)],
      program: #"echo '{"error":{"code":"network.unreachable","message":"No way.","remedy":"Wait."}}'; exit 3"#)
    let answer = try scene.ask(.token(account: "ada", minimumLifetime: 600, form: .plain))
    guard case .failure(let failure) = answer else { return #expect(Bool(false), "\(answer)") }
    // EI11
    #expect(failure.code == "network.unreachable" && failure.exitStatus == 3 && failure.message == "No way.")
    #expect(scene.log.contains { $0["decision"]?.string == "failed" && $0["by"]?.string == "network.unreachable" })
  }

  @Test("after a failure it is the answer until a pause is over, and the pauses become longer")
  func pause() async throws {
    let scene = try await AgentScene(
      [.sample("ada", life: 10)],
      program: #"echo x >> "$FOLDER/starts"; echo '{"error":{"code":"network.unreachable"}}'; exit 3"#)
    func ask() throws -> String? {
      try scene.ask(.token(account: "ada", minimumLifetime: 600, form: .plain)).code
    }
    for _ in 0..<3 { #expect(try ask() == "network.unreachable") }
    #expect(starts(scene).count == 1)
    scene.clock.pass(.seconds(6))
    for _ in 0..<2 { #expect(try ask() == "network.unreachable") }
    #expect(starts(scene).count == 2)
    scene.clock.pass(.seconds(6))
    #expect(try ask() == "network.unreachable")
    #expect(starts(scene).count == 2)
    scene.clock.pass(.seconds(5))
    #expect(try ask() == "network.unreachable")
    #expect(starts(scene).count == 3)
  }

  @Test("RFC 9110 §10.2.3: a server that wants to be left alone is, before the next renewal")
  func retryAfter() async throws {
    let scene = try await AgentScene(
      [.sample("ada", life: 10)],
      program: """
        echo x >> "$FOLDER/starts"
        echo '{"error":{"code":"answer.server_unavailable","retry_after":120}}'; exit 3
        """)
    func ask() throws -> String? {
      try scene.ask(.token(account: "ada", minimumLifetime: 600, form: .plain)).code
    }
    for (seconds, count) in [(0, 1), (6, 1), (110, 1), (6, 2)] as [(Int64, Int)] {
      scene.clock.pass(.seconds(seconds))
      #expect(try ask() == "answer.server_unavailable")
      #expect(starts(scene).count == count, "\(seconds)")
    }
  }

  @Test("a pause is as long as the server wants, an hour at most, and never shorter than our own")
  func pauses() {
    let now = ContinuousClock.now
    for (wanted, length) in [(nil, 5), (1, 5), (120, 120), (3600, 3600), (86400, 3600)] as [(Int64?, Int64)] {
      #expect(FailurePause(after: nil, at: now, atLeast: wanted.map { .seconds($0) }).end == now + .seconds(length))
    }
    // What the server wanted once is not doubled.
    let first = FailurePause(after: nil, at: now, atLeast: .seconds(120))
    #expect(FailurePause(after: first, at: now).end == now + .seconds(10))
  }

  @Test("a credential that has ended is not renewed")
  func ended() async throws {
    var stored = try StoredCredential.sample("ada", life: 10)
    stored.endedBecause = "invalid_grant"
    let scene = try await AgentScene([stored], program: Self.program)
    // Once the store is open, no program looks for revocations.
    try scene.open()
    scene.clock.pass(.seconds(20))
    let answer = try scene.ask(.token(account: "ada", minimumLifetime: nil, form: .plain))
    // EI12
    #expect(answer.code == "credential.sign_in_needed")
    #expect(starts(scene).isEmpty)
  }

  @Test("a caller that wants a longer life than the provider gives does not renew again and again")
  func interval() async throws {
    let scene = try await AgentScene([.sample("ada")], program: Self.program)
    scene.folder.write("go", "")
    for minimum in 4000..<4005 as Range<UInt64> { #expect(try scene.token("ada", minimum: minimum) == "token-ada") }
    #expect(starts(scene).count == 1)
    scene.clock.pass(.seconds(31))
    #expect(try scene.token("ada", minimum: 4000) == "token-ada")
    #expect(starts(scene).count == 2)
  }

  @Test(
    "a program that says nothing, or cannot be started, is a failure of the agent",
    arguments: ["exit 9", "kill -9 $$", "exit 0"])
  func silent(program: String) async throws {
    let scene = try await AgentScene([.sample("ada", life: 10)], program: program)
    try scene.open()
    scene.clock.pass(.seconds(20))
    let answer = try scene.ask(.token(account: "ada", minimumLifetime: nil, form: .plain))
    #expect(answer.code == "agent.failed", "\(answer)")
  }

  @Test("a token that must live longer than it does is renewed for that, and another program's renewal is seen")
  func minimum() async throws {
    let scene = try await AgentScene([.sample("ada")], program: Self.program)
    scene.folder.write("go", "")
    #expect(try scene.token("ada", minimum: 3000) == "token-ada")
    #expect(starts(scene).isEmpty)
    #expect(try scene.token("ada", minimum: 3601) == "token-ada")
    #expect(starts(scene) == ["token --json --min-ttl 3601 -- ada child=1"])
    try await scene.save(.sample("ada", token: "new", life: 7200))
    #expect(try scene.token("ada", minimum: 3601) == "new")
    #expect(starts(scene).count == 1)
  }

  @Test("166, 275: a clock that jumps, ahead or back to before the token came, leads to one renewal")
  func jumps() async throws {
    let scene = try await AgentScene(
      [.sample("ada")], program: #"echo x >> "$FOLDER/starts"; [ ! -e "$FOLDER/fails" ] || exit 3"#)
    #expect(try scene.token("ada") == "token-ada")
    #expect(starts(scene).isEmpty)
    scene.clock.jump(by: .seconds(-1_000_000))
    for _ in 0..<3 { #expect(try scene.token("ada") == "token-ada") }
    #expect(starts(scene).count == 1)
    // What a renewal brings is as old as the clock says.
    try await scene.save(.sample("ada", token: "second", obtainedAt: 1_699_000_000))
    scene.clock.pass(.seconds(31))
    #expect(try scene.token("ada") == "second")
    #expect(starts(scene).count == 1)
    scene.folder.write("fails", "")
    scene.clock.jump(by: .seconds(2_000_000))
    for _ in 0..<3 { #expect(try scene.token("ada") == nil) }
    #expect(starts(scene).count == 2)
    scene.clock.jump(by: .seconds(-1_000_000))
    try await scene.save(.sample("ada", token: "third"))
    #expect(try scene.token("ada") == "third")
    #expect(starts(scene).count == 2)
  }

  @Test("at four fifths of a token's life it is renewed, if someone asked for it before")
  func early() async throws {
    let scene = try await AgentScene([.sample("ada"), .sample("bob")], program: Self.program)
    scene.folder.write("go", "")
    #expect(try scene.token("ada") == "token-ada")
    scene.clock.pass(.seconds(2879))
    _ = try scene.ask(.status)
    #expect(starts(scene).isEmpty)
    scene.clock.pass(.seconds(1))
    _ = try scene.ask(.status)
    #expect(try await scene.wait { !starts(scene).isEmpty })
    _ = try scene.ask(.status)
    // After a renewal that changed nothing there is a pause.
    #expect(starts(scene) == ["token --json --min-ttl 721 -- ada child=1"])
  }

  @Test("a sign-in that has ended is not renewed unasked, though its token was given before")
  func endedEarly() async throws {
    let scene = try await AgentScene([.sample("ada"), .sample("bob")], program: Self.program)
    scene.folder.write("go", "")
    for name in ["ada", "bob"] { #expect(try scene.token(name) == "token-\(name)") }
    var ended = try StoredCredential.sample("ada")
    ended.endedBecause = "invalid_grant"
    try await scene.save(ended)
    // It reads the store again.
    #expect(try scene.token("bob") == "token-bob")
    scene.clock.pass(.seconds(2880))
    _ = try scene.ask(.status)
    #expect(try await scene.wait { starts(scene).contains { $0.contains("bob") } })
    _ = try scene.ask(.status)
    #expect(!starts(scene).contains { $0.contains("ada") })
  }

  @Test("the passphrase goes to no other file that stands at the path of our program: the agent is outdated")
  func replacedProgram() async throws {
    let scene = try await AgentScene(
      [.sample("ada", life: 10)], isOwn: true, program: "exit 3", passphrase: Secret("four words of mine"))
    #expect(try scene.ask(.unlock(passphrase: Array("four words of mine".utf8))) == .done)
    scene.folder.remove("program")
    scene.folder.write("program", "#!/bin/sh\ncat > $FOLDER/input\n", mode: 0o755)
    scene.clock.pass(.seconds(20))
    let answer = try scene.ask(.token(account: "ada", minimumLifetime: nil, form: .plain))
    #expect(answer.code == "agent.outdated", "\(answer)")
    #expect(!scene.folder.isPresent("input"))
  }

  @Test("the passphrase of the store goes to the program by its input, and not by its variables")
  func passphrase() async throws {
    let scene = try await AgentScene(
      [.sample("ada", life: 10)], isOwn: true,
      program: "env > $FOLDER/variables; cat \"$WAYLEAVE_STORE_PASSPHRASE_FILE\" > $FOLDER/input; exit 3",
      passphrase: Secret("four words of mine"))
    #expect(try scene.ask(.unlock(passphrase: Array("four words of mine".utf8))) == .done)
    scene.clock.pass(.seconds(20))
    #expect(try scene.token("ada") == nil)
    #expect(scene.folder.text("input") == "four words of mine")
    #expect(!scene.folder.text("variables").contains("four words"))
  }
}
