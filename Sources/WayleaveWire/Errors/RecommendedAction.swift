/// What to do about a failure, each at most once: what failed in the same way again is not mended by doing it again.
public enum RecommendedAction: String, Sendable, Hashable, CaseIterable {
  /// Send the request again, later or as the answer says; credentials are untouched.
  case retry
  /// Ask the user to agree again, or to more.
  case askConsent = "ask_consent"
  /// Have the user sign in again: the credential is gone, or too weak.
  case signIn = "sign_in"
  /// Nothing that a program could do: a person must look at it.
  case giveUp = "give_up"
}

extension OAuthError {
  /// What to do about it: what the provider's own shape of error says, then what the word says, then the code.
  public var recommendedAction: RecommendedAction {
    refusal?.recommendedAction ?? (refusal?.error).flatMap(RecommendedAction.init(word:)) ?? actionByCode
  }

  private var actionByCode: RecommendedAction {
    switch code {
    case .unreachable, .networkTimedOut, .serverUnavailable, .storeBusy, .storeConflict, .nonceNeeded, .staleProof,
      .staleTimestamp, .unknownKey:
      .retry
    case .denied, .scopeNeeded: .askConsent
    case .grantRefused, .signInNeeded, .stepUpNeeded, .outcomeUnknown, .timedOut, .cancelled, .stateMismatch,
      .unsolicitedCallback, .expiredCallback, .verifierMissing, .expiredAccessToken, .bindingMismatch:
      .signIn
    default: .giveUp
    }
  }
}

extension RecommendedAction {
  /// What a word of the specifications asks for; nil for a word that leaves it to the code.
  ///
  /// RFC 6749 §4.1.2.1 and §5.2; RFC 6750 §3.1; RFC 8628 §3.5; RFC 9449 §8; RFC 9470 §3; OpenID Connect Core §3.1.2.6.
  fileprivate init?(word: String) {
    let words: [(RecommendedAction, [String])] = [
      (.retry, ["temporarily_unavailable", "server_error", "authorization_pending", "slow_down", "use_dpop_nonce"]),
      (.askConsent, ["access_denied", "consent_required", "insufficient_scope"]),
      (
        .signIn,
        [
          "invalid_grant", "invalid_token", "expired_token", "login_required", "interaction_required",
          "account_selection_required", "insufficient_user_authentication",
        ]
      ),
    ]
    guard let action = words.first(where: { $0.1.contains { $0.hasSameBytes(as: word) } })?.0 else { return nil }
    self = action
  }
}
