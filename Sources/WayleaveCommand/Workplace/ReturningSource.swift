import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// The way back to this machine: a listener where a redirect URI of the client is here, else our scheme.
struct ReturningSource: CallbackSource {
  let listener: LoopbackSource
  /// Leads a browser to the page where the callback comes by another way.
  let opener: LoopbackSource
  /// Whether the provider's app is to come back.
  let isForApp: Bool
  let output: OutputOptions

  func prepare(for redirectURIs: [RedirectURI]) async throws -> any CallbackSession {
    do { return try await session(for: redirectURIs, against: isForApp ? .app : nil) } catch let error as OAuthError
      where error.code == .portInUse
    {
      do { return try await session(for: redirectURIs, against: .portTaken) } catch _ {
        // The port is what the user must know of where there is no other way.
        throw error
      }
    }
  }

  private func session(
    for redirectURIs: [RedirectURI], against obstacle: RedirectWay.Obstacle?
  ) async throws -> any CallbackSession {
    let (way, reason) = try RedirectWay.first(among: redirectURIs, against: obstacle) {
      SchemeInstallation.standing(of: $0.text)
    }
    if let reason { output.say(reason) }
    switch way {
    case .listener: return try await listener.prepare(for: redirectURIs)
    case .scheme(let redirectURI):
      return HandlerSession(
        redirectURI: redirectURI, browser: try await opener.prepare(for: [.loopback]),
        output: output)
    }
  }
}

/// The user's browser, or the provider's app, which comes back by our scheme: the desktop hands the callback to another
/// process of ours, `wayleave scheme open`, which finishes the sign-in. This one only waits until it hears of that.
private struct HandlerSession: CallbackSession {
  let redirectURI: RedirectURI
  /// Leads the browser to the page by an address of its own, so that the browser's arguments have no state.
  let browser: any CallbackSession
  let output: OutputOptions

  func callbacks(for page: AuthorizationPage, until deadline: ContinuousClock.Instant) -> Callbacks {
    guard let app = page.app else { return shown(page, until: deadline) }
    return Callbacks { continuation in
      let task = Task {
        do {
          // Before the app is started: it may be faster than this process.
          let wait = (try? Folders()).flatMap { AppWait.begin(in: $0.signInLocks) }
          defer { wait?.end() }
          var (start, opener) = await Self.open(app)
          if let opener {
            output.say(start.sentence(for: page.provider.title))
            start = try await AppOpener.lateFailure(of: opener) ?? start
          }
          // An app that has answered can end with a failure, as the handler of a no does. Then this is cancelled as soon
          // as the answer is seen, within a second, and no browser is started.
          if case .ended = start { try await Task.sleep(for: .milliseconds(1200)) }
          if opener == nil || start != .started { output.say(start.sentence(for: page.provider.title)) }
          // It is waited for by the one who reads these callbacks: the app brings none here.
          guard start != .started else { return try await Task.sleep(until: deadline + .seconds(60)) }
          wait?.end()
          for try await callback in shown(page, until: deadline) { continuation.yield(callback) }
          continuation.finish()
        } catch { continuation.finish(throwing: error) }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private func shown(_ page: AuthorizationPage, until deadline: ContinuousClock.Instant) -> Callbacks {
    defer { output.remark("Waiting for the answer at \(redirectURI).") }
    return browser.callbacks(for: page, until: deadline)
  }

  /// Opens the app, on a thread that may wait.
  private static func open(_ url: AbsoluteURL) async -> (start: AppStart, opener: ChildProcess?) {
    await withCheckedContinuation { continuation in
      do throws(SystemError) {
        try DetachedThread.start { continuation.resume(returning: AppOpener.open(url)) }
      } catch { continuation.resume(returning: (.failed(reason: error.words), nil)) }
    }
  }

  func close() async { await browser.close() }
}
