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
    if let fit = all.first(where: { $0.serves(asking: asked, at: WallClock.now()) }) { return fit.client }
    var provider = try workplace.catalogue.provider(named: stored.account.provider.text, allowingHTTP: true)
    // The document that names the endpoint is the one that the first registration read.
    provider.isNamedByAPI = stored.isForAPI
    let registration = AutomaticRegistration(
      provider: provider, purpose: purpose, scopes: asked, redirectURIs: stored.client.redirectURIs)
    return try await registered(
      registration, inPlaceOf: all.first { $0.serves(stored) }, in: workplace, by: accounts)?.client
  }

  /// A registration with more scopes: the earlier one, changed at its server, or else a new one next to it, which stays until
  /// no account needs it. Nil where the server does neither.
  ///
  /// RFC 7592 §2.2; RFC 7591 §3. Call it under ``registrationLock(for:in:until:)``.
  func registered(
    _ registration: AutomaticRegistration, inPlaceOf earlier: RegisteredClient?, in workplace: Workplace,
    by accounts: Accounts
  ) async throws -> RegisteredClient? {
    let wider = try await accounts.widened(earlier, to: registration.scopes) { (changed) throws(OAuthError) in
      try await workplace.keep(changed)
    } orMaking: { () throws(OAuthError) in
      try await registration.client(named: registration.name, by: accounts)
    }
    switch wider {
    case nil: return nil
    case .changed(let client):
      output.say("The registration “\(DisplayText.clean(client.name))” has more scopes there now.")
      return client
    case .made(let client):
      let kept = try await workplace.keepAutomatic(client, by: accounts)
      output.say("This program is registered there again, as “\(DisplayText.clean(kept.name))”.")
      return kept
    }
  }

  /// Removes the registrations that the one of an account has replaced and no account needs, here and at the server.
  func removeReplaced(by stored: StoredCredential, in workplace: Workplace, by accounts: Accounts) async {
    guard let purpose = stored.clientMadeFor,
      let clients = try? await workplace.registrations(for: purpose, at: stored.account.provider),
      let own = clients.first(where: { $0.serves(stored) }), clients.count > 1, let all = try? await accounts.all(),
      // An account that cannot be read may need one.
      workplace.damaged.isEmpty
    else { return }
    // For one with more scopes another process may be waiting; for one whose secret has expired none is.
    for client in clients
    where !client.serves(stored) && !all.contains(where: client.isNeeded)
      && (own.allows(client.scopes ?? []) || client.hasExpired(at: WallClock.now()))
    {
      _ = await remove(client, in: workplace, by: accounts)
    }
  }

  /// Ends a registration at its server, and then removes it here: in this order, what is still there can be seen in
  /// `wayleave clients list` and be removed, whenever this program is ended. False where the server could not be asked: then
  /// nothing was removed, and the next sign-in tries again.
  func remove(_ client: RegisteredClient, in workplace: Workplace, by accounts: Accounts) async -> Bool {
    if let configuration = client.configuration {
      do throws(OAuthError) { try await accounts.endRegistration(configuration) } catch {
        // RFC 7592 §2.3: a server that refuses does not know it any more, or ends none.
        guard ![.network, .cancelled].contains(error.category) else { return false }
      }
    }
    return (try? await workplace.clients.remove(named: client.name)) ?? false
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
