import HTTPTypes
import Synchronization
package import WayleaveWire

/// How far the clocks of servers are from this machine's, learned from the `Date` of their answers.
///
/// RFC 9110 §6.6.1. Each origin's clock counts for what that origin says and for nothing else. Safe to use from any thread.
package final class ServerClocks: Sendable {
  private struct State {
    var differences: [Origin: Int64] = [:]
    var corrections: [Origin: Int64] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// What is taken for travel time and rounding.
  private static let tolerance: Int64 = 5
  /// A server further away than this is not believed: its clock is wrong, or its answer old.
  private static let largestDifference: Int64 = 86400

  /// Learns from an answer that has just come.
  package func learn(from response: ResponseMessage, of origin: Origin, at now: Instant) {
    guard let difference = Self.difference(told: response, at: now) else { return }
    state.withLock { $0.differences[origin] = difference == 0 ? nil : difference }
  }

  /// By how many seconds the server's clock is ahead by what an answer says; nil when it says nothing to be believed.
  package static func difference(told response: ResponseMessage, at now: Instant) -> Int64? {
    // What comes from a cache has the date of when it was made: RFC 9111 §5.1.
    guard let date = response.date, response.head.headerFields[.age] == nil else { return nil }
    let difference = date - now
    guard (-largestDifference...largestDifference).contains(difference) else { return nil }
    return (-tolerance...tolerance).contains(difference) ? 0 : difference
  }

  /// The time by a server's clock, which is this machine's as long as nothing else is known.
  package func now(at origin: Origin, _ now: Instant) -> Instant {
    now + difference(at: origin)
  }

  /// By how many seconds a server's clock is ahead of this machine's, as far as it is known.
  package func difference(at origin: Origin) -> Int64 {
    state.withLock { $0.differences[origin] ?? 0 }
  }

  /// By how many seconds the times of proofs and assertions for a server are corrected: by none until it has refused one.
  ///
  /// What stands in a `Date` is seldom what a proof is measured by, and our own clock is right as a rule.
  package func correction(at origin: Origin) -> Int64 {
    state.withLock { $0.corrections[origin] ?? 0 }
  }

  /// Takes the server's clock for what it refused; whether that changes anything.
  package func correct(at origin: Origin) -> Bool {
    state.withLock { state in
      let difference = state.differences[origin] ?? 0
      guard difference != state.corrections[origin] ?? 0 else { return false }
      state.corrections[origin] = difference
      return true
    }
  }

  /// Goes back to our own clock: the server's was no better.
  package func forgetCorrection(at origin: Origin) {
    state.withLock { $0.corrections[origin] = nil }
  }
}
