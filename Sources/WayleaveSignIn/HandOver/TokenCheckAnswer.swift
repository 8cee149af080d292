package import WayleaveOAuth2
package import WayleaveProvider
package import WayleaveWire

/// What a provider of OAuth 1.0a says about a token, in answer to a request that was signed with it.
package struct TokenCheckAnswer: Sendable {
  /// The user that the token was issued for.
  package let identity: Identity
  /// What it allows; nil where the answer does not say.
  package let scopes: [String]?

  /// Reads an answer about this token; throws `hand_over.refused` and `answer.unexpected`.
  package init(
    reading response: ResponseMessage, about token: Secret, by rule: TokenCheckRule, issuer: Issuer
  ) throws(OAuthError) {
    identity = try rule.identity.user(in: response, issuer: issuer)
    let said = identity.raw
    if let path = rule.token {
      guard said.value(at: path)?.string.map({ Secret($0) }) == token else { throw .refusedHandOver() }
    }
    scopes = rule.scopes.flatMap { said.value(at: $0)?.string }.map { [$0] }
  }
}
