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
      verificationURIComplete: "\(page)?user_code=\(question.userCode)", expiresIn: TollgateDevice.lifetime)
  }

  private func keep(_ question: TollgateDeviceQuestion, _ visit: Visit) throws(TollgateRefusal) {
    var device = TollgateDevice(question: question, expiry: visit.now + TollgateDevice.lifetime)
    if case .automatic(let person) = configuration.approval {
      device.outcome = .allowed(
        by: person, TollgateAuthentication(instant: visit.now, contextClass: TollgateOffer.password))
    }
    let userCode = TollgateUserCode.essence(of: question.userCode)
    guard tollgate.userCodes.value(for: userCode, at: visit.now) == nil,
      tollgate.devices.insert(
        device, for: question.deviceCode, until: device.expiry + TollgateDevice.memory, at: visit.now),
      tollgate.userCodes.insert(question.deviceCode, for: userCode, until: device.expiry, at: visit.now)
    else { throw .full }
  }

  func redeemTollgateDeviceCode(
    _ request: TollgateTokenRequest, _ visit: Visit
  ) throws(TollgateRefusal) -> TokenResponse {
    let asked = try refusing { () throws(OAuthError) in try DeviceCodeGrant(reading: request.form).deviceCode }
    guard let device = tollgate.devices.value(for: asked, at: visit.now),
      device.question.clientID.hasSameBytes(as: request.client.id)
    else { throw TollgateRefusal("invalid_grant", "a device code of this client") }
    guard device.expiry > visit.now else { throw TollgateRefusal("expired_token") }
    let isTooSoon = device.lastPoll.map { visit.now - $0 < device.interval } ?? false
    tollgate.devices.update(asked) {
      $0.lastPoll = visit.now
      // "the interval MUST be increased by 5 seconds for this and all subsequent requests": RFC 8628 §3.5.
      if isTooSoon { $0.interval += 5 }
    }
    guard !isTooSoon else { throw TollgateRefusal("slow_down") }
    guard let outcome = device.outcome else { throw TollgateRefusal("authorization_pending") }
    _ = tollgate.devices.take(asked, at: visit.now)
    guard case .allowed(let person, let authentication) = outcome else { throw TollgateRefusal("access_denied") }
    return try issue(device.question.access, for: person, authentication, request, visit)
  }

  private func issue(
    _ access: RequestedAccess, for person: PlaygroundPerson, _ authentication: TollgateAuthentication,
    _ request: TollgateTokenRequest, _ visit: Visit
  ) throws(TollgateRefusal) -> TokenResponse {
    let grant = TollgateGrant(
      clientID: request.client.id, person: person, access: access, authentication: authentication,
      refreshConfirmation: refreshBinding(of: request))
    let id = try keepTollgateGrant(grant, visit)
    let tokens = try issueTollgateTokens(
      TollgateIssue(
        grant: grant, id: id, access: access, confirmation: request.confirmation,
        refreshes: request.client.mayUse(RefreshTokenGrant.grantType)), to: request.client, visit)
    note(.tokenIssued, visit, client: request.client.id, person: person)
    return tokens
  }
}
