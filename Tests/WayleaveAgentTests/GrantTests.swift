import Testing
import Wayleave
import WayleaveAgentProtocol
import WayleaveBackport
import WayleaveConsole
import WayleaveSignIn
import WayleaveSystem
import WayleaveWire

@testable import WayleaveAgent

@Suite("The agent: a program gets what the user allowed it")
struct AgentGrantTests {
  // EI6
  @Test("the user is asked once, the token is the stored one, and the log has no secret")
  func once() async throws {
    let scene = try await AgentScene([.sample("ada")])
    #expect(try scene.token("ada") == "token-ada")
    #expect(try scene.token("ada") == "token-ada")
    #expect(scene.person.count == 1)
    #expect(scene.person.questions.withLock { $0[0] }.contains("“ada”"))
    let decisions = scene.log.compactMap { $0["decision"]?.string }
    #expect(decisions.contains("allowed") && decisions.contains("given"))
    #expect(!scene.folder.text("state/audit.log").contains("token-ada"))
    #expect(scene.folder.mode(of: "state/audit.log") == 0o600)
  }

  @Test("with --json the answer is that of the command")
  func json() async throws {
    let scene = try await AgentScene([.sample("ada")])
    let answer = try scene.ask(.token(account: "ada", minimumLifetime: nil, form: nil))
    guard case .text(let bytes) = answer else { return #expect(Bool(false), "\(answer)") }
    #expect(bytes.last == UInt8(ascii: "\n"))
    #expect(try JSON(decoding: Array(bytes.dropLast())) == StoredCredential.sample("ada").tokenJSON(named: "ada"))
  }

  // EI8
  @Test("no is the answer for half a minute, and then the next request asks again")
  func denial() async throws {
    let scene = try await AgentScene([.sample("ada")], decision: .no)
    let answer = try scene.ask(.token(account: "ada", minimumLifetime: nil, form: .plain))
    #expect(answer.code == "agent.denied")
    if case .failure(let failure) = answer { #expect(failure.exitStatus == 7) }
    scene.person.decision.withLock { $0 = .always }
    // For a short time the no is the answer.
    #expect(try scene.token("ada") == nil)
    #expect(scene.person.count == 1)
    scene.clock.pass(.seconds(31))
    #expect(try scene.token("ada") == "token-ada")
    #expect(scene.person.count == 2)
    #expect(scene.log.contains { $0["decision"]?.string == "denied" })
  }

  @Test("a grant of ten minutes ends after ten minutes, whatever the time of day is set to")
  func tenMinutes() async throws {
    let scene = try await AgentScene(
      [.sample("ada", life: 100_000, obtainedAt: 1_699_990_000)], decision: .tenMinutes)
    #expect(try scene.token("ada") == "token-ada")
    scene.clock.pass(.seconds(590))
    scene.clock.jump(by: .seconds(-5000))
    #expect(try scene.token("ada") == "token-ada")
    #expect(scene.person.count == 1)
    scene.clock.pass(.seconds(11))
    #expect(try scene.token("ada") == "token-ada")
    #expect(scene.person.count == 2)
  }

  @Test("a grant is for one account and one scope")
  func scopes() async throws {
    let scene = try await AgentScene([.sample("ada"), .sample("bob")])
    #expect(try scene.token("ada") == "token-ada")
    #expect(try scene.token("bob") == "token-bob")
    let message = AgentMessage(method: "GET", url: "https://api.foursquare.com/v2/users/self")
    #expect(try scene.ask(.authorize(account: "ada", message)).code == nil)
    #expect(scene.person.count == 3)
  }

  @Test("where no one can be asked the answer is no, with the command that allows it")
  func noOne() async throws {
    let scene = try await AgentScene([.sample("ada")], decision: nil)
    let answer = try scene.ask(.token(account: "ada", minimumLifetime: nil, form: .plain), canAsk: true)
    #expect(answer.code == "agent.denied")
    guard case .failure(let failure) = answer else { return }
    #expect(failure.remedy.contains("wayleave agent grants allow \(ThisProcess.executable ?? "") --account ada"))
  }

  @Test("saved grants are there after a restart, and those of ten minutes are not", arguments: [true, false])
  func restart(isSaved: Bool) async throws {
    let folder = TemporaryFolder()
    do {
      let scene = try await AgentScene([.sample("ada")], decision: isSaved ? .always : .tenMinutes, folder: folder)
      #expect(try scene.token("ada") == "token-ada")
      if isSaved {
        #expect(try await scene.wait { folder.isPresent("grants/store") || !scene.grantFiles.isEmpty })
      }
      try await scene.end()
    }
    let scene = try await AgentScene([], decision: .no, folder: folder)
    #expect(try scene.token("ada") == (isSaved ? "token-ada" : nil))
  }

  @Test("the grants of an account that was signed out are gone: a new sign-in asks again")
  func signedOut() async throws {
    let scene = try await AgentScene([.sample("ada"), .sample("bob")])
    #expect(try scene.token("ada") == "token-ada")
    #expect(try scene.token("bob") == "token-bob")
    let (records, account) = (AgentScene.records(scene.folder), try StoredCredential.sample("ada").account)
    let revision = try await records.load(account)?.revision
    try await records.replace(account, with: nil, expecting: revision)
    #expect(try scene.token("ada") == nil)
    try await scene.save(.sample("ada", token: "new"))
    #expect(try scene.token("ada") == "new")
    #expect(scene.person.count == 3)
    #expect(try scene.token("bob") == "token-bob")
    #expect(scene.person.count == 3)
  }

  @Test("RFC 7009 §2.2.1: a grant ends with a sign-out that could not be delivered, and so does its record")
  func signedOutUndelivered() async throws {
    let scene = try await AgentScene([.sample("ada")], isOwn: true)
    #expect(try scene.token("ada") == "token-ada")
    #expect(try await scene.wait { !scene.grantFiles.isEmpty })
    #expect(try scene.ask(.grants).rows.count == 1)
    var stored = try StoredCredential.sample("ada")
    stored.pendingRevocations = [
      PendingRevocation(of: stored.credential, since: Instant(secondsSinceEpoch: 1_700_000_000))
    ]
    stored.ending = .signedOut
    try await scene.save(stored)
    #expect(try scene.ask(.grants).rows.isEmpty)
    #expect(try await scene.wait { scene.grantFiles.isEmpty })
  }

  @Test(
    "a grant ends with the sign-in that it was given for, also where the agent saw no sign-out between two sign-ins",
    arguments: [(Optional("first"), Optional("second"), 2), ("first", "first", 1), (nil, nil, 1), (nil, "second", 2)])
  func anotherSignIn(first: String?, second: String?, questions: Int) async throws {
    var (before, after) = (try StoredCredential.sample("ada"), try StoredCredential.sample("ada", token: "new"))
    (before.enrollment, after.enrollment) = (first, second)
    let scene = try await AgentScene([before])
    #expect(try scene.token("ada") == "token-ada")
    try await scene.save(after)
    #expect(try scene.token("ada") == "new")
    #expect(scene.person.count == questions)
  }

  @Test("our own program at a terminal gets the question itself, and answers it on the same connection")
  func terminal() async throws {
    let scene = try await AgentScene([.sample("ada")], isOwn: true, decision: nil)
    let connection = try scene.connect()
    let wish = AgentRequest(.token(account: "ada", minimumLifetime: nil, form: .plain), canAsk: true)
    guard case .question(let id, let sentence) = try connection.ask(wish) else { return #expect(Bool(false)) }
    #expect(sentence.contains("“ada”"))
    // The answer on another connection is none.
    #expect(throws: AgentConnectionError.self) { try scene.ask(.answer(question: id, .always)) }
    #expect(try connection.ask(AgentRequest(.answer(question: id, .always))) == .text(Array("token-ada\n".utf8)))
    #expect(try scene.token("ada") == "token-ada")
    let rows = try scene.ask(.grants).rows
    #expect(rows.count == 1 && rows[0]["account"] == "ada" && rows[0]["scope"] == "token")
    // Grants are for the program that started ours.
    #expect(rows[0]["program"] != ThisProcess.executable)
    #expect(try scene.ask(.revoke(grant: rows[0]["id"] ?? "")) == .done)
    #expect(try scene.ask(.token(account: "ada", minimumLifetime: nil, form: .plain)).code == "agent.denied")
    #expect(try scene.ask(.revoke(grant: "none")).code == "configuration.invalid_value")
  }

  @Test("two connections with the same question wait for one answer, and no at the terminal is no for both")
  func sameQuestion() async throws {
    let scene = try await AgentScene([.sample("ada")], isOwn: true, decision: nil)
    let (first, second) = (try scene.connect(), try RawClient(scene))
    let wish = AgentRequest(.token(account: "ada", minimumLifetime: nil, form: .plain), canAsk: true)
    guard case .question(let id, _) = try first.ask(wish) else { return #expect(Bool(false)) }
    second.send(wish.frame.bytes ?? [])
    #expect(try await scene.wait { (try? scene.ask(.status)["waiting"]) == "2" })
    // Its answer wants a store as new as that of the second: both have asked by then.
    _ = try scene.ask(.grants)
    #expect(second.receive(withinMilliseconds: 0) == nil)
    #expect(try first.ask(AgentRequest(.answer(question: id, .no))).code == "agent.denied")
    let bytes = try #require(second.receive())
    #expect(try AgentAnswer(reading: AgentFrame(reading: bytes[4...])).code == "agent.denied")
  }

  @Test("only our own program manages the agent")
  func management() async throws {
    let scene = try await AgentScene([.sample("ada")])
    let wishes: [AgentRequest.Wish] = [
      .lock, .unlock(passphrase: nil), .grants, .stop, .revoke(grant: "x"),
      .allow(program: "/bin/sh", account: "ada", .token),
    ]
    for wish in wishes { #expect(try scene.ask(wish).code == "agent.denied", "\(wish)") }
    #expect(try scene.ask(.status)["state"] != nil)
    #expect(try scene.ask(.status)["process"] == nil)
    #expect(throws: AgentConnectionError.self) { try scene.ask(.answer(question: 1, .always)) }
  }

  @Test("allow asks at the terminal as a request does, and what is no program is refused")
  func allow() async throws {
    let scene = try await AgentScene([.sample("ada")], isOwn: true, decision: nil)
    func allow(_ decision: AgentDecision, _ scope: AgentScope, minutes: UInt64? = nil) throws -> AgentAnswer {
      let connection = try scene.connect()
      let wish = AgentRequest(.allow(program: "/bin/sh", account: "ada", scope, minutes: minutes), canAsk: true)
      guard case .question(let id, let sentence) = try connection.ask(wish) else { return .needsCommand("no question") }
      #expect(sentence.contains(", for ") == (minutes != nil), "\(sentence)")
      #expect(sentence.contains("“ada”") && sentence.contains("runs many programs"))
      return try connection.ask(AgentRequest(.answer(question: id, decision)))
    }
    // EI6, EI8
    #expect(try allow(.no, .echo).code == "agent.denied")
    #expect(try scene.ask(.grants).rows.isEmpty)
    #expect(try allow(.always, .echo)["seconds_left"] == "")
    let row = try #require(try scene.ask(.grants).rows.first)
    #expect(row["program"] == ProgramFile.realPath("/bin/sh"))
    #expect(row["scope"] == "echo" && row["seconds_left"] == "")
    // Ten minutes are more than was asked for.
    #expect(try allow(.tenMinutes, .token, minutes: 1)["seconds_left"] == "60")
    #expect(try scene.ask(.grants).rows.count == 2)
    #expect(try allow(.always, .requests, minutes: 30)["seconds_left"] == "1800")
    #expect(try allow(.always, .reverseAuth, minutes: .max)["seconds_left"] == "604800")
    #expect(try scene.ask(.grants).rows.count == 4)
    for program in ["sh", "/nonexistent", "/tmp"] {
      #expect(try scene.ask(.allow(program: program, account: "ada", .token)).code == "agent.failed", "\(program)")
    }
    #expect(try scene.ask(.allow(program: "/bin/sh", account: "eve", .token)).code == "configuration.unknown_account")
  }

  @Test(
    "allow where no one can be asked is denied, and a notification asks for it", arguments: [nil, AgentDecision.always])
  func allowWithoutTerminal(decision: AgentDecision?) async throws {
    let scene = try await AgentScene([.sample("ada")], isOwn: true, decision: decision)
    let answer = try scene.ask(.allow(program: "/bin/sh", account: "ada", .token))
    #expect(answer.code == (decision == nil ? "agent.denied" : nil))
    #expect(scene.person.count == (decision == nil ? 0 : 1))
    #expect(try scene.ask(.grants).rows.count == scene.person.count)
  }

  @Test("wayleave itself gets no grant, for every program can start it")
  func itself() async throws {
    let scene = try await AgentScene([.sample("ada")], isOwn: true)
    let program = try #require(ThisProcess.executable)
    #expect(try scene.ask(.allow(program: program, account: "ada", .token)).code == "agent.denied")
    #expect(try scene.ask(.allow(program: "/bin/sh", account: "ada", .token))["scope"] == "token")
    #expect(scene.person.count == 1)
  }

  @Test("a long path is cut in its middle, so that the name of the program is seen")
  func longPath() {
    #expect(DisplayText.shortPath("/usr/bin/sh") == "/usr/bin/sh")
    let long = DisplayText.shortPath("/a" + String(repeating: "/x", count: 300) + "/evil")
    #expect(long.hasPrefix("/a/x") && long.hasSuffix("/x/evil") && long.contains("…"))
    #expect(long.unicodeScalars.count < 200)
  }

  @Test("several accounts and none named: a choice, with the names that the program may know")
  func choice() async throws {
    let stranger = try await AgentScene([.sample("ada"), .sample("bob")])
    func choices(_ scene: AgentScene) throws -> [String] {
      let answer = try scene.ask(.token(account: nil, minimumLifetime: nil, form: .plain))
      guard case .failure(let failure) = answer else { return ["\(answer)"] }
      // EI4
      #expect(failure.code == "agent.account_choice_needed" && failure.exitStatus == 64)
      for name in ["ada", "bob"] { #expect(failure.message.contains(name) == failure.choices.contains(name)) }
      return failure.choices.sorted()
    }
    #expect(try choices(stranger).isEmpty)
    #expect(try stranger.token("ada") == "token-ada")
    #expect(try choices(stranger) == ["ada"])
    let own = try await AgentScene([.sample("ada"), .sample("bob")], isOwn: true)
    #expect(try choices(own) == ["ada", "bob"])
    let unknown = try stranger.ask(.token(account: "eve", minimumLifetime: nil, form: .plain))
    // EI5
    #expect(unknown.code == "configuration.unknown_account")
    #expect(!"\(unknown)".contains("bob"))
  }
}

@Suite("The agent: a program without a grant learns no names")
struct AgentStrangerTests {
  private func failure(_ scene: AgentScene, _ name: String?) throws -> AgentFailure? {
    let answer = try scene.ask(.token(account: name, minimumLifetime: nil, form: .plain))
    if case .failure(let failure) = answer { return failure }
    return nil
  }

  @Test("an account that exists and one that does not have the same answer", arguments: [nil, AgentDecision.no])
  func same(decision: AgentDecision?) async throws {
    let scene = try await AgentScene([.sample("ada"), .sample("bob")], decision: decision)
    let known = try #require(try failure(scene, "ada"))
    let unknown = try #require(try failure(scene, "eve"))
    #expect(known.code == "agent.denied" && unknown.code == "agent.denied")
    #expect(known.message.replacing("ada", with: "eve") == unknown.message)
    #expect(known.remedy.replacing("ada", with: "eve") == unknown.remedy)
    #expect(known.expected == unknown.expected && known.received == unknown.received)
  }

  @Test("what an error does not say is empty in the answer, since a program of an earlier version demands the fields")
  func emptyFields() {
    let worded = AgentFailure(OAuthError(.denied, message: "No.", rule: .wayleave("r"), remedy: "m"))
    #expect(worded.message == "No." && worded.expected.isEmpty && worded.received.isEmpty)
    let general = AgentFailure(
      OAuthError(.denied, rule: .wayleave("r"), expected: "e", received: .nothing, remedy: "m"))
    #expect(general.expected == "e" && general.received == "nothing")
  }

  @Test("without a name the refusal has none")
  func unnamed() async throws {
    let scene = try await AgentScene([.sample("ada")], decision: .no)
    let refused = try #require(try failure(scene, nil))
    #expect(refused.code == "agent.denied" && !"\(refused)".contains("“ada”") && !refused.remedy.contains("ada"))
    let several = try await AgentScene([.sample("ada"), .sample("bob")], decision: .no)
    let choice = try #require(try failure(several, nil))
    #expect(choice.code == "agent.account_choice_needed" && !choice.message.contains("bob"))
    #expect(several.person.count == 0)
  }

  @Test("damage of the store is for the programs that may use it")
  func damage() async throws {
    let scene = try await AgentScene([.sample("ada"), .sample("bob")], decision: .no)
    try await Self.replaceRecord(of: "ada", with: "{\"version\":99}", in: scene)
    #expect(try failure(scene, "ada")?.code == "agent.denied")
  }

  private static func replaceRecord(of subject: String, with text: String, in scene: AgentScene) async throws {
    let vault = FileVault(
      directory: scene.folder.path + "/credentials", key: .keyFile(scene.folder.path + "/store.key"))
    try await vault.replace(
      RecordName(.credential, StoredCredential.sample(subject).account.nameParts), with: Secret(text),
      expecting: .anything)
  }

  @Test("where a record cannot be read, our own program has to name the account", arguments: [true, false])
  func unnamedBesideDamage(isDamaged: Bool) async throws {
    let scene = try await AgentScene([.sample("ada"), .sample("bob")], isOwn: true)
    if isDamaged { try await Self.replaceRecord(of: "bob", with: "{}", in: scene) }
    let refused = try failure(scene, nil)
    #expect(refused?.code == (isDamaged ? "store.damaged" : "agent.account_choice_needed"))
    if isDamaged { #expect(refused?.remedy.contains("`--account ada`") == true, "\(refused?.remedy ?? "")") }
    #expect(try failure(scene, "ada") == nil)
  }
}

@Suite("The agent: questions on the desktop come one after the other")
struct NotificationQueueTests {
  @Test("one is shown, eight wait, and the ninth is refused")
  func queue() {
    var queue = NotificationQueue()
    let isFirstAdded = queue.add(0, "0")
    let first = queue.next()?.question
    #expect(isFirstAdded && first == 0)
    let added = (1...UInt64(NotificationQueue.longest + 1)).map { queue.add($0, "x") }
    #expect(added.dropLast().allSatisfy(\.self) && added.last == false)
    queue.forget(1)
    queue.end(7)
    let early = queue.next()?.question
    queue.end(0)
    let second = queue.next()?.question
    #expect(early == nil && second == 2)
  }

  @Test("two accounts at once: the second is shown when the first is answered, and one that no one waits for is not")
  func order() async throws {
    let scene = try await AgentScene([.sample("ada"), .sample("bob"), .sample("eve")], isOwn: true)
    scene.person.isAway.withLock { $0 = true }
    func ask(_ name: String) throws -> RawClient {
      let client = try RawClient(scene)
      client.send(AgentRequest(.token(account: name, minimumLifetime: nil, form: .plain)).frame.bytes ?? [])
      return client
    }
    let ada = try ask("ada")
    #expect(try await scene.wait { scene.person.count == 1 })
    var bob: RawClient? = try ask("bob")
    let eve = try ask("eve")
    #expect(try await scene.wait { (try? scene.ask(.status)["waiting"]) == "3" })
    // Its answer wants a store as new as that of the others: all have asked by then.
    _ = try scene.ask(.grants)
    #expect(scene.person.count == 1)
    #expect([ada, bob, eve].allSatisfy { $0?.receive(withinMilliseconds: 0) == nil })
    // The program that asked for bob ends, and the agent sees it before it takes the next connection.
    bob = nil
    #expect(try scene.ask(.status)["waiting"] == "2")
    scene.person.isAway.withLock { $0 = false }
    #expect(ada.receive() != nil && eve.receive() != nil)
    let asked = scene.person.questions.withLock { $0 }
    #expect(asked.count == 2 && asked.allSatisfy { !$0.contains("“bob”") })
  }
}

extension AgentScene {
  var grantFiles: [String] { folder.names("grants").filter { $0.hasSuffix(".grant") } }
}
