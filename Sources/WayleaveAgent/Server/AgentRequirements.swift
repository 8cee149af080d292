import WayleaveAgentProtocol
import WayleaveSystem
package import WayleaveWire

/// What must hold before an agent begins, or is installed: it is looked at before anything is written.
package enum AgentRequirements {
  /// The most bytes of the path of a socket: `sun_path` has one more, for a zero.
  #if os(Linux)
    static let longestSocketPath = 107
  #else
    static let longestSocketPath = 103
  #endif

  /// Throws `agent.failed` where no socket can be in the folder, and `configuration.unsupported` where the system does
  /// not show the agent which program asks.
  package static func check(in folder: String) throws(OAuthError) {
    try requireShortPath(in: folder)
    #if os(macOS)
      // It has run on no Mac yet. So it looks at itself first, by the calls by which it looks at others.
      guard let pair = try? FileDescriptor.socketPair() else { throw .agentUnsupported("it gives no pair of sockets") }
      try requireSight(at: pair.one, of: ThisProcess.executable)
    #endif
  }

  /// Throws where the path of the socket in a folder is longer than the system takes.
  static func requireShortPath(in folder: String) throws(OAuthError) {
    let size = AgentPlace.socket(in: folder).utf8.count
    guard size <= longestSocketPath else {
      throw .agentFailed(
        "the path of its socket has \(size) bytes, and this system takes \(longestSocketPath): \(folder)",
        remedy: "Set WAYLEAVE_HOME or XDG_RUNTIME_DIR to a shorter path.")
    }
  }

  /// Throws unless the system shows this process, which runs the program, at the other end of a connection.
  static func requireSight(at connection: FileDescriptor, of program: String?) throws(OAuthError) {
    guard let peer = Peer(at: connection) else {
      throw .agentUnsupported("it does not say which program is at the other end of a socket")
    }
    guard peer.process == ThisProcess.identifier, peer.user == ThisProcess.user else {
      throw .agentUnsupported("it names another program than the one at the other end of a socket")
    }
    let seen: SeenProgram
    do throws(OAuthError) { seen = try SeenProgram(process: peer.process, at: connection) } catch {
      throw .agentUnsupported("asked for the program of this very process, \(error.message)")
    }
    guard OwnPrograms(paths: [program].compactMap(\.self)).contains(seen.file) else {
      throw .agentUnsupported("it names another file for this very process: \(seen.file.path)")
    }
    guard seen.isUnchanged else { throw .agentUnsupported("it shows this very process as another program soon after") }
  }
}

extension OAuthError {
  fileprivate static func agentUnsupported(_ reason: String) -> OAuthError {
    OAuthError(
      .unsupported, message: "The agent cannot run on this system: \(DisplayText.clean(reason, limit: 600)).",
      rule: .wayleave("the agent gives nothing to a program that it cannot see"),
      remedy: "Do without it: the commands read the store themselves. `wayleave agent uninstall` removes its files.")
  }
}
