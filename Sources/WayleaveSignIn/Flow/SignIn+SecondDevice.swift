package import WayleaveOAuth2
package import WayleaveProvider
package import WayleaveWire

/// A sign-in whose user answers on another device: it polls, and the server may say that an answer is there.
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

  private var secondDevice: SecondDeviceFlow? {
    guard case .secondDevice(let flow) = flow else { return nil }
    return flow
  }

  /// When the next poll is due; nil in a sign-in that does not wait for another device.
  package var nextPoll: Instant? { secondDevice?.waiting?.pace.nextPoll }

  /// How long the user may still answer.
  package func timeToAnswer(at now: Instant) -> Duration {
    secondDevice?.waiting.map { $0.pace.expiresAt - now } ?? .zero
  }

  /// Whether a poll is under way.
  package var isPolling: Bool { secondDevice?.isPolling ?? false }

  /// Whether a ping would be taken.
  package var awaitsPing: Bool { secondDevice?.awaitsPing ?? false }

  /// Asks whether the user has answered; before its time it wants to wait.
  ///
  /// RFC 8628 §3.5: "the client MUST wait between polling requests". Throws `sign_in.timed_out` when the time to answer
  /// is over, and `sign_in.out_of_order` unless the sign-in waits for another device.
  package mutating func poll(
    at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    guard let device = secondDevice, device.waiting != nil else {
      throw .outOfOrder("a sign-in that waits for another device")
    }
    flow = .done
    return try carryOut(device.poll(of: self, at: now), at: now, using: &random)
  }

  /// Takes the news that a poll brought no answer: the next one comes later.
  ///
  /// Throws `sign_in.out_of_order` unless a poll is under way.
  package mutating func receiveNoAnswer(at now: Instant) throws(OAuthError) -> Step {
    guard let device = secondDevice, device.isPolling else { throw .outOfOrder("a poll that is under way") }
    flow = .done
    pending = nil
    let wait = try device.receiveNoAnswer(at: now)
    flow = .secondDevice(wait.flow)
    return .wait(until: wait.until)
  }

  /// Takes the server's notification that the user has answered: the next poll is due now. It counts once.
  ///
  /// CIBA §10.2. Throws `sign_in.unsolicited_callback` for a ping that does not show the token that was given for this
  /// very sign-in, and `configuration.unsupported` for tokens that are pushed; the sign-in then goes on waiting.
  package mutating func receive(ping: RequestMessage, at now: Instant) throws(OAuthError) {
    guard let device = secondDevice else { throw .unawaitedPing() }
    flow = .secondDevice(try device.receive(ping: ping, at: now))
  }
}
