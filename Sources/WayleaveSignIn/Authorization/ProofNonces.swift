import Synchronization
package import WayleaveOAuth2
package import WayleaveWire

/// The nonces that servers want in proofs, learned from every answer of theirs. Safe to use from any thread.
///
/// RFC 9449 §8.2 and §9.
package final class ProofNonces: Sendable {
  private let nonces = Mutex(DPoPNonces())

  package init() {}

  /// Learns from an answer that has just come.
  package func learn(from response: ResponseMessage, of origin: Origin, as role: DPoPNonces.Role) {
    nonces.withLock { $0.receive(response, from: origin, as: role) }
  }

  /// The nonce for the next proof at a server; nil as long as it gave none.
  package func nonce(for origin: Origin, as role: DPoPNonces.Role) -> String? {
    nonces.withLock { $0.nonce(for: origin, as: role) }
  }
}
