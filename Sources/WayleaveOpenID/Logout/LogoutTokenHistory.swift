import WayleaveOAuth2
public import WayleaveWire

/// What keeps a client from obeying one logout token twice: a memory of its own, or one that several servers share.
///
/// OpenID Connect Back-Channel Logout §2.6: "Optionally verify that another Logout Token with the same jti value has not
/// been recently received."
public protocol LogoutReplayProtection {
  /// Remembers a token by its issuer and id until it expires, or throws `logout.replayed`.
  ///
  /// Call it after the token is verified: before, anyone could fill the memory. One that cannot be reached refuses
  /// (attack 282).
  mutating func admit(_ token: LogoutToken, at now: Instant) async throws(OAuthError)
}

/// The logout tokens that have not expired, held in memory.
///
/// Bounded in number by `capacity`; when it is full, tokens are refused rather than forgotten: a provider sends again
/// what was refused. A value: its holder must guard it against use by two threads at once.
public struct LogoutTokenHistory: LogoutReplayProtection, Sendable {
  /// How many tokens are remembered at most.
  public let capacity: Int

  /// Until when each is remembered.
  private var expiries: [[UInt8]: Instant] = [:]

  /// A history without tokens.
  public init(capacity: Int = 10_000) {
    self.capacity = capacity
  }

  /// Remembers a token, or throws `logout.replayed`; `answer.server_unavailable` when it is full.
  public mutating func admit(_ token: LogoutToken, at now: Instant) throws(OAuthError) {
    let use = Self.use(of: token)
    if let expiry = expiries[use], expiry >= now { throw .replayedLogout() }
    if expiries.count >= capacity { expiries = expiries.filter { $0.value >= now } }
    guard expiries.count < capacity else { throw .fullHistory(capacity) }
    expiries[use] = token.usableUntil
  }

  /// Takes back a token that could not be obeyed, so that it counts when it comes again.
  package mutating func forget(_ token: LogoutToken) { expiries[Self.use(of: token)] = nil }

  private static func use(of token: LogoutToken) -> [UInt8] {
    // The length in front keeps an issuer and an id from running into one another.
    Array("\(token.issuer.text.utf8.count) \(token.issuer)\(token.id)".utf8)
  }
}

extension OAuthError {
  fileprivate static func replayedLogout() -> OAuthError {
    OAuthError(
      .replayedLogout, rule: .openID("Back-Channel Logout", "2.6"), expected: "one that was not received before",
      received: .described("another"), remedy: "No session was ended. The provider makes a new token for each logout.")
  }

  fileprivate static func fullHistory(_ capacity: Int) -> OAuthError {
    OAuthError(
      .serverUnavailable, message: "\(capacity) logout tokens of the last minutes are remembered, and no more can be.",
      rule: .openID("Back-Channel Logout", "2.6"), remedy: "No session was ended. The provider may send it again.")
  }
}
