public import WayleaveJOSE
public import WayleaveWire

/// The proofs that came within the time in which one is believed, so that none serves twice.
///
/// RFC 9449 §11.1. It is bounded: when it is full, everything is refused, for forgetting would let a replay pass. So that
/// one caller does not fill it, a key that has a tenth of it gets no more of its second half.
public struct DPoPProofHistory: Sendable {
  /// How many proofs are remembered.
  public let capacity: Int
  /// For how long.
  public let window: Duration
  private var seen: [Use: Instant] = [:]
  /// How many of these are of each key.
  private var counts: [String: Int] = [:]
  private var sweptAt = Instant(secondsSinceEpoch: .min)

  private struct Use: Hashable {
    let id: [UInt8]
    let key: String
  }

  /// An empty history; the window is twice the tolerance of ``DPoPProof/verify(for:token:nonces:at:tolerance:)``.
  public init(capacity: Int = 100_000, window: Duration = JSONWebTokenClaims.clockTolerance * 2) {
    self.capacity = capacity
    self.window = window
  }

  /// Takes a proof that has been verified; throws `dpop.replayed`, or `answer.server_unavailable` when it is full: then no
  /// one knows whether the proof was used, and the caller is to come back.
  public mutating func take(_ proof: DPoPProof, at now: Instant) throws(OAuthError) {
    // One that would refuse is looked through once a second: more often nothing has gone, and each look costs more than a
    // proof.
    if now - sweptAt >= window || refusal(of: proof.keyThumbprint) != nil && now > sweptAt {
      seen = seen.filter { now - $0.value <= window }
      counts = seen.keys.reduce(into: [:]) { $0[$1.key, default: 0] += 1 }
      sweptAt = now
    }
    let use = Use(id: Array(proof.id.utf8), key: proof.keyThumbprint)
    if let first = seen[use], now - first <= window { throw .replayed() }
    if let refusal = refusal(of: use.key) { throw refusal }
    if seen.updateValue(now, forKey: use) == nil { counts[use.key, default: 0] += 1 }
  }

  /// Why no further proof of a key is remembered; nil where one is.
  private func refusal(of key: String) -> OAuthError? {
    if seen.count >= capacity { return .fullHistory(capacity) }
    let hasShare = counts[key, default: 0] >= max(1, capacity / 10)
    return hasShare && seen.count >= capacity / 2 ? .fullShare(capacity) : nil
  }
}

extension OAuthError {
  fileprivate static func replayed() -> OAuthError {
    proofRefused(.replayedProof, "a proof that is used once", received: .described("it was used before"))
  }

  fileprivate static func fullShare(_ capacity: Int) -> OAuthError {
    OAuthError(
      .serverUnavailable,
      message: "One key has made a tenth of the \(capacity) DPoP proofs that can be remembered, which are half full.",
      rule: .rfc(9449, "11.1"), remedy: "Try again in a moment. The server can remember more proofs.")
  }

  fileprivate static func fullHistory(_ capacity: Int) -> OAuthError {
    OAuthError(
      .serverUnavailable, message: "\(capacity) DPoP proofs of the last minutes are remembered, and no more can be.",
      rule: .rfc(9449, "11.1"), remedy: "Try again in a moment. The server can remember more proofs.")
  }
}
