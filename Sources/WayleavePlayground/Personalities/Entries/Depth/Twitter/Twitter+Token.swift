import HTTPTypes
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

/// `POST /oauth/request_token`, `/oauth/access_token` and `/1.1/oauth/invalidate_token`.
///
/// RFC 5849 §2.1 and §2.3.
extension Twitter {
  /// How long a session lasts.
  private static let sessionLifetime: Duration = .seconds(30 * 86_400)

  func beginSignIn(_ signed: SignedEntryRequest) throws(Refusal) -> ResponseMessage {
    if signed.form.contains("x_auth_mode") { return try beginReverseAuth(signed) }
    return inTypeOfForms(try signed.temporaryCredential(scopes: access))
  }

  /// Whether the application wants to write as well.
  private func access(_ request: TemporaryCredentialRequest) throws(OAuth1Refusal) -> [String] {
    guard let access = try? request.additional.text(of: "x_auth_access_type") else {
      guard request.additional.contains("x_auth_access_type") else { return ["write"] }
      throw .unreadable
    }
    guard access == "read" || access == "write" else { throw .unreadable }
    return [access]
  }

  func issueToken(_ signed: SignedEntryRequest) throws(Refusal) -> ResponseMessage {
    if signed.form.contains("x_auth_mode") { return try exchangePassword(signed) }
    if signed.form.contains("x_reverse_auth_target") { return try grantReverseAuth(signed) }
    if try signed.parts().parameters.contains("oauth_session_handle") { return try renewToken(signed) }
    let (person, temporary) = try signed.redeemedTemporary()
    return issueToken(for: person, to: temporary.client, signed.request)
  }

  /// A name and a password: xAuth. For applications that Twitter chose; to others it answers 87.
  private func exchangePassword(_ signed: SignedEntryRequest) throws(Refusal) -> ResponseMessage {
    let (client, parts) = try signed.verifiedConsumer()
    try require(.passwords, of: client.id)
    let (context, visit) = (signed.request.context, signed.request.visit)
    guard let asked = try? PasswordCredentialRequest(reading: parts, of: visit.request) else {
      throw .badAuthenticationData
    }
    guard let person = context.person(handle: asked.username, password: asked.password.exposedText) else {
      context.note(.wrongPassword, visit, client: client.id)
      throw .couldNotAuthenticate
    }
    return issueToken(for: person, to: client.id, signed.request)
  }

  /// A session handle: a new token for an old one, which may have expired.
  ///
  /// OAuth Session 1.0 Draft 1, as Yahoo and Xero had it.
  private func renewToken(_ signed: SignedEntryRequest) throws(Refusal) -> ResponseMessage {
    let (request, parts) = (signed.request, try signed.parts())
    guard let text = parts.token, let token = request.play.issued.token(text, at: request.visit.now),
      token.ending == nil, token.client == request.play.granted(ClientID(parts.consumerKey))
    else { throw .signatureOrToken }
    try signed.verify(parts, tokenSecret: token.content.secret)
    guard let session = token.grant.session, let handle = try? SessionRenewalRequest.handle(in: parts),
      handle == session.handle
    else { throw .signatureOrToken }
    // The old token ends with its renewal; a client that lost the answer must sign in again.
    request.play.issued.take(text, at: request.visit.now)
    return issueToken(of: token.grantID, token.grant, event: .tokenRefreshed, request)
  }

  /// A first token, in a session where tokens of the consumer expire.
  func issueToken(for person: PlaygroundPerson, to client: ClientID, _ request: EntryRequest) -> ResponseMessage {
    let session = consumer(client)?.tokenLifetime.map { _ in
      EntrySession(handle: request.context.drawSecret(), expiry: request.visit.now + Self.sessionLifetime)
    }
    let grant = EntryGrant(person: person, client: request.play.granted(client), session: session)
    let id = request.play.issued.begin(grant, until: session?.expiry ?? .never)
    return issueToken(of: id, grant, event: .tokenIssued, request)
  }

  /// A token of a sign-in; one that has expired still signs its own renewal, until the session ends.
  private func issueToken(
    of id: GrantID, _ grant: EntryGrant, event: PlaygroundEvent.Kind, _ request: EntryRequest
  ) -> ResponseMessage {
    let (context, now) = (request.context, request.visit.now)
    let client = request.play.client(of: grant)
    let lifetime = grant.session.flatMap { _ in consumer(client)?.tokenLifetime }
    var credential = TokenCredential(
      token: Secret("\(grant.person.id)-\(RandomText.alphanumeric(40, using: &context.random))"),
      secret: context.drawSecret(),
      additional: ["user_id": String(grant.person.id), "screen_name": grant.person.handle])
    if let lifetime, let session = grant.session {
      credential.additional.append("oauth_expires_in", String(lifetime.wholeSeconds))
      credential.additional.append("oauth_session_handle", session.handle)
      credential.additional.append("oauth_authorization_expires_in", String((session.expiry - now).wholeSeconds))
    }
    request.play.issued.saveAccessToken(
      EntryToken(scopes: [], secret: credential.secret), as: credential.token, of: id,
      until: lifetime.map { now + $0 } ?? .never, at: now)
    context.note(event, request.visit, client: client, person: grant.person)
    return inTypeOfForms(TokenCredentialResponse(credential).response())
  }

  func invalidateToken(_ signed: SignedEntryRequest) throws(Refusal) -> ResponseMessage {
    let (text, token) = try signed.verifiedToken()
    signed.request.play.issued.take(text, at: signed.request.visit.now)
    signed.note(.tokenRevoked, token)
    return ResponseMessage(.ok, json: ["access_token": .string(text.exposedText)])
  }

  /// Twitter sends its forms under the type of a page.
  private func inTypeOfForms(_ response: ResponseMessage) -> ResponseMessage {
    var response = response
    response.head.headerFields[.contentType] = "text/html; charset=utf-8"
    return response
  }
}
