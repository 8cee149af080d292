/// Who started an agent.
package enum AgentStarter: String, Sendable {
  /// A person, or a file of theirs, with `wayleave agent run`.
  case user
  /// The session, when a program first asked.
  case session
  /// A command that found no agent, where the user has commands start it.
  case command
}
