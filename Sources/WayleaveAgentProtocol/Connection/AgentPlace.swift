/// Where the agent of a user listens.
package enum AgentPlace {
  /// The socket in the folder of the user.
  package static func socket(in folder: String) -> String { folder + "/agent.sock" }

  /// The variable that the agent sets for the programs that it starts: they must not ask it again.
  package static let variableOfChildren = "WAYLEAVE_AGENT_CHILD"
}
