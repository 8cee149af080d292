import WayleaveOAuth2
import WayleaveWire
import WayleaveSignIn

extension Exchange {
  /// Tells what in a token answer is not as its specification has it, and where it grants less or more than was asked for.
  ///
  /// RFC 6749 §3.3 and §5.1. `credential` is the one that it renews.
  func tellOfDepartures(
    of answer: TokenResponse, asked scopes: [String], about credential: @autoclosure () -> Credential? = nil
  ) {
    tellOfTolerances(answer.tolerated)
    tellOfScopes(asked: scopes, granted: answer.scopes(grantedFor: scopes)) {
      let issued = Credential.oauth2(
        .init(accessToken: answer.accessToken, refreshToken: answer.refreshToken, idToken: answer.idToken))
      return issued.secrets + (credential()?.secrets ?? [])
    }
  }

  /// Tells what in a token answer was not as its specification has it, and was accepted.
  ///
  /// RFC 6749 §5.1.
  func tellOfTolerances(_ tolerances: [TokenResponse.Tolerance]) {
    for tolerance in tolerances { tell(Event(.tolerated, rule: .rfc(6749, "5.1"), tolerance.rawValue)) }
  }

  /// Tells of a refusal whose word is not spelled as its specification has it, and is read all the same.
  ///
  /// RFC 6749 §5.2.
  func tellOfTolerated(_ refusal: ProviderRefusal?, by table: RefusalTable) {
    guard let refusal, let word = table.toleratedWord(in: refusal) else { return }
    tell(Event(.tolerated, rule: .rfc(6749, "5.2"), "“\(refusal.error)” is read as “\(word)”"))
  }

  /// Tells where what is granted is less or more than was asked for; who asked for nothing in particular has no say.
  /// `secrets` are what a server may repeat as a scope.
  func tellOfScopes(asked: [String], granted: [String], without secrets: () -> [[UInt8]]) {
    guard !asked.isEmpty else { return }
    let difference = ScopeDifference(asked: asked, granted: granted)
    for (scopes, words) in [(difference.missing, "not granted"), (difference.added, "granted, and not asked for")]
    where !scopes.isEmpty {
      tell(
        Event(
          .scopesDiffer, rule: .rfc(6749, "3.3"),
          "\(words): \(DisplayText.clean(SecretBlotter(secrets()).cleaned(scopes.joined(separator: " "))))"))
    }
  }
}
