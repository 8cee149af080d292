public import WayleaveWire

/// How the playground's authorization server is set up: its registrations and its policy.
public struct TollgateConfiguration: Sendable {
  /// The applications registered; more may register themselves.
  public var clients: [TollgateClient]
  /// How long an access token lives.
  public var accessTokenLifetime: Duration = .seconds(300)
  /// How long a person's consent lives, and with it the refresh tokens that rotate within it.
  public var grantLifetime: Duration = .seconds(30 * 86_400)
  /// Whether each refresh brings a new refresh token, and the second use of one ends the grant with all its tokens.
  ///
  /// RFC 9700 §4.14.2. Off, a refresh token stays the same and can be used again.
  public var rotatesRefreshTokens = true
  /// After what time ID tokens are signed with a new key; the one before stays published as long.
  public var keyLifetime: Duration = .seconds(86_400)
  /// Whether every authorization request must be pushed: RFC 9126 §5.
  public var requiresPushedRequests = false
  /// Whether every access token must be bound to a key: RFC 9449 §5.
  public var requiresDPoP = false
  /// The token that a client must send to register itself; nil lets any client register: RFC 7591 §3.
  public var initialAccessToken: Secret?

  /// The server of the demonstration.
  public init() throws(OAuthError) {
    clients = try TollgateClient.demo()
  }
}
