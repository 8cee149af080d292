import Synchronization
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn

/// A user agent whose user does what the test says, and which counts how often it was opened and closed.
final class ScriptedUserAgent: UserAgent {
  typealias Deed = @Sendable (AbsoluteURL, @Sendable (String) async -> CallbackVerdict) async throws -> Void

  struct Counts {
    var prepared = 0
    var shown = 0
    var closed = 0
  }

  let counts = Mutex(Counts())
  private let deed: Deed

  init(_ deed: @escaping Deed) { self.deed = deed }

  func prepare(for redirectURIs: [RedirectURI]) async throws -> any UserAgentSession {
    counts.withLock { $0.prepared += 1 }
    return Session(agent: self, redirectURI: redirectURIs[0])
  }

  /// What is typed goes the same way.
  func askForNumber(
    at url: AbsoluteURL, until deadline: ContinuousClock.Instant,
    verdict: @escaping @Sendable (String) async -> CallbackVerdict
  ) async throws {
    counts.withLock { $0.shown += 1 }
    try await deed(url, verdict)
  }

  struct Session: UserAgentSession {
    let agent: ScriptedUserAgent
    let redirectURI: RedirectURI

    func show(
      _ url: AbsoluteURL, until deadline: ContinuousClock.Instant,
      verdict: @escaping @Sendable (String) async -> CallbackVerdict
    ) async throws {
      agent.counts.withLock { $0.shown += 1 }
      try await agent.deed(url, verdict)
    }

    func close() async { agent.counts.withLock { $0.closed += 1 } }
  }
}
