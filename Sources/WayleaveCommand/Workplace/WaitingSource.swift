import Wayleave
import WayleaveBackport
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveTerminal
import WayleaveWire

/// A callback source that shows, while the user is in the browser, how much time is left, and takes the keys meanwhile.
struct WaitingSource: CallbackSource {
  let source: any CallbackSource
  let screen: SignInScreen

  func prepare(for redirectURIs: [RedirectURI]) async throws -> any CallbackSession {
    WaitingSession(session: try await source.prepare(for: redirectURIs), screen: screen)
  }
}

private final class WaitingSession: CallbackSession {
  private let session: any CallbackSession
  private let screen: SignInScreen
  private let status = Lock<Task<Void, Never>?>(nil)

  init(session: any CallbackSession, screen: SignInScreen) { (self.session, self.screen) = (session, screen) }

  var redirectURI: RedirectURI { session.redirectURI }

  func callbacks(for page: AuthorizationPage, until deadline: ContinuousClock.Instant) -> Callbacks {
    let callbacks = session.callbacks(for: page, until: deadline).whenAccepted { await self.endStatus() }
    screen.show(page) { _ in page.renewal.map { SignInText.life($0.lifetime) } ?? "" }
    return Callbacks { continuation in
      let forwarding = Task {
        do {
          for try await callback in callbacks { continuation.yield(callback) }
          continuation.finish()
        } catch { continuation.finish(throwing: error) }
      }
      let waiting = Task { [screen] in
        let left = ContinuousClock.now.duration(to: deadline)
        _ = await screen.output.showing(.user("in the browser", for: left)) {
          guard screen.takesKeys else { return (try? await Task.sleep(until: deadline)) ?? () }
          await KeyInput.read(until: deadline) { key in
            guard key == .cancel else {
              _ = await screen.press(key)
              return true
            }
            continuation.finish(throwing: OAuthError.endedByKey())
            return false
          }
        }
      }
      status.withLock { $0 = waiting }
      continuation.onTermination = { _ in
        forwarding.cancel()
        waiting.cancel()
      }
    }
  }

  /// Frees the last line: what comes next may ask the user.
  private func endStatus() async {
    let waiting = status.withLock(\.self)
    waiting?.cancel()
    await waiting?.value
  }

  func close() async {
    await endStatus()
    await screen.close()
    await session.close()
  }
}
