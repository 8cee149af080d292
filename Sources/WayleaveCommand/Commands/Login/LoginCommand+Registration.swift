import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveTerminal
import WayleaveWire

/// The registrations that sign-ins made, when an account needs more scopes than they have.
///
/// RFC 7591 §2: many servers allow a client no other scopes than those that it is registered for.
extension LoginCommand {
  /// The lock under which a registration for an API, or an issuer, is made or changed: of several processes one does it.
  func registrationLock(
    for purpose: String, in workplace: Workplace, until deadline: ContinuousClock.Instant
  ) async throws -> SignInLock? {
    try await SignInLock.take(
      for: "the registration for \(purpose)", in: workplace.folders.signInLocks, until: deadline, output: output)
  }

  /// The client for another sign-in of an account, which asks for more scopes than its registration has, or whose secret has
  /// expired: the same one with these scopes, or another one for the same API, to which the account moves. Nil where its own
  /// does, and where it is none that a sign-in made.
  func client(
    for stored: StoredCredential, asking scopes: [String], until deadline: ContinuousClock.Instant,
    in workplace: Workplace, by accounts: Accounts
  ) async throws -> Client? {
    guard let purpose = stored.clientMadeFor else { return nil }
    let held = stored.scopesToKeep
    let asked = FoundAPI.scopes(registeredFor: held, wanting: scopes)
    // What an earlier version registered allows at least what was granted.
    let own = try await workplace.registrations(for: purpose, at: stored.account.provider).first { $0.serves(stored) }
    if let own, own.serves(asking: asked, orKnown: held, at: WallClock.now()) { return nil }
    let lock = try await registrationLock(for: purpose, in: workplace, until: deadline)
    defer { lock?.release(.failed) }
    // Another process may have changed it since; or the user has declined a sign-in with the one that has more.
    let all = try await workplace.registrations(for: purpose, at: stored.account.provider)
    let now = WallClock.now()
    if let fit = all.first(where: { $0.serves(asking: asked, at: now) }) { return fit.client }
    var provider = try workplace.catalogue.provider(named: stored.account.provider.text, allowingHTTP: true)
    // The document that names the endpoint is the one that the first registration read.
    provider.isNamedByAPI = stored.isForAPI
    let registration = AutomaticRegistration(
      provider: provider, purpose: purpose, scopes: asked, redirectURIs: stored.client.redirectURIs)
    return try await registered(
      registration, inPlaceOf: all.first { $0.serves(stored) && !$0.hasExpired(at: now) }, in: workplace, by: accounts)?
      .client
  }

  /// A registration with more scopes: the earlier one, changed at its server, or else a new one next to it, which stays until
  /// no account needs it. Nil where the server does neither.
  ///
  /// RFC 7592 §2.2; RFC 7591 §3. Call it under ``registrationLock(for:in:until:)``.
  func registered(
    _ registration: AutomaticRegistration, inPlaceOf earlier: RegisteredClient?, in workplace: Workplace,
    by accounts: Accounts
  ) async throws -> RegisteredClient? {
    if let earlier, let changed = try await changed(earlier, to: registration.scopes, in: workplace, by: accounts) {
      return changed
    }
    let made: RegisteredClient?
    do { made = try await registration.client(named: registration.name, by: accounts) } catch let error as OAuthError
      where error.code != .cancelled
    {
      // What the server thinks of the scopes it says to the sign-in itself.
      made = nil
    }
    guard let made else { return nil }
    let kept = try await workplace.keepAutomatic(made)
    output.say("This program is registered there for more scopes, as “\(DisplayText.clean(kept.name))”.")
    return kept
  }

  /// The same registration with more scopes; nil where it cannot be changed at its server.
  private func changed(
    _ earlier: RegisteredClient, to scopes: [String], in workplace: Workplace, by accounts: Accounts
  ) async throws -> RegisteredClient? {
    guard let configuration = earlier.configuration else { return nil }
    var client = earlier
    do throws(OAuthError) {
      try await accounts.widen(client.client, to: scopes, by: configuration) { (answer) throws(OAuthError) in
        let updated = try client.updated(by: answer)
        guard updated != client else { return }
        client = updated
        try await workplace.keep(client)
      }
    } catch {
      guard error.code != .cancelled else { throw error }
      return nil
    }
    client.scopes = FoundAPI.scopes(registeredFor: earlier.scopes ?? [], wanting: scopes)
    try await workplace.keep(client)
    output.say("The registration “\(DisplayText.clean(client.name))” has more scopes there now.")
    return client
  }

  /// Removes the registrations that the one of an account has replaced and no account needs, here and at the server.
  func removeReplaced(by stored: StoredCredential, in workplace: Workplace, by accounts: Accounts) async {
    guard let purpose = stored.clientMadeFor,
      let clients = try? await workplace.registrations(for: purpose, at: stored.account.provider),
      let own = clients.first(where: { $0.serves(stored) }), clients.count > 1, let all = try? await accounts.all(),
      // An account that cannot be read may need one.
      workplace.damaged.isEmpty
    else { return }
    // For one with more scopes another process may be waiting.
    for client in clients
    where !client.serves(stored) && !all.contains(where: client.serves) && own.allows(client.scopes ?? []) {
      if let configuration = client.configuration { try? await accounts.endRegistration(configuration) }
      _ = try? await workplace.clients.remove(named: client.name)
    }
  }
}

extension Workplace {
  /// The registrations that sign-ins made at a provider for an API, or for the provider itself.
  fileprivate func registrations(
    for purpose: String, at provider: ProviderName
  ) async throws(OAuthError) -> [RegisteredClient] {
    try await clients.all().filter {
      $0.provider == provider && !$0.isForAnyServer && $0.madeFor?.hasSameBytes(as: purpose) ?? false
    }
  }
}
