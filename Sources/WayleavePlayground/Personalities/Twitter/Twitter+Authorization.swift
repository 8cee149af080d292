import HTTPTypes
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

/// `POST /oauth/request_token`, and `GET /oauth/authenticate` and `/oauth/authorize`.
///
/// RFC 5849 §2.1 and §2.2.
extension Twitter {
  func issueTemporaryCredential(_ visit: Visit) -> ResponseMessage {
    do throws(Refusal) {
      let form = (try? visit.request.bodyForm) ?? Form()
      if form.contains("x_auth_mode") { return try beginReverseAuth(visit) }
      let signed = try provenConsumerRequest(visit)
      guard let request = try? TemporaryCredentialRequest(reading: signed, of: visit.request) else {
        throw .badAuthenticationData
      }
      let credential = TemporaryCredential(token: context.drawSecret(), secret: context.drawSecret())
      let authorization = Authorization(
        token: credential.token, consumerKey: signed.consumerKey, callback: try approvedCallback(of: request, signed),
        mayWrite: try mayWrite(request))
      guard temporaries.save(authorization, as: credential.token, secret: credential.secret, at: visit.now) else {
        throw .overCapacity
      }
      context.note(.temporaryCredentialIssued, visit, client: ClientID(signed.consumerKey))
      return inTypeOfForms(TemporaryCredentialResponse(credential).response())
    } catch {
      return refuse(error, visit)
    }
  }

  func authorize(_ visit: Visit, asksAgain: Bool) -> ResponseMessage {
    guard let request = try? ResourceOwnerAuthorizationRequest(reading: visit.request),
      let temporary = temporaries.unanswered(request.token, at: visit.now)
    else { return temporaryCredentialGone(visit) }
    var question = question(temporary.request, asksAgain: asksAgain)
    question.forcesSignIn = (try? request.additional.text(of: "force_login")) == "true"
    question.handleHint = (try? request.additional.text(of: "screen_name")) ?? ""
    return begin(question, visit)
  }

  private func question(_ authorization: Authorization, asksAgain: Bool) -> Question {
    let permissions = ["See your profile and the people you follow", "Read your timeline"]
    return Question(
      provider: provider, clientID: ClientID(authorization.consumerKey),
      clientName: registeredConsumer(authorization.consumerKey)?.name ?? authorization.consumerKey,
      destination: authorization.callback,
      permissions: permissions + (authorization.mayWrite ? ["Post in your name"] : []), subject: authorization,
      givesPIN: authorization.callback == nil, asksAgain: asksAgain)
  }

  func approve(
    _ authorization: Authorization, of client: String, as person: PlaygroundPerson, _ visit: Visit
  ) -> ResponseMessage {
    guard temporaries.unanswered(authorization.token, at: visit.now) != nil else {
      return temporaryCredentialGone(visit)
    }
    let verifier = authorization.callback == nil ? drawPIN() : context.drawSecret()
    temporaries.answer(authorization.token, as: person, verifier: verifier)
    consents.remember(ClientID(authorization.consumerKey), by: person)
    guard let callback = authorization.callback else {
      return context.pages.page(
        "pin", of: .twitter,
        ["client": .text(DisplayText.clean(client, limit: 60)), "pin": .text(verifier.exposedText)])
    }
    return .seeOther(
      ResourceOwnerAuthorizationCallback.granted(token: authorization.token, verifier: verifier).url(to: callback.url))
  }

  /// A denial ends the temporary credential: it cannot be allowed afterwards.
  func deny(_ authorization: Authorization, _ visit: Visit) -> ResponseMessage {
    temporaries.end(authorization.token, at: visit.now)
    guard let callback = authorization.callback else {
      return context.pages.message(
        "You said no", of: .twitter, status: .ok, explanation: "The application gets nothing. You can close this page.")
    }
    return .seeOther(ResourceOwnerAuthorizationCallback.denied(token: authorization.token).url(to: callback.url))
  }

  func refuse(_ refusal: Refusal, _ visit: Visit) -> ResponseMessage {
    context.note(.refused, visit, reason: refusal.reason)
    return refusal.response()
  }

  /// Twitter sends its forms under the type of a page.
  func inTypeOfForms(_ response: ResponseMessage) -> ResponseMessage {
    var response = response
    response.head.headerFields[.contentType] = "text/html; charset=utf-8"
    return response
  }

  private func temporaryCredentialGone(_ visit: Visit) -> ResponseMessage {
    context.note(.refused, visit, provider: .twitter, reason: "unknown_request_token")
    return context.pages.message(
      "This page is no longer valid", of: .twitter, status: .unauthorized,
      explanation: "The request token is unknown, was answered already, or has expired.",
      remedy: "Go back to the application and begin again.", reason: "unknown_request_token")
  }

  private func approvedCallback(
    of request: TemporaryCredentialRequest, _ signed: SignedRequest
  ) throws(Refusal) -> RedirectURI? {
    guard case .url(let url) = request.callback else { return nil }
    let consumer = registeredConsumer(signed.consumerKey)
    guard let callback = try? RedirectURI(url.text),
      consumer?.callbacks.allow(callback) == true
    else { throw .callbackNotApproved }
    return callback
  }

  private func mayWrite(_ request: TemporaryCredentialRequest) throws(Refusal) -> Bool {
    guard let access = try? request.additional.text(of: "x_auth_access_type") else {
      guard request.additional.contains("x_auth_access_type") else { return true }
      throw .badAuthenticationData
    }
    guard access == "read" || access == "write" else { throw .badAuthenticationData }
    return access == "write"
  }

  /// Seven digits, each of the ten million texts as likely as any other.
  private func drawPIN() -> Secret {
    let digits = String(UInt32.random(in: 0..<10_000_000, using: &context.random))
    return Secret(String(repeating: "0", count: 7 - digits.utf8.count) + digits)
  }
}
