public import WayleaveWire

/// Sends a request and brings its answer.
///
/// An implementation follows no redirect, keeps no cookie, adds no credential, and ends by the deadline with the
/// connection closed. A content coding it leaves as it came; where it undoes one, it no longer names it, and the limit is
/// for what it makes. It sends a request at most once where the server may have it. It throws what
/// it likes; the caller wraps it once. `TransportContract` of `WayleaveTesting` has these promises as checks.
public protocol Transport: Sendable {
  /// Sends one request; `limits` bound what may come back and when.
  func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage
}
