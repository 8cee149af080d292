import Synchronization

/// How often this process has changed the store.
final class StoreChanges: Sendable {
  private let changes = Atomic(0)

  var count: Int { changes.load(ordering: .acquiring) }

  func add() { changes.add(1, ordering: .releasing) }
}
