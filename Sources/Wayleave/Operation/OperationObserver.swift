package import WayleaveWire

/// What hears of each operation, and of how it ended.
package protocol OperationObserver: Sendable {
  /// Runs the last part of an operation, which decides how it ends.
  func observed<Value>(
    _ operation: Operation, _ body: () async -> Result<Value, OAuthError>
  ) async -> Result<Value, OAuthError>

  /// Hears of an operation that failed before its last part.
  func failed(_ operation: Operation, because error: OAuthError)
}
