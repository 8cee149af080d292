import WayleaveProvider
import WayleaveWire

/// Has the keys for logout tokens fetched: once for all tokens that come at this moment, and not at all for a moment after
/// that has failed.
///
/// Anyone can send what looks like a logout token, and of an issuer that does not answer nothing is remembered.
actor LogoutKeys {
  private var flights: [String: Task<OAuthError?, Never>] = [:]
  private var failures: [String: (error: OAuthError, at: Instant)] = [:]

  /// For how long an issuer whose keys cannot be had is not asked again.
  static let pause = Duration.seconds(5)

  /// Sees to it that the keys of a provider are known; throws why they cannot be had.
  func require(of provider: Provider, by accounts: Accounts) async throws(OAuthError) {
    let key = provider.issuer?.text ?? provider.name.text
    if let (error, failedAt) = failures[key], (.zero..<Self.pause).contains(accounts.now() - failedAt) { throw error }
    // A task of its own: a waiter who is cancelled takes nothing from the others.
    let flight = flights[key] ?? Task { await self.fetch(key, of: provider, by: accounts) }
    flights[key] = flight
    if let error = await flight.value { throw error }
  }

  private func fetch(_ key: String, of provider: Provider, by accounts: Accounts) async -> OAuthError? {
    var failure: OAuthError?
    do throws(OAuthError) { _ = try await accounts.issuerKeys(of: provider) } catch { failure = error }
    flights[key] = nil
    // An issuer that hangs has taken its time.
    failures[key] = failure.map { ($0, accounts.now()) }
    return failure
  }
}
