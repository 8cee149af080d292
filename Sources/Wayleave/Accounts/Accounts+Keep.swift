import HTTPTypes
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveWire
import WayleaveProvider
import WayleaveSignIn
import WayleaveSystem

extension Accounts {
  /// A fresh credential that is saved, and whose user the provider can now be asked about.
  enum Issued: Sendable {
    /// Under the name of the user, which a verified ID token says.
    case placed(Placed, verifiedBy: IDToken)
    /// Under a name of our own; the first is the same without any.
    case provisional(StoredCredential, HeldCredential)
  }

  /// Asks the provider who the user of a saved credential is, and moves it under that name.
  func keep(_ issued: Issued, from signIn: SignIn) async throws(OAuthError) -> SignedIn {
    let signedIn = try await named(issued, from: signIn)
    guard case .oauth2(let service) = signIn.provider.service, service.dialect.refresh.upgrade != nil else {
      return signedIn
    }
    return await upgraded(signedIn)
  }

  /// The sign-in with a token that lives longer, where the provider gives one in exchange; else as it was.
  ///
  /// The first token is saved and good: a failure costs nothing but time.
  private func upgraded(_ signedIn: SignedIn) async -> SignedIn {
    do throws(OAuthError) {
      return signedIn.with(try await fresh(signedIn.account, forcing: true))
    } catch {
      exchange.tell(Event(.tolerated, rule: error.rule, "no token that lives longer: \(error.message)"))
      await unmarkEnd(of: signedIn.stored)
      return signedIn
    }
  }

  /// Takes back that a credential has ended: the refused exchange of a token does not end the token.
  private func unmarkEnd(of stored: StoredCredential) async {
    _ = try? await credentials.withLock(on: stored.account, until: flights.time.now() + AccountLockWait.ofRefresh) {
      var held = try await held(stored.account)
      guard held.stored.endedBecause != nil, held.stored.hasSameAccess(as: stored) else { return }
      held.stored.endedBecause = nil
      _ = try await save(held.stored, over: held)
    }
  }

  /// Saves a fresh credential.
  ///
  /// The order is the first promise: what a provider issued is on disk before anyone uses it, and asking is using it.
  /// Where an ID token was verified, the user is known before anything is asked. Else, and where a name has to be looked
  /// for among all accounts, the credential is saved under a name of our own first.
  func save(_ credential: Credential, from signIn: SignIn) async throws(OAuthError) -> Issued {
    signIn.advertised.map(advertisedBefore.learn)
    var stored = StoredCredential(
      account: Account(provider: signIn.provider.name, client: signIn.client.id, subject: ""),
      provider: signIn.provider, client: signIn.client, credential: credential,
      allowedOrigins: signIn.allowedOrigins, obtainedAt: now(), advertised: signIn.advertised)
    stored.clientMadeFor = signIn.clientMadeFor
    stored.appRegistration = signIn.appRegistration
    stored.requiresBinding = signIn.terms.binding == .required
    // The account keeps what its sign-in said, for the next one.
    if signIn.terms.binding != .whereOffered { stored.client.bindsTokens = signIn.terms.binding == .required }
    (stored.resources, stored.omitsResources) = (signIn.resources, !signIn.terms.sendsResources)
    stored.trustRoots = trustRoots ?? signIn.trustRoots
    stored.signedInAt = stored.obtainedAt
    stored.enroll()
    guard let idToken = signIn.idToken else { return .provisional(stored, try await putProvisionally(stored)) }
    return .placed(try await place(stored, verifiedBy: idToken, named: signIn.accountName), verifiedBy: idToken)
  }

  private func named(_ issued: Issued, from signIn: SignIn) async throws(OAuthError) -> SignedIn {
    let (stored, provisional): (StoredCredential, HeldCredential)
    switch issued {
    case .placed(let placed, let idToken): return await signedIn(placed, verifiedBy: idToken)
    case .provisional(let unnamed, let held): (stored, provisional) = (unnamed, held)
    }
    let identity: Identity
    do throws(OAuthError) {
      guard let rule = signIn.provider.identity else { throw .userNotNamed(by: signIn.provider) }
      identity = try await identify(provisional.stored, by: rule)
    } catch {
      exchange.tell(Event(.unidentified, rule: error.rule, error.message))
      let placed = try await place(provisional.stored, named: signIn.accountName, instead: provisional)
      return placed.signedIn(unidentifiedBecause: error.message)
    }
    tellOfIdentity(identity)
    return try await place(stored.identified(as: identity), named: signIn.accountName, instead: provisional).signedIn()
  }

  /// Saves a credential whose user an ID token names; what UserInfo adds must be about the same user.
  ///
  /// OpenID Connect Core §5.3.2: "if they do not match, the UserInfo Response values MUST NOT be used". The credential
  /// stays in any case: it is the user's.
  func keep(
    _ unnamed: StoredCredential, verifiedBy idToken: IDToken, named name: String?
  ) async throws(OAuthError) -> SignedIn {
    await signedIn(try await place(unnamed, verifiedBy: idToken, named: name), verifiedBy: idToken)
  }

  private func place(
    _ unnamed: StoredCredential, verifiedBy idToken: IDToken, named name: String?
  ) async throws(OAuthError) -> Placed {
    let provisional = name == nil && unnamed.clientMadeFor == nil ? nil : try await putProvisionally(unnamed)
    let placed = try await place(
      unnamed.identified(as: try Identity(idToken).withoutSecrets(of: unnamed.credential)), named: name,
      instead: provisional,
      isComplete: unnamed.provider.identity == nil)
    if provisional == nil { tellOfStorage() }
    return placed
  }

  private func signedIn(_ placed: Placed, verifiedBy idToken: IDToken) async -> SignedIn {
    var placed = placed
    guard let rule = placed.stored.provider.identity else { return placed.signedIn() }
    do throws(OAuthError) {
      let userInfo = try await identify(placed.stored, by: rule, verifiedBy: idToken)
      guard userInfo.subject.hasSameBytes(as: idToken.subject) else { throw .anotherUser() }
      tellOfIdentity(userInfo)
      let before = placed.stored.identity
      let known = placed.stored.provider.tellsOnce ? before : Identity(idToken)
      placed.stored.identity = try known?.with(userInfo).withoutSecrets(of: placed.stored.credential)
      // Of a user who comes back, most often there is nothing new.
      guard placed.stored.identity != before else { return placed.signedIn() }
      let (account, identity) = (placed.stored.account, placed.stored.identity)
      try await credentials.wrapped {
        try await credentials.replaceIdentity(of: account, with: identity, in: flights.time)
      }
    } catch {
      exchange.tell(Event(.unidentified, rule: error.rule, error.message))
    }
    return placed.signedIn()
  }

  /// Asks the provider who the user of a stored account is, and stores what it says in addition; nil where it does not say
  /// it now, or names another one.
  package func askWhoIs(_ account: Account) async -> Identity? {
    do throws(OAuthError) {
      guard let stored = try await stored(account), let rule = stored.provider.identity, let known = stored.identity
      else { return nil }
      let told = try await identify(stored, by: rule)
      // OpenID Connect Core §5.3.2.
      guard told.subject.hasSameBytes(as: known.subject) else { throw .anotherUser() }
      let identity = try known.with(told).withoutSecrets(of: stored.credential)
      try await credentials.wrapped {
        try await credentials.replaceIdentity(of: account, with: identity, in: flights.time)
      }
      return identity
    } catch {
      exchange.tell(Event(.unidentified, rule: error.rule, error.message))
      return nil
    }
  }

  /// No one else knows the account yet, so no lock is needed. It has no name yet: two must never have the same one.
  func putProvisionally(_ unnamed: StoredCredential) async throws(OAuthError) -> HeldCredential {
    var stored = unnamed
    stored.account = provisional(unnamed.account)
    let revision = try await credentials.save(stored, by: .signIn(over: nil), expecting: nil)
    changes.add()
    tellOfStorage()
    guard let revision else { throw .storeConflict() }
    return HeldCredential(stored: stored, revision: revision)
  }

  /// A credential that another program had, under its user's name; nothing is stored.
  ///
  /// Where the provider is asked who the user is, a token that it refuses is found out. Else the account gets a name of
  /// our own.
  package func identified(
    _ credential: Credential, of provider: Provider, as client: Client, asking: Bool
  ) async throws(OAuthError) -> StoredCredential {
    var provider = provider
    if asking, case .issuer = provider.service { provider = try await discovered(provider).provider }
    var stored = StoredCredential(
      account: Account(provider: provider.name, client: client.id, subject: ""), provider: provider, client: client,
      credential: credential, obtainedAt: now())
    guard asking else {
      stored.account = provisional(stored.account)
      return stored
    }
    return try await identified(stored)
  }

  /// The same credential under the name of the user that the provider says.
  private func identified(_ stored: StoredCredential) async throws(OAuthError) -> StoredCredential {
    guard let rule = stored.provider.identity else { throw .userNotNamed(by: stored.provider) }
    let identity = try await identify(stored, by: rule)
    tellOfIdentity(identity)
    return stored.identified(as: identity)
  }

  /// Stores a credential that another program had and whose access token has expired: it is renewed, and then the
  /// provider is asked who the user is.
  ///
  /// The refresh token is stored before it is spent. `user` is the name that the other program has for the user. Throws
  /// `configuration.account_exists` before anything is spent where the account may be stored already, and `replacing`
  /// does not allow to replace it. `onceSpent` is called when the new token is saved, before anything else is sent:
  /// the token of the other program is spent from then on.
  package func adoptRenewing(
    _ credential: Credential, of provider: Provider, as client: Client, user: String?, replacing: Bool,
    onceSpent: () -> Void = {}
  ) async throws(OAuthError) -> SignedIn {
    let provider = try await discovered(provider).provider
    let new = try await identified(credential, of: provider, as: client, asking: false)
    if !replacing, let earlier = try await all().first(where: { $0.mayBe(user, with: new.account) }) {
      throw .accountExists(earlier)
    }
    let adopted = try await adopt(new).account
    do throws(OAuthError) { _ = try await fresh(adopted, forcing: true) } catch {
      await credentials.remove(superseded: new)
      throw error.code == .signInNeeded ? .spentElsewhere(new) : error
    }
    onceSpent()
    let provisional = try await held(adopted)
    do throws(OAuthError) {
      let named = try await identified(provisional.stored)
      let earlier = try await credentials.wrapped { try await credentials.load(named.account)?.stored }
      // What was spent cannot be given back: the new credential stays under the name of our own.
      if let earlier, !earlier.isSignedOut, !replacing { throw .accountExists(earlier) }
      return try await place(named, named: nil, instead: provisional).signedIn()
    } catch {
      exchange.tell(Event(.unidentified, rule: error.rule, error.message))
      return try await place(provisional.stored, named: nil, instead: provisional)
        .signedIn(unidentifiedBecause: error.message)
    }
  }

  private func provisional(_ account: Account) -> Account {
    var random = SystemRandomNumberGenerator()
    return account.with(subject: Account.provisionalPrefix + RandomText.alphanumeric(12, using: &random))
  }

  func tellOfStorage() {
    exchange.tell(Event(.credentialStored, rule: .wayleave("saved before it is used"), "in \(credentials.location)"))
  }

  private func identify(
    _ stored: StoredCredential, by rule: IdentityRule, verifiedBy idToken: IDToken? = nil
  ) async throws(OAuthError) -> Identity {
    var known = IdentityAnswers(of: stored.credential)
    if rule.endpoint == nil, let idToken { known.first = .object(idToken.claims.members) }
    let answers = try await rule.answers(
      knowing: known, at: rule.origin(in: known), api: stored.provider.apiDialect, as: stored.client
    ) { (message) async throws(OAuthError) in
      let (response, sent) = try await exchange.send(message, by: held(stored), within: .token)
      return try await identityAnswer(in: response, to: sent, of: stored)
    } leavingOut: { name, error in
      exchange.tell(Event(.tolerated, rule: error.rule, "“\(name)” of the user is unknown: \(error.message)"))
    }
    var identity = try rule.identity(
      in: answers, issuer: stored.provider.issuer ?? Issuer(stored.account.provider.text)
    ).withoutSecrets(of: stored.credential)
    identity.handle = identity.handle ?? stored.provider.atProtocol?.handle?.text
    return identity
  }

  /// What the answer to a request says of the user; an error shows nothing secret of the request.
  func identityAnswer(
    in response: ResponseMessage, to sent: RequestMessage, of stored: StoredCredential
  ) async throws(OAuthError) -> JSON {
    do throws(OAuthError) {
      // OpenID Connect Core §5.3.2: a client may have agreed with the provider on a signed answer.
      guard response.contentType == "application/jwt" else { return try IdentityRule.answer(in: response) }
      let signed = try await verified(byKeysOf: stored.provider) { (issuer) throws(OAuthError) in
        try UserInfo(reading: response, signedBy: issuer, for: stored.client)
      }
      return .object(signed.claims)
    } catch {
      throw stored.provider.identityFailure(error, in: response)
        .withoutSecrets(of: sent, answeredBy: response, with: stored.credential)
    }
  }

  private func tellOfIdentity(_ identity: Identity) {
    exchange.tell(Event(.identified, "\(DisplayText.clean(identity.displayName ?? identity.subject))"))
  }
}

extension CredentialStore {
  /// Replaces who the user is, and nothing else: the tokens may have been renewed meanwhile.
  func replaceIdentity(of account: Account, with identity: Identity?, in time: PassingTime) async throws {
    _ = try await withLock(on: account, until: time.now() + AccountLockWait.ofSignIn) {
      guard var held = try await load(account) else { return }
      held.stored.identity = identity
      try await replace(account, with: held.stored, expecting: held.revision)
    }
  }
}

extension StoredCredential {
  /// Whether this is an account of the same client, and perhaps of the user with this name.
  fileprivate func mayBe(_ user: String?, with account: Account) -> Bool {
    guard !isSignedOut, self.account.provider == account.provider, self.account.client == account.client else {
      return false
    }
    guard let user, let handle = identity?.handle else { return true }
    return handle.hasSameBytes(as: user)
  }

  /// The same credential as that of a user.
  func identified(as identity: Identity) -> StoredCredential {
    var stored = self
    stored.identity = identity
    stored.account = account.with(subject: identity.subject)
    return stored
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

extension SignedIn {
  fileprivate func with(_ stored: StoredCredential) -> SignedIn {
    SignedIn(
      account: account, stored: stored, unidentifiedBecause: unidentifiedBecause, replaced: replaced,
      refusedName: refusedName)
  }
}

extension OAuthError {
  fileprivate static func userNotNamed(by provider: Provider) -> OAuthError {
    // What is known of a provider by its issuer alone is what it publishes.
    let isIssuer = if case .issuer = provider.service { true } else { false }
    return OAuthError(
      .unexpectedAnswer,
      message: isIssuer
        ? "The server publishes no endpoint that says who the user is."
        : "The provider's entry does not say how to ask who the user is.",
      rule: .wayleave("the provider's API tells who the user is"),
      remedy: isIssuer
        ? "Describe the provider in a file, with “identity”, if its API says who the user is."
        : "Add “identity” to the provider's entry.")
  }

  fileprivate static func anotherUser() -> OAuthError {
    OAuthError(
      .unexpectedAnswer, message: "The provider's API names another user than the ID token.",
      rule: .openID("Core", "5.3.2"), remedy: "Nothing of it was used. Tell the provider.")
  }
}

extension OAuthError {
  fileprivate static func spentElsewhere(_ stored: StoredCredential) -> OAuthError {
    let title = DisplayText.clean(stored.provider.title)
    return OAuthError(
      .signInNeeded, message: "\(title) does not accept the refresh token that was imported. Nothing is stored.",
      rule: .rfc(6749, "10.4"), remedy: .signIn(provider: stored.account.provider.text))
  }
}
