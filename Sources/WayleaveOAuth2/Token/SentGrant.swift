import WayleaveWire

/// The kind of grant that a token request carried: the same word means something else in the answer to each.
///
/// RFC 6749 §5.2; `access_denied` and `expired_token` are words of RFC 8628 §3.5 for a user who is being asked.
package enum SentGrant: Sendable {
  /// What a user allows: a code, or the polling for another device.
  case signIn
  /// A refresh token.
  case refresh
  /// What the client has without any user: its own name, a token to exchange, a statement.
  case direct

  func code(of refusal: ProviderRefusal, by table: RefusalTable?) -> OAuthError.Code {
    switch (refusal.error, self) {
    case ("invalid_grant", _): .grantRefused
    case ("invalid_client", _), ("unauthorized_client", _): .clientRefused
    case ("access_denied", .signIn): .denied
    case ("expired_token", .signIn): .timedOut
    // At a refresh no one is asked: the consent is gone, and the same token would be refused again and again.
    case ("access_denied", .refresh): .grantRefused
    default:
      switch table?.meaning(of: refusal) {
      case .denied where self == .signIn: .denied
      case .grantGone, .userNeeded, .tokenInvalid: .grantRefused
      case .accountSuspended: .accountSuspended
      default: .tokenRefused
      }
    }
  }

  /// The sentence for the user: the general one of the code, but where that speaks of a sign-in that was not made.
  func sentence(for code: OAuthError.Code, _ refusal: ProviderRefusal) -> String {
    let word = OAuthError.Received.text(refusal.error)
    return switch (code, self) {
    case (.grantRefused, .direct): "The provider refuses the grant of this client: \(word)."
    case (.grantRefused, .signIn): "The provider no longer accepts the code of this sign-in: \(word)."
    default: code.sentence(wanted: "tokens", got: "\(word)")
    }
  }

  /// What the word says goes first, but where it means something else for this grant.
  func remedy(for code: OAuthError.Code, _ refusal: ProviderRefusal) -> Remedy {
    switch (code, self) {
    case (.grantRefused, .direct):
      """
      No sign-in helps. Check what was shown: it may have expired, be meant for another client, or be bound to a key \
      whose proof it needs.
      """
    case (.grantRefused, .signIn):
      "It may have expired, or was used before. Begin the sign-in again, and come back within a minute."
    case (.grantRefused, .refresh): "Sign in again: the provider no longer accepts the earlier sign-in."
    case (.accountSuspended, _): .readWhySuspended
    // A provider's own word for the same.
    case (.denied, _): Remedy(for: ProviderRefusal(error: "access_denied")) ?? .readWhatItSays
    case (.timedOut, _): "Begin the sign-in again, and type the new code."
    case (_, .refresh) where Remedy(for: refusal) == .changeRequest(.prompt): .agreeAgain
    case (_, .refresh): Remedy(for: refusal) ?? .signInIfItLasts
    default: Remedy(for: refusal) ?? .readWhatItSays
    }
  }
}

extension Remedy {
  /// For a word of the provider's own.
  fileprivate static let readWhatItSays = Remedy("See what the provider says, and its documentation.")

  /// For such a word at a refresh: whether the grant is gone is not known.
  fileprivate static let signInIfItLasts = Remedy(
    "See what the provider says. The account is kept as it is; if this does not pass, sign in again.")

  /// For words about the user: no request at a refresh asks the user.
  fileprivate static let agreeAgain = Remedy(
    "The account is kept as it is. Sign in again, and agree to what the provider asks.")
}
