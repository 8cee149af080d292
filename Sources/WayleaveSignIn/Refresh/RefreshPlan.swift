package import WayleaveJOSE
package import WayleaveOAuth2
package import WayleaveOpenID
package import WayleaveWire
package import WayleaveProvider

/// One refresh of one credential: what is sent, and which records to save as its answer becomes known.
///
/// RFC 6749 §6. A value without effects. The order of the records is the first promise: a refresh token that the
/// provider issued is saved before anything else about its answer can fail or wait.
package struct RefreshPlan: Sendable {
  private let stored: StoredCredential
  private let tokens: Credential.Tokens
  private let refreshToken: Secret
  package let service: OAuth2Service
  package let client: Client
  /// The APIs that the sign-in named: a server may issue tokens for others otherwise.
  ///
  /// RFC 8707 §2.2.
  private let resources: [ResourceIndicator]
  /// The client secret as the key of ID tokens, where the provider's entry says so.
  private let ownKeys: JSONWebKeySet?

  /// The plan for a stored credential; throws `configuration.unsupported` when it has no refresh token.
  package init(_ stored: StoredCredential, by registration: Registration) throws(OAuthError) {
    guard case .oauth2(let tokens) = stored.credential, let refreshToken = tokens.refreshToken,
      case .oauth2(let service) = registration.provider.service
    else { throw .notRefreshable(stored) }
    self.stored = stored
    self.tokens = tokens
    self.refreshToken = refreshToken
    self.service = service
    client = registration.client
    resources = registration.provider.takesResources ? stored.resources : []
    // Before anything is sent: an entry that cannot be met must not cost the refresh token.
    ownKeys = try service.idTokenKeys(of: client)
  }

  /// The request; it shows a proof wherever a proof was shown before, since the refresh token may be bound to its key.
  ///
  /// RFC 9449 §5.
  package var request: AuthorizationServerRequest {
    guard tokens.isItsOwnRefreshToken, let exchange else {
      var grant = RefreshTokenGrant(refreshToken: refreshToken, resources: resources)
      grant.repeated = service.dialect.authorization.repeated(of: stored.credential.callback ?? JSON.Object())
      return AuthorizationServerRequest(
        to: service.dialect.refresh.endpoint ?? service.tokenEndpoint(for: client), of: service, as: client,
        proving: tokens.proofKey, by: grant.request)
    }
    return AuthorizationServerRequest(
      to: exchange.endpoint ?? service.tokenEndpoint(for: client), of: service, as: client
    ) { [refreshToken] (endpoint, client, dialect) throws(OAuthError) in
      try exchange.request(for: refreshToken, to: endpoint, as: client, dialect: dialect)
    }
  }

  /// What is sent before the request, so that the server gives a nonce for its proof; nil where none is needed first.
  ///
  /// AT Protocol, OAuth, § Demonstrating Proof of Possession: nonces are mandatory there, and live five minutes at most. A
  /// server may count the refresh token as used before it looks at the proof (bluesky-social/atproto #3859). So this has the
  /// proof and no refresh token: whatever is answered, nothing is spent.
  package var nonceRequest: AuthorizationServerRequest? {
    guard stored.provider.atProtocol != nil else { return nil }
    return AuthorizationServerRequest(
      to: service.tokenEndpoint(for: client), of: service, as: client, proving: tokens.proofKey
    ) { (endpoint, client, dialect) throws(OAuthError) in
      try client.request(granting: ["grant_type": RefreshTokenGrant.grantType], to: endpoint, dialect: dialect)
    }
  }

  /// The exchange of the access token: the first one of a token that lives shorter than a day, else the usual one.
  private var exchange: AccessTokenExchange? {
    let dialect = service.dialect.refresh
    guard let upgrade = dialect.upgrade else { return dialect.exchange }
    let life = tokens.expiresAt.map { $0 - stored.obtainedAt } ?? .zero
    return life < .seconds(86_400) ? upgrade : dialect.exchange
  }

  /// The credential that is renewed.
  package var credential: Credential { stored.credential }

  /// The scopes that were granted before.
  package var scopes: [String] { tokens.scopes ?? [] }

  /// Reads the answer.
  ///
  /// A server may turn the binding of access tokens on or off; only who demanded a bound token refuses another.
  package func answer(in response: ResponseMessage) throws(OAuthError) -> TokenResponse {
    let types = TokenType.accepted(
      provingKey: tokens.proofKey != nil, demandingBinding: stored.requiresBinding)
    return try TokenResponse(reading: response, dialect: service.dialect, accepting: types, to: .refresh)
  }

  /// The record to save as soon as a new refresh token is known: all else stays as it was before.
  package func keeping(_ newRefreshToken: Secret) -> StoredCredential {
    var record = stored
    var tokens = tokens
    tokens.refreshToken = newRefreshToken
    record.credential = .oauth2(tokens)
    record.refreshAttempt = nil
    return record
  }

  /// Whether the answer brought an ID token that can be verified before its access token is used.
  package func isVerifiable(_ answer: TokenResponse) -> Bool {
    answer.idToken != nil && (ownKeys != nil || service[.keySet] != nil)
  }

  /// The client secret where it is the key of this ID token; nil where the published keys are.
  package func ownKeys(for idToken: Secret) -> JSONWebKeySet? { service.ownKeys(ownKeys, for: idToken) }

  /// What the ID token of an answer must be.
  ///
  /// OpenID Connect Core §12.2.
  package func requirements(for answer: TokenResponse) -> IDTokenRequirements {
    var requirements = service.idTokenRequirements(for: client)
    requirements.earlier = firstIDToken.flatMap { try? EarlierIDToken(kept: $0) }
    requirements.accessToken = answer.accessToken
    return requirements
  }

  /// The ID token of the sign-in, which sets the terms for those of refreshes; one that was never read, and cannot be,
  /// sets none.
  private var firstIDToken: Secret? {
    [tokens.firstIDToken, tokens.idToken].compactMap(\.self).first { (try? EarlierIDToken(kept: $0)) != nil }
  }

  /// The record after the refresh. `isIDTokenVerified` is false for an ID token that was left out: then the one of
  /// before stays.
  package func renewed(by answer: TokenResponse, isIDTokenVerified: Bool, at now: Instant) -> StoredCredential {
    var record = stored
    var renewed = tokens.renewed(by: answer, of: service, at: now)
    if !isIDTokenVerified { renewed.idToken = tokens.idToken }
    renewed.firstIDToken = renewed.idToken == firstIDToken ? nil : firstIDToken
    if renewed.scopes != tokens.scopes {
      renewed.removeScopes(repeating: stored.credential.secrets + [client.secret?.exposedBytes ?? []])
    }
    record.credential = .oauth2(renewed)
    record.obtainedAt = now
    record.refreshAttempt = nil
    return record
  }

  /// Why no token of an answer is used whose ID token could not be verified; nil where it is enough to leave that out.
  ///
  /// OpenID Connect Core §12.2. An ID token that has expired, or whose key cannot be had, may be about another user too.
  /// Another `auth_time` alone, which Amazon Cognito sends at each refresh, is another time of the same user's: that token
  /// is not used, and the one of the sign-in stays.
  package func mismatch(in answer: TokenResponse, after error: OAuthError, at now: Instant) -> OAuthError? {
    guard error.code == .idTokenRenewal || !Self.isMismatch(error), let idToken = answer.idToken else { return error }
    var requirements = requirements(for: answer)
    requirements.earlier = requirements.earlier?.withoutAuthenticationTime
    do throws(OAuthError) {
      try IDToken.requireSameParties(idToken, meeting: requirements, at: now)
      return nil
    } catch { return Self.isMismatch(error) ? error : nil }
  }

  /// Whether a failed check shows that the answer is about something else: then none of its tokens is used.
  ///
  /// OpenID Connect Core §12.2: `iss`, `sub`, `aud` and `azp` are those of the first ID token.
  private static func isMismatch(_ error: OAuthError) -> Bool {
    switch error.code {
    case .idTokenRenewal, .idTokenIssuer, .idTokenAudience, .idTokenAuthorizedParty, .idTokenSubject,
      .idTokenAccessTokenHash, .idTokenNonce, .tokenSignatureMismatch, .unsupportedAlgorithm, .idTokenType:
      true
    default: false
    }
  }
}

extension StoredCredential {
  /// Whether the access token, or the token of OAuth 1.0a, is the same.
  package func hasSameAccess(as other: StoredCredential) -> Bool {
    switch (credential, other.credential) {
    case (.oauth2(let mine), .oauth2(let theirs)): mine.accessToken == theirs.accessToken
    case (.oauth1(let mine), .oauth1(let theirs)): mine == theirs
    default: false
    }
  }
}

extension Credential.Tokens {
  /// These tokens with what a refresh brought; what it did not bring stays.
  ///
  /// RFC 6749 §6: "The authorization server MAY issue a new refresh token, in which case the client MUST discard the
  /// old refresh token and replace it with the new refresh token."
  package func renewed(
    by answer: TokenResponse, of service: OAuth2Service? = nil, at now: Instant
  ) -> Credential.Tokens {
    var renewed = Credential.Tokens(answer, scopes: scopes ?? [], of: service, at: now)
    renewed.refreshToken = renewed.refreshToken ?? refreshToken
    renewed.idToken = answer.idToken ?? idToken
    renewed.proofKey = proofKey
    renewed.additional = additional
    renewed.add(answer.additional)
    return renewed
  }
}

extension OAuthError {
  package static func notRefreshable(_ stored: StoredCredential) -> OAuthError {
    let name = stored.name ?? "\(stored.account)"
    let shown = DisplayText.clean(name)
    let end = stored.credential.expiresAt == nil ? ", and its token does not expire" : ""
    return OAuthError(
      .unsupported, message: "“\(shown)” cannot be refreshed: the provider gave no refresh token\(end).",
      rule: .rfc(6749, "1.5"), remedy: .useUnrenewed(account: name))
  }
}
