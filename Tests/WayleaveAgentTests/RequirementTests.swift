import Foundation
import Testing
import WayleaveAgentProtocol
import WayleaveSystem
import WayleaveWire

@testable import WayleaveAgent

@Suite("What must hold before an agent begins, and what macOS says of a process")
struct AgentRequirementTests {
  /// Two sockets, each at the other end of the other one.
  private static func pair() throws -> (FileDescriptor, FileDescriptor) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    return (FileDescriptor(ends[0]), FileDescriptor(ends[1]))
  }

  @Test("the agent sees this very process at the other end of a socket, and its program")
  func seen() throws {
    let (one, other) = try Self.pair()
    try AgentRequirements.requireSight(at: one, of: ThisProcess.executable)
    _ = other
  }

  @Test("where the system shows no process, or another program, the agent is unsupported, and says why")
  func unseen() throws {
    let (one, other) = try Self.pair()
    let pipe = try FileDescriptor.pipe()
    let cases: [(FileDescriptor, String?, String)] = [
      (pipe.reading, ThisProcess.executable, "does not say which program"),
      (one, "/bin/sh", "names another file"), (one, nil, "names another file"),
    ]
    for (connection, program, words) in cases {
      let error = #expect(throws: OAuthError.self) {
        try AgentRequirements.requireSight(at: connection, of: program)
      }
      #expect(error?.code == .unsupported && error?.message.contains(words) == true, "\(words)")
    }
    _ = other
  }

  @Test("unix(7): a path that `sun_path` takes is listened at, and one byte more is refused with both numbers")
  func longPath() throws {
    let folder = TemporaryFolder()
    let room = AgentRequirements.longestSocketPath - AgentPlace.socket(in: folder.path + "/").utf8.count
    let fitting = folder.path + "/" + String(repeating: "a", count: room)
    #expect(AgentPlace.socket(in: fitting).utf8.count == AgentRequirements.longestSocketPath)
    try AgentRequirements.check(in: fitting)
    let place = try AgentSocket(in: fitting) { _ in nil }
    #expect(folder.isPresent(String(repeating: "a", count: room) + "/agent.sock"))
    place.close()

    let long = fitting + "b"
    let error = #expect(throws: OAuthError.self) { try AgentRequirements.check(in: long) }
    let size = AgentRequirements.longestSocketPath
    #expect(error?.code == .agentFailed, "\(String(describing: error))")
    #expect(error?.message.contains("\(size + 1) bytes") == true && error?.message.contains("takes \(size)") == true)
    var configuration = AgentScene.configuration(folder)
    configuration.socketFolder = long
    #expect(throws: OAuthError.self) { try AgentServer(configuration) }
    #expect(!FileManager.default.fileExists(atPath: long))
    // The system agrees: what is refused here could not be listened at.
    #expect(throws: OAuthError.self) { try AgentSocket(in: long) { _ in nil } }
  }

  @Test("audit_token_to_au32 of libbsm: the second number is the user, the sixth the process, the eighth its version")
  func token() throws {
    let numbers: [UInt32] = [501, 502, 20, 503, 21, 4711, 100_001, 9]
    let token = try #require(AuditToken(numbers))
    #expect(token.process == 4711 && token.user == 502 && token.version == 9 && token.numbers == numbers)
    // A process that has become another one has another version, and no equal token.
    #expect(AuditToken([501, 502, 20, 503, 21, 4711, 100_001, 10]) != token)
    #expect(AuditToken(Array(numbers.dropLast())) == nil)
    #expect(AuditToken(numbers + [0]) == nil)
    #expect(AuditToken([]) == nil)
    // The kernel itself, and no number of a process.
    for process in [0, 0x8000_0000, UInt32.max] {
      #expect(AuditToken([501, 502, 20, 503, 21, process, 100_001, 9]) == nil, "\(process)")
    }
  }

  @Test("SecCodeCheckValidity: only the code of the file at the path counts, and each other answer has its reason")
  func verdicts() {
    #expect(CodeVerdict(status: 0) == .ofItsFile && CodeVerdict.ofItsFile.reason == nil)
    for replaced: Int32 in [-67034, -67068, 100_002] {
      #expect(CodeVerdict(status: replaced) == .replaced, "\(replaced)")
    }
    #expect(CodeVerdict(status: -67062) == .unsigned)
    // errSecCSInvalidFlags, errSecCSGuestInvalid, and a build without the framework.
    for other: Int32 in [-67070, -67063, -1, 1] {
      #expect(CodeVerdict(status: other) == .unknown(other))
      #expect(CodeVerdict(status: other).reason?.contains("\(other)") == true)
    }
    for verdict in [CodeVerdict.replaced, .unsigned] { #expect(verdict.reason != nil) }
  }
}
