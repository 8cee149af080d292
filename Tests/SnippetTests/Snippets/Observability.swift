import CoreMetrics
import Logging
import Tracing
import Wayleave
import WayleaveObservability

/// What WayleaveObservability.md shows.
func report(_ accounts: Accounts) -> Accounts {
  // snippet: reporting
  let reporting = accounts.reporting(
    to: Logger(label: "accounts"), metrics: MetricsSystem.factory, tracer: InstrumentationSystem.tracer)
  // end of snippet
  return reporting
}
