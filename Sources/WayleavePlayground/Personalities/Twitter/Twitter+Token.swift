import HTTPTypes
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

/// `POST /oauth/access_token` and `/1.1/oauth/invalidate_token`.
///
/// RFC 5849 §2.3.
extension Twitter {
  func issueTokenCredential(_ visit: Visit) -> ResponseMessage {
    do throws(Refusal) {
      let form = (try? visit.request.bodyForm) ?? Form()
      if form.contains("x_auth_mode") { return try exchangePassword(visit) }
      if form.contains("x_reverse_auth_target") { return try grantReverseAuth(visit) }
      if try readRequest(visit).parameters.contains("oauth_session_handle") {
        return try renewToken(visit)
      }
      let (signed, token) = try provenTemporaryRequest(visit)
      let verifier = try? TokenCredentialRequest.verifier(in: signed, of: visit.request)
      guard let person = temporaries.redeem(token, verifier: verifier, at: visit.now) else { throw .badVerifier }
      return issueToken(for: person, to: signed.consumerKey, visit)
    } catch {
      return refuse(error, visit)
    }
  }

  /// A first token, in a session where tokens of the consumer expire.
  func issueToken(for person: PlaygroundPerson, to consumerKey: String, _ visit: Visit) -> ResponseMessage {
    let session = registeredConsumer(consumerKey)?.tokenLifetime.map { _ in
      Session(handle: context.drawSecret(), expiry: visit.now + Session.lifetime)
    }
    let grant = Grant(consumerKey: consumerKey, person: person, session: session)
    return issueToken(of: issued.begin(grant, until: session?.expiry ?? .never), grant, event: .tokenIssued, visit)
  }

  /// A token of a sign-in; one that has expired still signs its own renewal, until the session ends.
  func issueToken(
    of id: GrantID, _ grant: Grant, event: PlaygroundEvent.Kind, _ visit: Visit
  ) -> ResponseMessage {
    let lifetime = grant.session.flatMap { _ in registeredConsumer(grant.consumerKey)?.tokenLifetime }
    var credential = TokenCredential(
      token: Secret("\(grant.person.id)-\(RandomText.alphanumeric(40, using: &context.random))"),
      secret: context.drawSecret(),
      additional: ["user_id": String(grant.person.id), "screen_name": grant.person.handle])
    if let lifetime, let session = grant.session {
      credential.additional.append("oauth_expires_in", String(lifetime.wholeSeconds))
      credential.additional.append("oauth_session_handle", session.handle)
      credential.additional.append("oauth_authorization_expires_in", String((session.expiry - visit.now).wholeSeconds))
    }
    issued.saveAccessToken(
      Token(secret: credential.secret), as: credential.token, of: id,
      until: lifetime.map { visit.now + $0 } ?? .never, at: visit.now)
    context.note(event, visit, client: ClientID(grant.consumerKey), person: grant.person)
    return inTypeOfForms(TokenCredentialResponse(credential).response())
  }

  func invalidateToken(_ visit: Visit) -> ResponseMessage {
    do throws(Refusal) {
      let (token, grant) = try provenAccountRequest(visit)
      issued.take(token, at: visit.now)
      context.note(.tokenRevoked, visit, client: ClientID(grant.consumerKey), person: grant.person)
      return ResponseMessage(.ok, json: ["access_token": .string(token.exposedText)])
    } catch {
      return refuse(error, visit)
    }
  }
}
