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
    // At once: between a look and a step, another caller's fetch could end.
    let (next, usable, flight) = state.withLock { state in
      let next = state.keys.next(at: now)
      if next == .fetch { startFlight(&state, at: now) }
      return (next, state.keys.usableMeanwhile(at: now), state.flight)
    }
    switch next {
    case .use(let keys): return keys
    case .unavailable(let error): throw error
    case .fetch:
      if let usable { return usable }
      // What a fetch brought that began before this call is as old at the time of this one.
      return try await current(at: max(now, await flight?.value ?? now))
    }
  }

  /// The keys for a token that none of the tried ones made; nil where these were fetched a moment ago.
  func renewed(after tried: JSONWebKeySet, at now: Instant) async -> JSONWebKeySet? {
    let (known, flight) = state.withLock { state -> (JSONWebKeySet?, Task<Instant, Never>?) in
      // Another caller may have fetched them meanwhile.
      if case .use(let keys) = state.keys.next(at: now), keys != tried { return (keys, nil) }
      if state.keys.nextAfterUnknownKey(at: now) == .fetch { startFlight(&state, at: now) }
      return (nil, state.flight)
    }
    if let known { return known }
    guard let flight else { return nil }
    return try? await current(at: max(now, await flight.value))
  }

  /// Has one fetch under way.
  private func startFlight(_ state: inout State, at now: Instant) {
    // A task of its own: a waiter who is cancelled takes nothing from the others.
    if state.flight == nil { state.flight = Task { await self.fetch(at: now) } }
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
