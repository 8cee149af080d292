import WayleaveBackport
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// The clients that this process has registered for APIs, and those that their servers take no longer.
///
/// The account of a sign-in keeps its client. This is for a sign-in that the user breaks off, and repeats. Safe to use from
/// any thread.
final class ClientsOfAPIs: Sendable {
  private struct Place: Hashable {
    let provider: ProviderName
    let api: ResourceIndicator

    init(_ api: FoundAPI) { (provider, self.api) = (api.provider.name, api.resource) }
  }

  /// A client at such a place: another server may have given out the same id.
  private struct Registered: Hashable {
    let place: Place
    let client: ClientID
  }

  private struct State {
    var clients: [Place: Client] = [:]
    var expiries: [Registered: Instant] = [:]
    var forgotten: Set<Registered> = []
  }

  private let state = Lock(State())

  func client(for api: FoundAPI) -> Client? { state.withLock { $0.clients[Place(api)] } }

  /// Keeps a client that is registered now; its secret, if any, expires at `expiry`.
  func put(_ client: Client, until expiry: Instant?, for api: FoundAPI) {
    let registered = Registered(place: Place(api), client: client.id)
    state.withLock { state in
      state.clients[registered.place] = client
      state.expiries[registered] = expiry
      state.forgotten.remove(registered)
    }
  }

  /// Notes that the server of an API knows its client no longer, or not for what is asked for.
  func forget(_ client: Client, of api: FoundAPI) {
    let registered = Registered(place: Place(api), client: client.id)
    state.withLock { state in
      state.clients[registered.place] = nil
      state.forgotten.insert(registered)
    }
  }

  /// Whether a sign-in for an API can have a client of an earlier one, as far as is known here.
  func isUsable(_ client: Client, for api: FoundAPI, at now: Instant) -> Bool {
    let registered = Registered(place: Place(api), client: client.id)
    return state.withLock { state in
      !state.forgotten.contains(registered) && state.expiries[registered].map { $0 > now } ?? true
    }
  }
}
