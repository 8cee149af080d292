import WayleaveOAuth2
import WayleaveOpenID
import WayleaveSignIn
import WayleaveWire

/// What a sign-in must bring that an API demands, looked at before it replaces the credential of the account.
///
/// RFC 9470 §4: the server may fall short of what it was asked for.
struct StepUpCheck: Sendable {
  let account: Account
  let demand: AccessDemand

  /// Throws `credential.scope_needed` for tokens that allow too little.
  ///
  /// Those are not revoked: many providers have one grant for a user and a client, and end the account's own tokens too.
  func admit(_ credential: Credential, of idToken: IDToken?) throws(OAuthError) {
    // Another user's tokens take nothing from the account: they are saved as that user's.
    if let subject = idToken?.subject, !subject.hasSameBytes(as: account.subject) { return }
    guard case .oauth2(let tokens) = credential, let granted = tokens.scopes else { return }
    let missing = ScopeDifference(asked: demand.scopes, granted: granted).missing
    guard missing.isEmpty else { throw .scopesWithheld(missing) }
  }
}

extension OAuthError {
  fileprivate static func scopesWithheld(_ scopes: [String]) -> OAuthError {
    let missing = DisplayText.quoted(scopes)
    return OAuthError(
      .scopeNeeded, message: "The sign-in did not bring the access that the API demands: \(missing).",
      rule: .rfc(6749, "3.3"),
      remedy: """
        The provider or the user did not grant it. Nothing was saved: the account has the credential that it had. The new \
        tokens are not revoked, since that may end the old ones too; they expire at the provider.
        """)
  }
}
