import WayleaveWire
import WayleaveSignIn
import WayleaveSystem

/// The refreshes under way in this process: one for each account, shared by everyone who waits for it.
///
/// A refresh runs in a task of its own, so that a waiter who is cancelled takes no one else's credential away.
package actor RefreshFlights {
  /// The outcome of one refresh, when it is there.
  package typealias Flight = Task<Result<StoredCredential, OAuthError>, Never>
  /// Begins the task of one refresh.
  package typealias Start = @Sendable (@escaping Work) -> Flight
  /// Begins a task like any other.
  package static let usualStart: Start = { work in Task { await work() } }
  /// The work of one refresh.
  package typealias Work = @Sendable () async -> Result<StoredCredential, OAuthError>

  private var flights: [Account: Flight] = [:]
  private let start: Start
  /// How time passes for them.
  let time: PassingTime

  /// No refreshes; `start` begins the task of each.
  init(
    startedBy start: @escaping Start = usualStart, in time: PassingTime = PassingTime()
  ) {
    self.start = start
    self.time = time
  }

  /// The outcome of the refresh that is under way for an account, or of this one when none is.
  func refresh(
    _ account: Account, by work: @escaping Work
  ) async -> Result<StoredCredential, OAuthError> {
    if let flight = flights[account] { return await flight.value }
    let flight = start {
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
