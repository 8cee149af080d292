public import WayleaveWire

/// What a token endpoint says to a client that polls.
///
/// RFC 8628 §3.5; OpenID Connect Client-Initiated Backchannel Authentication §11.
public enum PollAnswer: Sendable, Equatable {
  /// The user has agreed.
  case tokens(TokenResponse)
  /// The user has not answered yet.
  case pending
  /// The user has not answered yet, and the polls come too fast.
  case slowDown

  /// Reads an answer; every refusal but `authorization_pending` and `slow_down` ends the polling, and is thrown.
  public init(
    reading response: ResponseMessage, dialect: OAuth2Dialect = OAuth2Dialect(),
    accepting types: Set<TokenType> = [.bearer]
  ) throws(OAuthError) {
    do throws(OAuthError) {
      self = .tokens(try TokenResponse(reading: response, dialect: dialect, accepting: types))
    } catch {
      switch error.refusal?.error {
      case "authorization_pending": self = .pending
      case "slow_down": self = .slowDown
      default: throw error
      }
    }
  }
}
