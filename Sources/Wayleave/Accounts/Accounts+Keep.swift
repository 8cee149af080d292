import HTTPTypes
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

extension Accounts {
  /// Keeps a fresh credential under the user's name, and asks the provider for more about the user.
  ///
  /// The order is the first promise: what a provider issued is on disk before anyone uses it, and asking is using it.
  /// Where an ID token was proved, the user is known before anything is asked; elsewhere the credential is kept under
  /// a name of our own until the answer comes.
  func keep(_ credential: Credential, from signIn: SignIn) async throws(OAuthError) -> SignedIn {
    signIn.advertised.map(advertisedBefore.learn)
    var stored = StoredCredential(
      account: Account(provider: signIn.provider.name, client: signIn.client.id, subject: ""),
      provider: signIn.provider, client: signIn.client, name: signIn.accountName, credential: credential,
      allowedOrigins: signIn.allowedOrigins, obtainedAt: now(), advertised: signIn.advertised)
    stored.requiresBinding = signIn.terms.binding == .required
    if let idToken = signIn.idToken { return try await keep(stored, provenBy: idToken) }
    var random = SystemRandomNumberGenerator()
    let provisional = stored.account.with(
      subject: Account.provisionalPrefix + RandomText.alphanumeric(12, using: &random))
    stored.account = provisional
    let revision = try await putProvisionally(stored)
    let identity: Identity
    do throws(OAuthError) {
      guard let rule = signIn.provider.identity else { throw .nobodyTells() }
      identity = try await identify(stored, by: rule)
    } catch {
      exchange.tell(Event(.unidentified, rule: error.rule, error.message))
      return SignedIn(account: provisional, stored: stored, unidentifiedBecause: error.message)
    }
    tellOfIdentity(identity)
    stored.identity = identity
    stored.account = provisional.with(subject: identity.subject)
    // Should the program end before the provisional record is removed, this names it.
    stored.provisionalSubject = provisional.subject
    stored = try await replaceWhatever(stored)
    _ = try await credentials.wrapped {
      try await credentials.replace(provisional, with: nil, expecting: revision)
    }
    return SignedIn(account: stored.account, stored: stored, unidentifiedBecause: nil)
  }

  /// Keeps a credential whose user an ID token has proved; what UserInfo adds must be about the same user.
  ///
  /// OpenID Connect Core §5.3.2: "if they do not match, the UserInfo Response values MUST NOT be used". The credential
  /// stays in any case: it is the user's.
  private func keep(_ unnamed: StoredCredential, provenBy idToken: IDToken) async throws(OAuthError) -> SignedIn {
    var stored = unnamed
    stored.account = unnamed.account.with(subject: idToken.subject)
    stored.identity = Identity(idToken)
    stored = try await replaceWhatever(stored)
    exchange.tell(Event(.credentialStored, rule: .wayleave("kept before it is used"), "in \(credentials.location)"))
    guard let rule = stored.provider.identity else {
      return SignedIn(account: stored.account, stored: stored, unidentifiedBecause: nil)
    }
    do throws(OAuthError) {
      let told = try await identify(stored, by: rule)
      guard told.subject.hasSameBytes(as: idToken.subject) else { throw .anotherUser() }
      tellOfIdentity(told)
      stored.identity = stored.identity?.with(told)
      let (account, identity) = (stored.account, stored.identity)
      try await credentials.wrapped { try await credentials.replaceIdentity(of: account, with: identity) }
    } catch {
      exchange.tell(Event(.unidentified, rule: error.rule, error.message))
    }
    return SignedIn(account: stored.account, stored: stored, unidentifiedBecause: nil)
  }

  /// Saves what a new sign-in brings in place of whatever the account has, and gives the record.
  ///
  /// It waits for as long as a refresh of the same account may take.
  private func replaceWhatever(_ stored: StoredCredential) async throws(OAuthError) -> StoredCredential {
    let (record, earlier) = try await credentials.wrapped {
      try await credentials.withLock(on: stored.account, until: .now + AccountLock.waitOfSignIn) {
        // Read under the lock: a sign-out that ends now leaves what is still to be revoked.
        let earlier = try await credentials.load(stored.account)
        let record = stored.replacing(earlier?.stored)
        try await credentials.save(record, expecting: earlier?.revision)
        return (record, earlier?.stored)
      }
    }
    changes.add()
    if let earlier { await credentials.removeProvisional(of: earlier) }
    return record
  }

  /// No one else knows the account yet, so no lock is needed.
  private func putProvisionally(_ stored: StoredCredential) async throws(OAuthError) -> CredentialRevision? {
    let revision = try await credentials.save(stored, expecting: nil)
    changes.add()
    exchange.tell(Event(.credentialStored, rule: .wayleave("kept before it is used"), "in \(credentials.location)"))
    return revision
  }

  private func identify(_ stored: StoredCredential, by rule: IdentityRule) async throws(OAuthError) -> Identity {
    var request = RequestMessage(.get, to: rule.endpoint.url)
    request.head.headerFields[.accept] = ContentType.json
    let (response, sent) = try await exchange.send(request, by: authorization(by: stored), within: .token)
    return try await identity(in: response, to: sent, of: stored, by: rule)
  }

  /// Who the user is, by the answer to the request that asks it; an error shows nothing secret of the request.
  func identity(
    in response: ResponseMessage, to sent: RequestMessage, of stored: StoredCredential, by rule: IdentityRule
  ) async throws(OAuthError) -> Identity {
    let issuer = stored.provider.issuer ?? Issuer(stored.account.provider.text)
    do throws(OAuthError) {
      // OpenID Connect Core §5.3.2: a client may have agreed with the provider on a signed answer.
      guard response.contentType == "application/jwt" else { return try rule.identity(in: response, issuer: issuer) }
      let signed = try await verified(byKeysOf: stored.provider) { (issuer) throws(OAuthError) in
        try UserInfo(reading: response, signedBy: issuer, for: stored.client)
      }
      return try rule.identity(in: .object(signed.claims), issuer: issuer)
    } catch { throw error.withoutSecrets(of: sent, with: stored.credential) }
  }

  private func tellOfIdentity(_ identity: Identity) {
    exchange.tell(Event(.identified, "\(DisplayText.clean(identity.displayName ?? identity.subject))"))
  }
}

extension CredentialStore {
  /// Replaces who the user is, and nothing else: the tokens may have been renewed meanwhile.
  func replaceIdentity(of account: Account, with identity: Identity?) async throws {
    _ = try await withLock(on: account, until: .now + AccountLock.waitOfSignIn) {
      guard var held = try await load(account) else { return }
      held.stored.identity = identity
      try await replace(account, with: held.stored, expecting: held.revision)
    }
  }
}

extension StoredCredential {
  /// This record in place of an earlier one of the account.
  ///
  /// The name that was given before stays, unless this sign-in brings another. So does what the provider said of the user:
  /// Apple gives the email address once.
  fileprivate func replacing(_ earlier: StoredCredential?) -> StoredCredential {
    var record = self
    record.name = name ?? earlier?.name
    // What an earlier sign-out could not deliver must still be revoked.
    record.pendingRevocations = earlier?.pendingRevocations ?? []
    if let known = earlier?.identity, let identity, known.isSameUser(as: identity) {
      record.identity = known.with(identity)
    }
    return record
  }
}

extension UserInfo {
  fileprivate init(
    reading response: ResponseMessage, signedBy issuer: IssuerKeys, for client: Client
  ) throws(OAuthError) {
    try self.init(
      reading: response,
      signed: SignedUserInfo(
        keys: issuer.keys, algorithms: issuer.idTokenAlgorithms, issuer: issuer.issuer, clientID: client.id,
        dialect: issuer.rules.dialect))
  }
}

extension Account {
  fileprivate func with(subject: String) -> Account { Account(provider: provider, client: client, subject: subject) }
}

extension OAuthError {
  fileprivate static func nobodyTells() -> OAuthError {
    OAuthError(
      .unexpectedAnswer, message: "The provider's entry does not say how to ask who the user is.",
      rule: .wayleave("the provider's API tells who the user is"), expected: "a way to ask",
      received: .described("an entry without one"), remedy: "Add “identity” to the provider's entry.")
  }

  fileprivate static func anotherUser() -> OAuthError {
    OAuthError(
      .unexpectedAnswer, message: "The provider's API names another user than the ID token.",
      rule: .openID("Core", "5.3.2"), expected: "the user of the ID token",
      received: .described("another user"), remedy: "Nothing of it was used. Tell the provider.")
  }
}
