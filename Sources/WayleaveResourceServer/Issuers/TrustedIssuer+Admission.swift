import WayleaveOAuth2
import WayleaveWire

extension TrustedIssuer {
  /// The names by which its tokens may call the API.
  func names(of api: AbsoluteURL) -> [String] { audiences.isEmpty ? [api.text] : audiences }

  /// The token is for this API, and from a client that may call.
  ///
  /// RFC 9068 §4; RFC 7662 §4. A token without an audience is accepted from named clients alone: else one that was issued for
  /// any other API of the same issuer would open this one.
  func requireAdmission(of claims: AccessTokenClaims, to api: AbsoluteURL) throws(OAuthError) {
    try claims.requireAudience(among: names(of: api))
    guard clients != nil || !claims.audience.isEmpty else { throw .withoutAudience() }
    guard let clients else { return }
    guard let client = claims.clientID, clients.contains(client) else { throw .foreignClient(claims.clientID) }
  }

  /// What the issuer says about a token lets it pass.
  ///
  /// RFC 7662 §2.2 and §4.
  func claims(of answer: IntrospectionResponse, for api: AbsoluteURL, at now: Instant) throws(OAuthError)
    -> AccessTokenClaims
  {
    guard case .active(let claims) = answer else { throw .inactiveToken() }
    try claims.requireIssuer(issuer)
    // A token “DPoP” whose key the answer does not name would pass as one that anyone who has it can use.
    let isBound = claims.confirmation?.keyThumbprint != nil
    if let (name, _) = claims.otherKind(orBound: isBound) { throw .otherKind(name) }
    try requireAdmission(of: claims, to: api)
    try claims.requireTime(now)
    return claims
  }
}

extension OAuthError {
  fileprivate static func withoutAudience() -> OAuthError {
    OAuthError(
      .accessTokenAudienceMismatch, message: "The token does not say for which API it is.", rule: .rfc(9068, "4"),
      remedy: "Have the issuer write an audience, or name the clients that may call.",
      refusal: ProviderRefusal(error: "invalid_token"), member: "aud")
  }

  fileprivate static func foreignClient(_ client: ClientID?) -> OAuthError {
    OAuthError(
      .accessTokenAudienceMismatch,
      message: "The token is of the client \(Received.text(client?.text)), which may not call this API.",
      rule: .rfc(9068, "4"), remedy: "Name the client among those that may call, or use another one.",
      refusal: ProviderRefusal(error: "invalid_token"), member: "client_id")
  }

  fileprivate static func inactiveToken() -> OAuthError {
    OAuthError(
      .expiredAccessToken, message: "The issuer says that the token is not active.", rule: .rfc(7662, "2.2"),
      remedy: "Get a fresh token.", refusal: ProviderRefusal(error: "invalid_token"))
  }

  fileprivate static func otherKind(_ member: String) -> OAuthError {
    OAuthError(
      .malformedAccessToken, message: "The issuer says that the token is no access token.", rule: .rfc(7662, "2.2"),
      remedy: "Send an access token.", refusal: ProviderRefusal(error: "invalid_token"), member: member)
  }
}
