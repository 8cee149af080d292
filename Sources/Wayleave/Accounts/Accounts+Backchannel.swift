public import WayleaveOAuth2
public import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

/// Sign-ins whose user is asked by the server on a device of theirs.
///
/// OpenID Connect Client-Initiated Backchannel Authentication, in the modes poll and ping.
extension Accounts {
  /// Has the server ask the user, and waits for the answer: as long as `options.timeout`, or as the server allows.
  ///
  /// Polls at the server's pace; a ping that is handed to ``receive(ping:)`` of the same accounts is the reason for a
  /// poll at once. Nothing is shown here, so that no callback source is needed.
  public func signIn(
    to provider: Provider, as client: Client, asking question: BackchannelQuestion,
    options: SignInOptions = SignInOptions()
  ) async throws(OAuthError) -> SignedIn {
    try await requireStore()
    let deadline = options.deadline
    let (signIn, begun) = try await beginAsking(question, at: provider, as: client, options: options)
    let bell = bells.hang(for: signIn)
    defer { bells.takeDown(SignIn.Key(backchannelRequest: begun.requestID)) }
    let answer = try await answered(polling: signIn, until: deadline, wokenBy: bell)
    return try await complete(answer.signIn, from: answer.step)
  }

  /// Has the server ask the user, and gives the name of the request.
  ///
  /// The sign-in waits in the sign-in store until the user can no longer answer, in whichever process; call
  /// ``receive(backchannelRequest:)`` until it is done, or ``receive(ping:)`` when the server pings.
  public func beginBackchannel(
    _ provider: Provider, as client: Client, asking question: BackchannelQuestion,
    options: SignInOptions = SignInOptions()
  ) async throws(OAuthError) -> BackchannelAuthenticationResponse {
    try await requireStore()
    let (signIn, begun) = try await beginAsking(question, at: provider, as: client, options: options)
    try await wait(signIn, under: SignIn.Key(backchannelRequest: begun.requestID), for: .seconds(begun.expiresIn))
    return begun
  }

  /// Asks whether the user has answered, unless it is too early; then nothing is sent.
  ///
  /// Throws when the sign-in has failed: the user said no, or did not answer in time.
  public func receive(backchannelRequest requestID: Secret) async throws(OAuthError) -> DeviceOutcome {
    let key = SignIn.Key(backchannelRequest: requestID)
    guard let signIn = try await take(key) else { return .unsolicited }
    return try await outcome(polling: signIn, under: key)
  }

  /// Takes a request that came to the client's notification endpoint, and finishes the sign-in that it is about.
  ///
  /// Where a task of this process waits for that sign-in, the task is woken, and the outcome is pending. A request that
  /// does not show the token which was given for that very sign-in, or came before, is unsolicited, and changes nothing:
  /// answer it as any other that is not allowed. Everything else is answered by ``BackchannelPing/response()``. Throws
  /// `configuration.unsupported` for tokens that are pushed, and what the sign-in fails with.
  public func receive(ping: RequestMessage) async throws(OAuthError) -> DeviceOutcome {
    guard let key = BackchannelPing.requestID(in: ping).map(SignIn.Key.init(backchannelRequest:)) else {
      return .unsolicited
    }
    do throws(OAuthError) {
      if try bells.ring(key, with: ping, at: now()) { return .pending(until: now()) }
      guard let signIn = try await take(key) else { return .unsolicited }
      return try await outcome(polling: try await woken(signIn, under: key, by: ping), under: key)
    } catch  where error.code == .unsolicitedCallback { return .unsolicited }
  }

  /// A sign-in that a ping is about; another ping takes nothing from it.
  private func woken(
    _ waiting: SignIn, under key: SignIn.Key, by ping: RequestMessage
  ) async throws(OAuthError) -> SignIn {
    var signIn = waiting
    do throws(OAuthError) { try signIn.receive(ping: ping, at: now()) } catch {
      try await wait(waiting, under: key, for: waiting.timeToAnswer(at: now()))
      throw error
    }
    return signIn
  }

  private func beginAsking(
    _ question: BackchannelQuestion, at provider: Provider, as client: Client, options: SignInOptions
  ) async throws(OAuthError) -> (SignIn, BackchannelAuthenticationResponse) {
    let (signIn, step) = try await firstStep(
      of: provider, as: client, redirect: .device, asking: question, options: options)
    guard case .asked(let begun) = step else { throw .outOfOrder("a user who is being asked") }
    exchange.tell(Event(.userSent, rule: .openID("CIBA", "7.3"), "asked by \(provider.title) on a device of theirs"))
    return (signIn, begun)
  }
}
