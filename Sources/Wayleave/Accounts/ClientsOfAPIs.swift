import WayleaveBackport
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

/// The clients that this process has registered for APIs, and those that their servers take no longer.
///
/// The account of a sign-in keeps its client. This is for a sign-in that the user breaks off, and repeats. Safe to use from
/// any thread.
final class ClientsOfAPIs: Sendable {
  private struct Place: Hashable {
    let provider: ProviderName
    let api: String

    init(_ api: FoundAPI) { (provider, self.api) = (api.provider.name, api.resource.text) }

    init(of client: RegisteredClient) { (provider, api) = (client.provider, client.madeFor ?? "") }
  }

  /// A client at such a place: another server may have given out the same id.
  private struct Registered: Hashable {
    let place: Place
    let client: ClientID
  }

  private struct State {
    var clients: [Place: RegisteredClient] = [:]
    var expiries: [Registered: Instant] = [:]
    var forgotten: Set<Registered> = []
    /// Those next to which wider ones were made: until an account has moved, it needs them.
    var replaced: [Place: [RegisteredClient]] = [:]
  }

  private let state = Lock(State())

  func client(for api: FoundAPI) -> RegisteredClient? { state.withLock { $0.clients[Place(api)] } }

  /// The one for the API of an account.
  func client(likeThatOf stored: StoredCredential) -> RegisteredClient? {
    stored.appRegistration.flatMap { own in state.withLock { $0.clients[Place(of: own)] } }
  }

  /// Keeps a client that is registered now for an API, in place of an earlier one where one is named.
  func put(_ client: RegisteredClient, instead earlier: RegisteredClient? = nil) {
    let registered = Registered(place: Place(of: client), client: client.client.id)
    state.withLock { state in
      state.clients[registered.place] = client
      state.expiries[registered] = client.secretExpiresAt
      state.forgotten.remove(registered)
      if let earlier { state.replaced[registered.place, default: []].append(earlier) }
    }
  }

  /// Gives out, once, the earlier ones for the API of a client that no account needs.
  func takeReplaced(by client: RegisteredClient, among accounts: [StoredCredential]) -> [RegisteredClient] {
    let place = Place(of: client)
    return state.withLock { state in
      let all = state.replaced[place] ?? []
      let needless = all.filter { earlier in
        earlier.client.id != client.client.id
          && !accounts.contains { $0.needs(earlier.client.id, at: earlier.provider) }
      }
      state.replaced[place] = all.filter { !needless.contains($0) }
      return needless
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
