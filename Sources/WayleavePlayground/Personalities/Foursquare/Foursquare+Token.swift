import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// `POST /oauth2/access_token`.
///
/// RFC 6749 §4.1.3, §5 and §6; RFC 7636 §4.6.
extension Foursquare {
  func grantToken(_ visit: Visit) -> ResponseMessage {
    let request = tokenRequest(visit)
    var clientID: ClientID?
    do throws(OAuthError) {
      let client = try provenClient(of: request)
      clientID = client.id
      let form = try singleFields(of: request)
      switch try form.nonEmptyText(of: "grant_type") {
      case AuthorizationCodeGrant.grantType:
        return try redeem(try AuthorizationCodeGrant(reading: form), as: client, visit)
      case RefreshTokenGrant.grantType where context.configuration.accessTokenLifetime != nil:
        return try renew(try RefreshTokenGrant(reading: form), as: client, visit)
      case nil: throw .refusedToken("invalid_request")
      default: throw .refusedToken("unsupported_grant_type")
      }
    } catch {
      // What cannot be read, or is read twice, is the client's mistake: RFC 6749 §5.2, "invalid_request".
      let word = error.refusal?.error ?? "invalid_request"
      context.note(.refused, visit, client: clientID, reason: word)
      return TokenErrorResponse(word).response()
    }
  }

  /// The dialect of the real one: what a POST has in its body is in the query of a GET.
  private func tokenRequest(_ visit: Visit) -> RequestMessage {
    var request = visit.request
    if request.head.method == .get {
      request.body = Array((request.query ?? "").utf8)
      request.head.headerFields[.contentType] = ContentType.form
    }
    return request
  }

  private func provenClient(of request: RequestMessage) throws(OAuthError) -> PlaygroundClient {
    let credentials = try ClientCredentials(reading: request)
    guard let client = context.configuration.clients.first(where: { $0.id == credentials.id }),
      client.secret == credentials.secret
    else { throw .refusedToken("invalid_client") }
    return client
  }

  /// RFC 6749 §3.2: "parameters MUST NOT be included more than once."
  private func singleFields(of request: RequestMessage) throws(OAuthError) -> Form {
    let form = try request.bodyForm
    for field in form.fields { _ = try form.text(of: String(decoding: field.name, as: UTF8.self)) }
    return form
  }

  private func redeem(
    _ grant: AuthorizationCodeGrant, as client: PlaygroundClient, _ visit: Visit
  ) throws(OAuthError) -> ResponseMessage {
    guard let shown = issued.code(grant.code, at: visit.now), shown.content.request.clientID == client.id else {
      throw .refusedToken("invalid_grant")
    }
    let code = shown.content
    if case .used(let earlier) = shown.standing {
      if issued.endAfterReuse(earlier, at: visit.now) != nil { noteRevocation(of: code.person, client, visit) }
      throw .refusedToken("invalid_grant")
    }
    guard case .good = shown.standing, grant.redirectURI == code.request.redirectURI,
      grant.isProved(for: code.request.codeChallenge)
    else {
      throw .refusedToken("invalid_grant")
    }
    let id = issued.begin(Grant(clientID: client.id, person: code.person))
    issued.spendCode(grant.code, for: id)
    let answer = issue(id, visit)
    context.note(.tokenIssued, visit, client: client.id, person: code.person)
    return answer
  }

  private func renew(
    _ grant: RefreshTokenGrant, as client: PlaygroundClient, _ visit: Visit
  ) throws(OAuthError) -> ResponseMessage {
    guard let token = issued.goodToken(grant.refreshToken, at: visit.now), token.isRefresh,
      token.grant.clientID == client.id
    else { throw .refusedToken("invalid_grant") }
    if token.isSpent || visit.effects.contains(.refreshReuse) {
      // Two clients hold the same token, and one of them stole it: RFC 9700 §4.14.2.
      _ = issued.end(token.grantID, at: visit.now)
      noteRevocation(of: token.grant.person, client, visit)
      throw .refusedToken("invalid_grant")
    }
    issued.spendRefreshToken(grant.refreshToken)
    let answer = issue(token.grantID, visit)
    context.note(.tokenRefreshed, visit, client: client.id, person: token.grant.person)
    return answer
  }

  private func issue(_ grant: GrantID, _ visit: Visit) -> ResponseMessage {
    let access = context.drawSecret()
    let lifetime = context.configuration.accessTokenLifetime
    issued.saveAccessToken(
      (), as: access, of: grant, until: lifetime.map { visit.now + $0 } ?? .never, at: visit.now)
    var refresh: Secret?
    if lifetime != nil {
      let drawn = context.drawSecret()
      issued.saveRefreshToken((), as: drawn, of: grant, at: visit.now)
      refresh = drawn
    }
    // The real one does not tell the type, and neither does this one: an empty type is left out.
    return TokenResponse(accessToken: access, tokenType: "", expiresIn: lifetime?.wholeSeconds, refreshToken: refresh)
      .response()
  }

  private func noteRevocation(of person: PlaygroundPerson, _ client: PlaygroundClient, _ visit: Visit) {
    context.note(.tokenRevoked, visit, client: client.id, person: person)
  }
}
