extension AgentFailure {
  /// What a client reports of an agent in a folder that gives no sign of life, or no answer in time.
  package static func noAnswer(in folder: String) -> AgentFailure {
    let end = AgentPlace.process(in: folder).map { "End it with `kill -9 \($0)`" } ?? "End its process"
    return AgentFailure(
      code: "agent.failed", message: "The agent did not answer in time.",
      rule: "the agent answers at a socket of the user", expected: "an answer of the agent", received: "no answer",
      remedy: "\(end), then start it again.", exitStatus: 1)
  }
}
