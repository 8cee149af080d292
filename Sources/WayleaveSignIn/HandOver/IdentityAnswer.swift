package import WayleaveOAuth2
package import WayleaveProvider
package import WayleaveWire

extension IdentityRule {
  /// Who the user is, by the answer to a request that carried what was handed over.
  ///
  /// Throws `hand_over.refused` for a refusal, and `answer.unexpected` where no user is in the answer.
  package func user(in response: ResponseMessage, issuer: Issuer) throws(OAuthError) -> Identity {
    try response.requireDirectAnswer()
    guard response.status == 200 else { throw .refusedHandOver(response) }
    do throws(OAuthError) { return try identity(in: response, issuer: issuer) } catch {
      throw OAuthError(
        .unexpectedAnswer, message: "The provider's answer does not say who the user is.", rule: error.rule,
        expected: error.expected, received: error.received, remedy: "No one is signed in. Check the provider's entry.")
    }
  }
}
