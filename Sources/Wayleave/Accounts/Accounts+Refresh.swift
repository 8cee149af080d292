import WayleaveJOSE
import WayleaveOAuth2
import WayleaveOpenID
public import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

extension Accounts {
  /// The credential of an account, good for at least `minimumLifetime` seconds more, refreshed if it need be.
  ///
  /// However many tasks and processes ask, one refresh is made: the lock of the store is held, the store is read again
  /// under it, and what another has brought meanwhile is used. The new credential is durable before anyone gets it.
  /// `forcing` refreshes even a credential that is good. Throws `credential.sign_in_needed` when only the user helps.
  public func fresh(
    _ account: Account, minimumLifetime: Int64 = 60, forcing: Bool = false
  ) async throws(OAuthError) -> StoredCredential {
    let (stored, _) = try await held(account)
    if let reason = stored.endedBecause { throw .signInNeeded(account, reason) }
    guard forcing || !stored.isGood(for: minimumLifetime, at: now()) else { return stored }
    guard stored.credential.isRefreshable else {
      if forcing { throw .notRefreshable(account) }
      // It cannot be had anew: what is left of it is used to its end.
      guard !stored.isGood(for: 1, at: now()) else { return stored }
      throw .signInNeeded(account, "the access token has expired and there is no refresh token")
    }
    return try await fresh(account, replacing: stored)
  }

  /// A credential other than `used`, which has turned out to be no good.
  func fresh(_ account: Account, replacing used: StoredCredential) async throws(OAuthError) -> StoredCredential {
    try await flights.refresh(account) {
      do {
        return .success(
          try await credentials.withLock(on: account, until: .now + .seconds(60)) {
            try await refreshUnderLock(account, replacing: used)
          })
      } catch { return .failure(.storeFailed(error, at: credentials.location)) }
    }.get()
  }

  private func refreshUnderLock(
    _ account: Account, replacing used: StoredCredential
  ) async throws(OAuthError) -> StoredCredential {
    let (stored, revision) = try await held(account)
    // Another was told that the grant is gone: asking again with a dead token makes some providers end the others too.
    if let reason = stored.endedBecause { throw .signInNeeded(account, reason) }
    // Another process was faster: its credential is the one to use, and ours would be spent already.
    if stored.credential != used.credential { return stored }
    let (provider, client) = registered(stored)
    guard case .oauth2(let tokens) = stored.credential, let refreshToken = tokens.refreshToken,
      case .oauth2(let service) = provider.service
    else { throw .notRefreshable(account) }
    // A rotating token is spent by asking: what it brings must have a place to be kept before that.
    do { try await credentials.prove() } catch { throw .storeFailed(error, at: credentials.location) }
    exchange.tell(Event(.refreshBegan, rule: .rfc(6749, "6"), "\(account)"))
    let request = AuthorizationServerRequest(
      to: service.tokenEndpoint(for: client), of: service, as: client, proving: tokens.proofKey,
      by: RefreshTokenGrant(refreshToken: refreshToken).request)
    var renewed = stored
    do throws(OAuthError) {
      let answer = try await sendTwiceIfLost(request) { (response) throws(OAuthError) in
        // What is bound to a key stays bound to it.
        try TokenResponse(
          reading: response, dialect: service.dialect, accepting: tokens.proofKey == nil ? [.bearer] : [.dpop])
      }
      exchange.tellOfDepartures(of: answer, asked: tokens.scopes ?? [])
      let idToken = try await proven(
        answer.idToken, beside: answer.accessToken, renewing: tokens, of: service, as: client)
      var next = tokens.renewed(by: answer, at: now())
      next.idToken = idToken ?? tokens.idToken
      renewed.credential = .oauth2(next)
      renewed.obtainedAt = now()
    } catch  where error.code == .grantRefused {
      // The credential stays, marked, so that the user sees which account it is.
      renewed.endedBecause = error.refusal?.description ?? error.refusal?.error ?? "the provider refused to renew it"
      try await replace(account, with: renewed, expecting: revision)
      throw .signInNeeded(account, renewed.endedBecause ?? "", refusal: error.refusal)
    }
    try await replace(account, with: renewed, expecting: revision)
    return renewed
  }

  /// The ID token of a refresh, when it passes every check and is about the same user and sign-in; nil when none came,
  /// or the keys could not be had: then the one of before stays.
  ///
  /// OpenID Connect Core §12.2. One that fails a check is another user's, and so is all that came with it: throws.
  private func proven(
    _ idToken: Secret?, beside accessToken: Secret, renewing tokens: Credential.Tokens, of service: OAuth2Service,
    as client: Client
  ) async throws(OAuthError) -> Secret? {
    let ownKeys = try service.idTokenKeys(of: client)
    guard let idToken, ownKeys != nil || service.keySetEndpoint != nil else { return idToken }
    var requirements = service.idTokenRequirements(for: client)
    // A sign-in that asked for none has no first one; what comes is proved all the same, for it is kept.
    requirements.earlier = try tokens.idToken.map { (earlier) throws(OAuthError) in try EarlierIDToken(kept: earlier) }
    requirements.accessToken = accessToken
    if let ownKeys {
      return try IDToken(
        idToken, provenBy: ownKeys, meeting: requirements, at: now(at: service.tokenEndpoint(for: client).origin)
      )
      .text
    }
    guard let endpoint = service.keySetEndpoint else { return nil }
    for isRefetch in [false, true] {
      let keys: JSONWebKeySet
      do throws(OAuthError) {
        keys = try await keySets.keys(at: endpoint, refetching: isRefetch, by: exchange, at: now())
      } catch {
        exchange.tell(Event(.tolerated, rule: error.rule, "an ID token that cannot be proved now is left out"))
        return nil
      }
      do throws(OAuthError) {
        _ = try IDToken(
          idToken, provenBy: keys, meeting: requirements, at: now(at: service.tokenEndpoint(for: client).origin))
        return idToken
      } catch  where error.code == .unknownKey && !isRefetch { continue }
    }
    return nil
  }

  /// A refresh whose answer was lost may have been carried out: it is asked for once more, which servers with a grace
  /// period answer alike, and the old token stays until there is a definite answer.
  private func sendTwiceIfLost(
    _ request: AuthorizationServerRequest, reading read: (ResponseMessage) throws(OAuthError) -> TokenResponse
  ) async throws(OAuthError) -> TokenResponse {
    do throws(OAuthError) {
      return try await exchange.send(request, within: .token, reading: read)
    } catch  where error.code == .outcomeUnknown {
      return try await exchange.send(request, within: .token, reading: read)
    }
  }

  private func held(_ account: Account) async throws(OAuthError) -> (StoredCredential, CredentialRevision) {
    let loaded: (stored: StoredCredential, revision: CredentialRevision)?
    do { loaded = try await credentials.load(account) } catch { throw .storeFailed(error, at: credentials.location) }
    guard let loaded else { throw .unknownAccount(account) }
    return (try withKey(loaded.stored), loaded.revision)
  }

  private func replace(
    _ account: Account, with stored: StoredCredential, expecting revision: CredentialRevision
  ) async throws(OAuthError) {
    do {
      try await credentials.replace(account, with: stored, expecting: revision)
    } catch { throw .storeFailed(error, at: credentials.location) }
    changes.add()
    exchange.tell(Event(.credentialStored, "in \(credentials.location)"))
  }
}

extension StoredCredential {
  /// Whether the access token lives for so many seconds more, as far as anyone said.
  func isGood(for seconds: Int64, at now: Instant) -> Bool {
    credential.expiresAt.map { $0 - now >= seconds } ?? true
  }
}

extension Credential.Tokens {
  /// These tokens with what a refresh brought; what it did not bring stays.
  ///
  /// RFC 6749 §6: "The authorization server MAY issue a new refresh token, in which case the client MUST discard the
  /// old refresh token and replace it with the new refresh token."
  func renewed(by answer: TokenResponse, at now: Instant) -> Credential.Tokens {
    var renewed = Credential.Tokens(answer, scopes: scopes ?? [], at: now)
    renewed.refreshToken = answer.refreshToken ?? refreshToken
    renewed.idToken = answer.idToken ?? idToken
    renewed.proofKey = proofKey
    renewed.additional = additional
    for member in answer.additional.members { renewed.additional[member.name] = member.value }
    return renewed
  }
}

extension OAuthError {
  static func unknownAccount(_ account: Account) -> OAuthError {
    OAuthError(
      .unknownAccount, rule: .wayleave("an account is signed in before it is used"),
      expected: "a credential of \(DisplayText.clean("\(account)"))",
      received: .nothing, remedy: "Sign in with `wayleave login \(DisplayText.clean(account.provider))`.")
  }

  static func signInNeeded(
    _ account: Account, _ reason: String, refusal: ProviderRefusal? = nil
  ) -> OAuthError {
    OAuthError(
      .signInNeeded, rule: .rfc(6749, "6"), expected: "a credential that can be used",
      received: .described("one that has ended (\(DisplayText.clean(reason)))"),
      remedy: "Sign in again with `wayleave login \(DisplayText.clean(account.provider))`.", refusal: refusal)
  }

  fileprivate static func notRefreshable(_ account: Account) -> OAuthError {
    OAuthError(
      .unsupported, rule: .rfc(6749, "1.5"), expected: "a refresh token of \(DisplayText.clean("\(account)"))",
      received: .nothing,
      remedy: "The provider gave none; the credential it gave stays as it is.")
  }
}
