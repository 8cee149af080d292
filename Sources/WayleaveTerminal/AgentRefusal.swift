package import WayleaveAgentProtocol
package import WayleaveWire

/// What the agent refused, or why it could not be asked.
package struct AgentRefusal: Error {
  package let error: OAuthError
  /// The status with which the command ends.
  package let status: Int32

  package init(_ failure: AgentFailure) {
    error = OAuthError(
      OAuthError.Code(rawValue: failure.code) ?? .unsupported, message: failure.message, rule: .wayleave(failure.rule),
      expected: failure.expected.isEmpty ? nil : failure.expected,
      received: failure.received.isEmpty ? nil : .described(failure.received), remedy: .advice(failure.remedy))
    status = Int32(failure.exitStatus)
  }
}
