import WayleaveOAuth2
import WayleaveOpenID
import WayleaveWire

/// What is to be given out.
struct TollgateIssue {
  let grant: TollgateGrant
  let id: GrantID
  /// What the access token is for; the grant may allow more.
  var access: RequestedAccess
  let confirmation: TokenConfirmation?
  /// Whether a refresh token goes along.
  var refreshes = false
  /// The nonce of the request, which its first ID token alone repeats: OpenID Connect Core §12.2.
  var idTokenNonce: Secret?
  /// Whether an ID token goes along when there is a person and the scope `openid`.
  var identifies = true
  /// The client that acts for the subject: RFC 8693 §4.1.
  var actor: String?
  /// An end before the usual one: that of a token that was exchanged.
  var endsAt: Instant?
}

/// Makes tokens, and remembers them.
extension Tollgate {
  func saveGrant(_ grant: TollgateGrant, _ visit: Visit) -> GrantID {
    state.issued.begin(grant, until: visit.now + settings.grantLifetime)
  }

  func issueTokens(
    _ issue: TollgateIssue, to client: TollgateClient, _ visit: Visit
  ) throws(TollgateRefusal) -> TokenResponse {
    var issue = issue
    var scopes = issue.access.scopes
    var additional = JSON.Object()
    if TollgateServer(at: visit.path) == .pds {
      issue.access.resources = [try refusing { () throws(OAuthError) in try ResourceIndicator(context.base) }]
      if visit.ways.contains(.noATProto) { scopes.removeAll(where: TollgateOffer.pdsScope.hasSameBytes) }
      additional["sub"] = issue.grant.person.map { .string(subject(of: $0, visit)) }
    }
    let access = saveAccessToken(issue, to: client, visit)
    additional["authorization_details"] = issue.access.details?.json
    return TokenResponse(
      accessToken: access.text, tokenType: issue.confirmation.tokenType.rawValue,
      expiresIn: (access.token.expiresAt - visit.now).wholeSeconds,
      refreshToken: issue.refreshes ? saveRefreshToken(of: issue.id, visit) : nil,
      scopes: scopes, idToken: try makeIDToken(issue, for: access.text, to: client, visit),
      additional: additional)
  }

  private func saveAccessToken(
    _ issue: TollgateIssue, to client: TollgateClient, _ visit: Visit
  ) -> (text: Secret, token: TollgateAccessToken) {
    let usualEnd = visit.now + settings.accessTokenLifetime
    let token = TollgateAccessToken(
      grant: issue.id, clientID: client.id, person: issue.grant.person, access: issue.access,
      authentication: issue.grant.authentication, confirmation: issue.confirmation, actor: issue.actor,
      issuedAt: visit.now, expiresAt: issue.endsAt.map { min($0, usualEnd) } ?? usualEnd)
    let text = context.drawSecret()
    state.issued.saveAccessToken(token, as: text, of: issue.id, until: token.expiresAt, at: visit.now)
    return (text, token)
  }

  private func saveRefreshToken(of grant: GrantID, _ visit: Visit) -> Secret {
    let text = context.drawSecret()
    state.issued.saveRefreshToken(
      nil, as: text, of: grant, until: visit.now + settings.grantLifetime, at: visit.now)
    return text
  }

  private func makeIDToken(
    _ issue: TollgateIssue, for accessToken: Secret, to client: TollgateClient, _ visit: Visit
  ) throws(TollgateRefusal) -> Secret? {
    guard issue.identifies, let person = issue.grant.person, let authentication = issue.grant.authentication,
      issue.access.scopes.contains(where: { $0.hasSameBytes(as: "openid") })
    else { return nil }
    var additional = TollgateClaims.claims(
      about: person, scopes: [], asked: issue.grant.claims?.idToken ?? [])
    additional["auth_time"] = JSON(authentication.shownAuthTime.secondsSinceEpoch)
    additional["acr"] = .string(authentication.contextClass)
    let claims = IDToken.claims(
      subject: issue.grant.subject, from: offer(for: visit).issuer, to: client.id, nonce: issue.idTokenNonce,
      accessToken: accessToken, at: visit.realNow, additional: additional, by: client.idTokenAlgorithm)
    let token = PlayedIDToken(claims: claims, algorithm: client.idTokenAlgorithm)
    return try refusing(as: TollgateRefusal.full.word) { () throws(OAuthError) in
      try token.signed(with: visit.effects) { (algorithm) throws(OAuthError) in
        try state.keys.signingKey(for: algorithm, at: visit.now)
      }
    }
  }
}
