import WayleaveProvider
import WayleaveWire

/// Has the keys for logout tokens fetched: once for all tokens that come at this moment, and not at all for a moment after
/// that has failed.
///
/// Anyone can send what looks like a logout token, and of an issuer that does not answer nothing is remembered.
actor LogoutKeys {
  private var flights: [ProviderName: Task<OAuthError?, Never>] = [:]
  private var failures: [ProviderName: (error: OAuthError, at: Instant)] = [:]

  /// For how long an issuer whose keys cannot be had is not asked again.
  static let pause = Duration.seconds(5)

  /// Sees to it that the keys of a provider are known; throws why they cannot be had.
  func require(of provider: Provider, by accounts: Accounts) async throws(OAuthError) {
    let name = provider.name
    let now = accounts.now()
    if let (error, failedAt) = failures[name], (.zero..<Self.pause).contains(now - failedAt) { throw error }
    // A task of its own: a waiter who is cancelled takes nothing from the others.
    let flight = flights[name] ?? Task { await Self.failure(of: provider, by: accounts) }
    flights[name] = flight
    let error = await flight.value
    flights[name] = nil
    failures[name] = error.map { ($0, now) }
    if let error { throw error }
  }

  private static func failure(of provider: Provider, by accounts: Accounts) async -> OAuthError? {
    do throws(OAuthError) { _ = try await accounts.issuerKeys(of: provider) } catch { return error }
    return nil
  }
}
