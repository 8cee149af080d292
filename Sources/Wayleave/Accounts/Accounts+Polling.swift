import WayleaveOAuth2
public import WayleaveWire
import WayleaveSignIn

/// Sign-ins that poll until their user has answered on another device.
///
/// RFC 8628 §3.5; OpenID Connect Client-Initiated Backchannel Authentication §11.
extension Accounts {
  /// What became of a sign-in on another device.
  public enum DeviceOutcome: Sendable {
    /// It is done.
    case completed(SignedIn)
    /// The user has not answered yet: ask again then, and not before.
    case pending(until: Instant)
    /// Nothing waits under that name: it was never begun here, is finished or over time, or is being asked about by
    /// another.
    case unsolicited
  }

  /// Polls for a waiting sign-in, once, unless it is too early; one that goes on waiting is kept again.
  func outcome(polling waiting: SignIn, under key: SignIn.Key) async throws(OAuthError) -> DeviceOutcome {
    var signIn = waiting
    let step: SignIn.Step
    do throws(OAuthError) { step = try await observedPoll(&signIn) } catch {
      // A cancelled poll puts the sign-in back for the next one.
      if error.code == .cancelled, (try? signIn.receiveNoAnswer(at: now())) != nil {
        try await wait(signIn, under: key, for: signIn.timeToAnswer(at: now()))
      }
      throw error
    }
    guard case .wait(let next) = step else { return .completed(try await complete(signIn, from: step)) }
    try await wait(signIn, under: key, for: signIn.timeToAnswer(at: now()))
    return .pending(until: next)
  }

  /// Polls at the server's pace until the user has answered, or the time is over.
  ///
  /// A process that was stopped comes back behind the deadline, and the user may have answered meanwhile: then the server is
  /// asked once more.
  func answered(
    polling waiting: SignIn, until deadline: ContinuousClock.Instant, wokenBy bell: PingBell? = nil
  ) async throws(OAuthError) -> AnsweredSignIn {
    var signIn = waiting
    var isLast = false
    while true {
      let step = try await observedPoll(&signIn)
      guard case .wait(let next) = step else { return AnsweredSignIn(signIn: signIn, step: step) }
      guard !isLast else { throw .nobodyAnswered() }
      isLast = try await !pause(until: next, deadline: deadline, wokenBy: bell)
      if let ping = bell?.takePing() { try signIn.receive(ping: ping, at: now()) }
    }
  }

  private func observedPoll(_ signIn: inout SignIn) async throws(OAuthError) -> SignIn.Step {
    try await observedFailure(.signIn, at: signIn.provider) { () async throws(OAuthError) in try await poll(&signIn) }
  }

  private func poll(_ signIn: inout SignIn) async throws(OAuthError) -> SignIn.Step {
    var random = SystemRandomNumberGenerator()
    return try await answer(try signIn.poll(at: now(), using: &random), of: &signIn)
  }

  /// Waits until the server may be asked again; false where that is for the last time, since the deadline has passed.
  private func pause(
    until next: Instant, deadline: ContinuousClock.Instant, wokenBy bell: PingBell?
  ) async throws(OAuthError) -> Bool {
    let pause = max(next - now(), .zero)
    let left = ContinuousClock.now.duration(to: deadline)
    let isLate = ExchangeLimits.moreTime(wakingLateBy: .zero - left) != nil
    let time = min(pause, isLate ? .seconds(30) : left)
    let isWoken: Bool
    let wait = pollingPause ?? exchange.pause
    do {
      if let bell {
        isWoken = try await bell.sleep(time, by: wait)
      } else {
        try await wait(time)
        isWoken = false
      }
    } catch { throw .cancelled() }
    if isWoken || pause < left { return true }
    // More time may have passed than was waited for.
    guard now() >= next else { throw .nobodyAnswered() }
    return false
  }
}

extension OAuthError {
  /// Whether no answer came, so that another poll is the right thing: RFC 8628 §3.5.
  var isSilence: Bool { isNetworkMissing || [.networkTimedOut, .outcomeUnknown].contains(code) }

  fileprivate static func nobodyAnswered() -> OAuthError {
    OAuthError(
      .timedOut, message: "You did not answer on the other device in time.",
      rule: .wayleave("a sign-in waits for a bounded time"), remedy: .giveMoreTime)
  }
}
