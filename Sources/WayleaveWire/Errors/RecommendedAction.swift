/// What to do about a refusal, each at most once for a request: doing it again does not fix what failed in the same way.
///
/// Made from a provider's words by a ``RefusalTable``.
public enum RecommendedAction: Sendable, Hashable {
  /// Get a fresh access token and send the request again; where nothing can be refreshed, have the user sign in.
  case refresh
  /// Have the user sign in again: the token or the grant is gone.
  case signIn
  /// Ask the user to agree, to the scopes of the demand where it names some.
  case askConsent(AccessDemand)
  /// Have the user sign in again in the way that the demand names.
  ///
  /// RFC 9470 §3.
  case stepUp(AccessDemand)
  /// Send the request again after this time, and not before; the credentials are untouched.
  case wait(Duration)
  /// Nothing that a program could do: a person must look at it.
  case giveUp

  /// Ask the user to agree; to what exactly, the provider does not say.
  public static let askConsent = askConsent(AccessDemand())
  /// Send the request again at once, made fresh.
  public static let retry = wait(.zero)
}
