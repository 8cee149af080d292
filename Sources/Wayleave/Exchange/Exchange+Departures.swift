import WayleaveOAuth2
import WayleaveWire
import WayleaveSignIn

extension Exchange {
  /// Tells what in a token answer is not as its specification has it, and where it grants less or more than was asked for.
  ///
  /// RFC 6749 §3.3 and §5.1.
  func tellOfDepartures(of answer: TokenResponse, asked scopes: [String]) {
    tellOfTolerances(answer.tolerated)
    tellOfScopes(asked: scopes, granted: answer.scopes(grantedFor: scopes))
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
  func tellOfScopes(asked: [String], granted: [String]) {
    guard !asked.isEmpty else { return }
    let difference = ScopeDifference(asked: asked, granted: granted)
    for (scopes, words) in [(difference.missing, "not granted"), (difference.added, "granted, and not asked for")]
    where !scopes.isEmpty {
      tell(
        Event(.scopesDiffer, rule: .rfc(6749, "3.3"), "\(words): \(DisplayText.clean(scopes.joined(separator: " ")))"))
    }
  }
}
