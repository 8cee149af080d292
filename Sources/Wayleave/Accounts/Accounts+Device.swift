public import WayleaveOAuth2
public import WayleaveWire

/// Sign-ins whose user answers on another device.
///
/// RFC 8628.
extension Accounts {
  /// Shows a code, and polls until the user has answered or the time is over.
  func signInOnDevice(
    to provider: Provider, as client: Client, options: SignInOptions, showing userAgent: any UserAgent
  ) async throws(OAuthError) -> SignedIn {
    let deadline = options.deadline
    let (signIn, codes) = try await showCode(at: provider, as: client, options: options)
    return try await finish(SignIn.Key(deviceCode: codes.deviceCode)) { answered in
      try await userAgent.showCode(codes, until: deadline) { answered(await verdict(polling: signIn, until: deadline)) }
    }
  }

  /// Begins a sign-in on another device: gives the codes to show to the user.
  ///
  /// The sign-in waits in the sign-in store until the codes expire, in whichever process; call
  /// ``receive(deviceCode:)`` until it is done.
  public func beginOnDevice(
    _ provider: Provider, as client: Client, options: SignInOptions = SignInOptions(flow: .device)
  ) async throws(OAuthError) -> DeviceAuthorizationResponse {
    let (signIn, codes) = try await showCode(at: provider, as: client, options: options)
    try await wait(signIn, under: SignIn.Key(deviceCode: codes.deviceCode), for: codes.expiresIn)
    return codes
  }

  /// What became of a sign-in on another device.
  public enum DeviceOutcome: Sendable {
    /// It is done.
    case completed(SignedIn)
    /// The user has not answered yet: ask again then, and not before.
    case pending(until: Instant)
    /// Nothing waits under that code: it was never begun here, is finished or over time, or is being asked about by
    /// another.
    case unsolicited
  }

  /// Asks whether the user has answered on the other device, unless it is too early; then nothing is sent.
  ///
  /// Throws when the sign-in has failed: the user said no, or the code has expired.
  public func receive(deviceCode: Secret) async throws(OAuthError) -> DeviceOutcome {
    let key = SignIn.Key(deviceCode: deviceCode)
    guard var signIn = try await take(key) else { return .unsolicited }
    let step: SignIn.Step
    do throws(OAuthError) { step = try await poll(&signIn) } catch {
      // Whoever is interrupted takes nothing from the next who asks.
      if error.code == .cancelled, (try? signIn.receiveNoAnswer(at: now())) != nil {
        try await wait(signIn, under: key, for: signIn.codeLifetime(at: now()))
      }
      throw error
    }
    guard case .wait(let next) = step else { return .completed(try await finish(signIn, from: step)) }
    try await wait(signIn, under: key, for: signIn.codeLifetime(at: now()))
    return .pending(until: next)
  }

  private func showCode(
    at provider: Provider, as client: Client, options: SignInOptions
  ) async throws(OAuthError) -> (SignIn, DeviceAuthorizationResponse) {
    let (signIn, step) = try await firstStep(of: provider, as: client, redirect: .device, options: options)
    guard case .showCode(let codes) = step else { throw .outOfOrder("a code to show") }
    exchange.tell(Event(.userSent, rule: .rfc(8628, "3.3"), "\(codes.verificationURI), with a code"))
    return (signIn, codes)
  }

  private func verdict(polling waiting: SignIn, until deadline: ContinuousClock.Instant) async -> Judgement {
    var signIn = waiting
    do throws(OAuthError) {
      while true {
        let step = try await poll(&signIn)
        guard case .wait(let next) = step else { return (.accepted, .success(Answered(signIn: signIn, step: step))) }
        try await pause(until: next, deadline: deadline)
      }
    } catch { return (error.code == .denied ? .denied : .failed, .failure(error)) }
  }

  private func poll(_ signIn: inout SignIn) async throws(OAuthError) -> SignIn.Step {
    var random = SystemRandomNumberGenerator()
    return try await answer(try signIn.poll(at: now(), using: &random), of: &signIn)
  }

  private func pause(until next: Instant, deadline: ContinuousClock.Instant) async throws(OAuthError) {
    let pause = Duration.seconds(max(next - now(), 0))
    let left = ContinuousClock.now.duration(to: deadline)
    do { try await exchange.pause(min(pause, left)) } catch { throw .cancelled() }
    guard pause < left else { throw .deviceTimedOut() }
  }
}

extension SignIn {
  /// For how many seconds the codes are good.
  fileprivate func codeLifetime(at now: Instant) -> Int64 {
    guard case .waitingForDevice(_, let pace) = phase else { return 0 }
    return pace.expiresAt - now
  }
}

extension OAuthError {
  /// Whether no answer came, so that another poll is the right thing: RFC 8628 §3.5.
  var isSilence: Bool { [.unreachable, .networkTimedOut, .outcomeUnknown].contains(code) }

  fileprivate static func deviceTimedOut() -> OAuthError {
    OAuthError(
      .timedOut, rule: .wayleave("a sign-in waits for a bounded time"),
      expected: "the user's answer on the other device in time", received: .nothing,
      remedy: "Begin the sign-in again, or give more time with --timeout.")
  }
}
