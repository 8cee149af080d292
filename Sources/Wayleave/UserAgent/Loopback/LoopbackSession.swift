import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire
import WayleaveSystem

/// One sign-in that waits on the listener.
final class LoopbackSession: UserAgentSession {
  let redirectURI: RedirectURI
  private let server: LoopbackServer
  private let browser: BrowserLauncher?
  private let notify: @Sendable (LoopbackNotice) -> Void

  init(
    at address: LoopbackAddress, on sockets: [LoopbackSocket], app: String, browser: BrowserLauncher?,
    notify: @escaping @Sendable (LoopbackNotice) -> Void
  ) throws(OAuthError) {
    redirectURI = address.redirectURI
    self.browser = browser
    self.notify = notify
    do throws(SystemError) {
      server = try LoopbackServer(sockets, gate: LoopbackGate(address: address), app: app, notify: notify)
    } catch {
      throw .cannotListen(address.redirectURI, error)
    }
  }

  deinit { server.stopSoon() }

  func expectAnswer(from provider: Provider) { server.expectAnswer(fromProvider: provider.title) }

  func expectAnswer(by mode: ResponseMode) { server.expectAnswer(by: mode) }

  func show(
    _ url: AbsoluteURL, until deadline: ContinuousClock.Instant,
    verdict: @escaping @Sendable (_ callbackURL: String) async -> CallbackVerdict
  ) async throws {
    server.expectAnswer(from: url)
    notify(.open(url))
    browser?.launch(url) { [notify] reason in notify(.browserFailed(reason)) }
    let timer = Task { [end = server.callbacksEnd] in
      try await Task.sleep(until: deadline)
      end.finish()
    }
    defer { timer.cancel() }
    // One callback is looked at after the other: two of them never race for one sign-in.
    for await callback in server.callbacks {
      guard let ending = LoopbackPage.Ending(of: await verdict(callback.url)) else {
        notify(.ignoredCallback("a callback that does not belong to this sign-in"))
        await server.ignore(callback)
        continue
      }
      await server.conclude(callback, with: ending)
      return
    }
    await server.conclude(nil, with: .ignored)
    throw Task.isCancelled || ContinuousClock.now < deadline ? OAuthError.waitCancelled() : .waitTimedOut()
  }

  func close() async { await server.stop() }
}

extension LoopbackPage.Ending {
  /// The ending of a sign-in by a callback; nil when it goes on waiting.
  fileprivate init?(of verdict: CallbackVerdict) {
    switch verdict {
    case .accepted: self = .accepted
    case .denied: self = .denied
    case .failed: self = .failed
    case .ignored: return nil
    }
  }
}

extension OAuthError {
  fileprivate static func waitTimedOut() -> OAuthError {
    OAuthError(
      .timedOut, message: "The browser did not come back in time.",
      rule: .wayleave("a sign-in waits for a bounded time"), expected: "the browser to come back in time",
      received: .nothing, remedy: .giveMoreTime)
  }

  fileprivate static func waitCancelled() -> OAuthError {
    OAuthError(
      .cancelled, message: "The sign-in was interrupted before the browser came back.",
      rule: .wayleave("waiting ends when its task does"), expected: "the browser to come back",
      received: .described("an interruption"), remedy: "Begin the sign-in again when you want to.")
  }
}
