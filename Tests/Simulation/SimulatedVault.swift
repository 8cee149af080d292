import Wayleave
import WayleaveWire

/// The disk as one process sees it: between any two of its operations, the others can act.
struct SimulatedVault: Vault, RecordLocks {
  let disk: SimulatedDisk
  let process: SimulatedProcess
  let world: World

  var location: String { "the simulated disk" }

  func record(named name: RecordName) async throws -> VaultRecord? {
    try await world.turn("reads", of: process)
    return try disk.read(name)
  }

  func replace(
    _ name: RecordName, with contents: Secret?, expecting expected: ExpectedRecord
  ) async throws -> RecordRevision? {
    try await world.turn("writes", of: process)
    return try disk.replace(name, with: contents, expecting: expected, by: process)
  }

  func records(of kind: RecordKind) async throws -> [Swift.Result<VaultRecord, OAuthError>] {
    try await world.turn("lists", of: process)
    return disk.visible.filter { $0.key.kind == kind }.map { .success($0.value) }
  }

  func ids(of kind: RecordKind) async throws -> [String] {
    try await world.turn("lists", of: process)
    return disk.visible.keys.filter { $0.kind == kind }.map(\.text)
  }

  func remove(id: String, in state: RecordRevision?) async throws {}

  func probe() async throws {}

  func reserve(for name: RecordName, growingBy bytes: Int) async throws -> StoreReservation {
    try await world.turn("reserves", of: process)
    return try disk.reserve(name, by: process)
  }

  func withLock<Value: Sendable>(
    on name: RecordName, until deadline: ContinuousClock.Instant, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await world.turn("locks", of: process)
    while !disk.lock(name, for: process) {
      guard world.now < deadline else { throw Self.busy() }
      try await world.sleep("waits for the lock", of: process, until: deadline, or: name.text)
    }
    defer { disk.unlock(name, by: process) }
    return try await body()
  }

  private static func busy() -> OAuthError {
    OAuthError(
      .storeBusy, rule: .wayleave("one program at a time changes a credential"), expected: "a free lock",
      received: .described("one that is held"), remedy: "Try again.")
  }
}
