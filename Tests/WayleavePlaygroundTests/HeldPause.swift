import WayleaveBackport

/// A pause of a fault that ends when the test says so; after a minute in any case.
final class HeldPause: Sendable {
  private let isOver = Lock(false)

  func end() { isOver.withLock { $0 = true } }

  func wait() async throws {
    for _ in 0..<6000 where !isOver.withLock(\.self) { try await Task.sleep(for: .milliseconds(10)) }
  }
}
