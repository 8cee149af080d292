import Synchronization
import WayleaveWire

/// How far the clocks of servers are from this machine's, learned from the `Date` of their answers.
///
/// RFC 9110 §6.6.1. Each origin's clock counts for what that origin says and for nothing else. Safe to use from any thread.
final class ServerClocks: Sendable {
  private let differences = Mutex<[Origin: Int64]>([:])

  /// What is taken for travel time and rounding.
  private static let tolerance: Int64 = 5
  /// A server further away than this is not believed: its clock is wrong, or its answer old.
  private static let largestDifference: Int64 = 86400

  /// Learns from an answer that has just come.
  func learn(from response: ResponseMessage, of origin: Origin, at now: Instant) {
    guard let difference = Self.difference(told: response, at: now) else { return }
    differences.withLock { $0[origin] = difference == 0 ? nil : difference }
  }

  /// By how many seconds the server's clock is ahead by what an answer says; nil when it says nothing to be believed.
  static func difference(told response: ResponseMessage, at now: Instant) -> Int64? {
    guard let date = response.date else { return nil }
    let difference = date - now
    guard (-largestDifference...largestDifference).contains(difference) else { return nil }
    return (-tolerance...tolerance).contains(difference) ? 0 : difference
  }

  /// The time by a server's clock, which is this machine's as long as nothing else is known.
  func now(at origin: Origin, _ now: Instant) -> Instant {
    now + difference(at: origin)
  }

  /// By how many seconds a server's clock is ahead of this machine's, as far as it is known.
  func difference(at origin: Origin) -> Int64 {
    differences.withLock { $0[origin] ?? 0 }
  }
}
