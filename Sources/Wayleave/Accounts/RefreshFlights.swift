import WayleaveWire
import WayleaveSignIn
import WayleaveSystem

/// The refreshes under way in this process: one for each account, shared by everyone who waits for it.
///
/// A refresh runs in a task of its own, so that a waiter who is cancelled takes no one else's credential away.
actor RefreshFlights {
  private var flights: [Account: Task<Result<StoredCredential, OAuthError>, Never>] = [:]
  private let executor: (any TaskExecutor)?
  /// How time passes for them.
  let time: PassingTime

  /// No refreshes. `executor` runs them; nil for the usual one.
  init(on executor: (any TaskExecutor)? = nil, in time: PassingTime = PassingTime()) {
    self.executor = executor
    self.time = time
  }

  /// The outcome of the refresh that is under way for an account, or of this one when none is.
  func refresh(
    _ account: Account, by work: @escaping @Sendable () async -> Result<StoredCredential, OAuthError>
  ) async -> Result<StoredCredential, OAuthError> {
    if let flight = flights[account] { return await flight.value }
    let flight = Task(executorPreference: executor) {
      let result = await work()
      // Before anyone gets the result: a caller who cannot use it, and asks again, begins another refresh.
      await self.end(account)
      return result
    }
    flights[account] = flight
    return await flight.value
  }

  private func end(_ account: Account) { flights[account] = nil }
}
