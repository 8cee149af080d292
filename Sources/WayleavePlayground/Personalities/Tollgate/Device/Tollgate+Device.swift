import WayleaveOAuth2
import WayleaveWire

/// `POST /tollgate/device_authorization`, and the polls that follow.
///
/// RFC 8628 §3.1 to §3.5.
extension Tollgate {
  func authorizeDevice(_ visit: Visit) -> ResponseMessage {
    answerDirectly(visit) { () throws(TollgateRefusal) in
      let (client, form) = try verifiedRequest(visit, repeatable: ["resource"])
      guard client.mayUse(DeviceCodeGrant.grantType) else { throw TollgateRefusal("unauthorized_client") }
      var access = try refusing { () throws(OAuthError) in try DeviceAuthorizationRequest(reading: form).access }
      try TollgateAccessRules(client: client, offer: offer(for: visit)).verify(access)
      if access.scopes.isEmpty { access.scopes = TollgateOffer.defaultScopes }
      let deviceCode = context.drawSecret()
      let question = TollgateDeviceQuestion(
        clientID: client.id, clientName: client.name, access: access,
        userCode: UserCode.draw(using: &context.random))
      try keep(question, as: deviceCode, visit)
      context.note(.deviceCodeIssued, visit, client: client.id)
      return try refusing { () throws(OAuthError) in try codes(of: question, deviceCode).response() }
    }
  }

  private func codes(of question: TollgateDeviceQuestion, _ deviceCode: Secret) throws(OAuthError)
    -> DeviceAuthorizationResponse
  {
    let page = address(of: .device)
    return try DeviceAuthorizationResponse(
      deviceCode: deviceCode, userCode: question.userCode, verificationURI: page,
      verificationURIComplete: "\(page)?user_code=\(question.userCode)",
      expiresIn: Self.pollingLifetime.wholeSeconds)
  }

  private func keep(_ question: TollgateDeviceQuestion, as deviceCode: Secret, _ visit: Visit) throws(TollgateRefusal) {
    var outcome: Polling<TollgateApproval>.Outcome?
    if case .automatic(let person) = context.configuration.approval {
      let authentication = TollgateAuthentication(instant: visit.now, contextClass: TollgateOffer.password, visit)
      outcome = .allowed(TollgateApproval(person: person, authentication: authentication))
    }
    let isKept = state.devices.begin(
      question, polledWith: deviceCode, named: UserCode.essence(of: question.userCode),
      until: visit.now + Self.pollingLifetime, memory: Self.pollingMemory, outcome: outcome, at: visit.now)
    guard isKept else { throw .full }
  }

  func redeemDeviceCode(
    _ request: TollgateTokenRequest, _ visit: Visit
  ) throws(TollgateRefusal) -> TokenResponse {
    let asked = try refusing { () throws(OAuthError) in try DeviceCodeGrant(reading: request.form).deviceCode }
    guard let question = state.devices.question(polledWith: asked, at: visit.now),
      question.clientID == request.client.id, let polled = state.devices.poll(with: asked, at: visit.now)
    else { throw TollgateRefusal("invalid_grant", expecting: "a device code of this client") }
    return try issueTokens(for: polled, question.access, request, visit)
  }
}
