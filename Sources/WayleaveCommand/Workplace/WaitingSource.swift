import Synchronization
import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveTerminal
import WayleaveWire

/// A callback source that shows, while the user is in the browser, how much time is left.
struct WaitingSource: CallbackSource {
  let source: any CallbackSource
  let output: OutputOptions

  func prepare(for redirectURIs: [RedirectURI]) async throws -> any CallbackSession {
    WaitingSession(session: try await source.prepare(for: redirectURIs), output: output)
  }
}

private final class WaitingSession: CallbackSession {
  private let session: any CallbackSession
  private let output: OutputOptions
  private let status = Mutex<Task<Void, Never>?>(nil)

  init(session: any CallbackSession, output: OutputOptions) { (self.session, self.output) = (session, output) }

  var redirectURI: RedirectURI { session.redirectURI }

  func callbacks(for page: AuthorizationPage, until deadline: ContinuousClock.Instant) -> Callbacks {
    let waiting = Task { [output] in
      _ = await output.showing(.user("in the browser", for: ContinuousClock.now.duration(to: deadline))) {
        try? await Task.sleep(until: deadline)
      }
    }
    status.withLock { $0 = waiting }
    return session.callbacks(for: page, until: deadline).whenAccepted { await self.endStatus() }
  }

  /// Frees the last line: what comes next may ask the user.
  private func endStatus() async {
    let waiting = status.withLock(\.self)
    waiting?.cancel()
    await waiting?.value
  }

  func close() async {
    await endStatus()
    await session.close()
  }
}
