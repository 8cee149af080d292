import WayleaveOAuth2
import WayleaveProvider
package import WayleaveSignIn
import WayleaveSystem
package import WayleaveWire

/// A registration that allows more scopes than an earlier one.
package enum WiderRegistration: Sendable {
  /// The earlier one, changed at its server, and kept.
  case changed(RegisteredClient)
  /// Another one next to it, which is still to be kept.
  case made(RegisteredClient)

  /// The registration.
  package var client: RegisteredClient {
    switch self {
    case .changed(let client), .made(let client): client
    }
  }
}

/// The registrations that sign-ins made, when an account needs more scopes than they have.
///
/// RFC 7591 §2: many servers allow a client no other scopes than those that it is registered for.
extension Accounts {
  /// A registration with more scopes: the earlier one, changed at its server, or else a new one next to it, which stays until
  /// no account needs it; that one at once where the secret of the earlier one has expired. Nil where the server does neither.
  ///
  /// RFC 7592 §2.2; RFC 7591 §3. `keep` saves each state of the changed one before anything else is sent.
  package func widened(
    _ earlier: RegisteredClient?, to scopes: [String],
    keeping keep: (RegisteredClient) async throws(OAuthError) -> Void,
    orMaking make: () async throws(OAuthError) -> RegisteredClient?
  ) async throws(OAuthError) -> WiderRegistration? {
    if let earlier, !earlier.hasExpired(at: now()),
      let changed = try await changed(earlier, to: scopes, keeping: keep)
    {
      return .changed(changed)
    }
    do throws(OAuthError) { return try await make().map(WiderRegistration.made) } catch {
      guard error.code != .cancelled else { throw error }
      // What the server thinks of the scopes it says to the sign-in itself.
      return nil
    }
  }

  /// The same registration with more scopes; nil where it cannot be changed at its server.
  private func changed(
    _ earlier: RegisteredClient, to scopes: [String], keeping keep: (RegisteredClient) async throws(OAuthError) -> Void
  ) async throws(OAuthError) -> RegisteredClient? {
    guard let configuration = earlier.configuration else { return nil }
    var client = earlier
    do throws(OAuthError) {
      try await widen(client.client, to: scopes, by: configuration) { (answer) throws(OAuthError) in
        let updated = try client.updated(by: answer)
        guard updated != client else { return }
        client = updated
        try await keep(client)
      }
    } catch {
      guard error.code != .cancelled else { throw error }
      return nil
    }
    client.scopes = FoundAPI.scopes(registeredFor: earlier.scopes ?? [], wanting: scopes)
    try await keep(client)
    return client
  }

  /// The registration for another sign-in of an account whose app registered itself, where that one allows too few scopes, or
  /// its secret has expired; nil where it will do, and where the account has none.
  func widerRegistration(
    for held: StoredCredential, asking scopes: [String]
  ) async throws(OAuthError) -> RegisteredClient? {
    guard let own = held.appRegistration else { return nil }
    let asked = FoundAPI.scopes(registeredFor: held.scopesToKeep, wanting: scopes)
    guard !own.serves(asking: asked, orKnown: held.scopesToKeep, at: now()) else { return nil }
    // The last sign-in may have been declined, when the registration was there.
    if let made = registeredForAPIs.client(likeThatOf: held), made.serves(asking: asked, at: now()) { return made }
    return try await widenedForApp(own, to: asked, at: try await entryForSignIn(of: held, as: nil).provider)
  }

  /// A registration that this app made for an API, with more scopes; nil where the server allows none.
  func widenedForApp(
    _ own: RegisteredClient, to scopes: [String], at provider: Provider
  ) async throws(OAuthError) -> RegisteredClient? {
    let all = FoundAPI.scopes(registeredFor: own.scopes ?? [], wanting: scopes)
    var earlier = own
    let wider = try await widened(own, to: all) { (changed) throws(OAuthError) in
      earlier = changed
      try await keepForApp(changed)
    } orMaking: { () throws(OAuthError) in
      try await registeredForApp(
        own.name, at: provider, for: own.madeFor, redirectURIs: { own.client.redirectURIs }, scopes: all)
    }
    if case .made(let made)? = wider { registeredForAPIs.put(made, instead: earlier) }
    return wider?.client
  }

  /// Registers this app for an API under a title. No port is opened where the server registers no one.
  func registeredForApp(
    _ title: String, at provider: Provider, for purpose: String?,
    redirectURIs: () async throws(OAuthError) -> [RedirectURI], scopes: [String]
  ) async throws(OAuthError) -> RegisteredClient {
    let offer = try await registrationOffer(of: provider)
    let answer = try await register(
      signingInAs: title, redirectURIs: try await redirectURIs(), scopes: scopes, by: offer)
    var registered = try RegisteredClient(
      name: title, provider: provider.name, client: try answer.client(), configuration: answer.configuration,
      secretExpiresAt: answer.secretExpiresAt)
    registered.madeFor = purpose
    registered.scopes = FoundAPI.scopes(registeredFor: scopes, wanting: answer.metadata.scopes)
    return registered
  }

  /// Keeps a changed registration with every account that has it: its secret may be another one now.
  private func keepForApp(_ changed: RegisteredClient) async throws(OAuthError) {
    registeredForAPIs.put(changed)
    for stored in try await all() where stored.hasRegistration(changed) {
      try await credentials.wrapped {
        try await credentials.withLock(on: stored.account, until: flights.time.now() + AccountLockWait.ofRefresh) {
          () async throws -> Void in
          let held = try await held(stored.account)
          guard held.stored.hasRegistration(changed) else { return }
          var record = held.stored
          let bindsTokens = record.client.bindsTokens
          (record.client, record.appRegistration) = (changed.client, changed)
          record.client.bindsTokens = bindsTokens
          _ = try await save(record, over: held)
        }
      }
    }
  }

  /// Ends the registrations that the one of an account has replaced, where no account needs them.
  func endReplaced(by stored: StoredCredential) async {
    guard let own = stored.appRegistration, let all = try? await all() else { return }
    for earlier in registeredForAPIs.takeReplaced(by: own, among: all) {
      if let configuration = earlier.configuration { try? await endRegistration(configuration) }
    }
  }
}

extension StoredCredential {
  /// Whether the app's registration is this one, as it was before or is now.
  fileprivate func hasRegistration(_ client: RegisteredClient) -> Bool {
    appRegistration.map { $0.client.id == client.client.id && $0.provider == client.provider } ?? false
  }
}
