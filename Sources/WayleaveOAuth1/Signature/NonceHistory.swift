import Crypto
public import WayleaveWire

/// What keeps a server from accepting one signed request twice: a memory of its own, or one that several servers share.
///
/// RFC 5849 §3.3.
public protocol ReplayProtection {
  /// Throws `oauth1.stale_timestamp` or `oauth1.replayed_nonce` for a request that would not be admitted; remembers
  /// nothing.
  func requireNew(_ request: SignedRequest, at now: Instant) async throws(OAuthError)

  /// Remembers a request, or throws `oauth1.stale_timestamp`, `oauth1.replayed_nonce` or `oauth1.nonce_history_full`.
  ///
  /// Call it after the signature is verified: before, anyone could fill the memory. One that cannot be reached refuses.
  mutating func admit(_ request: SignedRequest, at now: Instant) async throws(OAuthError)
}

/// The requests of the last minutes, held in memory.
///
/// RFC 5849 §3.3. Bounded in time by the window and in number by `capacity`; when it is full, requests are refused
/// rather than forgotten. A value: its owner lets one thread use it at a time.
public struct NonceHistory: ReplayProtection, Sendable {
  /// How far a timestamp may lie from now: whole seconds, one at least.
  public let window: Duration
  /// How many requests are remembered at most.
  public let capacity: Int

  private let windowSeconds: Int64
  // By timestamp divided by the window, so that what is too old goes away in one piece.
  private var periods: [Int64: Set<SHA256Digest>] = [:]
  private var count = 0

  /// A history without requests.
  public init(window: Duration = .seconds(300), capacity: Int = 100_000) {
    // A quarter of all time, so that sums of a window and a timestamp within it cannot overflow.
    windowSeconds = min(max(window.wholeSeconds, 1), .max / 4)
    self.window = .seconds(windowSeconds)
    self.capacity = capacity
  }

  /// Throws `oauth1.stale_timestamp` or `oauth1.replayed_nonce` for a request that would not be admitted.
  public func requireNew(_ request: SignedRequest, at now: Instant) throws(OAuthError) {
    guard let stamp = request.stamp else { return }
    guard now + -windowSeconds <= stamp.timestamp, stamp.timestamp <= now + windowSeconds else {
      throw .staleTimestamp(stamp.timestamp, now: now)
    }
    guard periods[period(of: stamp)]?.contains(Self.digest(of: request, stamp)) != true else { throw .replayedNonce() }
  }

  /// Remembers a request, or throws `oauth1.stale_timestamp`, `oauth1.replayed_nonce` or `oauth1.nonce_history_full`.
  ///
  /// Call it after the signature is verified: before, anyone could fill the history. A request without a timestamp, which
  /// only PLAINTEXT allows, has nothing to remember.
  public mutating func admit(_ request: SignedRequest, at now: Instant) throws(OAuthError) {
    guard let stamp = request.stamp else { return }
    try requireNew(request, at: now)
    forgetBefore(now)
    guard count < capacity else { throw .historyFull(capacity) }
    periods[period(of: stamp), default: []].insert(Self.digest(of: request, stamp))
    count += 1
  }

  private func period(of stamp: Stamp) -> Int64 { stamp.timestamp.secondsSinceEpoch / windowSeconds }

  private mutating func forgetBefore(_ now: Instant) {
    for (period, uses) in periods where Instant(secondsSinceEpoch: (period + 1) * windowSeconds) <= now + -windowSeconds
    {
      periods[period] = nil
      count -= uses.count
    }
  }

  /// "The nonce value MUST be unique across all requests with the same timestamp, client credentials, and token
  /// combinations": RFC 5849 §3.3. Each part but the last is preceded by its length, so that no two uses look alike; the
  /// hash has one size, whatever the parts have.
  private static func digest(of request: SignedRequest, _ stamp: Stamp) -> SHA256Digest {
    var bytes = Array("\(stamp.timestamp.secondsSinceEpoch) \(request.consumerKey.utf8.count) ".utf8)
    bytes += request.consumerKey.utf8
    bytes += Array(" \(request.token?.count ?? -1) ".utf8)
    if let token = request.token { bytes += token.exposedBytes }
    bytes += stamp.nonce.utf8
    return SHA256.hash(data: bytes)
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
      received: .described("one that it has"), remedy: "Sign every request again; never send a signature twice.")
  }

  fileprivate static func historyFull(_ capacity: Int) -> OAuthError {
    OAuthError(
      .nonceHistoryFull, rule: .wayleave("a full history refuses rather than forgets"),
      expected: "at most \(capacity) requests in the window", received: .described("one more"),
      remedy: "Give the history more capacity, or a shorter window.")
  }
}
