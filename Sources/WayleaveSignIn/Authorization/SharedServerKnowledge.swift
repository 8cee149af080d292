import WayleaveBackport
package import WayleaveOAuth2
package import WayleaveWire

/// What servers have said about themselves, shared by everything in a process. Safe to use from any thread.
package final class SharedServerKnowledge: Sendable {
  private let knowledge = Lock(ServerKnowledge())

  package init() {}

  /// A copy of what is known now.
  package var current: ServerKnowledge { knowledge.withLock { $0 } }

  /// Changes what is known.
  package func update<Value: Sendable>(_ change: (inout ServerKnowledge) -> Value) -> Value {
    knowledge.withLock { knowledge in change(&knowledge) }
  }

  /// The nonce for the next proof at a server; nil as long as it gave none.
  package func nonce(for origin: Origin, as role: DPoPNonces.Role) -> String? {
    knowledge.withLock { $0.nonce(for: origin, as: role) }
  }

  /// How much the times of proofs for a server are corrected.
  package func correction(at origin: Origin) -> Duration { knowledge.withLock { $0.correction(at: origin) } }
}
