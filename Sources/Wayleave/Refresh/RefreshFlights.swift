import WayleaveWire

/// The refreshes under way in this process: one for each account, shared by everyone who waits for it.
///
/// A refresh runs in a task of its own, so that a waiter who is cancelled takes nobody else's credential away.
actor RefreshFlights {
  private var flights: [Account: Task<Result<StoredCredential, OAuthError>, Never>] = [:]

  /// The outcome of the refresh that is under way for an account, or of this one when none is.
  func refresh(
    _ account: Account, by work: @escaping @Sendable () async -> Result<StoredCredential, OAuthError>
  ) async -> Result<StoredCredential, OAuthError> {
    if let flight = flights[account] { return await flight.value }
    let flight = Task { await work() }
    flights[account] = flight
    let result = await flight.value
    flights[account] = nil
    return result
  }
}
