import WayleaveWire

/// Nonces of which every answer brings another: each is good for five minutes, as long as it is among the newest.
///
/// AT Protocol, OAuth, DPoP.
struct TollgateFreshNonces: Sendable {
  /// How many of them are good at once, for clients that send several requests together.
  private static let maximum = 64

  private var recent: [(text: String, since: Instant)] = []

  /// Another nonce.
  mutating func next(at now: Instant, using random: inout some RandomNumberGenerator) -> String {
    let text = RandomText.base64URL(bytes: 16, using: &random)
    recent = (recent + [(text, now)]).suffix(Self.maximum)
    return text
  }

  /// What a proof may carry.
  func accepted(at now: Instant) -> Set<String> {
    Set(recent.filter { now - $0.since < TollgateNonces.lifetime }.map(\.text))
  }
}
