import Foundation
import Testing
import Wayleave
import WayleaveAgentProtocol
import WayleaveBackport
import WayleaveSignIn
import WayleaveSystem
import WayleaveTestSupport
import WayleaveWire

@testable import WayleaveAgent

@Suite("The agent: bad input is refused, and the agent goes on serving the others")
struct AgentBadInputTests {
  static let frames: [[UInt8]] = [
    // Too long, too short, another version, no kind, a field that is cut off, a text that is none.
    [0, 16, 0, 1, 1, 6], [0, 0, 0, 1, 1], [255, 255, 255, 255, 1], [0, 0, 0, 2, 2, 6], [0, 0, 0, 2, 1, 0],
    [0, 0, 0, 2, 1, 200], [0, 0, 0, 4, 1, 1, 1, 0], [0, 0, 0, 8, 1, 1, 1, 0, 0, 0, 1, 255],
    Array("GET / HTTP/1.1\r\n\r\n".utf8),
  ]

  @Test("what is no request gets one failure, and the end", arguments: frames)
  func garbage(frame: [UInt8]) async throws {
    let scene = try await AgentScene([.sample("ada")])
    let client = try RawClient(scene)
    client.send(frame)
    let bytes = try #require(client.receive())
    #expect(try AgentAnswer(reading: AgentFrame(reading: bytes[4...])).code == "agent.failed")
    #expect(client.receive() == [])
    #expect(try scene.token("ada") == "token-ada")
  }

  @Test("half a frame is waited for, and not for long")
  func half() async throws {
    let scene = try await AgentScene([.sample("ada")])
    let whole = try #require(AgentRequest(.token(account: "ada", minimumLifetime: nil, form: .plain)).frame.bytes)
    let patient = try RawClient(scene)
    patient.send(Array(whole.prefix(5)))
    // The half was read when this is answered.
    _ = try scene.ask(.status)
    patient.send(Array(whole.dropFirst(5)))
    #expect(patient.receive() != nil)
    let late = try RawClient(scene)
    late.send(Array(whole.prefix(5)))
    _ = try scene.ask(.status)
    #expect(late.receive(withinMilliseconds: 0) == nil)
    scene.clock.pass(.seconds(6))
    // Something wakes the agent.
    #expect(try scene.token("ada") == "token-ada")
    #expect(late.receive() == [])
  }

  @Test("a frame that comes byte by byte has the time of one, from its first byte on")
  func slow() async throws {
    let scene = try await AgentScene([.sample("ada")])
    let whole = try #require(AgentRequest(.token(account: "ada", minimumLifetime: nil, form: .plain)).frame.bytes)
    let client = try RawClient(scene)
    client.send(Array(whole[0..<2]))
    _ = try scene.ask(.status)
    scene.clock.pass(.seconds(4))
    client.send(Array(whole[2..<3]))
    _ = try scene.ask(.status)
    #expect(client.receive(withinMilliseconds: 0) == nil)
    scene.clock.pass(.seconds(2))
    _ = try scene.ask(.status)
    #expect(client.receive() == [])
  }

  @Test("a caller that dies half-way is forgotten")
  func gone() async throws {
    let scene = try await AgentScene([.sample("ada", life: 10)], program: AgentRenewalTests.program)
    try scene.open()
    scene.clock.pass(.seconds(20))
    do {
      let client = try RawClient(scene)
      let request = AgentRequest(.token(account: "ada", minimumLifetime: nil, form: .plain))
      client.send(try #require(request.frame.bytes))
      #expect(try await scene.wait { scene.folder.text("starts").contains("token --json") })
    }
    do { try RawClient(scene).send([0, 0, 0]) }
    try await scene.save(.sample("ada", token: "new", obtainedAt: 1_700_000_020))
    scene.folder.write("go", "")
    #expect(try scene.token("ada") == "new")
  }

  @Test("a second request before the answer to the first ends the connection")
  func impatient() async throws {
    let scene = try await AgentScene([.sample("ada", life: 10)], program: AgentRenewalTests.program)
    try scene.open()
    scene.clock.pass(.seconds(20))
    let client = try RawClient(scene)
    let request = AgentRequest(.token(account: "ada", minimumLifetime: nil, form: .plain))
    client.send(try #require(request.frame.bytes))
    #expect(try await scene.wait { scene.folder.text("starts").contains("token --json") })
    client.send(try #require(request.frame.bytes))
    #expect(client.receive() == [])
    scene.folder.write("go", "")
  }

  @Test("over the limit of connections the one that was idle longest is closed")
  func connections() async throws {
    let scene = try await AgentScene([.sample("ada")])
    let first = try scene.connect()
    #expect(try first.ask(AgentRequest(.status))["state"] != nil)
    var idle: [RawClient] = []
    for _ in 0..<400 { idle.append(try RawClient(scene)) }
    #expect(try scene.token("ada") == "token-ada")
    #expect(throws: AgentConnectionError.self) { try first.ask(AgentRequest(.status)) }
    #expect(idle[0].receive() == [])
    #expect(idle[399].receive(withinMilliseconds: 50) == nil)
  }

  @Test("of too many connections one that waits for its answer stays, though the others are newer")
  func waitingStays() async throws {
    let scene = try await AgentScene([.sample("ada")])
    scene.person.isAway.withLock { $0 = true }
    let waiting = try RawClient(scene)
    waiting.send(
      try #require(AgentRequest(.token(account: "ada", minimumLifetime: nil, form: .plain)).frame.bytes))
    #expect(try await scene.wait { scene.person.count == 1 })
    var idle: [RawClient] = []
    for _ in 0..<300 { idle.append(try RawClient(scene)) }
    _ = try scene.ask(.status)
    #expect(idle[0].receive() == [])
    scene.person.isAway.withLock { $0 = false }
    #expect(waiting.receive()?.isEmpty == false)
  }

  @Test(
    "there are as many connections as descriptors for them, and one at least",
    arguments: [(1_000_000, 256), (808, 256), (64, 8), (10, 1)])
  func descriptors(descriptors: Int, connections: Int) {
    #expect(AgentLoop.connections(within: descriptors) == connections)
  }

  /// A program that sends a request, becomes `cat` when the file `exec` is there, and lets that print what comes.
  private static let script = """
    import os, socket, sys, time
    folder, become = sys.argv[1], sys.argv[2] == "become"
    s = socket.socket(socket.AF_UNIX)
    s.connect(folder + "/run/agent.sock")
    s.sendall(bytes.fromhex(sys.argv[3]))
    if become:
        open(folder + "/sent", "w").close()
        while not os.path.exists(folder + "/exec"): time.sleep(0.01)
        os.dup2(s.fileno(), 0)
        os.execv("/bin/cat", ["cat"])
    sys.stdout.buffer.write(s.recv(65536))
    """

  private func start(_ python: String, _ scene: AgentScene, _ word: String, _ output: Pipe) throws -> Process {
    let request = AgentRequest(.token(account: "ada", minimumLifetime: nil, form: .plain))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    let hex = try #require(request.frame.bytes).hexadecimal
    process.arguments = ["-I", "-S", "-c", Self.script, scene.folder.path, word, hex]
    process.standardOutput = output
    try process.run()
    return process
  }

  @Test("a caller that changes its executable gets no answer, and the log says so", arguments: [true, false])
  func changed(becomesAnother: Bool) async throws {
    let scene = try await AgentScene([.sample("ada", life: 10)], program: AgentRenewalTests.program)
    try scene.open()
    scene.clock.pass(.seconds(20))
    let output = Pipe()
    let process = try start("/usr/bin/python3", scene, becomesAnother ? "become" : "stay", output)
    #expect(try await scene.wait { scene.folder.text("starts").contains("token --json") })
    scene.folder.write("exec", "")
    if becomesAnother {
      let link = "/proc/\(process.processIdentifier)/exe"
      #expect(try await scene.wait { ProgramFile.realPath(link)?.hasSuffix("/cat") ?? false })
    }
    try await scene.save(.sample("ada", token: "new", obtainedAt: 1_700_000_020))
    scene.folder.write("go", "")
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(printed.isEmpty == becomesAnother)
    #expect(scene.log.contains { $0["decision"]?.string == "changed" } == becomesAnother)
  }

  @Test("a program that was replaced is asked for again, and the question says so")
  func replaced() async throws {
    let scene = try await AgentScene([.sample("ada")])
    try scene.folder.copy("/usr/bin/python3.11", to: "python3")
    func run() throws -> Bool {
      let output = Pipe()
      let process = try start(scene.folder.path + "/python3", scene, "stay", output)
      let printed = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return String(decoding: printed, as: UTF8.self).contains("token-ada")
    }
    #expect(try run() && run())
    #expect(scene.person.count == 1)
    #expect(scene.person.questions.withLock { $0[0] }.contains("runs many programs"))
    try scene.folder.replace("python3", adding: [0])
    #expect(try run() && run())
    #expect(scene.person.count == 2)
    #expect(scene.person.questions.withLock { $0[1] }.contains("was replaced"))
  }

  @Test("a record of a newer version is a failure for its account, and the others are served")
  func newer() async throws {
    let scene = try await AgentScene([.sample("ada"), .sample("bob")])
    #expect(try scene.token("ada") == "token-ada")
    let vault = FileVault(
      directory: scene.folder.path + "/credentials", key: .keyFile(scene.folder.path + "/store.key"))
    let account = try StoredCredential.sample("ada").account
    try await vault.replace(
      RecordName(.credential, account.nameParts), with: Secret("{\"version\":99}"), expecting: .anything)
    #expect(try scene.ask(.token(account: "ada", minimumLifetime: nil, form: .plain)).code == "store.too_new")
    #expect(try scene.token("bob") == "token-bob")
  }

  @Test(
    "a store that cannot be opened: the programs of others learn that alone, and ours learn why",
    arguments: [true, false])
  func failingStore(isOwn: Bool) async throws {
    let scene = try await AgentScene([.sample("ada")], isOwn: isOwn)
    #expect(chmod(scene.folder.path + "/credentials", 0o755) == 0)
    let code = try scene.ask(.token(account: "ada", minimumLifetime: nil, form: .plain)).code
    // EI9
    #expect(code == (isOwn ? "store.exposed" : "agent.failed"))
    #expect(chmod(scene.folder.path + "/credentials", 0o700) == 0)
    #expect(try isOwn || scene.token("ada") == "token-ada")
  }

  @Test("nothing that the agent answers holds a refresh token, a client secret or the secret of a token")
  func secrets() async throws {
    let scene = try await AgentScene(
      [.sample("ada"), .signing("sig"), .signing("plain", method: .plaintext)], isOwn: true)
    let url = "https://api.twitter.com/1.1/account/verify_credentials.json"
    let message = AgentMessage(method: "POST", url: url, body: Array("status=x".utf8))
    let text = #"OAuth oauth_consumer_key="k", oauth_signature="s", oauth_timestamp="1""#
    var wishes: [AgentRequest.Wish] = [.status, .grants]
    for account in ["ada", "sig", "plain"] {
      wishes += [
        .token(account: account, minimumLifetime: nil, form: .plain),
        .token(account: account, minimumLifetime: nil, form: nil), .authorize(account: account, message),
        .authorize(
          account: account, AgentMessage(method: "GET", url: "https://api.foursquare.com/v2/users/self")),
        .echo(account: account, url: url), .reverseAuth(account: account, parameters: text),
      ]
    }
    var given = 0
    for wish in wishes {
      let answer = try scene.ask(wish)
      if answer.code == nil { given += 1 }
      let bytes = String(decoding: try #require(answer.frame.bytes), as: UTF8.self)
      #expect(!bytes.contains("canary"), "\(wish)")
    }
    // The signed request, the fields of Echo, the second half, two tokens and a request with one.
    #expect(given >= 3 + 6)
    guard case .authorized(let signed, _) = try scene.ask(.authorize(account: "sig", message)) else {
      return #expect(Bool(false))
    }
    #expect(signed.fields["Authorization"]?.hasPrefix("OAuth ") == true)
    guard case .needsCommand = try scene.ask(.authorize(account: "plain", message)) else { return #expect(Bool(false)) }
    #expect(try scene.ask(.echo(account: "ada", url: url)).code != nil)
    let foreign = AgentMessage(method: "GET", url: "https://evil.example/")
    #expect(try scene.ask(.authorize(account: "ada", foreign)).code == "request.foreign_origin")
  }
}
