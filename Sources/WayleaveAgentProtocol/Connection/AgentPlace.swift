import WayleaveSystem

/// Where the agent of a user listens.
package enum AgentPlace {
  /// The socket in the folder of the user.
  package static func socket(in folder: String) -> String { folder + "/agent.sock" }

  /// The lock of the agent in that folder: it has the number of the process that holds it.
  package static let lockName = "agent.lock"

  /// The process that listens in a folder, as it left its number there; nil where nothing says.
  package static func process(in folder: String) -> Int32? {
    guard let file = try? FileDescriptor(reading: "\(folder)/\(lockName)"), let bytes = try? file.readAll(limit: 16),
      let number = Int32(String(decoding: bytes, as: UTF8.self)), number > 1
    else { return nil }
    return number
  }

  /// The variable that the agent sets for the programs that it starts: they must not ask it again.
  package static let variableOfChildren = "WAYLEAVE_AGENT_CHILD"
}
