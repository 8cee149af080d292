import WayleaveOAuth2
import WayleaveOpenID
import WayleaveWire

/// Codes and refresh tokens into tokens, each good once.
///
/// RFC 6749 §4.1.3 and §6; RFC 7636 §4.6; RFC 9700 §4.14.
extension Tollgate {
  func redeemCode(
    _ request: TollgateTokenRequest, _ visit: Visit
  ) throws(TollgateRefusal) -> TokenResponse {
    let asked = try refusing { () throws(OAuthError) in try AuthorizationCodeGrant(reading: request.form) }
    guard let shown = state.issued.code(asked.code, at: visit.now),
      shown.content.authorization.request.clientID == request.client.id
    else { throw TollgateRefusal("invalid_grant", "this code is unknown, or belongs to another client") }
    let code = shown.content
    if case .used(let grant) = shown.standing {
      noteRevocation(of: state.issued.endAfterReuse(grant, at: visit.now), visit)
      throw TollgateRefusal("invalid_grant", "this code was used before, so its tokens are revoked (RFC 6749 §4.1.2)")
    }
    guard case .good = shown.standing else { throw TollgateRefusal("invalid_grant", "this code has expired") }
    try verify(asked, by: code, request.proof)
    let authorization = code.authorization
    let grant = TollgateGrant(
      clientID: request.client.id, person: code.person, access: authorization.access,
      authentication: code.authentication, refreshConfirmation: refreshBinding(of: request),
      claims: authorization.claims)
    let access = try TollgateAccessRules(client: request.client, offer: offer(for: visit))
      .narrow(grant.access, to: [], asked.resources)
    let id = saveGrant(grant, visit)
    state.issued.spendCode(asked.code, for: id)
    let tokens = try issueTokens(
      TollgateIssue(
        grant: grant, id: id, access: access, confirmation: request.confirmation,
        refreshes: request.client.mayUse(RefreshTokenGrant.grantType),
        idTokenNonce: authorization.authentication.nonce), to: request.client, visit)
    context.note(.tokenIssued, visit, client: request.client.id, person: code.person)
    return tokens
  }

  private func verify(
    _ asked: AuthorizationCodeGrant, by code: TollgateCode, _ proof: DPoPProof?
  ) throws(TollgateRefusal) {
    guard asked.redirectURI == code.authorization.request.redirectURI else {
      throw TollgateRefusal(
        "invalid_grant", expecting: "the redirect_uri of the authorization request (RFC 6749 §4.1.3)")
    }
    guard let verifier = asked.verifier, code.authorization.codeChallenge.isMet(by: verifier) else {
      throw TollgateRefusal("invalid_grant", expecting: "the verifier of the challenge (RFC 7636 §4.6)")
    }
    guard let bound = code.authorization.keyThumbprint else { return }
    guard let proof, ConstantTime.equal(proof.keyThumbprint.utf8, bound.utf8) else {
      throw TollgateRefusal("invalid_grant", expecting: "a proof of the key that the code is bound to (RFC 9449 §10)")
    }
  }

  func refresh(_ request: TollgateTokenRequest, _ visit: Visit) throws(TollgateRefusal) -> TokenResponse {
    let asked = try refusing { () throws(OAuthError) in try RefreshTokenGrant(reading: request.form) }
    guard let token = state.issued.token(asked.refreshToken, at: visit.now), token.isRefresh,
      token.expiry > visit.now
    else {
      throw TollgateRefusal("invalid_grant", "this refresh token is unknown, or is not valid any more")
    }
    guard token.ending == nil else { throw TollgateRefusal("invalid_grant", "this refresh token was revoked") }
    let grant = token.grant
    guard grant.clientID == request.client.id else {
      throw TollgateRefusal("invalid_grant", "this refresh token belongs to another client")
    }
    if token.isSpent || visit.effects.contains(.refreshReuse) {
      // Two clients hold the same token, and one of them stole it: RFC 9700 §4.14.2.
      endGrant(token.grantID, visit)
      throw TollgateRefusal(
        "invalid_grant", "this refresh token was used before, and is not valid any more (RFC 9700 §4.14.2)")
    }
    // What is missing is a part of the grant, not of an access token: RFC 6749 §5.2.
    do throws(OAuthError) {
      try grant.refreshConfirmation?.verify(proof: request.proof, certificate: request.certificate)
    } catch {
      throw TollgateRefusal(
        "invalid_grant", expecting: "the key or certificate of the refresh token (RFC 9449 §5, RFC 8705 §4)")
    }
    let access = try TollgateAccessRules(client: request.client, offer: offer(for: visit))
      .narrow(grant.access, to: asked.scopes, asked.resources)
    let rotates = settings.rotatesRefreshTokens
    if rotates { state.issued.spendRefreshToken(asked.refreshToken, at: visit.now) }
    // Without a new one the old one stays good: RFC 6749 §6.
    let tokens = try issueTokens(
      TollgateIssue(
        grant: grant, id: token.grantID, access: access, confirmation: request.confirmation, refreshes: rotates),
      to: request.client, visit)
    context.note(.tokenRefreshed, visit, client: request.client.id, person: grant.person)
    return tokens
  }

  func endGrant(_ id: GrantID, _ visit: Visit) { noteRevocation(of: state.issued.end(id, at: visit.now), visit) }

  private func noteRevocation(of ended: TollgateGrant?, _ visit: Visit) {
    guard let ended else { return }
    context.note(.tokenRevoked, visit, client: ended.clientID, person: ended.person)
  }
}
