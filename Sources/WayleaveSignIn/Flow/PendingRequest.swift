import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

/// A request that is under way, and may be sent once more.
enum PendingRequest: Sendable {
  /// One of OAuth 2.
  case server(ServerAttempts)
  /// One of OAuth 1.0a.
  case signed(SignedAttempts)

  /// The request of OAuth 1.0a as it was sent last.
  var signed: RequestMessage? {
    guard case .signed(let attempts) = self else { return nil }
    return attempts.sent
  }

  /// The failure that the last answer means, with what the attempts have shown of its reason.
  func explained(_ error: OAuthError, knowing servers: ServerKnowledge) -> OAuthError {
    guard case .server(let attempts) = self else { return error }
    return attempts.explained(error, knowing: servers)
  }

  /// The same request once more, where the answer to the first attempt is a reason; nil when the answer counts.
  ///
  /// What the answer says of nonces and clocks is learned.
  mutating func next(
    after response: ResponseMessage, learning servers: inout ServerKnowledge, correcting clock: inout SigningClock,
    at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> RequestMessage? {
    switch self {
    case .server(var attempts):
      let next = try attempts.next(after: response, learning: &servers, at: now, using: &random)
      self = .server(attempts)
      return next
    case .signed(var attempts):
      let next = try attempts.next(after: response, correcting: &clock, at: now, using: &random)
      self = .signed(attempts)
      return next
    }
  }
}
