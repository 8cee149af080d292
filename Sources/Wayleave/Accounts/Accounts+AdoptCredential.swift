public import WayleaveOAuth2
public import WayleaveProvider
public import WayleaveSignIn
public import WayleaveWire

extension Accounts {
  /// Stores a credential that was got elsewhere, as if its user had signed in here.
  ///
  /// It is for what ``verify(_:of:as:nonce:subject:seen:)`` brought, for a token and secret of OAuth 1.0a, and for what
  /// your own code got. An account of the same user is replaced, as by a sign-in. Without an `identity` the provider is
  /// asked who the user is, by which a token that was revoked is found out; one that has ended is renewed first, as by
  /// ``adopt(refreshToken:of:as:scopes:)``. With one nothing is asked.
  ///
  /// Throws `configuration.invalid_value` for a credential that is empty, of another version of OAuth than the provider, or
  /// bound to a key that is missing; `credential.sign_in_needed` for one that has ended and cannot be renewed;
  /// `answer.unexpected` where the provider's entry does not say how to ask who the user is; and what the provider
  /// answers. Nothing is stored then.
  ///
  /// - Parameters:
  ///   - credential: what the provider issued.
  ///   - provider: who issued it.
  ///   - client: the client to which it was issued.
  ///   - identity: the user, where that was verified.
  ///   - allowedOrigins: where requests may go in addition to the provider's own API origins.
  public func adopt(
    _ credential: Credential, of provider: Provider, as client: Client, identity: Identity? = nil,
    allowedOrigins: [Origin] = []
  ) async throws(OAuthError) -> SignedIn {
    let isAlive = try credential.isAlive(at: provider, now: now(), canBeRenewed: true)
    var stored: StoredCredential
    if let identity {
      guard !identity.subject.isEmpty else { throw .namelessUser() }
      stored = StoredCredential(
        given: credential.endingIfEmpty(at: now()), of: try await resolved(provider), as: client, at: now())
      stored = stored.identified(as: try identity.withoutSecrets(of: credential))
    } else {
      guard isAlive else {
        return try await adoptRenewing(credential, of: provider, as: client, user: nil, replacing: true)
      }
      stored = try await identified(credential, of: provider, as: client, asking: true)
    }
    stored.allowedOrigins = allowedOrigins
    stored.trustRoots = trustRoots
    stored.signedInAt = now()
    stored.enroll()
    let isComplete = identity == nil || stored.provider.identity == nil
    let placed = try await place(stored, named: nil, instead: nil, isComplete: isComplete)
    tellOfStorage()
    return placed.signedIn()
  }

  /// A credential that is not stored, as a session uses it; throws for one that no request can carry.
  func given(
    _ credential: Credential, of provider: Provider, as client: Client, allowedOrigins: [Origin]
  ) async throws(OAuthError) -> StoredCredential {
    _ = try credential.isAlive(at: provider, now: now(), canBeRenewed: false)
    var stored = StoredCredential(given: credential, of: try await resolved(provider), as: client, at: now())
    stored.allowedOrigins = allowedOrigins
    return stored
  }

  /// The provider with its endpoints and API origins, which an issuer publishes.
  private func resolved(_ provider: Provider) async throws(OAuthError) -> Provider {
    if case .issuer = provider.service { try await discovered(provider).provider } else { provider }
  }
}

extension StoredCredential {
  /// A credential whose user is not known; the client's id stands for one.
  fileprivate init(given credential: Credential, of provider: Provider, as client: Client, at now: Instant) {
    self.init(
      account: Account(provider: provider.name, client: client.id, subject: client.id.text), provider: provider,
      client: client, credential: credential, obtainedAt: now)
  }
}

extension Credential {
  /// With a refresh token alone it is renewed before it is used.
  fileprivate func endingIfEmpty(at now: Instant) -> Credential {
    guard case .oauth2(var tokens) = self, tokens.accessToken.isEmpty else { return self }
    tokens.expiresAt = now
    return .oauth2(tokens)
  }

  /// Whether it can be used without a renewal; throws where it cannot be used at all.
  fileprivate func isAlive(at provider: Provider, now: Instant, canBeRenewed: Bool) throws(OAuthError) -> Bool {
    let hasToken: Bool
    let isRenewable: Bool
    switch (self, provider.service) {
    case (.oauth1(let credential), .oauth1):
      hasToken = !credential.token.isEmpty
      isRenewable = false
    case (.oauth2(let tokens), .oauth2), (.oauth2(let tokens), .issuer):
      // RFC 9449 §7.1: a request with it carries a proof of the key.
      guard !tokens.isBound || tokens.proofKey != nil else { throw .keyMissing() }
      hasToken = !tokens.accessToken.isEmpty
      isRenewable = canBeRenewed && tokens.refreshToken?.isEmpty == false
    default: throw .versionMismatch(of: provider)
    }
    let isAlive = hasToken && isAlive(at: now)
    guard isAlive || isRenewable else { throw hasToken ? .endedElsewhere() : .emptyToken() }
    return isAlive
  }
}

extension OAuthError {
  fileprivate static func emptyToken() -> OAuthError {
    OAuthError(
      .invalidValue, message: "The token is empty.", rule: .wayleave("a credential has a token"),
      remedy: "Read it from there again, or sign in with `accounts.signIn(to:as:)`.")
  }

  fileprivate static func namelessUser() -> OAuthError {
    OAuthError(
      .invalidValue, message: "The identity has no subject.", rule: .openID("Core", "2"),
      remedy: "Leave out `identity:`, so that the provider is asked who the user is.")
  }

  fileprivate static func keyMissing() -> OAuthError {
    OAuthError(
      .invalidValue, message: "The token is bound to a key (DPoP), and the key is missing.", rule: .rfc(9449, "7.1"),
      remedy: "Add the key as `proofKey` of the tokens.")
  }

  fileprivate static func endedElsewhere() -> OAuthError {
    OAuthError(
      .signInNeeded, message: "The token has ended, and nothing renews it here.", rule: .rfc(6749, "6"),
      remedy: "Sign in with `accounts.signIn(to:as:)`.")
  }

  package static func versionMismatch(of provider: Provider) -> OAuthError {
    OAuthError(
      .invalidValue,
      message: "The token is of another version of OAuth than \(DisplayText.clean(provider.title)) has.",
      rule: .wayleave("a token of one version of OAuth is of no use in the other"),
      remedy: "Nothing was changed. Name the provider that issued it in “of:”.")
  }
}
