import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

/// Several sources for one sign-in: the first answer that is good counts, whichever way it came.
///
/// The first source chooses the redirect URI, and the others get the same one. A source that ends or fails leaves the
/// others waiting; when all have ended, the first one's failure is the reason.
public struct RacingSources: CallbackSource {
  private let sources: [any CallbackSource]

  /// Sources, the one that chooses the redirect URI in front. It also shows codes, and asks for numbers.
  public init(_ first: any CallbackSource, _ others: any CallbackSource...) { sources = [first] + others }

  /// Prepares every source; throws the error of the first one that cannot be prepared.
  public func prepare(for redirectURIs: [RedirectURI]) async throws -> any CallbackSession {
    var sessions: [any CallbackSession] = []
    for source in sources {
      do {
        sessions.append(try await source.prepare(for: sessions.first.map { [$0.redirectURI] } ?? redirectURIs))
      } catch {
        for session in sessions { await session.close() }
        throw error
      }
    }
    return RacingSession(redirectURI: sessions[0].redirectURI, sessions: sessions)
  }

  /// The numbers that the first source asks for.
  public func numbers(for page: AuthorizationPage, until deadline: ContinuousClock.Instant) throws -> Callbacks {
    try sources[0].numbers(for: page, until: deadline)
  }

  /// Shows the code by the first source.
  public func show(_ codes: DeviceAuthorizationResponse, until deadline: ContinuousClock.Instant) async throws {
    try await sources[0].show(codes, until: deadline)
  }

  /// Says by the first source that there is no code.
  public func showNoCode(because error: OAuthError) { sources[0].showNoCode(because: error) }

  /// Says by the first source that there is no page.
  public func showNoPage(because error: OAuthError) { sources[0].showNoPage(because: error) }
}

private final class RacingSession: CallbackSession {
  let redirectURI: RedirectURI
  private let sessions: Lock<[Int: any CallbackSession]>

  init(redirectURI: RedirectURI, sessions: [any CallbackSession]) {
    self.redirectURI = redirectURI
    self.sessions = Lock(Dictionary(uniqueKeysWithValues: sessions.enumerated().map { ($0.offset, $0.element) }))
  }

  func callbacks(for page: AuthorizationPage, until deadline: ContinuousClock.Instant) -> Callbacks {
    let all = sessions.withLock(\.self).sorted { $0.key < $1.key }.map { index, session in
      // The others end first: what is typed from then on is no answer of this sign-in.
      session.callbacks(for: page, until: deadline).whenAccepted { await self.close { $0 != index } }
    }
    return Callbacks { continuation in
      let task = Task {
        let failures = await withTaskGroup(of: (Int, (any Error)?).self) { group in
          for (index, callbacks) in all.enumerated() {
            group.addTask {
              do {
                for try await callback in callbacks { continuation.yield(callback) }
                return (index, nil)
              } catch { return (index, error) }
            }
          }
          return await group.reduce(into: [:]) { failures, end in failures[end.0] = end.1 }
        }
        continuation.finish(throwing: failures.min { $0.key < $1.key }?.value)
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  func close() async { await close { _ in true } }

  private func close(where isMeant: (Int) -> Bool) async {
    let closing = sessions.withLock { sessions in
      let closing = sessions.filter { isMeant($0.key) }
      sessions = sessions.filter { !isMeant($0.key) }
      return closing
    }
    for session in closing.values { await session.close() }
  }
}
