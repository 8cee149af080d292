import Foundation
import Testing
import WayleaveAgentProtocol
import WayleaveSignIn
import WayleaveSystem
import WayleaveTestSupport
import WayleaveWire

@testable import WayleaveAgent

@Suite("unix(7), SO_PASSCRED: the caller is the process that connected, and no other")
struct AgentCallerTests {
  enum Way: String, CaseIterable {
    /// The program that connected asks.
    case itself
    /// A child asks at the socket that it inherited.
    case child
    /// The program that connected becomes `sleep`, and a child asks.
    case childOfAnother
    /// The program that connected becomes another one, which asks.
    case another
  }

  private static let script = """
    import os, signal, socket, sys, time
    folder, way, request = sys.argv[1], sys.argv[2], bytes.fromhex(sys.argv[3])
    if way == "inherited":
        s = socket.socket(fileno=int(sys.argv[4]))
    else:
        s = socket.socket(socket.AF_UNIX)
        s.connect(folder + "/run/agent.sock")
        open(folder + "/connected", "w").close()
        while not os.path.exists(folder + "/go"): time.sleep(0.01)
    def ask():
        try:
            s.sendall(request)
            sys.stdout.buffer.write(s.recv(65536))
            sys.stdout.flush()
        except OSError: pass
    parent = os.getpid()
    if way in ("itself", "inherited"): ask()
    elif way == "another":
        os.set_inheritable(s.fileno(), True)
        other = folder + "/other"
        os.execv(other, [other, "-I", "-S", "-c", open(folder + "/script").read(), folder, "inherited", sys.argv[3],
            str(s.fileno())])
    elif os.fork() == 0:
        if way == "childOfAnother":
            while not os.readlink(f"/proc/{parent}/exe").endswith("sleep"): time.sleep(0.01)
        ask()
        if way == "childOfAnother": os.kill(parent, signal.SIGKILL)
    elif way == "childOfAnother": os.execv("/usr/bin/sleep", ["sleep", "60"])
    else: os.wait()
    """

  @Test("a socket that was handed on gives its holder nothing, and the log says so", arguments: Way.allCases)
  func handedOn(way: Way) async throws {
    let scene = try await AgentScene([.sample("ada")])
    try scene.folder.copy("/usr/bin/python3.11", to: "other")
    scene.folder.write("script", Self.script)
    let request = AgentRequest(.token(account: "ada", minimumLifetime: nil, form: .plain))
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    let hex = try #require(request.frame.bytes).hexadecimal
    process.arguments = ["-I", "-S", "-c", Self.script, scene.folder.path, way.rawValue, hex]
    process.standardOutput = output
    try process.run()
    #expect(try await scene.wait { scene.folder.isPresent("connected") })
    // Connections are taken in the order in which they came: that of the program was, once this is answered.
    _ = try scene.ask(.status)
    scene.folder.write("go", "")
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let isGiven = way == .itself
    #expect(String(decoding: printed, as: UTF8.self).contains("token-ada") == isGiven)
    #expect(scene.person.count == (isGiven ? 1 : 0))
    #expect(scene.log.contains { $0["decision"]?.string == "changed" } != isGiven)
  }

  @Test("a descriptor that cannot name its peer shows no process, even where there is one of that number")
  func unseen() throws {
    _ = try SeenProgram(process: ThisProcess.identifier)
    let pipe = try FileDescriptor.pipe()
    #expect(throws: OAuthError.self) { try SeenProgram(process: ThisProcess.identifier, at: pipe.reading) }
  }

  @Test("our own programs are the files that were there when the agent began")
  func own() throws {
    let folder = TemporaryFolder()
    folder.write("wayleave", "one", mode: 0o755)
    let path = folder.path + "/wayleave"
    let own = OwnPrograms(paths: [path, folder.path + "/missing"])
    let before = try ProgramFile.at(path)
    #expect(own.contains(before) && !own.isReplaced(before))
    try folder.replace("wayleave", adding: [0])
    let after = try ProgramFile.at(path)
    #expect(!own.contains(after) && own.isReplaced(after))
    folder.write("missing", "", mode: 0o755)
    let late = try ProgramFile.at(folder.path + "/missing")
    #expect(!own.contains(late) && !own.isReplaced(late))
  }

  @Test("a file that was written again in place is another program, though its size and its inode are the same")
  func writtenAgain() throws {
    let folder = TemporaryFolder()
    folder.write("program", "one", mode: 0o755)
    let path = folder.path + "/program"
    let before = try ProgramFile.at(path)
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.write(contentsOf: Data("two".utf8))
    try file.close()
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000)], ofItemAtPath: path)
    let after = try ProgramFile.at(path)
    #expect(after.identity == before.identity && after.size == before.size)
    #expect(!after.isSameFile(as: before))
  }

  @Test("a program of ours that was written again in place, with its size and its time set back, is another one")
  func timeSetBack() throws {
    let folder = TemporaryFolder()
    folder.write("wayleave", "one", mode: 0o755)
    let path = folder.path + "/wayleave"
    let own = OwnPrograms(paths: [path])
    let before = try ProgramFile.at(path)
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.write(contentsOf: Data("two".utf8))
    var times = Array(
      repeating: timespec(tv_sec: Int(before.modified.seconds), tv_nsec: Int(before.modified.nanoseconds)), count: 2)
    // The system counts in ticks: all of this may have been in one.
    var after = before
    while after.changed == before.changed {
      #expect(futimens(file.fileDescriptor, &times) == 0)
      after = try ProgramFile.at(path)
    }
    try file.close()
    #expect(after.isSameFile(as: before), "what any owner can set is as it was")
    #expect(!own.contains(after) && own.isReplaced(after))
  }

  @Test("a change in the second of the last reading could go unseen, so that reading is not relied on")
  func settled() throws {
    let folder = TemporaryFolder()
    folder.write("entries", "one")
    let path = folder.path + "/entries"
    let second = try FileStatus.of(path, followingLink: false).changed.seconds
    let stamp = StoreStamp(of: [path])
    for (time, isSettled) in [(-60, false), (0, false), (1, false), (2, true), (60, true)] as [(Int64, Bool)] {
      #expect(stamp.isSettled(at: second + time) == isSettled, "\(time)")
    }
  }

  @Test("notify-send is that of the system, whatever PATH says")
  func notifications() throws {
    let folder = TemporaryFolder()
    folder.write("notify-send", "#!/bin/sh\necho always\n", mode: 0o755)
    let environment = ["DISPLAY": ":0", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/none", "PATH": folder.path]
    let path = folder.path + "/notify-send"
    #expect(Notification(in: environment)?.program != path)
    #expect(Notification(in: environment, folders: folder.path)?.program == path)
    #expect(Notification(in: ["PATH": folder.path], folders: folder.path) == nil)
  }

  @Test("a script is not allowed, since its interpreter is what runs; a program is")
  func scripts() async throws {
    let scene = try await AgentScene([.sample("ada")], isOwn: true)
    let script = scene.folder.path + "/program"
    let answer = try scene.ask(.allow(program: script, account: "ada", .token))
    guard case .failure(let failure) = answer else { return #expect(Bool(false), "\(answer)") }
    #expect(failure.code == "agent.failed" && failure.message.contains("/bin/sh"))
    #expect(try scene.ask(.allow(program: "/bin/sh", account: "ada", .token))["scope"] == "token")
  }

  @Test("bytes that were read are overwritten")
  func wiped() {
    var bytes: [UInt8] = [1, 2, 3]
    bytes.overwrite()
    #expect(bytes == [0, 0, 0])
    var (left, right): ([UInt8], [UInt8]) = ([1], [2, 3])
    left.appendAndWipe(&right)
    #expect(left == [1, 2, 3] && right.isEmpty)
    left.wipe()
    #expect(left.isEmpty)
  }
}
