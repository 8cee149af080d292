import WayleaveOAuth2
package import WayleaveWire
import WayleaveProvider

/// A sign-in whose user answers on another device, and which asks until they have.
///
/// RFC 8628 §3.4 and §3.5; OpenID Connect Client-Initiated Backchannel Authentication §10.1 and §11 have the same rules.
extension SignIn {
  /// What it polls for.
  enum SecondDevice: Sendable, Equatable {
    /// The answer of the user, who types the user code.
    case device(DeviceAuthorizationResponse)
    /// The answer of the user, who is asked by the server; with the token of the ping that is still awaited.
    case backchannel(requestID: Secret, notificationToken: Secret?)

    package var key: Key {
      switch self {
      case .device(let codes): Key(deviceCode: codes.deviceCode)
      case .backchannel(let requestID, _): Key(backchannelRequest: requestID)
      }
    }

    /// What makes a poll.
    fileprivate var grant: AuthorizationServerRequest.Maker {
      switch self {
      case .device(let codes): DeviceCodeGrant(deviceCode: codes.deviceCode).request
      case .backchannel(let requestID, _): BackchannelGrant(requestID: requestID).request
      }
    }
  }

  /// When the next poll is due; nil in a sign-in that does not wait for another device.
  package var nextPoll: Instant? {
    guard case .waitingForSecondDevice(_, let pace) = phase else { return nil }
    return pace.nextPoll
  }

  /// How long the user may still answer.
  package func timeToAnswer(at now: Instant) -> Duration {
    guard case .waitingForSecondDevice(_, let pace) = phase else { return .zero }
    return pace.expiresAt - now
  }

  /// Asks whether the user has answered; before its time it wants to wait.
  ///
  /// RFC 8628 §3.5: "the client MUST wait between polling requests". Throws `sign_in.timed_out` when the time to answer
  /// is over, and `sign_in.out_of_order` unless the sign-in waits for another device.
  package mutating func poll(
    at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    guard case .waitingForSecondDevice(let device, let pace) = phase else {
      throw .outOfOrder("a sign-in that waits for another device")
    }
    guard now < pace.expiresAt else {
      phase = .done
      throw .codesExpired()
    }
    guard pace.isDue(at: now) else { return .wait(until: pace.nextPoll) }
    do throws(OAuthError) {
      let service = try oauth2Service
      phase = .polling(device, pace)
      return try send(
        AuthorizationServerRequest(
          to: service.tokenEndpoint(for: client), of: service, as: client, proving: proofKey, by: device.grant),
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
  package mutating func receiveNoAnswer(at now: Instant) throws(OAuthError) -> Step {
    guard case .polling(let device, let pace) = phase else { throw .outOfOrder("a poll that is under way") }
    attempts = nil
    return try wait(for: device, pace, after: .unanswered, at: now)
  }

  /// Whether a poll is under way.
  package var isPolling: Bool {
    guard case .polling = phase else { return false }
    return true
  }

  mutating func receivePoll(
    _ response: ResponseMessage, _ device: SecondDevice, _ pace: PollingPace, at now: Instant
  ) throws(OAuthError) -> Step {
    // A server in trouble has not answered yet.
    guard response.status < 500, response.status != 429 else {
      return try wait(for: device, pace, after: .unanswered, at: now)
    }
    let service = try oauth2Service
    let answer: PollAnswer
    do throws(OAuthError) {
      answer = try PollAnswer(reading: response, dialect: service.dialect, accepting: acceptedTokenTypes)
    } catch {
      guard error.code == .denied, let refusal = error.refusal else { throw error }
      throw .denied(at: provider, rule: error.rule, refusal: refusal)
    }
    switch answer {
    case .tokens(let answer): return try acceptTokens(answer, of: service, at: now)
    case .pending: return try wait(for: device, pace, after: .pending, at: now)
    case .slowDown: return try wait(for: device, pace, after: .slowDown, at: now)
    }
  }

  private mutating func wait(
    for device: SecondDevice, _ pace: PollingPace, after outcome: PollingPace.Outcome, at now: Instant
  ) throws(OAuthError) -> Step {
    var pace = pace
    phase = .done
    try pace.poll(after: outcome, at: now)
    phase = .waitingForSecondDevice(device, pace)
    return .wait(until: pace.nextPoll)
  }
}
