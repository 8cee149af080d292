/// What an API wants before it lets a request pass, and the credential does not have: the terms of another sign-in.
///
/// RFC 6750 §3.1, `insufficient_scope`; RFC 9470 §3, `insufficient_user_authentication`.
public struct AccessDemand: Sendable, Hashable {
  /// The scopes that are needed; empty when the API does not say.
  public let scopes: [String]
  /// The ways of signing in of which one is needed, the best first: `acr_values`.
  public let authenticationContextClasses: [String]
  /// How long a sign-in is recent enough; nil for any: `max_age`.
  public let maximumAge: Duration?

  /// Terms.
  public init(scopes: [String] = [], authenticationContextClasses: [String] = [], maximumAge: Duration? = nil) {
    self.scopes = scopes
    self.authenticationContextClasses = authenticationContextClasses
    self.maximumAge = maximumAge
  }
}
