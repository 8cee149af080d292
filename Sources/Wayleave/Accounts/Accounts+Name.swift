public import WayleaveWire
import WayleaveOAuth2
import WayleaveProvider
public import WayleaveSignIn
import WayleaveSystem

/// The names of accounts: each belongs to one account until that is signed out or renamed.
extension Accounts {
  /// Gives an account another name, or none.
  ///
  /// It changes one record at once: a refresh that runs is waited for, and nothing is sent. Throws
  /// `configuration.name_taken` for a name that means another account, and `configuration.invalid_value` for one that is
  /// not 1 to 100 bytes of visible text, begins with “-” or has a space at an end.
  public func rename(_ account: Account, to name: String?) async throws(OAuthError) {
    if let name { try GivenName.require(name) }
    try await credentials.wrapped {
      try await credentials.withNamesLock(in: flights.time) {
        try await credentials.withLocks(on: account, in: flights.time) { try await renameUnderLock(account, to: name) }
      }
    }
    changes.add()
  }

  private func renameUnderLock(_ account: Account, to name: String?) async throws {
    guard let held = try await credentials.load(account) else { throw OAuthError.unknownAccount(account) }
    if let name, let holder = try await all().holder(of: name, besides: account) {
      throw OAuthError.nameTaken(name, by: holder)
    }
    var stored = held.stored
    stored.name = name
    guard stored != held.stored else { return }
    try await credentials.replace(account, with: stored, expecting: held.revision)
  }

  /// Throws when a sign-in cannot give this name to its account, whatever user comes back: no user is asked in vain.
  func requireName(_ name: String?, at provider: Provider, as client: Client) async throws(OAuthError) {
    guard let name else { return }
    try await requireName(name, at: provider.name, registeringFor: clientMadeFor, or: client.id)
  }

  /// Throws `configuration.name_taken` when a sign-in cannot give this name to its account, once a client is registered for
  /// it: no registration is made in vain.
  ///
  /// - Parameter known: the client id that a sign-in there already has; nil for none.
  package func requireName(
    _ name: String, at provider: ProviderName, registeringFor purpose: String?, or known: ClientID?
  ) async throws(OAuthError) {
    try GivenName.require(name)
    guard let holder = try await all().holder(of: name) else { return }
    guard holder.isAccount(at: provider, as: known, madeFor: purpose) else { throw .nameTaken(name, by: holder) }
  }
}

extension [StoredCredential] {
  /// Another account that has the name or alone answers to it; nil for a name that is free. A sign-out frees the name.
  func holder(of name: String, besides account: Account? = nil) -> StoredCredential? {
    let meant = meant(by: name).filter { !$0.isSignedOut }
    // A name to which several accounts answer means none of them.
    guard meant.count == 1 || meant.contains(where: { $0.isNamed(name) }) else { return nil }
    return meant.first { $0.account != account }
  }
}
