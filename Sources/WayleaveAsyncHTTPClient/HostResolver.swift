import NIOPosix
import Wayleave
import WayleaveSystem
import WayleaveWire

/// Finds the addresses of names without letting a slow answer hold anyone up.
struct HostResolver: Sendable {
  /// Blocks until the addresses are known, the best first; the system's by default.
  var lookUp: @Sendable (_ host: String) throws -> [IPAddress] = { host in
    do throws(HostNames.NotFound) {
      return try HostNames.addresses(of: host).compactMap { IPAddress(bytes: $0) }
    } catch { throw TransportFailure.notSent(.unknownHost) }
  }

  /// A lookup cannot be broken off, so what its waiters give up goes on here; more than these wait for their turn.
  private static let threads: NIOThreadPool = {
    let pool = NIOThreadPool(numberOfThreads: 16)
    pool.start()
    return pool
  }()

  /// The addresses of a name, at least one; ends at once when the task is cancelled.
  func addresses(of host: String) async throws -> [IPAddress] {
    let found = FirstEnd<[IPAddress]>()
    Self.threads.submit { _ in
      guard found.isWanted else { return }
      found.end(Result { try lookUp(host) })
    }
    return try await withTaskCancellationHandler {
      try await found.value()
    } onCancel: {
      found.end(.failure(CancellationError()))
    }
  }
}
