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
    let provisional = stored.account.with(subject: "unidentified-" + RandomText.alphanumeric(12, using: &random))
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
    tellOf(identity)
    stored.identity = identity
    stored.account = provisional.with(subject: identity.subject)
    try await replaceWhatever(&stored)
    do { try await credentials.replace(provisional, with: nil, expecting: revision) } catch {
      throw .storeFailed(error, at: credentials.location)
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
    try await replaceWhatever(&stored)
    exchange.tell(Event(.credentialStored, rule: .wayleave("kept before it is used"), "in \(credentials.location)"))
    guard let rule = stored.provider.identity else {
      return SignedIn(account: stored.account, stored: stored, unidentifiedBecause: nil)
    }
    do throws(OAuthError) {
      let told = try await identify(stored, by: rule)
      guard told.subject.hasSameBytes(as: idToken.subject) else { throw .anotherUser() }
      tellOf(told)
      stored.identity = stored.identity?.with(told)
      do { try await credentials.replaceIdentity(of: stored.account, with: stored.identity) } catch {
        throw OAuthError.storeFailed(error, at: credentials.location)
      }
    } catch {
      exchange.tell(Event(.unidentified, rule: error.rule, error.message))
    }
    return SignedIn(account: stored.account, stored: stored, unidentifiedBecause: nil)
  }

  /// Keeps what a new sign-in brings in the place of whatever the account has; the name it was given before stays,
  /// unless this sign-in brings another, and so does what was told of the user: Apple tells the address once.
  private func replaceWhatever(_ stored: inout StoredCredential) async throws(OAuthError) {
    do {
      // Waits for as long as a refresh of the same account may take.
      stored = try await credentials.withLock(on: stored.account, until: .now + .seconds(70)) { [stored] in
        // Read under the lock: another process may have sent a revocation, or saved one, while this one waited.
        let held = try await credentials.load(stored.account)
        let renewed = held.map { stored.following($0.stored) } ?? stored
        try await credentials.replace(stored.account, with: renewed, expecting: held?.revision)
        return renewed
      }
      changes.add()
    } catch { throw .storeFailed(error, at: credentials.location) }
  }

  /// Nobody else knows the account yet, so no lock is needed.
  private func putProvisionally(_ stored: StoredCredential) async throws(OAuthError) -> CredentialRevision? {
    do {
      let revision = try await credentials.replace(stored.account, with: stored, expecting: nil)
      changes.add()
      exchange.tell(Event(.credentialStored, rule: .wayleave("kept before it is used"), "in \(credentials.location)"))
      return revision
    } catch { throw .storeFailed(error, at: credentials.location) }
  }

  private func identify(_ stored: StoredCredential, by rule: IdentityRule) async throws(OAuthError) -> Identity {
    var request = RequestMessage(.get, to: rule.endpoint.url)
    request.head.headerFields[.accept] = ContentType.json
    let (response, sent) = try await exchange.send(request, by: authorization(by: stored), within: .token)
    let issuer = stored.provider.issuer ?? stored.account.provider
    do throws(OAuthError) {
      // OpenID Connect Core §5.3.2: a client may have agreed with the provider on a signed answer.
      guard response.contentType == "application/jwt" else { return try rule.identity(in: response, issuer: issuer) }
      return try rule.identity(in: .object(try await proven(response, of: stored).claims), issuer: issuer)
    } catch { throw error.withoutSecrets(of: sent, with: stored.credential) }
  }

  /// What signed UserInfo says, proved by the issuer's keys; fresh ones where those of before lack its key.
  private func proven(_ response: ResponseMessage, of stored: StoredCredential) async throws(OAuthError) -> UserInfo {
    do throws(OAuthError) {
      return try UserInfo(reading: response, provenBy: try await issuerKeys(of: stored.provider), for: stored.client)
    } catch  where error.code == .unknownKey {
      let keys = try await issuerKeys(of: stored.provider, refetching: true)
      return try UserInfo(reading: response, provenBy: keys, for: stored.client)
    }
  }

  private func tellOf(_ identity: Identity) {
    exchange.tell(Event(.identified, "\(DisplayText.clean(identity.displayName ?? identity.subject))"))
  }
}

extension CredentialStore {
  /// Replaces who the user is, and nothing else: the tokens may have been renewed meanwhile.
  func replaceIdentity(of account: Account, with identity: Identity?) async throws {
    _ = try await withLock(on: account, until: .now + .seconds(70)) {
      guard var held = try await load(account) else { return }
      held.stored.identity = identity
      try await replace(account, with: held.stored, expecting: held.revision)
    }
  }
}

extension StoredCredential {
  /// This credential with what stays of the one before it.
  fileprivate func following(_ earlier: StoredCredential) -> StoredCredential {
    var stored = self
    stored.name = name ?? earlier.name
    // What an earlier sign-out could not deliver is still owed.
    stored.pendingRevocations = earlier.pendingRevocations
    if let known = earlier.identity, let told = identity, known.isSameUser(as: told) {
      stored.identity = known.with(told)
    }
    return stored
  }
}

extension UserInfo {
  fileprivate init(
    reading response: ResponseMessage, provenBy issuer: IssuerKeys, for client: Client
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
      .unexpectedAnswer, rule: .wayleave("the provider's API tells who the user is"), expected: "a way to ask",
      received: .described("an entry without one"), remedy: "Add “identity” to the provider's entry.")
  }

  fileprivate static func anotherUser() -> OAuthError {
    OAuthError(
      .unexpectedAnswer, rule: .openID("Core", "5.3.2"), expected: "the user of the ID token",
      received: .described("another user"), remedy: "Nothing of it was used. Tell the provider.")
  }
}
