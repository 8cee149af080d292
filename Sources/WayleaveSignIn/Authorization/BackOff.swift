package import HTTPTypes
package import WayleaveWire

/// Whether and when a request that a busy server turned away is sent again: when the server says, or else after a while
/// that doubles each time.
///
/// RFC 6585 §4, 429; RFC 9110 §15.6.4, 503. A value without effects: time and randomness are handed in.
package struct BackOff {
  private let isRepeatable: Bool
  private let deadline: ContinuousClock.Instant
  private var repetitions = 0

  /// How often one request is sent again.
  static let maximumRepetitions = 3

  /// RFC 9110 §9.2.2: of these methods "the intended effect … of multiple identical requests … is the same as the effect
  /// for a single such request", and only such "a client … can retry".
  private static let idempotentMethods: [HTTPRequest.Method] = [.get, .head, .options, .trace, .put, .delete]

  /// The waiting of one request, which never goes on beyond the deadline.
  package init(of method: HTTPRequest.Method, until deadline: ContinuousClock.Instant) {
    isRepeatable = Self.idempotentMethods.contains(method)
    self.deadline = deadline
  }

  /// How long to wait before the request is sent again; nil when this answer is the caller's.
  ///
  /// `now` is the time by the server's clock, and `present` the one by which the deadline is. An answer that asks for
  /// more time than there is, is the caller's at once.
  package mutating func pause(
    after response: ResponseMessage, at now: @autoclosure () -> Instant,
    present: @autoclosure () -> ContinuousClock.Instant = .now,
    using random: inout some RandomNumberGenerator
  ) -> Duration? {
    guard isRepeatable, [429, 503].contains(response.status), repetitions < Self.maximumRepetitions else {
      return nil
    }
    // Those who were turned away together must not come back together: so no two wait alike.
    let own = Duration.milliseconds(Int64.random(in: 500...1000, using: &random) << Int64(repetitions))
    let pause = response.retryAfter(at: now()) ?? own
    guard present().duration(to: deadline) > pause else { return nil }
    repetitions += 1
    return pause
  }
}
