/// A failure as the agent reports it: an error of the program, ready to be printed.
package struct AgentFailure: Error, Sendable, Equatable {
  /// The stable code, such as `agent.denied`.
  package var code: String
  package var message: String
  package var rule: String
  /// What should have come, and what came; empty where the message says all there is to say of it.
  package var expected: String
  package var received: String
  package var remedy: String
  /// The status with which a command ends that shows it.
  package var exitStatus: UInt8
  /// The names of the accounts of which one is to be named; empty for every other failure.
  package var choices: [String]
  /// How long the server wants to be left alone; nil where it does not say. The agent keeps it to itself.
  package var pause: Duration?

  package init(
    code: String, message: String, rule: String, expected: String, received: String, remedy: String,
    exitStatus: UInt8, choices: [String] = [], pause: Duration? = nil
  ) {
    (self.code, self.message, self.rule, self.expected) = (code, message, rule, expected)
    (self.received, self.remedy, self.exitStatus, self.choices) = (received, remedy, exitStatus, choices)
    self.pause = pause
  }
}
