import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire
import WayleaveSystem

/// One sign-in that waits on the listener.
final class LoopbackSession: CallbackSession {
  let redirectURI: RedirectURI
  private let server: LoopbackServer
  private let browser: BrowserLauncher?
  private let notify: @Sendable (LoopbackNotice) -> Void
  private let timer = Lock<Task<Void, any Error>?>(nil)

  init(
    at address: LoopbackAddress, on sockets: [LoopbackSocket], app: String, browser: BrowserLauncher?,
    now: @escaping @Sendable () -> ContinuousClock.Instant, notify: @escaping @Sendable (LoopbackNotice) -> Void
  ) throws(OAuthError) {
    redirectURI = address.redirectURI
    self.browser = browser
    self.notify = notify
    do throws(SystemError) {
      server = try LoopbackServer(sockets, at: address, app: app, now: now, notify: notify)
    } catch {
      throw .cannotListen(address.redirectURI, error)
    }
  }

  deinit { server.stopSoon() }

  func callbacks(for page: AuthorizationPage, until deadline: ContinuousClock.Instant) -> Callbacks {
    server.expectAnswer(to: page)
    notify(.open(page.url))
    // Other users of this machine see the words of a command, and the URL of the page holds the state.
    let start = page.url.isWebPage ? try? AbsoluteURL(server.startURL) : nil
    browser?.launch(start ?? page.url) { [notify] reason in notify(.browserFailed(reason)) }
    timer.withLock { timer in
      timer = Task { [end = server.callbacksEnd] in
        try await Task.sleep(until: deadline)
        end.finish(throwing: OAuthError.waitTimedOut())
      }
    }
    return server.callbacks
  }

  func close() async {
    timer.withLock { $0?.cancel() }
    await server.stop()
  }
}

extension OAuthError {
  fileprivate static func waitTimedOut() -> OAuthError {
    OAuthError(
      .timedOut, message: "The browser did not come back in time.",
      rule: .wayleave("a sign-in waits for a bounded time"), remedy: .giveMoreTime)
  }
}
