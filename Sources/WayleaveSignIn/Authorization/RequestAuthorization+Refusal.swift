import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveProvider
package import WayleaveWire

extension RequestAuthorization {
  /// What an API's answer says about the credential that a request carried.
  package enum CredentialVerdict: Sendable {
    /// Nothing against it.
    case notRefused
    /// It is not accepted, and the answer does not say in a known word whether it is gone for good.
    case refused
    /// It is gone: the provider says so in a word of its entry, or of the specification.
    case gone(ProviderRefusal)

    /// Whether a fresh token may help.
    package var isRefusal: Bool { if case .notRefused = self { false } else { true } }
  }

  /// What an answer says about the credential, by the words of the provider's entry and of the specifications.
  ///
  /// RFC 6750 §3.1. A 401 without a known word may have other reasons than the credential. It causes a refresh, and it
  /// must not end a credential that may be good.
  package func verdict(in response: ResponseMessage) -> CredentialVerdict {
    // RFC 9449 §7.1: a refused proof says nothing about the token, and a refresh may spend a refresh token in vain.
    guard ResourceChallenge(reading: response)?.mayBeFixedByFreshToken ?? true,
      let (action, refusal) = refusal(in: response)
    else { return .notRefused }
    switch action {
    case .signIn: return .gone(refusal)
    case .refresh: return refusal.error.isEmpty || !isKnown(refusal) ? .refused : .gone(refusal)
    case .askConsent, .stepUp, .wait, .giveUp: return .notRefused
    }
  }

  /// Whether an answer may say something about the credential.
  package func mayConcernCredential(_ response: ResponseMessage) -> Bool {
    RecommendedAction.mayConcernCredential(response, dialect: dialect)
  }

  private func refusal(in response: ResponseMessage) -> (RecommendedAction, ProviderRefusal)? {
    if case .oauth1(let service) = provider.service {
      guard let action = RecommendedAction(reading: response, dialect: service.dialect) else { return nil }
      return (action, ProviderRefusal(ofSignedRequest: response))
    }
    guard let (action, refusal) = RecommendedAction.read(in: response, dialect: dialect) else { return nil }
    return (action, refusal ?? ProviderRefusal(error: ""))
  }

  private func isKnown(_ refusal: ProviderRefusal) -> Bool { dialect.refusalTable.meaning(of: refusal) != nil }

  /// How the provider departs from OAuth 2; the common way where only its issuer is known.
  private var dialect: OAuth2Dialect {
    guard case .oauth2(let service) = provider.service else { return OAuth2Dialect() }
    return service.dialect
  }
}
