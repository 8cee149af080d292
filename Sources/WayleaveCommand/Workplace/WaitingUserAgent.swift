import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveTerminal
import WayleaveWire

/// A user agent that shows, while the user is in the browser, how much time is left.
struct WaitingUserAgent: UserAgent {
  let agent: any UserAgent
  let output: OutputOptions

  func prepare(for redirectURIs: [RedirectURI]) async throws -> any UserAgentSession {
    WaitingSession(session: try await agent.prepare(for: redirectURIs), output: output)
  }
}

private struct WaitingSession: UserAgentSession {
  let session: any UserAgentSession
  let output: OutputOptions

  var redirectURI: RedirectURI { session.redirectURI }

  func expectAnswer(from provider: Provider) { session.expectAnswer(from: provider) }

  func expectAnswer(by mode: ResponseMode) { session.expectAnswer(by: mode) }

  func show(
    _ url: AbsoluteURL, until deadline: ContinuousClock.Instant,
    verdict: @escaping @Sendable (String) async -> CallbackVerdict
  ) async throws {
    try await output.showing(.user("in the browser", for: ContinuousClock.now.duration(to: deadline))) {
      try await session.show(url, until: deadline, verdict: verdict)
    }
  }

  func close() async { await session.close() }
}
