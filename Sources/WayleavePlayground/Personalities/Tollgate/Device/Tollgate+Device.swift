import WayleaveOAuth2
import WayleaveWire

/// `POST /tollgate/device_authorization`, and the polls that follow.
///
/// RFC 8628 §3.1 to §3.5.
extension Tollgate {
  func authorizeDevice(_ visit: Visit) -> ResponseMessage {
    answerDirectly(visit) { () throws(Refusal) in
      let (client, form) = try verifiedRequest(visit, repeatable: ["resource"])
      guard client.mayUse(DeviceCodeGrant.grantType) else { throw Refusal("unauthorized_client") }
      var access = try refusing { () throws(OAuthError) in try DeviceAuthorizationRequest(reading: form).access }
      try AccessRules(client: client, offer: offer).prove(access)
      if access.scopes.isEmpty { access.scopes = Offer.defaultScopes }
      let question = DeviceQuestion(
        clientID: client.id, clientName: client.name, access: access, deviceCode: context.drawSecret(),
        userCode: UserCode.draw(using: &context.random))
      try keep(question, visit)
      context.note(.deviceCodeIssued, visit, client: client.id)
      return try refusing { () throws(OAuthError) in try codes(of: question).response() }
    }
  }

  private func codes(of question: DeviceQuestion) throws(OAuthError) -> DeviceAuthorizationResponse {
    let page = address(of: .device)
    return try DeviceAuthorizationResponse(
      deviceCode: question.deviceCode, userCode: question.userCode, verificationURI: page,
      verificationURIComplete: "\(page)?user_code=\(question.userCode)",
      expiresIn: Polling.lifetime.wholeSeconds)
  }

  private func keep(_ question: DeviceQuestion, _ visit: Visit) throws(Refusal) {
    let expiry = visit.now + Polling.lifetime
    var device = Device(question: question, polling: Polling(expiry: expiry))
    if case .automatic(let person) = context.configuration.approval {
      device.polling.outcome = .allowed(
        by: person, Authentication(instant: visit.now, contextClass: Offer.password, visit))
    }
    let userCode = UserCode.essence(of: question.userCode)
    guard state.userCodes.value(for: userCode, at: visit.now) == nil,
      state.devices.insert(
        device, for: question.deviceCode, until: expiry + Polling.memory, at: visit.now),
      state.userCodes.insert(question.deviceCode, for: userCode, until: expiry, at: visit.now)
    else { throw .full }
  }

  func redeemDeviceCode(
    _ request: TokenRequest, _ visit: Visit
  ) throws(Refusal) -> TokenResponse {
    let asked = try refusing { () throws(OAuthError) in try DeviceCodeGrant(reading: request.form).deviceCode }
    guard let device = state.devices.value(for: asked, at: visit.now),
      device.question.clientID == request.client.id
    else { throw Refusal("invalid_grant", expecting: "a device code of this client") }
    var polling = device.polling
    let polled = polling.poll(at: visit.now)
    state.devices.update(asked) { $0.polling = polling }
    let outcome = try polled.get()
    _ = state.devices.take(asked, at: visit.now)
    return try issueTokens(for: outcome, device.question.access, request, visit)
  }
}
