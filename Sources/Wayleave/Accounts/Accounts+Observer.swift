package import WayleaveSignIn
import WayleaveProvider
import WayleaveWire

extension Accounts {
  /// The same accounts, whose operations an observer hears of, and whose steps a further function gets.
  package func observed(
    by observer: any OperationObserver, events: (@Sendable (Event) -> Void)? = nil
  ) -> Accounts {
    var accounts = self
    accounts.observer = observer
    guard let events else { return accounts }
    let earlier = exchange.listener
    accounts.exchange.listener = { event in
      earlier?(event)
      events(event)
    }
    return accounts
  }

  /// Runs the last part of an operation.
  func observed<Value>(
    _ kind: Operation.Kind, at provider: Provider, _ body: () async throws(OAuthError) -> Value
  ) async throws(OAuthError) -> Value {
    guard let observer else { return try await body() }
    return try await observer.observed(Operation(kind, at: provider)) { await Self.result(of: body) }.get()
  }

  /// Runs a part of an operation that ends it only by failing; what was cancelled may go on in another way.
  func observedFailure<Value>(
    _ kind: Operation.Kind, at provider: Provider, _ body: () async throws(OAuthError) -> Value
  ) async throws(OAuthError) -> Value {
    do throws(OAuthError) { return try await body() } catch {
      if error.code != .cancelled { observer?.failed(Operation(kind, at: provider), because: error) }
      throw error
    }
  }
}
