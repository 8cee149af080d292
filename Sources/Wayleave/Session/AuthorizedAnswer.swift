import HTTPTypes
import WayleaveOAuth2
package import WayleaveSignIn
package import WayleaveWire

/// What an API answers to a request of a session.
package struct AuthorizedAnswer: Sendable {
  package let response: ResponseMessage
  /// The request that it answers, without the credential: the last one, after the redirects.
  package let request: RequestMessage
  /// The request as it was sent, with the credential where it had one.
  package let sent: RequestMessage
  /// Whether it carried the credential.
  let wasAuthorized: Bool
  /// What put the credential on it, or would have.
  let authorization: any RequestAuthorizing

  /// Takes the secrets out of what the answer says: those of the request, of the answer itself, and of the credential.
  package var blotter: SecretBlotter {
    SecretBlotter(of: sent, answeredBy: response, with: authorization.credential)
  }

  /// A report on this answer, without the secrets that the server may have repeated.
  package func withoutSecrets(_ error: OAuthError) -> OAuthError {
    error.withoutSecrets(of: sent, answeredBy: response, with: authorization.credential)
  }

  /// This answer, unless it wants the user to sign in otherwise: no refresh and no repetition helps, a new sign-in may,
  /// once.
  ///
  /// RFC 6750 §3.1; RFC 9470 §4.
  func wantingNoSignIn(of account: String) throws(OAuthError) -> AuthorizedAnswer {
    guard let (demand, refusal) = response.demand else { return self }
    let error: OAuthError =
      response.wantsStepUp
      ? .stepUpNeeded(demand, refusal, of: account)
      : authorization.wasGranted(demand.scopes)
        ? .scopesNotEnough(demand, refusal, of: account) : .scopeNeeded(demand, refusal, of: account)
    throw withoutSecrets(error)
  }
}

extension Message where Head == HTTPResponse {
  /// Whether an API demands scopes that a credential was granted already, as far as its provider says: another sign-in
  /// would bring no others.
  package func demandsOnly(grantedTo credential: Credential) -> Bool {
    !wantsStepUp && credential.allows(demand?.0.scopes ?? [])
  }

  /// What an API wants of another sign-in, and the refusal in its words; nil for nothing.
  fileprivate var demand: (AccessDemand, ProviderRefusal)? {
    ResourceChallenge(reading: self).flatMap { $0.demanding(status: status) } ?? demanding
  }

  /// RFC 9470 §3.
  fileprivate var wantsStepUp: Bool { ResourceChallenge(reading: self)?.wantsStepUp ?? false }
}

extension Credential {
  /// Whether the provider says that all of these were granted; false for none.
  func allows(_ scopes: [String]) -> Bool {
    guard case .oauth2(let tokens) = self, let granted = tokens.scopes, !scopes.isEmpty else { return false }
    return ScopeDifference(asked: scopes, granted: granted).missing.isEmpty
  }
}

extension OAuthError {
  /// Whether another sign-in may help.
  var mayBeMetBySignIn: Bool { if case .signInOnTerms = remedy { true } else { false } }

  /// An API that wants what the token has: with another sign-in it would want it again, without an end.
  ///
  /// Model Context Protocol 2025-11-25, Authorization § Step-Up Authorization Flow: tries are limited.
  fileprivate static func scopesNotEnough(
    _ demand: AccessDemand, _ refusal: ProviderRefusal, of account: String
  ) -> OAuthError {
    let scopes = DisplayText.quoted(demand.scopes)
    return OAuthError(
      .scopeNeeded,
      message: "The API demands \(scopes), which the token of “\(DisplayText.clean(account))” was granted already.",
      rule: .rfc(6750, "3.1"),
      remedy: "Another sign-in would bring the same. Ask the API's operators what else they need.", refusal: refusal)
  }

  fileprivate static func stepUpNeeded(
    _ demand: AccessDemand, _ refusal: ProviderRefusal, of account: String
  ) -> OAuthError {
    let ways = demand.authenticationContextClasses.map { DisplayText.quoted([$0]) }.joined(separator: " or ")
    let terms = [ways, demand.maximumAge.map { "at most \($0.wholeSeconds) seconds ago" } ?? ""].filter { !$0.isEmpty }
    return OAuthError(
      .stepUpNeeded,
      message:
        "The API demands another sign-in of “\(DisplayText.clean(account))”\(terms.isEmpty ? "" : ": \(terms.joined(separator: ", "))").",
      rule: .rfc(9470, "3"), remedy: .signInOnTerms(demand, account: account),
      refusal: refusal)
  }

  fileprivate static func scopeNeeded(
    _ demand: AccessDemand, _ refusal: ProviderRefusal, of account: String
  ) -> OAuthError {
    let scopes = DisplayText.quoted(demand.scopes)
    return OAuthError(
      .scopeNeeded,
      message: scopes.isEmpty
        ? "The token of “\(DisplayText.clean(account))” does not allow this."
        : "The token of “\(DisplayText.clean(account))” does not allow \(scopes).",
      rule: .rfc(6750, "3.1"), remedy: .signInOnTerms(demand, account: account),
      refusal: refusal)
  }
}

extension ResourceChallenge {
  /// What it wants of another sign-in, and the refusal in its words.
  fileprivate func demanding(status: Int) -> (AccessDemand, ProviderRefusal)? {
    demand.map {
      ($0, ProviderRefusal(error: failure?.rawValue ?? "", description: description, status: status, demand: $0))
    }
  }
}

extension Message where Head == HTTPResponse {
  /// The scopes that the body of a refusal names, as Slack's does: `needed`, next to `missing_scope`.
  fileprivate var demanding: (AccessDemand, ProviderRefusal)? {
    guard let refusal = ProviderRefusal(reading: self), let demand = refusal.demand, !demand.scopes.isEmpty else {
      return nil
    }
    return (demand, refusal)
  }
}
