import HTTPTypes
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

/// `POST /oauth/request_token`, and `GET /oauth/authenticate` and `/oauth/authorize`.
///
/// RFC 5849 §2.1 and §2.2.
extension Emulator {
  func twitterTemporaryCredential(_ visit: Visit) -> ResponseMessage {
    do throws(TwitterRefusal) {
      let form = (try? visit.request.bodyForm) ?? Form()
      if form.contains("x_auth_mode") { return try beginTwitterReverseAuth(visit) }
      let signed = try provenConsumerRequest(visit)
      guard let request = try? TemporaryCredentialRequest(reading: signed, of: visit.request) else {
        throw .badAuthenticationData
      }
      let credential = TemporaryCredential(token: drawSecret(), secret: drawSecret())
      let authorization = TwitterAuthorization(
        token: credential.token, consumerKey: signed.consumerKey, callback: try approvedCallback(of: request, signed),
        mayWrite: try mayWrite(request))
      let temporary = TwitterGrants.Temporary(secret: credential.secret, authorization: authorization)
      let expiry = visit.now + TwitterGrants.temporaryLifetime
      guard twitter.temporaries.insert(temporary, for: credential.token, until: expiry, at: visit.now) else {
        throw .overCapacity
      }
      note(.temporaryCredentialIssued, visit, client: ClientID(signed.consumerKey))
      return asTwitterSendsForms(TemporaryCredentialResponse(credential).response())
    } catch {
      return refuse(error, visit)
    }
  }

  func twitterAuthorization(_ visit: Visit, asksAgain: Bool) -> ResponseMessage {
    guard let request = try? ResourceOwnerAuthorizationRequest(reading: visit.request),
      let temporary = twitter.temporaries.value(for: request.token, at: visit.now), temporary.answer == nil
    else { return temporaryCredentialGone(visit) }
    var question = Interaction(request: .twitter(temporary.authorization), asksAgain: asksAgain)
    question.forcesSignIn = (try? request.additional.text(of: "force_login")) == "true"
    question.handleHint = (try? request.additional.text(of: "screen_name")) ?? ""
    return begin(question, visit)
  }

  func approveTwitter(
    _ authorization: TwitterAuthorization, as person: PlaygroundPerson, _ visit: Visit
  ) -> ResponseMessage {
    guard let temporary = twitter.temporaries.value(for: authorization.token, at: visit.now), temporary.answer == nil
    else { return temporaryCredentialGone(visit) }
    let verifier = authorization.callback == nil ? drawPIN() : drawSecret()
    twitter.temporaries.update(authorization.token) {
      $0.answer = TwitterGrants.Approval(person: person, verifier: verifier)
    }
    twitter.consents.insert(Consent(client: ClientID(authorization.consumerKey), person: person.id))
    guard let callback = authorization.callback else {
      let client = AuthorizationSubject.twitter(authorization).clientName(in: configuration)
      return pages.page(
        "pin", of: .twitter,
        ["client": .text(DisplayText.clean(client, limit: 60)), "pin": .text(verifier.exposedText)])
    }
    return .seeOther(
      ResourceOwnerAuthorizationCallback.granted(token: authorization.token, verifier: verifier).url(to: callback.url))
  }

  /// A denial ends the temporary credential: it cannot be allowed afterwards.
  func denyTwitter(_ authorization: TwitterAuthorization, _ visit: Visit) -> ResponseMessage {
    _ = twitter.temporaries.take(authorization.token, at: visit.now)
    guard let callback = authorization.callback else {
      return pages.message(
        "You said no", of: .twitter, status: .ok, explanation: "The application gets nothing. You can close this page.")
    }
    return .seeOther(ResourceOwnerAuthorizationCallback.denied(token: authorization.token).url(to: callback.url))
  }

  func refuse(_ refusal: TwitterRefusal, _ visit: Visit) -> ResponseMessage {
    note(.refused, visit, reason: refusal.reason)
    return refusal.response()
  }

  /// Twitter sends its forms under the type of a page.
  func asTwitterSendsForms(_ response: ResponseMessage) -> ResponseMessage {
    var response = response
    response.head.headerFields[.contentType] = "text/html; charset=utf-8"
    return response
  }

  private func temporaryCredentialGone(_ visit: Visit) -> ResponseMessage {
    note(.refused, visit, provider: .twitter, reason: "unknown_request_token")
    return pages.message(
      "This page is no longer valid", of: .twitter, status: .unauthorized,
      explanation: "The request token is unknown, was answered already, or has expired.",
      remedy: "Go back to the application and begin again.", reason: "unknown_request_token")
  }

  private func approvedCallback(
    of request: TemporaryCredentialRequest, _ signed: SignedRequest
  ) throws(TwitterRefusal) -> RedirectURI? {
    guard case .url(let url) = request.callback else { return nil }
    let consumer = twitterConsumer(signed.consumerKey)
    guard let callback = try? RedirectURI(url.text),
      consumer?.callbacks.allow(callback) == true
    else { throw .callbackNotApproved }
    return callback
  }

  private func mayWrite(_ request: TemporaryCredentialRequest) throws(TwitterRefusal) -> Bool {
    guard let access = try? request.additional.text(of: "x_auth_access_type") else {
      guard request.additional.contains("x_auth_access_type") else { return true }
      throw .badAuthenticationData
    }
    guard access == "read" || access == "write" else { throw .badAuthenticationData }
    return access == "write"
  }

  /// Seven digits, each of the ten million texts as likely as any other.
  private func drawPIN() -> Secret {
    let digits = String(UInt32.random(in: 0..<10_000_000, using: &random))
    return Secret(String(repeating: "0", count: 7 - digits.utf8.count) + digits)
  }
}
