public import WayleaveWire

/// What a server remembers so that no signed request is accepted twice.
///
/// RFC 5849 §3.3. Bounded in time by the window and in number by `capacity`; when it is full, requests are refused
/// rather than forgotten (attacks.md 244). A value: whoever holds it keeps threads apart.
public struct NonceHistory: Sendable {
  /// How many seconds a timestamp may lie from now.
  public let window: Int64
  /// How many requests are remembered at most.
  public let capacity: Int

  private var timestamps: [String: Instant] = [:]

  /// A history without requests.
  public init(window: Int64 = 300, capacity: Int = 100_000) {
    self.window = window
    self.capacity = capacity
  }

  /// Remembers a request, or throws `oauth1.stale_timestamp` or `oauth1.replayed_nonce`.
  ///
  /// Call it after the signature is proved: before, anyone could fill the history.
  public mutating func admit(_ request: SignedRequest, at now: Instant) throws(OAuthError) {
    guard abs(request.stamp.timestamp - now) <= window else { throw .staleTimestamp(request.stamp.timestamp, now: now) }
    if timestamps.count >= capacity {
      let window = window
      timestamps = timestamps.filter { abs($0.value - now) <= window }
    }
    let token = request.token?.exposedText ?? ""
    let key =
      "\(request.consumerKey.utf8.count):\(request.consumerKey)\(token.utf8.count):\(token)\(request.stamp.timestamp.secondsSinceEpoch):\(request.stamp.nonce)"
    guard timestamps.count < capacity, timestamps[key] == nil else { throw .replayedNonce() }
    timestamps[key] = request.stamp.timestamp
  }
}

extension OAuthError {
  fileprivate static func staleTimestamp(_ timestamp: Instant, now: Instant) -> OAuthError {
    OAuthError(
      .staleTimestamp, rule: .rfc(5849, "3.3"), expected: "a timestamp near \(now)",
      received: .described("\(timestamp)"),
      remedy: "Set the clock of the machine that signs.")
  }

  fileprivate static func replayedNonce() -> OAuthError {
    OAuthError(
      .replayedNonce, rule: .rfc(5849, "3.3"), expected: "a nonce that this client has not used at this time",
      received: .described("one that it has"), remedy: "Sign every request anew; never send a signature twice.")
  }
}
