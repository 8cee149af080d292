import WayleaveOAuth1
import WayleaveWire

/// One request of OAuth 1.0a, which is signed again by the provider's clock and sent once more, and only once, when it is
/// refused for its time.
///
/// RFC 5849 §3.3. A value without effects: time, randomness and the clock are handed in.
struct SignedAttempts: Sendable {
  /// Makes the request with the time and the nonce of one attempt.
  typealias Maker = @Sendable (Stamp) throws(OAuthError) -> RequestMessage

  private let make: Maker
  /// The request as it was sent last, which its answer is read by.
  private(set) var sent: RequestMessage
  private var isSecond = false

  /// Makes the request to send first.
  init(
    _ make: @escaping Maker, by clock: inout SigningClock, at now: Instant,
    using random: inout some RandomNumberGenerator
  ) throws(OAuthError) {
    self.make = make
    sent = try make(Stamp(at: clock.timestamp(at: now), using: &random))
  }

  /// The request to send once more, where the answer is a reason to; nil when the answer counts.
  mutating func next(
    after response: ResponseMessage, correcting clock: inout SigningClock, at now: Instant,
    using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> RequestMessage? {
    guard !isSecond, clock.correct(by: response, at: now) else { return nil }
    isSecond = true
    sent = try make(Stamp(at: clock.timestamp(at: now), using: &random))
    return sent
  }
}
