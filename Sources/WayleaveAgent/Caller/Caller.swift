import WayleaveSystem
import WayleaveWire

/// Who asks at a connection.
struct Caller: Sendable {
  /// The program at the other end.
  let program: SeenProgram
  /// The program that wants something: grants are for it.
  ///
  /// For our own program it is the nearest program that started it, such as a shell.
  let subject: SeenProgram
  /// Whether the program at the other end is ours.
  let isOwn: Bool

  /// The most processes above the caller that are looked at.
  private static let furthestAncestor = 64

  /// Finds out who is at the other end; throws `agent.denied` where that cannot be seen.
  init(at connection: FileDescriptor, own: OwnPrograms) throws(OAuthError) {
    guard let peer = Peer(at: connection) else { throw .agentCannotSee("the system does not say") }
    guard peer.user == ThisProcess.user else { throw .agentCannotSee("it is a program of another user") }
    program = try SeenProgram(process: peer.process, at: connection)
    isOwn = own.contains(program.file)
    guard isOwn || !own.isReplaced(program.file) else { throw .agentOutdated(program.file.path) }
    subject = isOwn ? try Self.wanting(program, own: own) : program
  }

  /// Whether everyone who was seen still runs the same program.
  var isUnchanged: Bool { program.isUnchanged && (subject.process == program.process || subject.isUnchanged) }

  /// The nearest program above ours that is another one; ours where the system started it.
  private static func wanting(_ program: SeenProgram, own: OwnPrograms) throws(OAuthError) -> SeenProgram {
    var process = program.process
    for _ in 0..<furthestAncestor {
      guard let parent = ProgramFile.parent(of: process), parent > 1,
        ProgramFile.user(ofProcess: parent) == ThisProcess.user
      else { return program }
      let seen = try SeenProgram(process: parent)
      // It may have ended meanwhile, and another may have its number.
      guard ProgramFile.parent(of: process) == parent else { throw .agentCannotSee("what started it has ended") }
      if !own.contains(seen.file) { return seen }
      process = parent
    }
    return program
  }
}
