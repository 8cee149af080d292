import WayleaveSignIn
package import WayleaveWire

/// The clock of this machine, compared with the `Date` of a provider's answer.
///
/// RFC 9110 §6.6.1. Times of ID tokens, proofs and signatures are measured by it.
package enum ClockCheck {
  /// What an answer says of our clock.
  ///
  /// - Parameters:
  ///   - date: its `Date`; nil where it has none that can be read.
  ///   - isFromCache: whether it was made earlier, so that its date says nothing.
  package static func finding(
    for date: Instant?, isFromCache: Bool, of subject: String, at now: Instant
  ) -> Finding {
    guard let date, !isFromCache else {
      return Finding(.clock, of: subject, .skipped(because: nil), "The answer does not say what time it is there.")
    }
    let difference = now - date
    let words = words(for: difference)
    guard ServerKnowledge.trustedDifferences.contains(difference) else {
      return Finding(
        .clock, of: subject, .failed,
        "This machine's clock is \(words) the provider's: it is \(now) here, and \(date) there.",
        remedy: "Set the clock of this machine: see `timedatectl`. If it is right, tell the provider.")
    }
    let isSame = ServerKnowledge.negligible.contains(difference)
    return Finding(
      .clock, of: subject, .good,
      isSame ? "The clocks agree." : "This machine's clock is \(words) the provider's, which is allowed for.")
  }

  private static func words(for difference: Duration) -> String {
    let seconds = difference.wholeSeconds
    return "\(DateNote.words(for: seconds.magnitude)) \(seconds < 0 ? "behind" : "ahead of")"
  }
}
