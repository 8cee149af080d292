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
      let (signed, token, temporary) = try provenTemporaryRequest(visit)
      let person = try personProved(by: signed, token, temporary, visit)
      _ = grants.temporaries.take(token, at: visit.now)
      return try issueToken(for: person, to: signed.consumerKey, visit)
    } catch {
      return refuse(error, visit)
    }
  }

  /// A new token; in a session that began earlier, or in one that begins where tokens of the consumer expire.
  func issueToken(
    for person: PlaygroundPerson, to consumerKey: String, in earlier: Session? = nil, _ visit: Visit
  ) throws(Refusal) -> ResponseMessage {
    let lifetime = registeredConsumer(consumerKey)?.tokenLifetime
    let session = lifetime.map { _ in
      earlier ?? Session(handle: context.drawSecret(), expiry: visit.now + Session.lifetime)
    }
    var credential = TokenCredential(
      token: Secret("\(person.id)-\(RandomText.alphanumeric(40, using: &context.random))"),
      secret: context.drawSecret(),
      additional: ["user_id": String(person.id), "screen_name": person.handle])
    if let lifetime, let session {
      credential.additional.append("oauth_expires_in", String(lifetime.wholeSeconds))
      credential.additional.append("oauth_session_handle", session.handle)
      credential.additional.append("oauth_authorization_expires_in", String((session.expiry - visit.now).wholeSeconds))
    }
    let grant = Grants.Token(
      secret: credential.secret, consumerKey: consumerKey, person: person,
      expiry: lifetime.map { visit.now + $0 } ?? Instant(secondsSinceEpoch: .max), session: session)
    // An expired token still signs its own renewal.
    let end = session?.expiry ?? Instant(secondsSinceEpoch: .max)
    guard grants.tokens.insert(grant, for: credential.token, until: end, at: visit.now) else { throw .overCapacity }
    context.note(earlier == nil ? .tokenIssued : .tokenRefreshed, visit, client: ClientID(consumerKey), person: person)
    return inTypeOfForms(TokenCredentialResponse(credential).response())
  }

  func invalidateToken(_ visit: Visit) -> ResponseMessage {
    do throws(Refusal) {
      let (token, grant) = try provenAccountRequest(visit)
      _ = grants.tokens.take(token, at: visit.now)
      context.note(.tokenRevoked, visit, client: ClientID(grant.consumerKey), person: grant.person)
      return ResponseMessage(.ok, json: ["access_token": .string(token.exposedText)])
    } catch {
      return refuse(error, visit)
    }
  }

  /// Who allowed it, when the verifier is the one that went to the callback; compared in constant time.
  private func personProved(
    by signed: SignedRequest, _ token: Secret, _ temporary: Grants.Temporary, _ visit: Visit
  ) throws(Refusal) -> PlaygroundPerson {
    let verifier = try? TokenCredentialRequest.verifier(in: signed, of: visit.request)
    if let answer = temporary.answer, let verifier, verifier == answer.verifier { return answer.person }
    if temporary.wrongVerifiers + 1 >= Grants.maximumWrongVerifiers {
      _ = grants.temporaries.take(token, at: visit.now)
    } else {
      grants.temporaries.update(token) { $0.wrongVerifiers += 1 }
    }
    throw .badVerifier
  }
}
