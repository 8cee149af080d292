/// How long a program waits for the agent.
package enum AgentPatience {
  /// In milliseconds: a person has a minute for a question, and a refresh can take as long.
  package static let wholeAnswer: Int64 = 150_000
}
