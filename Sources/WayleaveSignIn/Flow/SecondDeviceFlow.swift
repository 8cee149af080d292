import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// A flow whose user answers on another device, and which asks until they have.
///
/// RFC 8628 §3.4 and §3.5; OpenID Connect Client-Initiated Backchannel Authentication §10.1 and §11 have the same rules.
struct SecondDeviceFlow: Sendable, Equatable {
  /// What it polls for.
  enum Question: Sendable, Equatable {
    /// The answer of the user, who types the user code.
    case device(DeviceAuthorizationResponse)
    /// The answer of the user, who is asked by the server; with the token of the ping that is still awaited.
    case backchannel(requestID: Secret, notificationToken: Secret?)

    var key: SignIn.Key {
      switch self {
      case .device(let codes): SignIn.Key(deviceCode: codes.deviceCode)
      case .backchannel(let requestID, _): SignIn.Key(backchannelRequest: requestID)
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

  enum Phase: Sendable, Equatable {
    case requestingCodes
    case asking(notificationToken: Secret?)
    case waiting(Question, PollingPace)
    case polling(Question, PollingPace)
  }

  private let phase: Phase

  init(_ phase: Phase) { self.phase = phase }

  /// What is waited for, and when it is asked next; nil while a request is under way.
  var waiting: (question: Question, pace: PollingPace)? {
    guard case .waiting(let question, let pace) = phase else { return nil }
    return (question, pace)
  }

  var isPolling: Bool {
    guard case .polling = phase else { return false }
    return true
  }

  var awaitsResponse: Bool { waiting == nil }

  func receive(_ response: ResponseMessage, of signIn: SignIn, at now: Instant) throws(OAuthError) -> SignIn.Turn {
    switch phase {
    case .requestingCodes: try receiveDeviceCodes(response, of: signIn, at: now)
    case .asking(let token): try receiveBackchannelRequest(response, notificationToken: token, at: now)
    case .polling(let question, let pace): try receivePoll(response, for: question, pace, of: signIn, at: now)
    case .waiting: throw .outOfOrder("an answer that was asked for")
    }
  }

  /// Asks whether the user has answered; before its time it wants to wait.
  ///
  /// RFC 8628 §3.5: "the client MUST wait between polling requests".
  func poll(of signIn: SignIn, at now: Instant) throws(OAuthError) -> SignIn.Turn {
    guard let (question, pace) = waiting else { throw .outOfOrder("a sign-in that waits for another device") }
    guard now < pace.expiresAt else { throw .codesExpired() }
    guard pace.isDue(at: now) else { return .step(.wait(until: pace.nextPoll), .secondDevice(self)) }
    let service = try signIn.oauth2Service
    return .send(
      AuthorizationServerRequest(
        to: service.tokenEndpoint(for: signIn.client), of: service, as: signIn.client, proving: signIn.proofKey,
        by: question.grant),
      .secondDevice(SecondDeviceFlow(.polling(question, pace))))
  }

  /// The flow after a poll that brought no answer: the next one comes later.
  ///
  /// RFC 8628 §3.5: "On encountering a connection timeout, clients MUST unilaterally reduce their polling frequency
  /// before retrying."
  func receiveNoAnswer(at now: Instant) throws(OAuthError) -> Wait {
    guard case .polling(let question, let pace) = phase else { throw .outOfOrder("a poll that is under way") }
    return try Self.waiting(for: question, pace, after: .unanswered, at: now)
  }

  private func receivePoll(
    _ response: ResponseMessage, for question: Question, _ pace: PollingPace, of signIn: SignIn, at now: Instant
  ) throws(OAuthError) -> SignIn.Turn {
    guard !response.isInTrouble else { return try receiveNoAnswer(at: now).turn }
    let answer: PollAnswer
    do throws(OAuthError) {
      answer = try PollAnswer(
        reading: response, dialect: signIn.oauth2Service.dialect, accepting: signIn.acceptedTokenTypes)
    } catch {
      guard error.code == .denied, let refusal = error.refusal else { throw error }
      throw .denied(at: signIn.provider, rule: error.rule, refusal: refusal)
    }
    switch answer {
    case .tokens(let answer): return .tokens(ReceivedTokens(answer: answer))
    case .pending: return try Self.waiting(for: question, pace, after: .pending, at: now).turn
    case .slowDown: return try Self.waiting(for: question, pace, after: .slowDown, at: now).turn
    }
  }

  private static func waiting(
    for question: Question, _ pace: PollingPace, after outcome: PollingPace.Outcome, at now: Instant
  ) throws(OAuthError) -> Wait {
    var pace = pace
    try pace.poll(after: outcome, at: now)
    return Wait(until: pace.nextPoll, flow: SecondDeviceFlow(.waiting(question, pace)))
  }

  /// When the next poll is due, and the flow that waits for it.
  struct Wait {
    let until: Instant
    let flow: SecondDeviceFlow

    var turn: SignIn.Turn { .step(.wait(until: until), .secondDevice(flow)) }
  }
}
