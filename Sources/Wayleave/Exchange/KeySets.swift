import WayleaveJOSE
import WayleaveOpenID
import WayleaveSignIn
import WayleaveWire

/// The keys of the providers as this process knows them; of those who want the same keys at once, one fetches.
actor KeySets {
  private var known = BoundedMemory<AbsoluteURL, ProviderKeys>()
  private var flights: [AbsoluteURL: Task<ProviderKeys, Never>] = [:]

  /// The keys that are published at an address, cached as long as they are good.
  ///
  /// `refetching` asks for those of now, at most once a minute. Throws why there are none.
  func keys(
    at endpoint: Endpoint, refetching: Bool, by exchange: Exchange, at now: Instant
  ) async throws(OAuthError) -> JSONWebKeySet {
    var keys = known[endpoint.url] ?? ProviderKeys()
    let next = refetching ? keys.nextAfterUnknownKey(at: now) : keys.next(at: now)
    if next == .fetch {
      keys = await fetched(keys, from: endpoint, by: exchange, at: now)
    }
    switch keys.next(at: now) {
    case .use(let keys): return keys
    case .unavailable(let error): throw error.blamedOn(.provider, member: "jwks_uri")
    // A fetch that was just made pauses the next.
    case .fetch: throw .outOfOrder("keys that were fetched")
    }
  }

  private func fetched(
    _ keys: ProviderKeys, from endpoint: Endpoint, by exchange: Exchange, at now: Instant
  ) async -> ProviderKeys {
    let address = endpoint.url
    if let flight = flights[address] { return await flight.value }
    // A task of its own: a waiter who is cancelled takes nothing from the others.
    let flight = Task {
      var keys = keys
      do throws(OAuthError) {
        keys.receive(try await exchange.document(ProviderKeys.request(to: endpoint)), at: now)
      } catch { keys.receive(failure: error, at: now) }
      return keys
    }
    flights[address] = flight
    let result = await flight.value
    known[address] = result
    flights[address] = nil
    return result
  }
}
