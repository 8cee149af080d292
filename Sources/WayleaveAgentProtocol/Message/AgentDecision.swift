/// What a person answers to a question of the agent.
package enum AgentDecision: UInt8, Sendable, CaseIterable {
  case always = 1
  case tenMinutes = 2
  case no = 3
}
