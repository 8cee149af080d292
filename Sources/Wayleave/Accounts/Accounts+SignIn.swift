import Synchronization
public import WayleaveOAuth2
public import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

extension Accounts {
  /// Signs a user in: shows the provider's page, waits for the answer, exchanges it and stores the credential.
  ///
  /// The store is tried before the user is asked for anything. A callback that answers another sign-in, or nothing, is
  /// answered by a page that says so, and changes nothing. It ends by `options.timeout`. One sign-in at a time is in front
  /// of the user: another throws `sign_in.already_in_progress`. Many sign-ins by `begin` and `receive` can wait at once.
  public func signIn(
    to provider: Provider, as client: Client, options: SignInOptions = SignInOptions()
  ) async throws(OAuthError) -> SignedIn {
    guard let userAgent else { throw .noUserAgent() }
    try visibleUserAgent.take()
    defer { visibleUserAgent.leave() }
    try await requireStore()
    if options.flow == .device {
      return try await signInOnDevice(to: provider, as: client, options: options, showing: userAgent)
    }
    if provider.showsNumber(to: client) {
      return try await signIn(to: provider, as: client, options: options, asking: userAgent)
    }
    let page: any UserAgentSession
    do {
      page = try await userAgent.prepare(
        for: client.redirectURIs.isEmpty ? [try provider.loopbackRedirectURI] : client.redirectURIs)
    } catch { throw .userAgentFailed(error) }
    let result: Result<SignedIn, OAuthError>
    do throws(OAuthError) {
      result = .success(try await signIn(to: provider, as: client, options: options, page: page))
    } catch { result = .failure(error) }
    await page.close()
    return try result.get()
  }

  private func signIn(
    to provider: Provider, as client: Client, options: SignInOptions, page: any UserAgentSession
  ) async throws(OAuthError) -> SignedIn {
    let deadline = options.deadline
    let (key, url, mode) = try await begin(provider, as: client, redirect: .uri(page.redirectURI), options: options)
    page.expectAnswer(from: provider)
    page.expectAnswer(by: mode)
    return try await signedIn(key) { answered in
      try await page.show(url, until: deadline) { callbackURL in
        answered(await receiveCallback(callbackURL, for: key, of: client))
      }
    }
  }

  /// What the sender of a callback or a number is shown; and, when it ends the waiting, the sign-in that it answered.
  typealias ReceivedAnswer = (verdict: CallbackVerdict, answer: Result<AnsweredSignIn, OAuthError>?)

  /// Asks the user, and completes the sign-in when an answer has come.
  func signedIn(
    _ key: SignIn.Key, asking ask: (@escaping @Sendable (ReceivedAnswer) -> CallbackVerdict) async throws -> Void
  ) async throws(OAuthError) -> SignedIn {
    let answered = Mutex<Result<AnsweredSignIn, OAuthError>?>(nil)
    let shown: Result<Void, OAuthError>
    do {
      try await ask { received in
        if let answer = received.answer { answered.withLock { $0 = answer } }
        return received.verdict
      }
      shown = .success(())
    } catch { shown = .failure(.userAgentFailed(error)) }
    guard let result = answered.withLock({ $0 }) else {
      try? await signIns.remove(key)
      try shown.get()
      throw .cancelled()
    }
    let answer = try result.get()
    return try await complete(answer.signIn, from: answer.step)
  }

  private func receiveCallback(
    _ callbackURL: String, for key: SignIn.Key, of client: Client
  ) async -> ReceivedAnswer {
    let url: AbsoluteURL
    let callback: SignInCallback
    do throws(OAuthError) {
      url = try AbsoluteURL(arriving: callbackURL)
      callback = try SignInCallback(reading: url, decryption: client.callbackDecryption)
    } catch {
      exchange.tell(Event(.callbackIgnored, rule: error.rule, "\(URLRedaction.redact(callbackURL)): \(error.message)"))
      return (.ignored, nil)
    }
    do throws(OAuthError) {
      // Only the callback that answers is looked up: no other can end the sign-in, not even by a store that fails.
      guard callback.key.map({ ConstantTime.equal($0.bytes, key.bytes) }) == true, let signIn = try await take(key)
      else {
        exchange.tell(Event(.callbackIgnored, rule: .rfc(6749, "10.12"), URLRedaction.redact(callbackURL)))
        return (.ignored, nil)
      }
      return (.accepted, .success(try advance(signIn, by: callback, at: url)))
    } catch {
      return (error.code == .denied ? .denied : .failed, .failure(error))
    }
  }
}

extension Accounts.SignInOptions {
  /// When a sign-in that begins to wait now stops waiting.
  package var deadline: ContinuousClock.Instant {
    ContinuousClock.now + min(max(timeout, .zero), Accounts.longestTimeout)
  }

  /// How long the sign-in is kept while it waits.
  var lifetime: Duration { max(Accounts.signInLifetime, timeout) }
}

extension OAuthError {
  fileprivate static func noUserAgent() -> OAuthError {
    OAuthError(
      .unsupported, message: "No user agent is set, so there is nothing to show the provider's page with.",
      rule: .wayleave("a user agent shows the provider's page"), expected: "accounts with a user agent",
      received: .nothing, remedy: "Give Accounts a user agent, or sign in in halves with begin and receive.")
  }
}
