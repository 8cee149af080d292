import WayleaveOAuth2
package import WayleaveProvider
package import WayleaveWire

extension OAuthError {
  /// No check shows to which client the thing was issued.
  package static func unverifiableHandOver(_ handedOver: HandedOver, at provider: Provider) -> OAuthError {
    OAuthError(
      .unverifiableHandOver,
      message: "\(DisplayText.clean(provider.title)) does not say to which app this \(handedOver.words) was issued.",
      rule: .rfc(9700, "2.3"), remedy: .handOver(at: provider))
  }

  /// The provider does not accept it.
  package static func refusedHandOver(_ response: ResponseMessage? = nil) -> OAuthError {
    OAuthError(
      .refusedHandOver, rule: .wayleave("the provider confirms what is handed over"),
      expected: "the provider's confirmation",
      received: .described(response.map { "status \($0.status)" } ?? "an answer that does not confirm it"),
      remedy: "No one is signed in. The app must get a new one from the provider, and as this client.",
      refusal: response.flatMap { ProviderRefusal(reading: $0) })
  }

  /// Its time is over, or is not known.
  static func endedHandOver(_ end: Instant?) -> OAuthError {
    OAuthError(
      .expiredAccessToken, rule: .rfc(6749, "10.3"), expected: "a token that is valid now",
      received: end.map { .described("one that ended at \($0)") } ?? .described("one without a usable time"),
      remedy: "No one is signed in. The app must get a new token.")
  }

  /// It was verified before.
  package static func replayedHandOver() -> OAuthError {
    OAuthError(
      .replayedHandOver, rule: .wayleave("what can be used once is verified once"), expected: "one that is new",
      received: .described("one that was verified before"),
      remedy: "No one is signed in. The app must get a new one; if it did, someone replays them.")
  }

  /// A code without anything that ties it to this sign-in.
  package static func bareCode() -> OAuthError {
    OAuthError(
      .unverifiableHandOver, message: "The code has neither a verifier nor a nonce, so it may be another user's.",
      rule: .rfc(9700, "2.1.1"),
      remedy: "Have the app send a code challenge, and hand over the verifier with the code.")
  }
}

extension Remedy {
  /// What an app can hand over at a provider: OAuth 1.0a has no codes.
  fileprivate static func handOver(at provider: Provider) -> Remedy {
    guard case .oauth1 = provider.service else { return .handOverCode }
    if provider.handOver?.verifyCredentials != nil || provider.handOver?.checkToken != nil {
      return "No one is signed in. Have the app hand over its token with the token secret (token-and-secret)."
    }
    return """
      No one is signed in. \(provider.title) gives no codes, and its entry names no URL that checks a token. Let the backend \
      sign the user in.
      """
  }

  package static let handOverCode: Remedy =
    "No one is signed in. Have the app hand over the code instead: this server exchanges it with its own secret."
}
