import WayleaveJOSE
import WayleaveOAuth1
package import WayleaveOAuth2
package import WayleaveWire
import WayleaveProvider

extension SignIn {
  /// The waiting sign-in with its secrets in the clear: for the encrypted store, and nothing else.
  ///
  /// Null in every other phase: only a sign-in that waits is kept.
  package var exposedJSON: JSON {
    var waiting = JSON.Object()
    switch flow {
    case .code(let flow) where flow.isWaiting:
      waiting["state"] = .string(flow.binding.state.exposedText)
      waiting["verifier"] = flow.binding.verifier.map { .string($0.secret.exposedText) }
      waiting["nonce"] = .string(flow.binding.nonce.exposedText)
    case .implicit(let flow): waiting["implicit_state"] = .string(flow.state.exposedText)
    case .secondDevice(let flow):
      guard let (question, pace) = flow.waiting else { return .null }
      waiting = question.exposedMembers
      waiting["interval"] = JSON(pace.interval.wholeSeconds)
      waiting["next_poll"] = JSON(pace.nextPoll.secondsSinceEpoch)
      waiting["expires_at"] = JSON(pace.expiresAt.secondsSinceEpoch)
    case .oauth1(let flow):
      guard let temporary = flow.waiting else { return .null }
      waiting["token"] = temporary.token.exposedJSON
      waiting["secret"] = temporary.secret.exposedJSON
      waiting["refused_numbers"] = JSON(Int64(flow.refusedNumbers))
    default: return .null
    }
    return [
      "provider": provider.record, "client": client.exposedJSON, "redirect_uri": .string(redirect.text),
      "scopes": JSON(scopes), "unlisted_scopes": JSON(unlistedScopes), "terms": terms.json,
      "advertised": advertised?.json ?? .null,
      "proof_key": proofKey?.exposedJSON ?? .null, "account_name": JSON(accountName),
      "client_made_for": JSON(clientMadeFor), "app_registration": appRegistration?.exposedJSON ?? .null,
      "allowed_origins": JSON(allowedOrigins.map(\.description)), "began_at": JSON(beganAt.secondsSinceEpoch),
      "awaited": .bool(isAwaited), "for_app": .bool(isForApp), "trust_roots": JSON(trustRoots),
      "note": note ?? .null, "waiting": .object(waiting),
    ]
  }

  /// Reads what ``exposedJSON`` wrote; nil when it is something else.
  package init?(exposedJSON json: JSON) {
    guard let provider = json["provider"].flatMap(Provider.ofRecord),
      let client = json["client"].flatMap(Client.init(exposedJSON:)),
      let redirect = json["redirect_uri"]?.string.flatMap(RedirectTarget.init(text:)),
      let beganAt = json["began_at"]?.integer, let waiting = json["waiting"], let flow = Flow(waiting: waiting)
    else { return nil }
    var proofKey: DPoPKey?
    if let kept = json["proof_key"], kept != .null {
      // The code is bound to the key: a record that lost it is damaged.
      guard let key = DPoPKey(exposedJSON: kept) else { return nil }
      proofKey = key
    }
    self.init(
      to: provider, as: client, redirect: redirect, scopes: json["scopes"]?.array?.compactMap(\.string) ?? [],
      // A sign-in that began before an upgrade has its terms under the earlier name.
      terms: Terms(json: json["terms"] ?? json["wishes"]), accountName: json["account_name"]?.string,
      allowedOrigins: json["allowed_origins"]?.array?.compactMap { $0.string.flatMap { try? Origin($0) } } ?? [],
      at: Instant(secondsSinceEpoch: beganAt))
    self.flow = flow
    self.proofKey = proofKey
    isAwaited = json["awaited"]?.bool ?? false
    isForApp = json["for_app"]?.bool ?? false
    clientMadeFor = json["client_made_for"]?.string
    appRegistration = json["app_registration"].flatMap(RegisteredClient.init(exposedJSON:))
    trustRoots = json["trust_roots"]?.string
    note = json["note"].flatMap { $0 == .null ? nil : $0 }
    advertised = json["advertised"].flatMap(AdvertisedMetadata.init(json:))
    unlistedScopes = json["unlisted_scopes"]?.array?.compactMap(\.string) ?? []
  }
}

extension SignIn.Flow {
  fileprivate init?(waiting json: JSON) {
    if let state = json["state"]?.string, let nonce = json["nonce"]?.string {
      let verifier = json["verifier"]?.string.flatMap { try? CodeVerifier(Secret($0)) }
      self = .code(CodeFlow(waitingFor: .init(state: Secret(state), verifier: verifier, nonce: Secret(nonce))))
    } else if let state = json["implicit_state"]?.string {
      self = .implicit(ImplicitFlow(state: Secret(state)))
    } else if let token = json["token"].flatMap(Secret.init(exposedJSON:)),
      let secret = json["secret"].flatMap(Secret.init(exposedJSON:))
    {
      let refused = json["refused_numbers"]?.integer.flatMap(Int.init(exactly:)) ?? 0
      self = .oauth1(
        OAuth1Flow(waitingWith: TemporaryCredential(token: token, secret: secret), refusedNumbers: refused))
    } else if let (pace, lifetime) = Self.pace(json), let question = SecondDeviceFlow.Question(json, pace, lifetime) {
      self = .secondDevice(SecondDeviceFlow(.waiting(question, pace)))
    } else {
      return nil
    }
  }

  /// How often what is waited for is asked, and how long it may be.
  private static func pace(_ json: JSON) -> (PollingPace, lifetime: Duration)? {
    guard let interval = json["interval"]?.integer, (1...TokenResponse.maximumExpiresIn).contains(interval),
      let nextPoll = json["next_poll"]?.integer, let expiresAt = json["expires_at"]?.integer
    else { return nil }
    let began = Instant(secondsSinceEpoch: nextPoll) + -interval
    let lifetime = Instant(secondsSinceEpoch: expiresAt) - began
    return (PollingPace(interval: .seconds(interval), lifetime: lifetime, startingAt: began), lifetime)
  }
}

extension SecondDeviceFlow.Question {
  fileprivate var exposedMembers: JSON.Object {
    var members = JSON.Object()
    switch self {
    case .device(let codes):
      members["device_code"] = .string(codes.deviceCode.exposedText)
      members["user_code"] = .string(codes.userCode)
      members["verification_uri"] = .string(codes.verificationURI.text)
      members["verification_uri_complete"] = JSON(codes.verificationURIComplete?.text)
    case .backchannel(let requestID, let notificationToken):
      members["auth_req_id"] = .string(requestID.exposedText)
      members["notification_token"] = JSON(notificationToken?.exposedText)
    }
    return members
  }

  fileprivate init?(_ json: JSON, _ pace: PollingPace, _ lifetime: Duration) {
    if let requestID = json["auth_req_id"]?.string {
      self = .backchannel(
        requestID: Secret(requestID), notificationToken: json["notification_token"]?.string.map { Secret($0) })
      return
    }
    guard let deviceCode = json["device_code"]?.string, let userCode = json["user_code"]?.string,
      let verificationURI = json["verification_uri"]?.string,
      let codes = try? DeviceAuthorizationResponse(
        deviceCode: Secret(deviceCode), userCode: userCode, verificationURI: verificationURI,
        verificationURIComplete: json["verification_uri_complete"]?.string, expiresIn: lifetime.wholeSeconds,
        interval: pace.interval.wholeSeconds)
    else { return nil }
    self = .device(codes)
  }
}

extension Client {
  /// The registration with its secret in the clear: for the encrypted store, and nothing else.
  package var exposedJSON: JSON {
    [
      "id": .string(id.text), "secret": secret?.exposedJSON ?? .null, "key": keyRecord,
      "authentication": JSON(authentication?.rawValue),
      "redirect_uris": JSON(redirectURIs.map(\.text)), "out_of_band": .bool(isOutOfBand),
      "callback_key": JSON(callbackKey?.exposedJSON.exposedText), "assertion_issuer": JSON(assertionIssuer),
      "bind_tokens": .bool(bindsTokens), "api_key": apiKey?.exposedJSON ?? .null,
    ]
  }

  /// The key that signs; of one in a keystore, its name and its public half.
  private var keyRecord: JSON {
    guard let keystoreKey else { return JSON(key?.exposedJSON.exposedText) }
    return KeyElsewhere(keystoreKey.key.publicKey, named: keystoreKey.name).exposedJSON
  }

  /// Reads what ``exposedJSON`` wrote; nil when it is something else.
  package init?(exposedJSON json: JSON) {
    guard let id = json["id"]?.string else { return nil }
    // How a later version authenticates must not become how this one does: a secret would go where it should not.
    let name = json["authentication"]?.string
    let authentication = name.flatMap(ClientAuthenticationMethod.init)
    guard name == nil || authentication != nil else { return nil }
    let elsewhere = json["key"].flatMap { $0.object == nil ? nil : $0 }
    var client = try? Client(
      id: ClientID(id), secret: json["secret"].flatMap(Secret.init(exposedJSON:)),
      key: json["key"]?.string.map { (text) throws(OAuthError) in try JSONWebKey(decoding: Array(text.utf8)) },
      authentication: elsewhere == nil ? authentication : nil,
      redirectURIs: json["redirect_uris"]?.array?.compactMap { $0.string.flatMap { try? RedirectURI($0) } } ?? [],
      isOutOfBand: json["out_of_band"]?.bool ?? false,
      callbackKey: json["callback_key"]?.string.map { (text) throws(OAuthError) in
        try JSONWebKey(decoding: Array(text.utf8))
      }, assertionIssuer: json["assertion_issuer"]?.string)
    if let elsewhere {
      guard let key = KeyElsewhere(exposedJSON: elsewhere) else { return nil }
      client = try? client?.signing(by: KeystoreKey(key, named: key.name), as: authentication ?? .privateKeyJWT)
    }
    guard let client else { return nil }
    self = client
    bindsTokens = json["bind_tokens"]?.bool ?? true
    apiKey = json["api_key"].flatMap(Secret.init(exposedJSON:))
  }
}
