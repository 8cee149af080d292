import WayleaveBackport
import WayleaveOAuth2
import WayleaveProvider

/// The clients that this process has registered for APIs, and those that their servers have forgotten since.
///
/// The account of a sign-in keeps its client. This is for a sign-in that the user breaks off, and repeats. Safe to use from
/// any thread.
final class ClientsOfAPIs: Sendable {
  private struct Place: Hashable {
    let provider: ProviderName
    let api: ResourceIndicator

    init(_ api: FoundAPI) { (provider, self.api) = (api.provider.name, api.resource) }
  }

  private struct State {
    var clients: [Place: Client] = [:]
    var forgotten: Set<ClientID> = []
  }

  private let state = Lock(State())

  func client(for api: FoundAPI) -> Client? { state.withLock { $0.clients[Place(api)] } }

  func put(_ client: Client, for api: FoundAPI) {
    state.withLock { state in
      state.clients[Place(api)] = client
      state.forgotten.remove(client.id)
    }
  }

  /// Notes that the server of an API knows its client no longer.
  func forget(_ client: Client, of api: FoundAPI) {
    state.withLock { state in
      state.clients[Place(api)] = nil
      state.forgotten.insert(client.id)
    }
  }

  func isForgotten(_ client: Client) -> Bool { state.withLock { $0.forgotten.contains(client.id) } }
}
