import Foundation
import Testing
import WayleaveSimulation

/// `make simulate` runs many more of these.
@Suite("160 to 164, 166: refreshes of one account by many processes in an order that a seed decides")
struct RefreshSimulationTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let runs = environment["WAYLEAVE_SIMULATION_RUNS"].flatMap { UInt64($0) } ?? 1500

  @Test(
    "160, 161, 162, 163, 166: crashes, lost answers, a failing disk and a clock that is set leave one refresh, no lost credential and an honest message",
    .enabled(if: environment["WAYLEAVE_SIMULATION_SEED"] == nil))
  func manyOrders() throws {
    let summary = try Series(first: 1, count: Self.runs).run()
    #expect(summary.failures.isEmpty, "\(summary)\nOne of them alone: WAYLEAVE_SIMULATION_SEED=its seed")
  }

  @Test("a seed repeats its run", arguments: [1, 77, 122, 3353] as [UInt64])
  func repeats(seed: UInt64) throws {
    let (first, second) = (try Simulation.run(seed: seed), try Simulation.run(seed: seed))
    #expect(first.fingerprint == second.fingerprint && first.steps == second.steps && first.steps > 5)
  }

  @Test(
    "the run of WAYLEAVE_SIMULATION_SEED keeps every promise",
    .enabled(if: environment["WAYLEAVE_SIMULATION_SEED"] != nil))
  func oneOrder() throws {
    let seed = try #require(Self.environment["WAYLEAVE_SIMULATION_SEED"].flatMap { UInt64($0) })
    let report = try Simulation.run(seed: seed, isTraced: true)
    #expect(report.violation == nil, "\(report.trace.joined(separator: "\n"))")
  }
}
