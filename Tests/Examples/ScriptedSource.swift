import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn

/// What the sender of a callback was told, without what it is about.
enum Said: Sendable, Equatable {
  case accepted, denied, failed, ignored
  /// Nothing: the sign-in ended before it was looked at.
  case unanswered

  init(_ answer: CallbackAnswer) {
    switch answer {
    case .completed: self = .accepted
    case .denied: self = .denied
    case .failed: self = .failed
    case .ignored: self = .ignored
    }
  }
}

/// A callback source whose user does what the test says, and which counts how often it was opened and closed.
final class ScriptedSource: CallbackSource {
  /// Gets the page, and brings callbacks; none is looked at after one that was not ignored.
  typealias Deed = @Sendable (AbsoluteURL, @Sendable (String) async -> Said) async throws -> Void

  struct Counts {
    var prepared = 0
    var shown = 0
    var closed = 0
  }

  let counts = Lock(Counts())
  private let offered = Lock<[RedirectURI]>([])
  private let deed: Deed

  init(_ deed: @escaping Deed) { self.deed = deed }

  /// The redirect URIs that it was offered last.
  var redirectURIs: [RedirectURI] { offered.withLock(\.self) }

  func prepare(for redirectURIs: [RedirectURI]) async throws -> any CallbackSession {
    counts.withLock { $0.prepared += 1 }
    offered.withLock { $0 = redirectURIs }
    return Session(source: self, redirectURI: redirectURIs[0])
  }

  /// What is typed goes the same way.
  func numbers(for page: AuthorizationPage, until deadline: ContinuousClock.Instant) -> Callbacks {
    callbacks(for: page)
  }

  private func callbacks(for page: AuthorizationPage) -> Callbacks {
    counts.withLock { $0.shown += 1 }
    return Callbacks { [deed] continuation in
      let (ends, ended) = AsyncStream.makeStream(of: Never.self)
      let task = Task {
        defer { ended.finish() }
        do {
          try await deed(page.url) { text in
            let (answers, answered) = AsyncStream.makeStream(of: Said.self)
            continuation.yield(
              Callback(text) { answer in
                answered.yield(Said(answer))
                // What the test expects of the answer is looked at before the sign-in goes on.
                if Said(answer) != .ignored { for await _ in ends {} }
              })
            return await answers.first { _ in true } ?? .unanswered
          }
          continuation.finish()
        } catch { continuation.finish(throwing: error) }
      }
      continuation.onTermination = { reason in if case .cancelled = reason { task.cancel() } }
    }
  }

  struct Session: CallbackSession {
    let source: ScriptedSource
    let redirectURI: RedirectURI

    func callbacks(for page: AuthorizationPage, until deadline: ContinuousClock.Instant) -> Callbacks {
      source.callbacks(for: page)
    }

    func close() async { source.counts.withLock { $0.closed += 1 } }
  }
}
