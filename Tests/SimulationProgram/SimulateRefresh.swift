import Foundation
import WayleaveSimulation

/// Runs the simulation of a refresh: `simulate-refresh [RUNS [LEAST]]`, or `simulate-refresh --seed SEED` for one run with
/// everything that happens in it.
///
/// It fails where a promise was broken, and where fewer than LEAST of the runs were different.
@main
struct SimulateRefresh {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "--seed", let seed = arguments.dropFirst().first.flatMap({ UInt64($0) }) {
      return try show(seed)
    }
    let numbers = arguments.compactMap { UInt64($0) }
    let summary = try Series(first: 1, count: numbers.first ?? 100_000).run()
    print(summary)
    if let failure = summary.failures.first {
      try show(failure.seed)
      print("Repeat it: simulate-refresh --seed \(failure.seed)")
      exit(1)
    }
    if let least = numbers.dropFirst().first, summary.orders.count < least {
      print("Too few of them are different: at least \(least) are asked for.")
      exit(1)
    }
  }

  private static func show(_ seed: UInt64) throws {
    let report = try Simulation.run(seed: seed, isTraced: true)
    for line in report.trace { print(line) }
    print(report.violation.map { "broken: \($0)" } ?? "every promise was kept")
  }
}
