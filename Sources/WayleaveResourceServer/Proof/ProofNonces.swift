import Crypto
import WayleaveWire

/// The nonces that an API gives for proofs: each follows from a key and the time, so that nothing is remembered, and
/// processes with the same key accept one another's.
///
/// RFC 9449 §8 and §9. One is good for 2 to 7 minutes: for the time in which it is given, the one after, and the one
/// before, since another process may have a clock that is ahead.
struct ProofNonces: Sendable {
  /// How long one is given.
  static let period: Int64 = 150
  /// The shortest key.
  static let shortestKey = 32

  private let key: Secret

  init(key: Secret) { self.key = key }

  /// The nonce to give.
  func current(at now: Instant) -> String { nonce(of: Self.slot(at: now)) }

  /// The nonces to accept.
  func accepted(at now: Instant) -> Set<String> {
    let slot = Self.slot(at: now)
    return [nonce(of: slot), nonce(of: slot - 1), nonce(of: slot + 1)]
  }

  private static func slot(at now: Instant) -> Int64 { now.secondsSinceEpoch / period }

  private func nonce(of slot: Int64) -> String {
    let code = key.withExposedBytes { key in
      HMAC<SHA256>.authenticationCode(for: Array("DPoP-Nonce \(slot)".utf8), using: SymmetricKey(data: key))
    }
    return Base64.url.encodedText(Array(code).prefix(16))
  }
}
