import WayleaveBackport
import WayleaveWire

/// The last requests that an authorization server got, whose secrets it may repeat in a later answer.
///
/// Safe to use from any thread.
final class SentRequests: Sendable {
  /// More than one sign-in sends: a server with many users is not to hold all that it ever sent.
  private static let maximumCount = 16

  private let last = Lock<[RequestMessage]>([])

  /// Those before now, the latest last.
  var all: [RequestMessage] { last.withLock(\.self) }

  /// Adds one, in place of the oldest where there are many.
  func add(_ request: RequestMessage) {
    last.withLock { last in
      if last.count == Self.maximumCount { last.removeFirst() }
      last.append(request)
    }
  }
}
