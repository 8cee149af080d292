import Foundation
import Testing
import WayleaveAgentProtocol
import WayleaveBackport
import WayleaveSignIn
import WayleaveSystem
import WayleaveTestSupport
import WayleaveWire

@testable import WayleaveAgent

/// Each sentence at the beginning of `agent.md` on what the agent protects from.
@Suite("The agent: it keeps honest programs apart, and stops no program of the user that means harm")
struct AgentPromiseTests {
  private static let token = AgentRequest.Wish.token(account: "ada", minimumLifetime: nil, form: .plain)
  static let isRoot = ThisProcess.user == 0

  @Test("a program that was allowed nothing gets nothing, and one that was allowed something helps no other")
  func apart() async throws {
    let scene = try await AgentScene([.sample("ada")])
    #expect(try AskingProgram.answer(to: Self.token, in: scene.folder)?.code == nil)
    scene.person.decision.withLock { $0 = .no }
    try scene.folder.copy("/usr/bin/python3.11", to: "other")
    let other = try AskingProgram.answer(to: Self.token, in: scene.folder, by: scene.folder.path + "/other")
    #expect(other?.code == "agent.denied" && scene.person.count == 2)
    #expect(try scene.token("ada") == nil && scene.person.count == 3)
  }

  @Test(
    "another user gets nothing, also where the folder and the socket were opened to all",
    .enabled(if: isRoot))
  func otherUser() async throws {
    let scene = try await AgentScene([.sample("ada")])
    for (name, mode) in [("", mode_t(0o755)), ("/run", 0o755), ("/run/agent.sock", 0o666)] {
      #expect(chmod(scene.folder.path + name, mode) == 0)
    }
    let answer = try AskingProgram.answer(to: Self.token, in: scene.folder, before: "os.setuid(65534)")
    #expect(answer?.code == "agent.denied" && scene.person.count == 0)
  }

  @Test("a grant holds for whatever runs as its program: other code in it is no other program")
  func otherCode() async throws {
    let scene = try await AgentScene([.sample("ada")])
    for code in ["honest = True", "honest = False"] {
      #expect(try AskingProgram.answer(to: Self.token, in: scene.folder, before: code)?.code == nil)
    }
    #expect(scene.person.count == 1)
  }

  @Test("whatever has a terminal answers its own question, and the log says at whose terminal that was")
  func ownAnswer() async throws {
    let scene = try await AgentScene([.sample("ada")], isOwn: true, decision: nil)
    let connection = try scene.connect()
    guard case .question(let id, _) = try connection.ask(AgentRequest(Self.token, canAsk: true)) else {
      return #expect(Bool(false))
    }
    #expect(try connection.ask(AgentRequest(.answer(question: id, .always))).code == nil)
    let words = "an answer at the terminal of process \(ThisProcess.identifier)"
    #expect(scene.log.contains { $0["decision"]?.string == "allowed" && $0["by"]?.string == words })
  }

  @Test("our program gets no grant where no other one started it, whatever the person says")
  func itself() async throws {
    let scene = try await AgentScene([.sample("ada")], own: Self.ancestors)
    let answer = try scene.ask(Self.token)
    guard case .failure(let failure) = answer else { return #expect(Bool(false), "\(answer)") }
    #expect(failure.code == "agent.denied" && failure.message.contains("gets no grant"), "\(failure.message)")
    #expect(scene.person.count == 0)
    #expect(try scene.ask(.grants).rows.isEmpty)
  }

  @Test("a parent of another user is not the program that wants something", .enabled(if: isRoot))
  func parentOfAnotherUser() async throws {
    let scene = try await AgentScene([.sample("ada")], own: [AskingProgram.python])
    let answer = try AskingProgram.answer(
      to: Self.token, in: scene.folder, before: AskingProgram.asChildOfAnotherUser)
    #expect(answer?.code == "agent.denied" && scene.person.count == 0, "\(String(describing: answer))")
  }

  @Test("allow refuses every program of ours, whichever of them asks")
  func everyOwn() async throws {
    let others = [AskingProgram.python, "/bin/sh"]
    let scene = try await AgentScene([.sample("ada")], own: [ThisProcess.executable ?? ""] + others)
    for program in others {
      let answer = try scene.ask(.allow(program: program, account: "ada", .token))
      #expect(answer.code == "agent.denied", "\(program): \(answer)")
    }
    #expect(scene.person.count == 0)
    #expect(try scene.ask(.grants).rows.isEmpty)
  }

  @Test("a program of ours that was replaced while the agent runs learns that: it is no stranger")
  func outdated() async throws {
    let folder = TemporaryFolder()
    try folder.copy("/usr/bin/python3.11", to: "ours")
    let scene = try await AgentScene([.sample("ada")], own: [folder.path + "/ours"], folder: folder)
    try folder.replace("ours", adding: [0])
    let answer = try AskingProgram.answer(to: Self.token, in: folder, by: folder.path + "/ours")
    #expect(answer?.code == "agent.outdated" && scene.person.count == 0, "\(String(describing: answer))")
  }

  @Test(
    "where commands start the agent, that of before an update ends itself, so that the first command has a new one",
    arguments: [AgentStarter.command, .user])
  func outdatedOnDemand(starter: AgentStarter) async throws {
    let folder = TemporaryFolder()
    try folder.copy("/usr/bin/python3.11", to: "ours")
    let scene = try await AgentScene(
      [.sample("ada")], own: [folder.path + "/ours"], folder: folder, starter: starter)
    try folder.replace("ours", adding: [0])
    let answer = try AskingProgram.answer(to: Self.token, in: folder, by: folder.path + "/ours")
    #expect(answer?.code == "agent.outdated", "\(String(describing: answer))")
    let socket = AgentPlace.socket(in: folder.path + "/run")
    guard starter == .command else {
      let again = try AskingProgram.answer(to: Self.token, in: folder, by: folder.path + "/ours")
      return #expect(again?.code == "agent.outdated", "a person decides when it ends")
    }
    // It listened no more when it said so.
    #expect((try? FileStatus.of(socket, followingLink: false)) == nil)
    #expect(try await scene.hasEnded())
    // The next one has the place, and knows the new program.
    let next = try await AgentScene(
      [.sample("ada")], own: [folder.path + "/ours"], folder: folder, starter: starter)
    let again = try AskingProgram.answer(to: Self.token, in: folder, by: folder.path + "/ours")
    #expect(again?.code != "agent.outdated" && again != nil, "\(String(describing: again))")
    try await next.end()
  }

  @Test("a program with a grant that was replaced learns no names")
  func replacedLearnsNothing() async throws {
    let scene = try await AgentScene([.sample("ada"), .sample("bob")])
    try scene.folder.copy("/usr/bin/python3.11", to: "python3")
    func answer(_ name: String?) throws -> AgentFailure? {
      let wish = AgentRequest.Wish.token(account: name, minimumLifetime: nil, form: .plain)
      let answer = try AskingProgram.answer(to: wish, in: scene.folder, by: scene.folder.path + "/python3")
      if case .failure(let failure)? = answer { return failure }
      return nil
    }
    #expect(try answer("ada") == nil)
    #expect(try answer(nil)?.choices == ["ada"])
    try scene.folder.replace("python3", adding: [0])
    let choice = try answer(nil)
    #expect(choice?.code == "agent.account_choice_needed" && choice?.choices == [])
    #expect(try answer("eve")?.code == "agent.denied")
  }

  /// The programs of this process and of all above it.
  private static var ancestors: [String] {
    var (paths, process): ([String], Int32?) = ([], ThisProcess.identifier)
    while let number = process, number > 1 {
      // Not the path of the file, at which another one may stand by now.
      paths.append("/proc/\(number)/exe")
      process = ProgramFile.parent(of: number)
    }
    return paths
  }
}

@Suite("The agent: what a question says")
struct AgentSentenceTests {
  @Test(
    "a text of others cannot end its quotation marks and go on in our words",
    arguments: [
      ("ada", "“ada”"), ("a” is allowed. “b", "“a\\u{201d} is allowed. \\u{201c}b”"), ("\"x\"", "“\\u{22}x\\u{22}”"),
      ("«x» „y‟", "“\\u{ab}x\\u{bb} \\u{201e}y\\u{201f}”"), ("a\u{202e}b", "“a\\u{202e}b”"),
    ])
  func quoted(text: String, shown: String) {
    #expect(DisplayText.quoted(text) == shown)
  }

  @Test("so it is with the path of a program and with the name of an account")
  func question() async throws {
    let scene = try await AgentScene([.sample("ada” may do what it wants")])
    let name = "x” wants nothing"
    try scene.folder.copy("/usr/bin/python3.11", to: name)
    let wish = AgentRequest.Wish.token(account: "ada” may do what it wants", minimumLifetime: nil, form: .plain)
    let answer = try AskingProgram.answer(to: wish, in: scene.folder, by: "\(scene.folder.path)/\(name)")
    #expect(answer?.code == nil)
    let question = try #require(scene.person.questions.withLock { $0.first })
    #expect(question.contains("\\u{201d} wants nothing” wants access tokens of “ada\\u{201d} may do"), "\(question)")
  }

  @Test("shells(5): a shell runs many programs, by the name in the list and by that of the file behind a link")
  func shells() throws {
    let folder = TemporaryFolder()
    for name in ["crush", "other", "tool"] { folder.write(name, "", mode: 0o755) }
    let list = "# shells\n\n/opt/crush # mine\n  /opt/link\n/none\n"
    let shells = Shells(reading: list) { $0 == "/opt/link" ? "/opt/other" : nil }
    for (name, isShell) in [("crush", true), ("other", true), ("tool", false)] {
      #expect(try shells.contains(ProgramFile.at("\(folder.path)/\(name)")) == isShell, "\(name)")
    }
  }

  @Test("of a program that this system names as a shell, and no other, the question says that it runs many programs")
  func shellAsks() async throws {
    for (name, isShell) in [("crush", true), ("tool", false)] {
      let scene = try await AgentScene([.sample("ada")], shells: Shells(reading: "/opt/crush\n") { _ in nil })
      try scene.folder.copy("/usr/bin/python3.11", to: name)
      let wish = AgentRequest.Wish.token(account: "ada", minimumLifetime: nil, form: .plain)
      let answer = try AskingProgram.answer(to: wish, in: scene.folder, by: "\(scene.folder.path)/\(name)")
      #expect(answer?.code == nil)
      let question = try #require(scene.person.questions.withLock { $0.first })
      #expect(question.contains("“\(name)” runs many programs") == isShell, "\(question)")
    }
  }

  @Test("of a program that started ours the question says that this allows whatever it runs")
  func parent() async throws {
    let folder = TemporaryFolder()
    try folder.copy("/usr/bin/python3.11", to: "keeper")
    let scene = try await AgentScene(
      [.sample("ada")], own: [AskingProgram.python], folder: folder)
    // The copy starts the program that counts as ours, and waits for it.
    let before = """
      if os.path.basename(sys.executable) == "keeper":
          os._exit(os.spawnv(os.P_WAIT, "\(AskingProgram.python)", ["python3"] + sys.orig_argv[1:]))
      """
    let wish = AgentRequest.Wish.token(account: "ada", minimumLifetime: nil, form: .plain)
    let answer = try AskingProgram.answer(to: wish, in: folder, by: folder.path + "/keeper", before: before)
    #expect(answer?.code == nil)
    let question = try #require(scene.person.questions.withLock { $0.first })
    #expect(question.contains("“keeper” started wayleave: this allows whatever it runs."), "\(question)")
  }
}
