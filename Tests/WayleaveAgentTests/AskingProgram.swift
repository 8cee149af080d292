import Foundation
import WayleaveAgentProtocol
import WayleaveTestSupport
import WayleaveWire

/// A program of someone else that connects to an agent, and asks once.
enum AskingProgram {
  static let python = "/usr/bin/python3"

  private static let script = """
    s = socket.socket(socket.AF_UNIX)
    s.connect(sys.argv[1] + "/run/agent.sock")
    s.sendall(bytes.fromhex(sys.argv[2]))
    sys.stdout.buffer.write(s.recv(65536))
    """

  /// Has the child of a process ask that belongs to another user: only root can start one.
  static let asChildOfAnotherUser = """
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.setuid(65534)
        os.write(writing, b"x")
        os.waitpid(child, 0)
        os._exit(0)
    os.read(reading, 1)
    """

  /// The answer that it gets; nil where it gets none.
  ///
  /// - Parameters:
  ///   - file: the program, which is Python or a copy of it.
  ///   - before: what it does before it connects.
  static func answer(
    to wish: AgentRequest.Wish, in folder: TemporaryFolder, by file: String = python, before: String = ""
  ) throws -> AgentAnswer? {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: file)
    let request = AgentRequest(wish).frame.bytes?.hexadecimal ?? ""
    process.arguments = [
      "-I", "-S", "-c", "import os, socket, sys\n\(before)\n\(script)", folder.path, request,
    ]
    process.standardOutput = output
    try process.run()
    let bytes = Array(try output.fileHandleForReading.readToEnd() ?? Data())
    process.waitUntilExit()
    guard bytes.count > AgentFrame.lengthSize else { return nil }
    return try AgentAnswer(reading: AgentFrame(reading: bytes[AgentFrame.lengthSize...]))
  }
}
