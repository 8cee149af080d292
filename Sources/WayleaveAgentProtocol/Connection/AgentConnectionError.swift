/// Why the agent did not answer.
package enum AgentConnectionError: Error, Equatable {
  /// No agent listens there.
  case notRunning
  /// The folder or the socket belongs to another user, or is open to others.
  case exposed(String)
  /// The agent that answers belongs to another user, by its number.
  case foreign(UInt32)
  /// It did not answer in time.
  case timedOut
  /// The connection ended before the answer, or a system call failed with this number.
  case broken(Int32)
  /// The answer is none.
  case malformed(AgentProtocolError)
}
