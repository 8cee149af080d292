import CoreMetrics
import Logging
import Tracing
import Wayleave
import WayleaveWire

/// What becomes of each operation, as a line of the log, a count and a span.
struct OperationReport: OperationObserver {
  let logger: Logger?
  let metrics: (any MetricsFactory)?
  let tracer: (any Tracer)?

  func observed<Value>(
    _ operation: Operation, _ body: () async -> Result<Value, OAuthError>
  ) async -> Result<Value, OAuthError> {
    let start = ContinuousClock.now
    let result =
      if let tracer { await Self.traced(operation, by: tracer, body) } else { await body() }
    let duration = ContinuousClock.now - start
    let failure: OAuthError? = if case .failure(let error) = result { error } else { nil }
    report(operation, endedBy: failure)
    if let metrics {
      let timer = Timer(
        label: "\(operation.metric).duration", dimensions: operation.dimensions(endedBy: failure), factory: metrics)
      timer.recordNanoseconds(duration.wholeNanoseconds)
    }
    return result
  }

  func failed(_ operation: Operation, because error: OAuthError) {
    report(operation, endedBy: error)
    guard let tracer else { return }
    Self.record(operation, by: tracer, endedBy: error)
  }

  private func report(_ operation: Operation, endedBy failure: OAuthError?) {
    logger?.log(operation, endedBy: failure)
    guard let metrics else { return }
    Counter(label: operation.metric, dimensions: operation.dimensions(endedBy: failure), factory: metrics).increment()
  }

  private static func traced<Value>(
    _ operation: Operation, by tracer: some Tracer, _ body: () async -> Result<Value, OAuthError>
  ) async -> Result<Value, OAuthError> {
    await tracer.withSpan(operation.spanName, ofKind: .client) { span in
      let result = await body()
      let failure: OAuthError? = if case .failure(let error) = result { error } else { nil }
      span.end(operation, by: failure)
      return result
    }
  }

  private static func record(_ operation: Operation, by tracer: some Tracer, endedBy error: OAuthError) {
    tracer.withSpan(operation.spanName, ofKind: .client) { $0.end(operation, by: error) }
  }
}

extension Operation {
  /// The name of what counts these operations.
  fileprivate var metric: String {
    switch kind {
    case .signIn: "wayleave.sign_ins"
    case .refresh: "wayleave.refreshes"
    case .handOver: "wayleave.hand_overs"
    case .grant: "wayleave.grants"
    }
  }

  fileprivate var spanName: String { "wayleave.\(kind.rawValue)" }

  fileprivate func dimensions(endedBy failure: OAuthError?) -> [(String, String)] {
    [("provider", provider), ("outcome", failure.outcome)]
  }
}

extension OAuthError? {
  /// The code of a failure; `completed` where there is none.
  var outcome: String { map(\.code.rawValue) ?? "completed" }
}

extension Span {
  fileprivate func end(_ operation: Operation, by failure: OAuthError?) {
    attributes["wayleave.provider"] = operation.provider
    attributes["wayleave.outcome"] = failure.outcome
    if let failure { setStatus(SpanStatus(code: .error, message: failure.code.rawValue)) }
  }
}

extension Duration {
  fileprivate var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
