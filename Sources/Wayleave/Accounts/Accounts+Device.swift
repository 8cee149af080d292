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
    to provider: Provider, as client: Client, options: SignInOptions, by source: any CallbackSource
  ) async throws(OAuthError) -> SignedIn {
    try await finish(try await requestCode(at: provider, as: client, options: options), options: options, by: source)
  }

  /// A sign-in whose user has a code to type.
  struct WaitingDevice {
    let signIn: SignIn
    let codes: DeviceAuthorizationResponse
  }

  /// Shows the code, and polls until the user has answered or the time is over.
  func finish(
    _ device: WaitingDevice, options: SignInOptions, by source: any CallbackSource
  ) async throws(OAuthError) -> SignedIn {
    let deadline = options.deadline
    let answer = await withTaskGroup(of: Result<AnsweredSignIn, OAuthError>?.self) { group in
      group.addTask {
        // What is shown ends when the user has answered; that it ends earlier says nothing.
        do { try await source.show(device.codes, until: deadline) } catch { return .failure(.sourceFailed(error)) }
        return nil
      }
      group.addTask {
        await Self.result { () async throws(OAuthError) in try await answered(polling: device.signIn, until: deadline) }
      }
      for await end in group {
        guard let end else { continue }
        group.cancelAll()
        return end
      }
      return .failure(.cancelled())
    }
    let end = try answer.get()
    return try await complete(end.signIn, from: end.step)
  }

  /// Begins a sign-in on another device: gives the codes to show to the user.
  ///
  /// The sign-in waits in the sign-in store until the codes expire, in whichever process; call
  /// ``receive(deviceCode:)`` until it is done.
  public func beginOnDevice(
    _ provider: Provider, as client: Client, options: SignInOptions = SignInOptions(flow: .device)
  ) async throws(OAuthError) -> DeviceAuthorizationResponse {
    try await requireStore()
    let device = try await requestCode(at: provider, as: client, options: options)
    let codes = device.codes
    try await wait(device.signIn, under: SignIn.Key(deviceCode: codes.deviceCode), for: .seconds(codes.expiresIn))
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

  func requestCode(
    at provider: Provider, as client: Client, options: SignInOptions
  ) async throws(OAuthError) -> WaitingDevice {
    let (signIn, step) = try await firstStep(of: provider, as: client, redirect: .device, options: options)
    guard case .showCode(let codes) = step else { throw .outOfOrder("a code to show") }
    exchange.tell(Event(.userSent, rule: .rfc(8628, "3.3"), "\(codes.verificationURI), with a code"))
    return WaitingDevice(signIn: signIn, codes: codes)
  }
}
