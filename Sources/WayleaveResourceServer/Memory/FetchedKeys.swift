import Wayleave
import WayleaveBackport
import WayleaveJOSE
import WayleaveOpenID
import WayleaveWire

/// The keys of an issuer as this process knows them; of those who need others at once, one fetches.
///
/// What to do when, ``ProviderKeys`` decides: at most one fetch a minute, whatever tokens come. A lock and no actor: a check
/// with known keys, as nearly every one is, waits for no one.
final class FetchedKeys: Sendable {
  private struct State {
    var keys = ProviderKeys()
    /// The time for which keys are fetched.
    var flight: Task<Instant, Never>?
  }

  private let endpoint: Endpoint?
  private let metadata: IssuerMetadata
  private let exchange: Exchange
  private let state = Lock(State())

  /// The keys at an address; nil for that of the metadata.
  init(at endpoint: Endpoint?, or metadata: IssuerMetadata, by exchange: Exchange) {
    self.endpoint = endpoint
    self.metadata = metadata
    self.exchange = exchange
  }

  /// The keys to verify with; throws why there are none.
  ///
  /// Keys that have got old are used while others are fetched, so that a slow server holds up no one.
  func current(at now: Instant) async throws(OAuthError) -> JSONWebKeySet {
    let (next, usable) = state.withLock { ($0.keys.next(at: now), $0.keys.usableMeanwhile(at: now)) }
    switch next {
    case .use(let keys): return keys
    case .unavailable(let error): throw error
    case .fetch:
      let flight = fetching(at: now)
      if let usable { return usable }
      return try afterFetch(at: await flight.value)
    }
  }

  /// The keys for a token that none of the known ones made; nil where they were fetched a moment ago.
  func renewed(at now: Instant) async -> JSONWebKeySet? {
    let mayFetch = state.withLock { $0.flight != nil || $0.keys.nextAfterUnknownKey(at: now) == .fetch }
    guard mayFetch else { return nil }
    return try? afterFetch(at: await fetching(at: now).value)
  }

  private func afterFetch(at now: Instant) throws(OAuthError) -> JSONWebKeySet {
    switch state.withLock({ $0.keys.next(at: now) }) {
    case .use(let keys): return keys
    case .unavailable(let error): throw error
    // A fetch that was just made pauses the next.
    case .fetch: throw .outOfOrder("keys that were fetched")
    }
  }

  private func fetching(at now: Instant) -> Task<Instant, Never> {
    state.withLock { state in
      // A task of its own: a waiter who is cancelled takes nothing from the others.
      let flight = state.flight ?? Task { await self.fetch(at: now) }
      state.flight = flight
      return flight
    }
  }

  private func fetch(at now: Instant) async -> Instant {
    let result = await answer(at: now)
    state.withLock { state in
      state.flight = nil
      switch result {
      case .success(let response): state.keys.receive(response, at: now)
      case .failure(let error): state.keys.receive(failure: error, at: now)
      }
    }
    // The keys may have moved.
    if (try? result.get().status) != 200 { metadata.distrust() }
    return now
  }

  private func answer(at now: Instant) async -> Result<ResponseMessage, OAuthError> {
    do throws(OAuthError) {
      guard let place = try await place(at: now) else { throw .noKeySet() }
      return .success(try await exchange.document(ProviderKeys.request(to: place), within: .issuer))
    } catch { return .failure(error) }
  }

  private func place(at now: Instant) async throws(OAuthError) -> Endpoint? {
    if let endpoint { return endpoint }
    return try await metadata.current(at: now).keySetEndpoint
  }
}

extension OAuthError {
  /// RFC 8414 §2: "jwks_uri" is optional.
  fileprivate static func noKeySet() -> OAuthError {
    OAuthError(
      .malformedMetadata, message: "The issuer's metadata names no keys (jwks_uri), so its tokens cannot be verified.",
      rule: .rfc(8414, "2"), remedy: "Give the address of the keys, or have the issuer asked about its tokens.",
      member: "jwks_uri")
  }
}
