import Foundation
import WayleaveBackport

/// Many runs, one for each seed, on two threads.
package struct Series: Sendable {
  private let seeds: Range<UInt64>

  /// Runs with so many seeds.
  package init(first: UInt64, count: UInt64) { seeds = first..<(first + count) }

  /// What the runs were like together.
  package struct Summary: Sendable, CustomStringConvertible {
    /// The runs in which a promise was broken; the first few of them.
    package var failures: [Simulation.Report] = []
    var runs = 0
    var broken = 0
    var steps = 0
    var requests = 0
    var crashes = 0
    var revoked = 0
    /// The fingerprint of each run that was different.
    package var orders: Set<UInt64> = []

    package var description: String {
      "\(runs) runs, \(orders.count) of them different: \(steps) steps, \(requests) requests, \(crashes) crashes, "
        + "\(revoked) sign-ins ended by the server; \(broken) runs broke a promise"
        + failures.map { "\n  seed \($0.seed): \($0.violation ?? "")" }.joined()
    }

    mutating func add(_ report: Simulation.Report) {
      runs += 1
      steps += report.steps
      requests += report.requests
      crashes += report.crashes
      revoked += report.isRevoked ? 1 : 0
      orders.insert(report.fingerprint)
      guard report.violation != nil else { return }
      broken += 1
      if failures.count < 10 { failures.append(report) }
    }
  }

  /// Runs them all.
  package func run() throws -> Summary {
    let next = Lock(seeds.lowerBound)
    let summary = Lock(Summary())
    let failure = Lock<(any Error)?>(nil)
    let work: @Sendable () -> Void = { [end = seeds.upperBound] in
      while let seed = next.withLock({ next in
        defer { next += 1 }
        return next < end ? next : nil
      }) {
        do {
          let report = try Simulation.run(seed: seed)
          summary.withLock { $0.add(report) }
        } catch { failure.withLock { $0 = error } }
      }
    }
    let isOtherDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      work()
      isOtherDone.signal()
    }
    work()
    isOtherDone.wait()
    if let error = failure.withLock({ $0 }) { throw error }
    return summary.withLock { $0 }
  }
}
