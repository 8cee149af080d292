import WayleaveBackport
public import WayleaveOAuth2
public import WayleaveWire
import WayleaveProvider
package import WayleaveSignIn

extension Accounts {
  /// Signs a user in: shows the provider's page, waits for the answer, exchanges it and stores the credential.
  ///
  /// The store is tried before the user is asked for anything. A callback that answers another sign-in, or nothing, is
  /// answered by a page that says so, and changes nothing. It ends by `options.timeout`. One sign-in at a time is in front
  /// of the user: another throws `sign_in.already_in_progress`. Many sign-ins by `begin` and `receive` can wait at once.
  public func signIn(
    to provider: Provider, as client: Client, options: SignInOptions = SignInOptions()
  ) async throws(OAuthError) -> SignedIn {
    guard let callbackSource else { throw .noCallbackSource() }
    try visibleSignIn.take()
    defer { visibleSignIn.leave() }
    try await requireStore()
    return try await signInInFront(to: provider, as: client, options: options, by: callbackSource)
  }

  /// Signs in by what the options say, for a caller that has the place before the user.
  func signInInFront(
    to provider: Provider, as client: Client, options: SignInOptions, by callbackSource: any CallbackSource
  ) async throws(OAuthError) -> SignedIn {
    switch options.flow {
    case .device: return try await signInOnDevice(to: provider, as: client, options: options, by: callbackSource)
    case .browser where provider.showsNumber(to: client), .either where provider.showsNumber(to: client):
      return try await signInByNumber(to: provider, as: client, options: options, by: callbackSource)
    case .browser, .app:
      return try await signInInBrowser(at: provider, as: client, options: options, by: callbackSource)
    case .either: return try await signInByFirst(at: provider, as: client, options: options, by: callbackSource)
    }
  }

  /// Signs in by whichever is answered first: the page in a browser, or the code on another device.
  ///
  /// Where the provider gives this client no codes, the browser alone is waited for.
  private func signInByFirst(
    at provider: Provider, as client: Client, options: SignInOptions, by source: any CallbackSource
  ) async throws(OAuthError) -> SignedIn {
    let device: WaitingDevice
    do throws(OAuthError) { device = try await requestCode(at: provider, as: client, options: options) } catch {
      // A provider that this machine cannot reach could not be asked for the token either.
      guard error.code != .cancelled, !error.isUnreached else { throw error }
      exchange.tell(Event(.tolerated, rule: error.rule, "no code for another device: \(error.message)"))
      source.showNoCode(because: error)
      return try await signInInBrowser(at: provider, as: client, options: options, by: source)
    }
    let race = SignInRace()
    var polling = self
    polling.pollingPause = { [exchange] pause in try await race.pausing { try await exchange.pause(pause) } }
    let onDevice = Task { [polling] in
      await Self.result { () async throws(OAuthError) in
        try await polling.finish(device, options: options, by: source)
      }
    }
    let inBrowser = Task {
      await Self.result { () async throws(OAuthError) in
        try await signInInBrowser(
          at: provider, as: client, options: options, by: source, besides: device.codes, mark: race.mark
        ) { race.hasPage.withLock { $0 = true } }
      }
    }
    return try await withTaskCancellationHandler {
      await first(of: inBrowser, onDevice, in: race) { source.showNoPage(because: $0) }
    } onCancel: {
      onDevice.cancel()
      inBrowser.cancel()
    }.get()
  }

  /// What the first way gave that was answered, when the other has ended, too.
  ///
  /// What a provider issues to the other way at the same moment is stored as well, and not lost.
  private func first(
    of inBrowser: Task<Result<SignedIn, OAuthError>, Never>, _ onDevice: Task<Result<SignedIn, OAuthError>, Never>,
    in race: SignInRace, withoutPage: (OAuthError) -> Void
  ) async -> Result<SignedIn, OAuthError> {
    await withTaskGroup(of: (isBrowser: Bool, result: Result<SignedIn, OAuthError>).self) { group in
      group.addTask { (true, await inBrowser.value) }
      group.addTask { (false, await onDevice.value) }
      var (first, failure): (SignedIn?, (isLast: Bool, error: OAuthError)?)
      for await (isBrowser, result) in group {
        // A provider that refuses the request has shown the user nothing, and the code is as good as before.
        let isPage = isBrowser && race.hasPage.withLock(\.self)
        switch result {
        case .success(let signedIn):
          if let earlier = first { first = await both(earlier, signedIn) } else { first = signedIn }
        case .failure(let error):
          let isLast = result.endsRace(ofBrowser: isPage)
          if isBrowser, !isPage, error.code != .cancelled { withoutPage(error) }
          if failure == nil || isLast || isBrowser && failure?.isLast == false { failure = (isLast, error) }
        }
        guard result.endsRace(ofBrowser: isPage) else { continue }
        if isBrowser { race.stopPolling() } else if race.mark.stop() { inBrowser.cancel() }
      }
      if let first { return .success(first) }
      guard let failure else { return .failure(.cancelled()) }
      // A page that was answered for another sign-in says so; else neither way was answered.
      let isSilence = failure.error.code == .timedOut && failure.error.received == nil
      return .failure(isSilence ? .noAnswerInTime() : failure.error)
    }
  }

  /// Of two sign-ins that were both answered the one that ended first; of one account, the one whose credential is stored.
  private func both(_ first: SignedIn, _ second: SignedIn) async -> SignedIn {
    let isSame = first.account == second.account
    exchange.tell(
      Event(
        .tolerated, rule: .wayleave("what a provider has issued is stored"),
        "both ways were answered at the same moment; \(isSame ? "the later credential is stored" : "both accounts are")"
      ))
    guard isSame else { return first }
    // Which one ended last does not say which one was saved last.
    let held = (try? await stored(first.account)).flatMap(\.self)
    let (earlier, later) = held?.credential == first.stored.credential ? (second, first) : (first, second)
    return SignedIn(
      account: later.account, stored: later.stored, unidentifiedBecause: later.unidentifiedBecause,
      replaced: earlier.replaced, refusedName: earlier.refusedName)
  }

  /// What a function gives or throws.
  static func result<Success>(
    of body: () async throws(OAuthError) -> Success
  ) async -> Result<Success, OAuthError> {
    do throws(OAuthError) { return .success(try await body()) } catch { return .failure(error) }
  }

  /// Signs in by the page in a browser, `besides` codes that the user may type on another device.
  private func signInInBrowser(
    at provider: Provider, as client: Client, options: SignInOptions, by source: any CallbackSource,
    besides codes: DeviceAuthorizationResponse? = nil, mark: AnswerMark = AnswerMark(),
    showing willShow: @escaping @Sendable () -> Void = {}
  ) async throws(OAuthError) -> SignedIn {
    let session: any CallbackSession
    do {
      session = try await source.prepare(
        for: client.redirectURIs.isEmpty ? [try provider.loopbackRedirectURI] : client.redirectURIs)
    } catch { throw .sourceFailed(error) }
    let result = await Self.result { () async throws(OAuthError) in
      let deadline = options.deadline
      let (key, begun) = try await begin(
        provider, as: client, redirect: .uri(session.redirectURI), options: options, isAwaited: true)
      var page = begun
      page.codes = codes
      willShow()
      let callbacks = session.callbacks(for: page, until: deadline)
      // An app's answer without a state counts only while the sign-in waits: RFC 6749 §10.12.
      let canBeLate = options.flow != .app
      return try await signedIn(by: callbacks, of: key, until: deadline, mark: mark, canBeLate: canBeLate) {
        (callback) async throws(OAuthError) in
        try await receive(callback, for: key, of: client)
      }
    }
    await session.close()
    return try result.get()
  }

  /// Looks at each callback until one answers the sign-in, or another process has finished it.
  ///
  /// With `canBeLate` it can still be finished elsewhere, by a callback that comes when no one waits any more.
  func signedIn(
    by callbacks: Callbacks, of key: SignIn.Key, until deadline: ContinuousClock.Instant,
    mark: AnswerMark = AnswerMark(), canBeLate: Bool = false,
    receiving receive: @escaping @Sendable (Callback) async throws(OAuthError) -> AnsweredSignIn?
  ) async throws(OAuthError) -> SignedIn {
    let end = await withTaskGroup(of: Result<SignedIn, OAuthError>?.self) { group in
      group.addTask {
        await completed(by: callbacks) { (callback) async throws(OAuthError) in
          guard let answered = try await receive(callback), mark.set() else { return nil }
          return answered
        }
      }
      // A source ends at the deadline by itself; one that does not is not waited for. What is answered is completed.
      group.addTask {
        try? await ExchangeLimits.wait(until: deadline)
        try? await Task.sleep(for: .seconds(1))
        return Task.isCancelled || mark.isSet ? nil : .failure(.noAnswerInTime())
      }
      group.addTask { await completedElsewhere(key) }
      for await end in group {
        guard let end else { continue }
        group.cancelAll()
        return end
      }
      return .failure(.cancelled())
    }
    // It is gone already where a callback answered it. A user who is late can still finish it while it is stored.
    // What cannot be removed goes when its time is over.
    if case .failure(let error) = end, !canBeLate || error.code != .timedOut { try? await forget(key) }
    return try end.get()
  }

  /// What came of the first callback that answers the sign-in.
  ///
  /// The one who sent the callback is answered last: so a page tells what has happened.
  private func completed(
    by callbacks: Callbacks, receiving receive: (Callback) async throws(OAuthError) -> AnsweredSignIn?
  ) async -> Result<SignedIn, OAuthError> {
    do {
      for try await callback in callbacks {
        let result = await Self.result { () async throws(OAuthError) -> SignedIn? in
          guard let answered = try await receive(callback) else { return nil }
          await callback.accept()
          return try await complete(answered.signIn, from: answered.step)
        }
        switch result {
        case .success(nil): await callback.answer(.ignored)
        case .success(let signedIn?):
          await callback.answer(.completed(signedIn))
          return .success(signedIn)
        case .failure(let error):
          await callback.answer(error.code == .denied ? .denied(error) : .failed(error))
          return .failure(error)
        }
      }
    } catch { return .failure(.sourceFailed(error)) }
    return .failure(.cancelled())
  }

  /// What another process made of the sign-in, when it has finished it; nil when that is no longer waited for.
  private func completedElsewhere(_ key: SignIn.Key) async -> Result<SignedIn, OAuthError>? {
    while (try? await Task.sleep(for: signIns.pauseBetweenLooks)) != nil {
      // A store that fails now may work the next time.
      guard let outcome = (try? await signIns.takeOutcome(of: key)).flatMap(\.self) else { continue }
      return await Self.result { () async throws(OAuthError) in
        switch outcome {
        case .failed(let code, let message): throw .failedElsewhere(code, message)
        case .completed(let completion):
          guard let stored = try await stored(completion.account) else { throw .unknownAccount(completion.account) }
          return SignedIn(finishedElsewhere: completion, stored: stored)
        }
      }
    }
    return nil
  }

  /// Removes a sign-in that no one waits for any more, also where the task is cancelled.
  package func forget(_ key: SignIn.Key) async throws(OAuthError) {
    try await Task {
      await Self.result { () async throws(OAuthError) in
        try await signIns.wrapped { try await signIns.remove(key) }
      }
    }.value.get()
  }

  /// The sign-in past a callback that answers it; nil for a callback that does not.
  private func receive(
    _ callback: Callback, for key: SignIn.Key, of client: Client
  ) async throws(OAuthError) -> AnsweredSignIn? {
    let url: AbsoluteURL
    let answer: SignInCallback
    do throws(OAuthError) {
      url = try callback.url
      answer = try SignInCallback(reading: url, decryption: client.callbackDecryption)
    } catch {
      tellIgnored(callback.text, because: error)
      return nil
    }
    // Only the callback that answers is looked up: no other can end the sign-in, not even by a store that fails.
    guard answer.key.map({ ConstantTime.equal($0.bytes, key.bytes) }) == true, let signIn = try await take(key)
    else {
      tellIgnored(callback.text, because: answer.fault)
      return nil
    }
    return try advance(signIn, by: answer, at: url)
  }

  /// Tells of a callback that changes nothing: it is malformed, or answers no sign-in that waits.
  func tellIgnored(_ callback: String, because error: OAuthError? = nil) {
    let shown = URLRedaction.redact(callback)
    exchange.tell(
      Event(
        .callbackIgnored, rule: error?.rule ?? .rfc(6749, "10.12"), error.map { "\(shown): \($0.message)" } ?? shown))
  }
}

extension Result<SignedIn, OAuthError> {
  /// Whether the other way is no longer waited for: the user has answered, be it that the answer failed.
  ///
  /// A page that was not answered leaves the code to wait for, and a code that failed leaves the page.
  fileprivate func endsRace(ofBrowser isBrowser: Bool) -> Bool {
    switch self {
    case .success: true
    case .failure(let error):
      error.code == .denied
        || isBrowser
          && ![.portInUse, .invalidRedirectURI, .timedOut, .cancelled, .unsupported, .sourceFailed].contains(error.code)
    }
  }
}

extension OAuthError {
  fileprivate static func noAnswerInTime() -> OAuthError {
    OAuthError(
      .timedOut, message: "You did not answer in time.", rule: .wayleave("a sign-in waits for a bounded time"),
      remedy: .giveMoreTime)
  }

  /// The failure of a sign-in in another process.
  fileprivate static func failedElsewhere(_ code: Code, _ message: String) -> OAuthError {
    OAuthError(
      code, message: "Another process finished this sign-in, which failed: \(message)",
      rule: .wayleave("a sign-in is finished once, in whichever process"), received: .described(code.rawValue),
      remedy: "Begin the sign-in again.")
  }

  static func noCallbackSource() -> OAuthError {
    OAuthError(
      .unsupported, message: "No callback source is set, so there is nothing to show the provider's page with.",
      rule: .wayleave("a callback source shows the provider's page"),
      remedy: "Give Accounts a callback source, or sign in in halves with begin and receive.")
  }
}
