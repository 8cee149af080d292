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
      timer = Task { [weak server, end = server.callbacksEnd] in
        try await ExchangeLimits.wait(until: deadline)
        end.finish(throwing: OAuthError.waitTimedOut(after: server?.lastStray))
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
  /// `stray` is what came last of what looks like an answer; nil when nothing did.
  fileprivate static func waitTimedOut(after stray: String?) -> OAuthError {
    if let stray {
      return OAuthError(
        .timedOut, message: "No answer to this sign-in came in time. What came was \(stray).",
        rule: .wayleave("a sign-in waits for a bounded time"), received: .described(stray),
        remedy: """
          Begin the sign-in again, and use the page that it opens. What came may be of an older tab of the browser, or of \
          a link that someone else made.
          """)
    }
    return OAuthError(
      .timedOut, message: "The browser did not come back in time.",
      rule: .wayleave("a sign-in waits for a bounded time"), remedy: .giveMoreTime)
  }
}
