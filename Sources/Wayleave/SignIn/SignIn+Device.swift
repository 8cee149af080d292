import WayleaveOAuth2
public import WayleaveWire

/// A sign-in whose user answers on another device: it is given a code to show, and asks until the user has answered.
///
/// RFC 8628.
extension SignIn {
  mutating func requestDeviceCodes(
    of service: OAuth2Service, at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    guard let endpoint = service.endpoint(.deviceAuthorization, for: client) else { throw .noDevices(at: provider) }
    let access = RequestedAccess(
      scopes: askedScopes(at: service), resources: wishes.resources, details: wishes.details)
    phase = .requestingDeviceCodes
    return try ask(
      AuthorizationServerRequest(
        to: endpoint, of: service, as: client, by: DeviceAuthorizationRequest(access: access).request),
      at: now, using: &random)
  }

  mutating func receiveDeviceCodes(_ response: ResponseMessage, at now: Instant) throws(OAuthError) -> Step {
    let codes = try DeviceAuthorizationResponse(reading: response, dialect: oauth2Service.dialect)
    phase = .waitingForDevice(codes, PollingPace(codes, startingAt: now))
    return .showCode(codes)
  }

  /// When the next poll is due; nil in a sign-in that does not wait for another device.
  public var nextPoll: Instant? {
    guard case .waitingForDevice(_, let pace) = phase else { return nil }
    return pace.nextPoll
  }

  /// Asks whether the user has answered; before its time it wants to wait.
  ///
  /// RFC 8628 §3.5: "the client MUST wait between polling requests". Throws `sign_in.timed_out` when the codes have
  /// expired, and `sign_in.out_of_order` unless the sign-in waits for another device.
  public mutating func poll(
    at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    guard case .waitingForDevice(let codes, let pace) = phase else {
      throw .outOfOrder("a sign-in that waits for another device")
    }
    guard now < pace.expiresAt else {
      phase = .done
      throw .deviceCodeExpired()
    }
    guard now >= pace.nextPoll else { return .wait(until: pace.nextPoll) }
    do throws(OAuthError) {
      let service = try oauth2Service
      phase = .polling(codes, pace)
      return try ask(
        AuthorizationServerRequest(
          to: service.tokenEndpoint(for: client), of: service, as: client,
          proving: proofKey, by: DeviceCodeGrant(deviceCode: codes.deviceCode).request),
        at: now, using: &random)
    } catch {
      phase = .done
      throw error
    }
  }

  /// Takes the news that a poll brought no answer: the next one comes later.
  ///
  /// RFC 8628 §3.5: "On encountering a connection timeout, clients MUST unilaterally reduce their polling frequency
  /// before retrying." Throws `sign_in.out_of_order` unless a poll is under way.
  public mutating func receiveNoAnswer(at now: Instant) throws(OAuthError) -> Step {
    guard case .polling(let codes, let pace) = phase else { throw .outOfOrder("a poll that is under way") }
    underway = nil
    isSecondAttempt = false
    return try wait(with: codes, pace, after: .unanswered, at: now)
  }

  /// Whether a poll is under way.
  var isPolling: Bool {
    guard case .polling = phase else { return false }
    return true
  }

  mutating func receivePoll(
    _ response: ResponseMessage, _ codes: DeviceAuthorizationResponse, _ pace: PollingPace, at now: Instant
  ) throws(OAuthError) -> Step {
    // A server in trouble has not answered yet.
    guard response.status < 500, response.status != 429 else {
      return try wait(with: codes, pace, after: .unanswered, at: now)
    }
    let service = try oauth2Service
    switch try PollAnswer(reading: response, dialect: service.dialect, accepting: acceptedTokenTypes) {
    case .tokens(let answer): return try settle(answer, of: service, at: now)
    case .pending: return try wait(with: codes, pace, after: .pending, at: now)
    case .slowDown: return try wait(with: codes, pace, after: .slowDown, at: now)
    }
  }

  private mutating func wait(
    with codes: DeviceAuthorizationResponse, _ pace: PollingPace, after outcome: PollingPace.Outcome, at now: Instant
  ) throws(OAuthError) -> Step {
    var pace = pace
    phase = .done
    try pace.poll(after: outcome, at: now)
    phase = .waitingForDevice(codes, pace)
    return .wait(until: pace.nextPoll)
  }
}

extension OAuthError {
  fileprivate static func noDevices(at provider: Provider) -> OAuthError {
    OAuthError(
      .unsupported, rule: .rfc(8628, "4"), expected: "a provider with a device authorization endpoint",
      received: .text(provider.name), remedy: "Sign in with a browser.")
  }

  static func deviceCodeExpired() -> OAuthError {
    OAuthError(
      .timedOut, rule: .rfc(8628, "3.5"), expected: "the user's answer before the code expires", received: .nothing,
      remedy: "Begin the sign-in again, and type the new code.")
  }
}
