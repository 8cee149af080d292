/// Where the agent of a user listens. Nothing that a user sets for one shell decides it, but where everything of
/// Wayleave is.
package enum AgentPlace {
  /// The folder of the socket; nil where a variable is set to a path that is not absolute.
  ///
  /// `WAYLEAVE_HOME`, then `XDG_RUNTIME_DIR`, then the folder that the system has for the user's session.
  package static func folder(user: UInt32, variable: (String) -> String?) -> String? {
    if let home = variable("WAYLEAVE_HOME"), !home.isEmpty { return home.utf8.first == slash ? home + "/run" : nil }
    if let runtime = variable("XDG_RUNTIME_DIR"), !runtime.isEmpty {
      return runtime.utf8.first == slash ? runtime + "/wayleave" : nil
    }
    return "/run/user/\(user)/wayleave"
  }

  /// The socket in that folder.
  package static func socket(in folder: String) -> String { folder + "/agent.sock" }

  /// The variable that the agent sets for the programs that it starts: they must not ask it again.
  package static let variableOfChildren = "WAYLEAVE_AGENT_CHILD"

  private static let slash = UInt8(ascii: "/")
}
