/// Why bytes are no message of the agent's protocol.
package enum AgentProtocolError: Error, Equatable {
  /// A frame that says it is longer than any message, or shorter than its own head.
  case wrongLength(Int)
  /// A version of the protocol that is not this one.
  case unknownVersion(UInt8)
  /// A kind of message that does not exist, or does not go in this direction.
  case unknownKind(UInt8)
  /// Fields that are cut off, unknown, missing, repeated, or have a value that their kind does not have.
  case malformed
}
