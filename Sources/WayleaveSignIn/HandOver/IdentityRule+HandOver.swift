package import WayleaveOAuth2
package import WayleaveProvider
package import WayleaveWire

extension IdentityRule {
  /// Who the user is, by the answer to a request that carried what was handed over.
  ///
  /// Throws `hand_over.refused` for a refusal, and `answer.unexpected` where no user is in the answer.
  package func user(in response: ResponseMessage, issuer: Issuer) throws(OAuthError) -> Identity {
    var answers = IdentityAnswers()
    answers.first = try Self.confirmedAnswer(in: response)
    return try user(in: answers, issuer: issuer)
  }

  /// Who the user is, by all that was asked.
  package func user(in answers: IdentityAnswers, issuer: Issuer) throws(OAuthError) -> Identity {
    try Self.nothingSaved { () throws(OAuthError) in try identity(in: answers, issuer: issuer) }
  }

  /// The JSON of an answer with which the provider accepts what was handed over.
  package static func confirmedAnswer(in response: ResponseMessage) throws(OAuthError) -> JSON {
    try response.requireDirectAnswer()
    guard response.status == 200 else { throw .refusedHandOver(response) }
    return try nothingSaved { () throws(OAuthError) in try answer(in: response) }
  }

  /// A sign-in has saved its credential by then; a hand-over saves none.
  private static func nothingSaved<Value>(_ read: () throws(OAuthError) -> Value) throws(OAuthError) -> Value {
    do throws(OAuthError) { return try read() } catch {
      throw OAuthError(
        .unexpectedAnswer, message: "The provider's answer does not say who the user is.", rule: error.rule,
        expected: error.expected, received: error.received, remedy: "No one is signed in. Check the provider's entry.")
    }
  }
}
