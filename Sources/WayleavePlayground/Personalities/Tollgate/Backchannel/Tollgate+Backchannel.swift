import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

/// `POST /tollgate/backchannel`, and the polls that follow.
///
/// OpenID Connect Client-Initiated Backchannel Authentication §7 and §10.1.
extension Tollgate {
  func askPerson(_ visit: Visit) -> ResponseMessage {
    answerDirectly(visit) { () throws(TollgateRefusal) in
      let (client, sent) = try verifiedRequest(visit, repeatable: ["resource"])
      guard let registration = client.backchannel else { throw TollgateRefusal("unauthorized_client") }
      let asked = try request(in: sent, from: client, registration, visit)
      try TollgateAccessRules(client: client, offer: offer(for: visit)).verify(asked.access)
      let question = TollgateBackchannelQuestion(
        clientID: client.id, clientName: client.name, person: try person(of: asked.hint, client, visit),
        access: asked.access, bindingMessage: try bindingMessage(of: asked),
        wantsPassword: !asked.authenticationContextClasses.isEmpty
          && !asked.authenticationContextClasses.contains { $0.hasSameBytes(as: TollgateOffer.session) },
        requestID: context.drawSecret(), name: context.drawSecret(),
        notification: try notification(for: asked, registration))
      guard asked.userCode == nil else {
        throw TollgateRefusal("invalid_request", expecting: "no user_code: none is offered")
      }
      let lifetime = min(
        asked.requestedExpiry.map { .seconds($0) } ?? Self.pollingLifetime, Self.pollingLifetime)
      try keep(question, for: lifetime, visit)
      context.note(.backchannelAsked, visit, client: client.id, person: question.person)
      return BackchannelAuthenticationResponse(requestID: question.requestID, expiresIn: lifetime.wholeSeconds)
        .response()
    }
  }

  private func bindingMessage(of asked: BackchannelAuthenticationRequest) throws(TollgateRefusal) -> String? {
    guard let message = asked.bindingMessage else { return nil }
    // What a person is to compare has to be short, and to show itself whole.
    guard message.utf8.count <= 40, DisplayText.clean(message, limit: 40).hasSameBytes(as: message) else {
      throw TollgateRefusal("invalid_binding_message", expecting: "at most 40 bytes of plain text (CIBA §13)")
    }
    return message
  }

  private func notification(
    for asked: BackchannelAuthenticationRequest, _ registration: TollgateBackchannelRegistration
  ) throws(TollgateRefusal) -> (endpoint: Endpoint, token: Secret)? {
    guard let endpoint = registration.notificationEndpoint else { return nil }
    guard let token = asked.notificationToken else {
      throw TollgateRefusal("invalid_request", expecting: "client_notification_token (CIBA §7.1)")
    }
    return (endpoint, token)
  }

  private func person(
    of hint: BackchannelAuthenticationRequest.Hint, _ client: TollgateClient, _ visit: Visit
  ) throws(TollgateRefusal) -> PlaygroundPerson {
    let person: PlaygroundPerson?
    switch hint {
    case .login(let text):
      person = context.configuration.people.first {
        $0.handle.hasSameBytes(as: text) || $0.email.hasSameBytes(as: text)
      }
    case .idToken(let token):
      guard let claims = ownIDToken(token, at: visit.now),
        claims.audience.contains(where: { ClientID($0) == client.id })
      else {
        throw TollgateRefusal("invalid_request", expecting: "an ID token for this client as id_token_hint (CIBA §7.1)")
      }
      person = context.configuration.people.first { claims.subject?.hasSameBytes(as: String($0.id)) == true }
    case .loginToken: throw TollgateRefusal("invalid_request", expecting: "no login_hint_token: none is made here")
    }
    guard let person else { throw TollgateRefusal("unknown_user_id") }
    return person
  }

  private func keep(
    _ question: TollgateBackchannelQuestion, for lifetime: Duration, _ visit: Visit
  ) throws(TollgateRefusal) {
    let isKept = state.backchannel.begin(
      question, polledWith: question.requestID, named: question.name, until: visit.now + lifetime,
      memory: Self.pollingMemory, at: visit.now)
    guard isKept else { throw .full }
    guard case .automatic(let person) = context.configuration.approval else { return }
    let authentication = TollgateAuthentication(instant: visit.now, contextClass: TollgateOffer.password, visit)
    // A person answers only for themselves.
    let approval = TollgateApproval(person: person, authentication: authentication)
    settle(question, person == question.person ? .allowed(approval) : .denied, visit)
  }

  func redeemBackchannelRequest(
    _ request: TollgateTokenRequest, _ visit: Visit
  ) throws(TollgateRefusal) -> TokenResponse {
    let asked = try refusing { () throws(OAuthError) in try BackchannelGrant(reading: request.form).requestID }
    guard let question = state.backchannel.question(polledWith: asked, at: visit.now),
      question.clientID == request.client.id, let polled = state.backchannel.poll(with: asked, at: visit.now)
    else { throw TollgateRefusal("invalid_grant", expecting: "an auth_req_id of this client") }
    return try issueTokens(for: polled, question.access, request, visit)
  }

  /// What is asked, which a client that registered so has signed, and no other.
  ///
  /// §7.1.1: "authentication request parameters … MUST NOT be present outside of the JWT".
  private func request(
    in form: Form, from client: TollgateClient, _ registration: TollgateBackchannelRegistration, _ visit: Visit
  ) throws(TollgateRefusal) -> BackchannelAuthenticationRequest {
    let object = try refusing { () throws(OAuthError) in try form.nonEmptyText(of: "request") }
    switch (object, registration.requestAlgorithm) {
    case (nil, nil):
      return try refusing { () throws(OAuthError) in try BackchannelAuthenticationRequest(reading: form) }
    case (let object?, let algorithm?):
      let outside = ["request", "client_id", "client_secret", "client_assertion", "client_assertion_type"]
      guard form.fields.allSatisfy({ field in outside.contains { field.name.elementsEqual($0.utf8) } }) else {
        throw TollgateRefusal("invalid_request", expecting: "no parameter outside the signed request (CIBA §7.1.1)")
      }
      return try takeSigned(Secret(object), by: algorithm, from: client, visit)
    default:
      throw TollgateRefusal(
        "invalid_request", expecting: "a signed request where that is registered, and nowhere else (CIBA §4)")
    }
  }

  private func takeSigned(
    _ object: Secret, by algorithm: SignatureAlgorithm, from client: TollgateClient, _ visit: Visit
  ) throws(TollgateRefusal) -> BackchannelAuthenticationRequest {
    let issuer = offer.issuer
    guard let keys = client.keys else { throw TollgateRefusal("invalid_request") }
    let signed = try refusing { () throws(OAuthError) in
      try SignedBackchannelRequest(
        verifying: object, verifiedBy: keys, allowing: [algorithm], from: client.id, to: issuer, at: visit.realNow)
    }
    let name = Secret("\(client.id.text.utf8.count) \(client.id) \(signed.tokenID)")
    guard signed.expiresAt - visit.realNow <= JWTAssertion.lifetimes.upperBound,
      state.assertions.value(for: name, at: visit.realNow) == nil
    else {
      throw TollgateRefusal(
        "invalid_request", expecting: "a request that did not come before, good for an hour at most")
    }
    let end = signed.expiresAt + TollgateState.assertionMemory
    guard state.assertions.insert(true, for: name, until: end, at: visit.realNow) else { throw .full }
    return signed.request
  }
}
