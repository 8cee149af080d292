import WayleaveWire

/// The nonces that proofs must carry: a new one every five minutes, and the one before for those who are on their way.
///
/// RFC 9449 §8 and §9.
struct TollgateNonces: Sendable {
  /// How long a nonce is the current one.
  static let lifetime: Duration = .seconds(300)

  private var current: (text: String, since: Instant)?
  private var previous: String?

  /// The current nonce; a new one when its time is over.
  mutating func nonce(at now: Instant, using random: inout some RandomNumberGenerator) -> String {
    if let current, now - current.since < Self.lifetime { return current.text }
    // After a long silence the one before is too old as well.
    previous = current.flatMap { now - $0.since < Self.lifetime * 2 ? $0.text : nil }
    let text = RandomText.base64URL(bytes: 16, using: &random)
    current = (text, now)
    return text
  }

  /// Whether a proof may carry a nonce; to ask changes nothing.
  func isCurrent(_ nonce: String, at now: Instant) -> Bool {
    guard let current, now - current.since < Self.lifetime * 2 else { return false }
    let isPrevious = now - current.since < Self.lifetime && previous?.hasSameBytes(as: nonce) ?? false
    return isPrevious || current.text.hasSameBytes(as: nonce)
  }

  /// What a proof may carry; to be asked after ``nonce(at:using:)``.
  var accepted: Set<String> { Set([current?.text, previous].compactMap(\.self)) }
}
