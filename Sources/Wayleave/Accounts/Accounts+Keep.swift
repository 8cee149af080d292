import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

extension Accounts {
  /// Keeps a fresh credential, then asks who the user is, then keeps it under the user's name.
  ///
  /// The order is the first promise: what a provider issued is on disk before anyone uses it, and asking who the user
  /// is uses it. Until the answer comes it is kept under a name of our own.
  func keep(_ credential: Credential, from signIn: SignIn) async throws(OAuthError) -> SignedIn {
    var random = SystemRandomNumberGenerator()
    let subject = "unidentified-" + RandomText.alphanumeric(12, using: &random)
    var stored = StoredCredential(
      account: Account(provider: signIn.provider.name, client: signIn.client.id, subject: subject),
      provider: signIn.provider, client: signIn.client, name: signIn.accountName, credential: credential,
      allowedOrigins: signIn.allowedOrigins, obtainedAt: now())
    let provisional = stored.account
    let revision = try await putProvisionally(stored)
    guard let rule = signIn.provider.identity else {
      return SignedIn(
        account: provisional, stored: stored, unidentifiedBecause: "the provider does not tell who the user is")
    }
    let identity: Identity
    do throws(OAuthError) {
      identity = try await identify(stored, by: rule)
    } catch {
      exchange.tell(Event(.unidentified, rule: error.rule, error.message))
      return SignedIn(account: provisional, stored: stored, unidentifiedBecause: error.message)
    }
    exchange.tell(Event(.identified, "\(DisplayText.clean(identity.displayName ?? identity.subject))"))
    stored.identity = identity
    stored.account = Account(provider: provisional.provider, client: provisional.client, subject: identity.subject)
    do {
      // The name that an earlier sign-in was given stays, unless this one brings another.
      if stored.name == nil { stored.name = try await credentials.load(stored.account)?.stored.name }
      try await credentials.replaceWhatever(stored.account, with: stored)
      try await credentials.replace(provisional, with: nil, expecting: revision)
    } catch { throw .storeFailed(error, at: credentials.location) }
    return SignedIn(account: stored.account, stored: stored, unidentifiedBecause: nil)
  }

  /// Nobody else knows the account yet, so no lock is needed.
  private func putProvisionally(_ stored: StoredCredential) async throws(OAuthError) -> CredentialRevision? {
    do {
      let revision = try await credentials.replace(stored.account, with: stored, expecting: nil)
      exchange.tell(Event(.credentialStored, rule: .wayleave("kept before it is used"), "in \(credentials.location)"))
      return revision
    } catch { throw .storeFailed(error, at: credentials.location) }
  }

  private func identify(_ stored: StoredCredential, by rule: IdentityRule) async throws(OAuthError) -> Identity {
    var request = RequestMessage(.get, to: rule.endpoint.url)
    request.head.headerFields[.accept] = ContentType.json
    let signed = try authorization(by: stored).authorize(request, at: now())
    return try await exchange.send(signed, within: .token) { (response) throws(OAuthError) in
      try rule.identity(in: response, issuer: stored.provider.issuer ?? stored.account.provider)
    }
  }
}

extension CredentialStore {
  /// Replaces whatever state a credential is in: what a new sign-in brings always wins.
  ///
  /// Waits for as long as a refresh of the same account may take.
  func replaceWhatever(_ account: Account, with stored: StoredCredential?) async throws {
    _ = try await withLock(on: account, until: .now + .seconds(70)) {
      try await replace(account, with: stored, expecting: try await load(account)?.revision)
    }
  }
}
