public import HTTPTypes

extension Message where Head == HTTPResponse {
  /// How long the server asks to be left alone, held to between a second and an hour; nil when it does not say, or
  /// cannot be understood.
  ///
  /// RFC 9110 §10.2.3: seconds, or a date by the server's clock, which its `Date` says, or else `now`.
  public func retryAfter(at now: Instant? = nil) -> Duration? {
    guard let text = head.headerFields[.retryAfter] else { return nil }
    let bounds = Duration.seconds(1)...Duration.seconds(3600)
    // More digits than a number has are an hour as well.
    if !text.isEmpty, text.utf8.allSatisfy(\.isDigit) { return .seconds(Int64(text) ?? .max).clamped(to: bounds) }
    if let seconds = Int64(text) { return .seconds(seconds).clamped(to: bounds) }
    guard let end = HTTPDate.read(text), let present = date ?? now else { return nil }
    return (end - present).clamped(to: bounds)
  }
}

extension Duration {
  fileprivate func clamped(to bounds: ClosedRange<Duration>) -> Duration {
    min(max(self, bounds.lowerBound), bounds.upperBound)
  }
}
