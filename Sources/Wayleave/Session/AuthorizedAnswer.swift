import HTTPTypes
import WayleaveOAuth2
import WayleaveSignIn
package import WayleaveWire

/// What an API answers to a request of a session.
package struct AuthorizedAnswer: Sendable {
  package let response: ResponseMessage
  /// The request as it was sent, with the credential where it had one.
  package let sent: RequestMessage
  /// Whether it carried the credential.
  let wasAuthorized: Bool

  /// This answer, unless it wants the user to sign in otherwise: no refresh and no repetition helps, a new sign-in may,
  /// once.
  ///
  /// RFC 6750 §3.1; RFC 9470 §4.
  func wantingNoSignIn(of account: Account, with credential: Credential) throws(OAuthError) -> AuthorizedAnswer {
    guard let challenge = ResourceChallenge(reading: response), let demand = challenge.demand else { return self }
    let error: OAuthError =
      challenge.wantsStepUp
      ? .stepUpNeeded(demand, challenge, status: response.status, of: account)
      : .scopeNeeded(demand, challenge, status: response.status, of: account)
    throw error.withoutSecrets(of: sent, with: credential)
  }
}

extension OAuthError {
  fileprivate static func stepUpNeeded(
    _ demand: AccessDemand, _ challenge: ResourceChallenge, status: Int, of account: Account
  ) -> OAuthError {
    let ways = demand.authenticationContextClasses.map { DisplayText.clean($0, limit: 100) }.joined(separator: " or ")
    let terms = [ways, demand.maximumAge.map { "at most \($0.wholeSeconds) seconds ago" } ?? ""].filter { !$0.isEmpty }
    return OAuthError(
      .stepUpNeeded,
      message:
        "The API demands another sign-in of “\(DisplayText.clean("\(account)"))”\(terms.isEmpty ? "" : ": \(terms.joined(separator: ", "))").",
      rule: .rfc(9470, "3"),
      expected: "a user who signed in \(terms.isEmpty ? "again" : terms.joined(separator: ", "))",
      received: .described("a sign-in that does not meet this"),
      remedy: .signInOnTerms(demand, account: "\(account)"),
      refusal: ProviderRefusal(challenge, status: status, demand: demand))
  }

  fileprivate static func scopeNeeded(
    _ demand: AccessDemand, _ challenge: ResourceChallenge, status: Int, of account: Account
  ) -> OAuthError {
    let scopes = demand.scopes.map { DisplayText.clean($0, limit: 100) }.joined(separator: " ")
    return OAuthError(
      .scopeNeeded,
      message: scopes.isEmpty
        ? "The token of “\(DisplayText.clean("\(account)"))” does not allow this."
        : "The token of “\(DisplayText.clean("\(account)"))” does not allow \(scopes).",
      rule: .rfc(6750, "3.1"),
      expected: scopes.isEmpty ? "a token that allows more" : "a token that allows \(scopes)",
      received: .described("one that does not"),
      remedy: .signInOnTerms(demand, account: "\(account)"),
      refusal: ProviderRefusal(challenge, status: status, demand: demand))
  }
}

extension ProviderRefusal {
  fileprivate init(_ challenge: ResourceChallenge, status: Int, demand: AccessDemand) {
    self.init(
      error: challenge.failure?.rawValue ?? "", description: challenge.description, status: status, demand: demand)
  }
}
