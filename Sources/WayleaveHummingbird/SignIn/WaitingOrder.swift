import Wayleave
import WayleaveBackport
import WayleaveResourceServer
import WayleaveSignIn
import WayleaveWire

/// Which sign-ins wait, by the clients that began them, in a bounded number: where there are too many, a client that
/// has more than its share loses its oldest, else the client that has the most.
///
/// So a flood pushes itself out, and not those who sign in meanwhile. Where no one says who the clients are, all are one.
final class WaitingOrder: Sendable {
  private struct State {
    var queues: [String: KeyQueue] = [:]
    var clients: [[UInt8]: String] = [:]
    var added = 0
  }

  private let maximum: Int
  private let state = Lock(State())

  init(maximum: Int) { self.maximum = max(maximum, 1) }

  /// Adds a key, and takes one out where there are too many.
  func add(_ key: SignIn.Key, of client: String?) -> SignIn.Key? {
    let client = client.map(ClientAddress.network) ?? ""
    return state.withLock { state in
      let dropped = makeRoom(for: client, in: &state)
      state.added += 1
      state.queues[client, default: KeyQueue()].add(key, state.added)
      state.clients[key.bytes] = client
      return dropped
    }
  }

  /// Takes out the key that one of a client would push out; nil where there is room.
  func makeRoom(for client: String?) -> SignIn.Key? {
    let client = client.map(ClientAddress.network) ?? ""
    return state.withLock { makeRoom(for: client, in: &$0) }
  }

  /// Takes a key out.
  func remove(_ key: SignIn.Key) { state.withLock { Self.remove(key, from: &$0) } }

  private func makeRoom(for client: String, in state: inout State) -> SignIn.Key? {
    guard state.clients.count >= maximum, let dropped = Self.dropped(for: client, in: state) else { return nil }
    Self.remove(dropped, from: &state)
    return dropped
  }

  /// The key that makes room for one of a client. One that would have more than its share loses its own: no search among
  /// thousands of clients, which a flood would bring about with each of its requests.
  private static func dropped(for client: String, in state: State) -> SignIn.Key? {
    if let own = state.queues[client], (own.count + 1) * state.queues.count > state.clients.count + 1 {
      return own.oldest?.key
    }
    return state.queues.values.max { $0.losesLess(than: $1) }?.oldest?.key
  }

  private static func remove(_ key: SignIn.Key, from state: inout State) {
    guard let client = state.clients.removeValue(forKey: key.bytes) else { return }
    state.queues[client]?.remove(key)
    if state.queues[client]?.count == 0 { state.queues[client] = nil }
  }
}

/// The keys of one client in the order in which they were added; each can be taken out.
private struct KeyQueue {
  private var entries: [(key: SignIn.Key, number: Int)?] = []
  private var places: [[UInt8]: Int] = [:]
  /// Before it, there is no key.
  private var first = 0

  var count: Int { places.count }

  /// The key that was added first; nil for none.
  var oldest: (key: SignIn.Key, number: Int)? { first < entries.count ? entries[first] : nil }

  /// Whether another queue is the one to lose a key: the longer one, and of two that are as long the one with the older key.
  func losesLess(than other: KeyQueue) -> Bool {
    guard count == other.count else { return count < other.count }
    return (oldest?.number ?? 0) > (other.oldest?.number ?? 0)
  }

  mutating func add(_ key: SignIn.Key, _ number: Int) {
    places[key.bytes] = entries.count
    entries.append((key, number))
  }

  /// Takes a key out, and closes the gaps before they are as many as the keys.
  mutating func remove(_ key: SignIn.Key) {
    guard let place = places.removeValue(forKey: key.bytes) else { return }
    entries[place] = nil
    while first < entries.count, entries[first] == nil { first += 1 }
    guard entries.count > 2 * places.count + 64 else { return }
    entries = entries.filter { $0 != nil }
    first = 0
    for (place, entry) in entries.enumerated() { if let entry { places[entry.key.bytes] = place } }
  }
}
