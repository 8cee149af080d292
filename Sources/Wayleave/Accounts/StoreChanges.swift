import WayleaveBackport

/// How often this process has changed the store.
final class StoreChanges: Sendable {
  private let changes = SharedCount()

  var count: Int { changes.value }

  func add() { changes.add() }
}
