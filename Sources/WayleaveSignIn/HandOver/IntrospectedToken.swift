package import WayleaveOAuth2
package import WayleaveProvider
package import WayleaveWire

/// The claims of a token that a server has introspected, each held against what a hand-over must be.
///
/// RFC 7662 §2.2. There only `active` is required; here the client, the user and the end are required too.
package struct IntrospectedToken: Sendable {
  private let claims: AccessTokenClaims
  private let terms: HandOverTerms

  /// Throws `hand_over.refused` for a token that is not active.
  package init(_ answer: IntrospectionResponse, for terms: HandOverTerms) throws(OAuthError) {
    guard case .active(let claims) = answer else { throw .refusedHandOver() }
    self.claims = claims
    self.terms = terms
  }

  /// Throws `hand_over.foreign_client`, and `access_token.issuer` for a token of another issuer.
  package func requireClient(from issuer: Issuer?) throws(OAuthError) {
    try terms.require(client: claims.clientID?.text)
    guard let issuer, let named = claims.issuer, named != issuer else { return }
    throw OAuthError(
      .accessTokenIssuerMismatch, rule: .rfc(7662, "2.2"),
      expected: "the issuer \(OAuthError.Received.url(issuer.text))",
      received: .url(named.text), remedy: "Nothing was used. The token comes from another server.")
  }

  /// Throws `access_token.binding` for a token that is bound to the app's key, which the backend cannot show.
  ///
  /// RFC 9449 §6.2.
  package func requireUnbound() throws(OAuthError) {
    guard claims.confirmation == nil else {
      throw OAuthError(
        .bindingMismatch, message: "The token is bound to a key, so it cannot be handed over.", rule: .rfc(9449, "6.2"),
        remedy: .handOverCode)
    }
  }

  /// Throws `token.unsupported_type` for what is no access token, or not one that its bearer may use.
  ///
  /// RFC 7662 §2.2: "token_type". A server introspects refresh tokens and others as well, and says so by one of the names.
  package func requireAccessToken() throws(OAuthError) {
    guard let (name, value) = claims.otherKind() else { return }
    throw OAuthError(
      .unsupportedTokenType,
      message:
        "What was handed over is no access token: the provider names it \(OAuthError.Received.text(value.string ?? value.encodedText())).",
      rule: .rfc(7662, "2.2"), remedy: .handOverCode, member: name)
  }

  /// When the token ends; throws `access_token.expired` when that time has come, or is not said.
  package func end(at now: Instant) throws(OAuthError) -> Instant {
    guard let end = claims.expiresAt, now < end else { throw .endedHandOver(claims.expiresAt) }
    if let start = claims.notBefore, now < start { throw .endedHandOver(nil) }
    return end
  }

  /// The user; throws `hand_over.foreign_user` for a token in the client's own name.
  ///
  /// RFC 9068 §2.2: without a user, `sub` is the client.
  package func user() throws(OAuthError) -> Identity {
    guard let subject = claims.subject, !subject.isEmpty else { throw .noUser("a “sub”", nil) }
    guard !subject.hasSameBytes(as: claims.clientID?.text ?? "") else { throw .noUser("a user", subject) }
    return Identity(
      issuer: terms.issuer, subject: subject, handle: claims.members["username"]?.string, raw: .object(claims.members))
  }

  /// What the token allows.
  package var scopes: [String] { claims.scopes }
}

extension OAuthError {
  fileprivate static func noUser(_ expected: String, _ subject: String?) -> OAuthError {
    OAuthError(
      .foreignUser, message: "The token was issued for no user that the provider names.", rule: .rfc(7662, "2.2"),
      expected: expected, received: .text(subject), remedy: .handOverCode)
  }
}
