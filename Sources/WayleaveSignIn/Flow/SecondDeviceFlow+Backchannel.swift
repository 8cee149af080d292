import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// Its beginning where the server asks the user on a device of theirs.
///
/// OpenID Connect Client-Initiated Backchannel Authentication.
extension SecondDeviceFlow {
  static func ask(
    _ question: BackchannelQuestion, of service: OAuth2Service, for signIn: SignIn,
    using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> SignIn.Turn {
    guard let endpoint = service.endpoint(.backchannelAuthentication, for: signIn.client) else {
      throw .noBackchannel(at: signIn.provider)
    }
    // §5: tokens are fetched, and never taken from a notification.
    let (mode, offered) = (question.delivery, service.backchannelDeliveryModes)
    guard mode != .push, offered.isEmpty || offered.contains(mode) else {
      throw .notDelivered(by: mode, at: signIn.provider)
    }
    let token = mode == .ping ? BackchannelAuthenticationRequest.notificationToken(using: &random) : nil
    let message = BackchannelAuthenticationRequest(
      question.hint, access: signIn.requestedAccess(at: service), bindingMessage: question.bindingMessage,
      authenticationContextClasses: signIn.terms.authenticationContextClasses, userCode: question.userCode,
      requestedExpiry: question.requestedExpiry?.wholeSeconds, notificationToken: token)
    let id = question.isSigned ? RandomText.base64URL(bytes: 16, using: &random) : nil
    let request = AuthorizationServerRequest(
      to: endpoint, of: service, as: signIn.client,
      byTimed: { (endpoint, client, dialect, now) throws(OAuthError) in
        guard let id else { return try message.request(to: endpoint, as: client, dialect: dialect) }
        return try message.request(
          to: endpoint, as: client, dialect: dialect, signedFor: service.assertionAudience, id: id, at: now)
      })
    return .send(request, .secondDevice(SecondDeviceFlow(.asking(notificationToken: token))))
  }

  func receiveBackchannelRequest(
    _ response: ResponseMessage, notificationToken: Secret?, at now: Instant
  ) throws(OAuthError) -> SignIn.Turn {
    let begun = try BackchannelAuthenticationResponse(reading: response)
    let question = Question.backchannel(requestID: begun.requestID, notificationToken: notificationToken)
    let waiting = SecondDeviceFlow(.waiting(question, PollingPace(begun, startingAt: now)))
    return .step(.asked(begun), .secondDevice(waiting))
  }

  /// Whether a ping would be taken.
  var awaitsPing: Bool {
    guard case .backchannel(_, _?) = waiting?.question else { return false }
    return true
  }

  /// The flow after the server's notification that the user has answered: the next poll is due now. It counts once.
  ///
  /// CIBA §10.2.
  func receive(ping: RequestMessage, at now: Instant) throws(OAuthError) -> SecondDeviceFlow {
    guard case (.backchannel(let requestID, let token?), var pace)? = waiting else { throw .unawaitedPing() }
    _ = try BackchannelPing(reading: ping, expecting: requestID, notificationToken: token)
    pace.wake(at: now)
    return SecondDeviceFlow(.waiting(.backchannel(requestID: requestID, notificationToken: nil), pace))
  }
}

extension OAuthError {
  fileprivate static func noBackchannel(at provider: Provider) -> OAuthError {
    OAuthError(
      .unsupported, message: "\(DisplayText.clean(provider.title)) cannot ask a user on their own device (CIBA).",
      rule: .openID("CIBA", "4"), remedy: "Sign in with a browser, or on a device that shows a code.")
  }

  fileprivate static func notDelivered(by mode: BackchannelDeliveryMode, at provider: Provider) -> OAuthError {
    OAuthError(
      .unsupported,
      message: mode == .push
        ? "The client is registered for “push”, which is not supported: use “poll” or “ping”."
        : "\(DisplayText.clean(provider.title)) does not offer “\(mode.rawValue)”.",
      rule: .openID("CIBA", "5"), remedy: "Register the client for a way that both sides know, and ask in that way.")
  }

  static func unawaitedPing() -> OAuthError {
    OAuthError(
      .unsolicitedCallback, message: "A ping arrived for a sign-in that does not wait for one.",
      rule: .openID("CIBA", "10.2"), remedy: "Nothing was done: a ping counts once.")
  }
}
