public import CoreMetrics
public import Logging
public import Tracing
public import Wayleave

extension Accounts {
  /// The same accounts, which report what they do to the systems of the one who operates the program.
  ///
  /// Each is left out unless it is given, and a function that got the steps before still gets them. No secret is in any
  /// of them: the logger gets addresses, the errors and what users are called at their provider's API, the metrics and
  /// the spans only names of providers and codes of errors. A provider gets no header for tracing.
  ///
  /// - Parameters:
  ///   - logger: gets each step, and each end of an operation.
  ///   - metrics: counts sign-ins, refreshes, grants and hand-overs by provider and outcome, such as
  ///     `MetricsSystem.factory`.
  ///   - tracer: gets a span for each operation, such as `InstrumentationSystem.tracer`.
  public func reporting(
    to logger: Logger? = nil, metrics: (any MetricsFactory)? = nil, tracer: (any Tracer)? = nil
  ) -> Accounts {
    let report = OperationReport(logger: logger, metrics: metrics, tracer: tracer)
    guard let logger else { return observed(by: report) }
    return observed(by: report) { event in logger.log(event) }
  }
}
