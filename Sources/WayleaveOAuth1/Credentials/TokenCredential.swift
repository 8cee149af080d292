public import WayleaveWire

/// What an OAuth 1.0a provider issued for one user: the token and its secret.
///
/// RFC 5849 §2.3.
public struct TokenCredential: Sendable, Equatable {
  /// The token, sent with every request.
  public var token: Secret
  /// The token's secret, which only signs.
  public var secret: Secret
  /// Whatever else the provider sent along, such as `user_id` and `screen_name`.
  public var additional: Form
  /// When the provider gave it, from which the lifetimes in `additional` count; nil when that is not known.
  public var issuedAt: Instant?

  /// A token and its secret.
  public init(token: Secret, secret: Secret, additional: Form = Form(), issuedAt: Instant? = nil) {
    self.token = token
    self.secret = secret
    self.additional = additional
    self.issuedAt = issuedAt
  }
}

/// What stands for a sign-in until the user has answered: a token and its secret.
///
/// RFC 5849 §2.1; "request token" on the providers' pages.
public struct TemporaryCredential: Sendable, Equatable {
  /// The token, which comes back in the callback.
  public var token: Secret
  /// The token's secret, thrown away after the exchange.
  public var secret: Secret

  /// A token and its secret.
  public init(token: Secret, secret: Secret) {
    self.token = token
    self.secret = secret
  }
}
