package import WayleaveOAuth2
package import WayleaveWire
package import WayleaveProvider

/// A sign-in whose user is asked by the server on a device of theirs, and which polls until they have answered.
///
/// OpenID Connect Client-Initiated Backchannel Authentication.
extension SignIn {
  /// A sign-in that has not taken its first step, and whose user is asked elsewhere.
  package init(
    to provider: Provider, as client: Client, asking question: BackchannelQuestion, scopes: [String] = [],
    terms: Terms = Terms(), accountName: String? = nil, allowedOrigins: [Origin] = [], at now: Instant
  ) {
    self.init(
      to: provider, as: client, redirect: .device, scopes: scopes, terms: terms, accountName: accountName,
      allowedOrigins: allowedOrigins, at: now)
    self.question = question
  }

  package mutating func ask(
    _ question: BackchannelQuestion, of service: OAuth2Service, at now: Instant,
    using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    guard let endpoint = service.endpoint(.backchannelAuthentication, for: client) else {
      throw .noBackchannel(at: provider)
    }
    try requireDelivery(question.delivery, at: service)
    let token = question.delivery == .ping ? BackchannelAuthenticationRequest.notificationToken(using: &random) : nil
    let message = BackchannelAuthenticationRequest(
      question.hint,
      access: RequestedAccess(
        scopes: askedScopes(at: service), resources: terms.resources, details: terms.details),
      bindingMessage: question.bindingMessage, authenticationContextClasses: terms.authenticationContextClasses,
      userCode: question.userCode, requestedExpiry: question.requestedExpiry?.wholeSeconds, notificationToken: token)
    let id = question.isSigned ? RandomText.base64URL(bytes: 16, using: &random) : nil
    phase = .askingSecondDevice(notificationToken: token)
    // It has served: what the user alone knows is not kept while the sign-in waits.
    self.question = nil
    return try send(
      AuthorizationServerRequest(
        to: endpoint, of: service, as: client,
        byTimed: { (endpoint, client, dialect, now) throws(OAuthError) in
          guard let id else { return try message.request(to: endpoint, as: client, dialect: dialect) }
          return try message.request(
            to: endpoint, as: client, dialect: dialect, signedFor: service.assertionAudience, id: id, at: now)
        }), at: now, using: &random)
  }

  /// §5: tokens are fetched, and never taken from a notification.
  private func requireDelivery(
    _ mode: BackchannelDeliveryMode, at service: OAuth2Service
  ) throws(OAuthError) {
    let offered = service.backchannelDeliveryModes
    guard mode != .push, offered.isEmpty || offered.contains(mode) else { throw .notDelivered(by: mode, at: provider) }
  }

  mutating func receiveBackchannelRequest(
    _ response: ResponseMessage, notificationToken: Secret?, at now: Instant
  ) throws(OAuthError) -> Step {
    let begun = try BackchannelAuthenticationResponse(reading: response)
    phase = .waitingForSecondDevice(
      .backchannel(requestID: begun.requestID, notificationToken: notificationToken),
      PollingPace(begun, startingAt: now))
    return .asked(begun)
  }

  /// Takes the server's notification that the user has answered: the next poll is due now. It counts once.
  ///
  /// CIBA §10.2. Throws `sign_in.unsolicited_callback` for a ping that does not show the token that was given for this
  /// very sign-in, and `configuration.unsupported` for tokens that are pushed; the sign-in then goes on waiting.
  package mutating func receive(ping: RequestMessage, at now: Instant) throws(OAuthError) {
    guard case .waitingForSecondDevice(.backchannel(let requestID, let token?), var pace) = phase else {
      throw .unawaitedPing()
    }
    _ = try BackchannelPing(reading: ping, expecting: requestID, notificationToken: token)
    pace.wake(at: now)
    phase = .waitingForSecondDevice(.backchannel(requestID: requestID, notificationToken: nil), pace)
  }
}

extension OAuthError {
  fileprivate static func noBackchannel(at provider: Provider) -> OAuthError {
    OAuthError(
      .unsupported, message: "\(DisplayText.clean(provider.title)) cannot ask a user on their own device (CIBA).",
      rule: .openID("CIBA", "4"), expected: "a provider with a backchannel authentication endpoint",
      received: .text(provider.name.text), remedy: "Sign in with a browser, or on a device that shows a code.")
  }

  fileprivate static func notDelivered(by mode: BackchannelDeliveryMode, at provider: Provider) -> OAuthError {
    OAuthError(
      .unsupported,
      message: mode == .push
        ? "The client is registered for “push”, which is not supported: use “poll” or “ping”."
        : "\(DisplayText.clean(provider.title)) does not offer “\(mode.rawValue)”.",
      rule: .openID("CIBA", "5"),
      expected: mode == .push ? "“poll” or “ping”" : "a provider that offers “\(mode.rawValue)”",
      received: .text(mode == .push ? mode.rawValue : provider.name.text),
      remedy: "Register the client for a way that both sides know, and ask in that way.")
  }

  fileprivate static func unawaitedPing() -> OAuthError {
    OAuthError(
      .unsolicitedCallback, message: "A ping arrived for a sign-in that does not wait for one.",
      rule: .openID("CIBA", "10.2"), expected: "a sign-in that waits for its ping",
      received: .described("one that does not"), remedy: "Nothing was done: a ping counts once.")
  }
}

extension SignIn {
  /// Whether a ping would be taken.
  package var awaitsPing: Bool {
    guard case .waitingForSecondDevice(.backchannel(_, _?), _) = phase else { return false }
    return true
  }
}
