public import WayleaveWire

/// What keeps a server from accepting one signed request twice: a memory of its own, or one that several servers share.
///
/// RFC 5849 §3.3.
public protocol ReplayProtection {
  /// Remembers a request, or throws `oauth1.stale_timestamp`, `oauth1.replayed_nonce` or `oauth1.nonce_history_full`.
  ///
  /// Call it after the signature is proved: before, anyone could fill the memory. One that cannot be reached refuses.
  mutating func admit(_ request: SignedRequest, at now: Instant) async throws(OAuthError)
}

/// The requests of the last minutes, kept in memory.
///
/// RFC 5849 §3.3. Bounded in time by the window and in number by `capacity`; when it is full, requests are refused
/// rather than forgotten. A value: whoever holds it keeps threads apart.
public struct NonceHistory: ReplayProtection, Sendable {
  /// How many seconds a timestamp may lie from now.
  public let window: Int64
  /// How many requests are remembered at most.
  public let capacity: Int

  // By timestamp divided by the window, so that what is too old goes away in one piece.
  private var periods: [Int64: Set<[UInt8]>] = [:]
  private var count = 0

  /// A history without requests.
  public init(window: Int64 = 300, capacity: Int = 100_000) {
    self.window = max(window, 1)
    self.capacity = capacity
  }

  /// Remembers a request, or throws `oauth1.stale_timestamp`, `oauth1.replayed_nonce` or `oauth1.nonce_history_full`.
  ///
  /// Call it after the signature is proved: before, anyone could fill the history. A request without a timestamp, which
  /// only PLAINTEXT allows, has nothing to remember.
  public mutating func admit(_ request: SignedRequest, at now: Instant) throws(OAuthError) {
    guard let stamp = request.stamp else { return }
    let age = stamp.timestamp - now
    guard (-window...window).contains(age) else { throw .staleTimestamp(stamp.timestamp, now: now) }
    forgetBefore(now)
    let period = stamp.timestamp.secondsSinceEpoch / window
    let use = Self.bytes(of: request, stamp)
    guard periods[period]?.contains(use) != true else { throw .replayedNonce() }
    guard count < capacity else { throw .historyFull(capacity) }
    periods[period, default: []].insert(use)
    count += 1
  }

  private mutating func forgetBefore(_ now: Instant) {
    for (period, uses) in periods where (period + 1) * window - 1 < now.secondsSinceEpoch - window {
      periods[period] = nil
      count -= uses.count
    }
  }

  /// "The nonce value MUST be unique across all requests with the same timestamp, client credentials, and token
  /// combinations": RFC 5849 §3.3. Each part but the last is preceded by its length, so that no two uses look alike.
  private static func bytes(of request: SignedRequest, _ stamp: Stamp) -> [UInt8] {
    var bytes = Array("\(stamp.timestamp.secondsSinceEpoch) \(request.consumerKey.utf8.count) ".utf8)
    bytes += request.consumerKey.utf8
    bytes += Array(" \(request.token?.count ?? -1) ".utf8)
    if let token = request.token { bytes += token.exposedBytes }
    bytes += stamp.nonce.utf8
    return bytes
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

  fileprivate static func historyFull(_ capacity: Int) -> OAuthError {
    OAuthError(
      .nonceHistoryFull, rule: .wayleave("a full history refuses rather than forgets"),
      expected: "at most \(capacity) requests in the window", received: .described("one more"),
      remedy: "Give the history more capacity, or a shorter window.")
  }
}
