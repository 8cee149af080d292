import WayleaveOAuth2
import WayleaveWire

/// `POST /tollgate/device_authorization`, and the polls that follow.
///
/// RFC 8628 §3.1 to §3.5.
extension Emulator {
  func tollgateDeviceAuthorization(_ visit: Visit) -> ResponseMessage {
    answerDirectly(visit) { () throws(TollgateRefusal) in
      let (client, form) = try provenTollgateRequest(visit, repeatable: ["resource"])
      guard client.mayUse(DeviceCodeGrant.grantType) else { throw TollgateRefusal("unauthorized_client") }
      var access = try refusing { () throws(OAuthError) in try DeviceAuthorizationRequest(reading: form).access }
      try TollgateAccessRules(client: client, offer: tollgateOffer).prove(access)
      if access.scopes.isEmpty { access.scopes = TollgateOffer.defaultScopes }
      let question = TollgateDeviceQuestion(
        clientID: client.id, clientName: client.name, access: access, deviceCode: drawSecret(),
        userCode: TollgateUserCode.draw(using: &random))
      try keep(question, visit)
      note(.deviceCodeIssued, visit, client: client.id)
      return try refusing { () throws(OAuthError) in try codes(of: question).response() }
    }
  }

  private func codes(of question: TollgateDeviceQuestion) throws(OAuthError) -> DeviceAuthorizationResponse {
    let page = base + Route.tollgateDevice.rawValue
    return try DeviceAuthorizationResponse(
      deviceCode: question.deviceCode, userCode: question.userCode, verificationURI: page,
      verificationURIComplete: "\(page)?user_code=\(question.userCode)",
      expiresIn: TollgatePolling.lifetime.wholeSeconds)
  }

  private func keep(_ question: TollgateDeviceQuestion, _ visit: Visit) throws(TollgateRefusal) {
    let expiry = visit.now + TollgatePolling.lifetime
    var device = TollgateDevice(question: question, polling: TollgatePolling(expiry: expiry))
    if case .automatic(let person) = configuration.approval {
      device.polling.outcome = .allowed(
        by: person, TollgateAuthentication(instant: visit.now, contextClass: TollgateOffer.password))
    }
    let userCode = TollgateUserCode.essence(of: question.userCode)
    guard tollgate.userCodes.value(for: userCode, at: visit.now) == nil,
      tollgate.devices.insert(
        device, for: question.deviceCode, until: expiry + TollgatePolling.memory, at: visit.now),
      tollgate.userCodes.insert(question.deviceCode, for: userCode, until: expiry, at: visit.now)
    else { throw .full }
  }

  func redeemTollgateDeviceCode(
    _ request: TollgateTokenRequest, _ visit: Visit
  ) throws(TollgateRefusal) -> TokenResponse {
    let asked = try refusing { () throws(OAuthError) in try DeviceCodeGrant(reading: request.form).deviceCode }
    guard let device = tollgate.devices.value(for: asked, at: visit.now),
      device.question.clientID == request.client.id
    else { throw TollgateRefusal("invalid_grant", expecting: "a device code of this client") }
    var polling = device.polling
    let polled = polling.poll(at: visit.now)
    tollgate.devices.update(asked) { $0.polling = polling }
    let outcome = try polled.get()
    _ = tollgate.devices.take(asked, at: visit.now)
    return try issueTollgateTokens(for: outcome, device.question.access, request, visit)
  }
}
