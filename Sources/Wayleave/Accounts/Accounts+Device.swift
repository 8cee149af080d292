public import WayleaveOAuth2
public import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

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
    return try await signedIn(SignIn.Key(deviceCode: codes.deviceCode)) { answered in
      try await userAgent.showCode(codes, until: deadline) {
        answered(await receiveDeviceAnswer(to: signIn, until: deadline))
      }
    }
  }

  /// Begins a sign-in on another device: gives the codes to show to the user.
  ///
  /// The sign-in waits in the sign-in store until the codes expire, in whichever process; call
  /// ``receive(deviceCode:)`` until it is done.
  public func beginOnDevice(
    _ provider: Provider, as client: Client, options: SignInOptions = SignInOptions(flow: .device)
  ) async throws(OAuthError) -> DeviceAuthorizationResponse {
    try await requireStore()
    let (signIn, codes) = try await showCode(at: provider, as: client, options: options)
    try await wait(signIn, under: SignIn.Key(deviceCode: codes.deviceCode), for: .seconds(codes.expiresIn))
    return codes
  }

  /// Asks whether the user has answered on the other device, unless it is too early; then nothing is sent.
  ///
  /// Throws when the sign-in has failed: the user said no, or the code has expired.
  public func receive(deviceCode: Secret) async throws(OAuthError) -> DeviceOutcome {
    let key = SignIn.Key(deviceCode: deviceCode)
    guard let signIn = try await take(key) else { return .unsolicited }
    return try await outcome(polling: signIn, under: key)
  }

  private func showCode(
    at provider: Provider, as client: Client, options: SignInOptions
  ) async throws(OAuthError) -> (SignIn, DeviceAuthorizationResponse) {
    let (signIn, step) = try await firstStep(of: provider, as: client, redirect: .device, options: options)
    guard case .showCode(let codes) = step else { throw .outOfOrder("a code to show") }
    exchange.tell(Event(.userSent, rule: .rfc(8628, "3.3"), "\(codes.verificationURI), with a code"))
    return (signIn, codes)
  }

  private func receiveDeviceAnswer(to waiting: SignIn, until deadline: ContinuousClock.Instant) async -> ReceivedAnswer
  {
    do throws(OAuthError) {
      return (.accepted, .success(try await answered(polling: waiting, until: deadline)))
    } catch { return (error.code == .denied ? .denied : .failed, .failure(error)) }
  }
}
