import NIOPosix
import Synchronization
import Wayleave
import WayleaveWire

/// Finds the addresses of names without letting a slow answer hold anyone up.
struct HostResolver: Sendable {
  /// Blocks until the addresses are known, the best first; the system's by default.
  var lookUp: @Sendable (_ host: String) throws -> [IPAddress] = { try SystemNames.addresses(of: $0) }

  /// A lookup cannot be broken off, so what its waiters give up goes on here; more than these wait for their turn.
  private static let threads: NIOThreadPool = {
    let pool = NIOThreadPool(numberOfThreads: 16)
    pool.start()
    return pool
  }()

  /// The addresses of a name, at least one; ends at once when the task is cancelled.
  func addresses(of host: String) async throws -> [IPAddress] {
    let lookup = Lookup()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard lookup.wait(continuation) else { return }
        Self.threads.submit { state in
          guard case .active = state, lookup.isWaitedFor else { return }
          lookup.end(Result { try lookUp(host) })
        }
      }
    } onCancel: {
      lookup.end(.failure(CancellationError()))
    }
  }
}

/// One lookup: its first end counts, and later ones are of no interest.
private final class Lookup: Sendable {
  private typealias Waiter = CheckedContinuation<[IPAddress], any Error>
  private enum State {
    case new
    case waiting(Waiter)
    case ended
  }

  private let state = Mutex(State.new)

  var isWaitedFor: Bool {
    state.withLock { if case .waiting = $0 { true } else { false } }
  }

  /// Whether the lookup is still wanted; one that ended before is over at once.
  func wait(_ continuation: CheckedContinuation<[IPAddress], any Error>) -> Bool {
    let isWanted = state.withLock { state in
      guard case .new = state else { return false }
      state = .waiting(continuation)
      return true
    }
    if !isWanted { continuation.resume(throwing: CancellationError()) }
    return isWanted
  }

  func end(_ result: Result<[IPAddress], any Error>) {
    let waiter: Waiter? = state.withLock { state in
      defer { state = .ended }
      if case .waiting(let waiter) = state { return waiter }
      return nil
    }
    waiter?.resume(with: result)
  }
}
