import HTTPTypes
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

/// What came of one revocation.
enum RevocationOutcome: Sendable {
  /// The provider confirmed it.
  case revoked
  /// Nothing was sent: the grant goes with the access token.
  case unsent
  /// The provider does not revoke tokens of this kind alone: trying again does not help.
  case unsupported
  /// It was not confirmed, and may be sent again after a pause.
  case failed(OAuthError, pause: Duration?)
}

extension Accounts {
  /// Whether the provider has a place where the credential is given back.
  func offersRevocation(of stored: StoredCredential) -> Bool { revocationEndpoint(of: stored) != nil }

  /// Where the credential is given back: by today's entry, or else by that of the sign-in.
  ///
  /// Today's entry is a file. One that no longer names the endpoint must not keep a token from being revoked.
  private func revocationEndpoint(of stored: StoredCredential) -> Endpoint? {
    // RFC 7009 §2: what is revoked is an access token or a refresh token. An ID token alone is neither.
    if case .oauth2(let tokens) = stored.credential, TokenType(tokens.tokenType) == .notApplicable { return nil }
    for registration in [registered(stored), Registration(of: stored).completed(by: stored)] {
      let endpoint: Endpoint? =
        switch (stored.credential, registration.provider.service) {
        case (.oauth2, .oauth2(let service)): service.revocationEndpoint(for: registration.client)
        case (.oauth1, .oauth1(let service)): service.invalidationEndpoint
        default: nil
        }
      if let endpoint { return endpoint }
    }
    return nil
  }

  /// Where the credential is given back by the other document of its provider, where the one that was read names no place.
  func revocationElsewhere(of stored: StoredCredential) async throws(OAuthError) -> Endpoint? {
    guard let issuer = stored.advertised?.issuer, !offersRevocation(of: stored),
      case .oauth2(let service) = stored.provider.service,
      let metadata = try await oauthMetadata(of: issuer, dialect: stored.provider.idTokenRules.dialect)
    else { return nil }
    return metadata.endpoint(.revocation, for: stored.client.authenticationMethod(by: service.dialect))
  }

  /// Whether only an access token that is still good can end the grant, and another one can be had.
  func needsGoodTokenToRevoke(_ stored: StoredCredential) -> Bool {
    guard case .oauth2(let service) = registered(stored).provider.service else { return false }
    return service.dialect.revocationNeedsValidToken && stored.credential.isRefreshable && offersRevocation(of: stored)
  }

  /// Revokes one token; `stored` says where.
  func revoke(
    _ token: PendingRevocation.Token, of credential: Credential, in stored: StoredCredential
  ) async -> RevocationOutcome {
    guard let endpoint = revocationEndpoint(of: stored) else { return .unsupported }
    var pause: Duration?
    do throws(OAuthError) {
      switch (credential, registered(stored).provider.service) {
      case (.oauth2(let tokens), .oauth2(let service)):
        guard token != .refreshToken || service.dialect.revokesRefreshTokens else { return .unsent }
        try await revoke(token, of: tokens, by: service, at: endpoint, in: stored, pause: &pause)
      case (.oauth1(let token), .oauth1(let service)):
        try await revoke(token, by: service, at: endpoint, of: stored, pause: &pause)
      default: return .unsupported
      }
      return .revoked
    } catch {
      // RFC 7009 §2.2.1: the server "does not support the revocation of the presented token type".
      guard error.refusal?.error.hasSameBytes(as: "unsupported_token_type") != true else { return .unsupported }
      // What the request has to name never came: no later attempt has it.
      guard error.code != .unsupported else { return .unsupported }
      return .failed(error, pause: pause)
    }
  }

  private func revoke(
    _ token: PendingRevocation.Token, of tokens: Credential.Tokens, by service: OAuth2Service, at endpoint: Endpoint,
    in stored: StoredCredential, pause: inout Duration?
  ) async throws(OAuthError) {
    let client = registered(stored).client
    var request: RevocationRequest
    switch (token, tokens.refreshToken) {
    case (.refreshToken, let refreshToken?): request = RevocationRequest(token: refreshToken, kind: .refreshToken)
    case (.refreshToken, nil): return
    case (.accessToken, _), (.token, _): request = RevocationRequest(token: tokens.accessToken, kind: .accessToken)
    }
    (request.accessToken, request.tokenAnswer) = (tokens.accessToken, .object(tokens.additional))
    let message = AuthorizationServerRequest(to: endpoint, of: service, as: client, by: request.request)
    let authorization = authorization(by: stored)
    try await exchange.send(message, within: .token, about: { .oauth2(tokens) }) { (response) throws(OAuthError) in
      pause = response.retryAfter(at: now())
      if service.dialect.saysGrantIsGone(authorization.verdict(in: response), of: tokens) { return }
      // The same status is that of a wrong client: alone it says nothing.
      if service.dialect.revocation == .deleteByClient, response.status == 404, stored.hadEnded(with: tokens) { return }
      try RevocationRequest.confirm(response, dialect: service.dialect)
    }
  }

  private func revoke(
    _ token: TokenCredential, by service: OAuth1Service, at endpoint: Endpoint, of stored: StoredCredential,
    pause: inout Duration?
  ) async throws(OAuthError) {
    var random = SystemRandomNumberGenerator()
    let message = try TokenInvalidationRequest(token).request(
      to: endpoint, as: try ConsumerCredential(registered(stored).client, signingBy: service.dialect.signatureMethod),
      dialect: service.dialect,
      stamp: Stamp(at: signingClocks.timestamp(for: stored.account, at: now()), using: &random))
    let authorization = authorization(by: stored)
    try await exchange.send(message, within: .token, about: { .oauth1(token) }) { (response) throws(OAuthError) in
      pause = response.retryAfter(at: now())
      // As RFC 7009 §2.2 has it for OAuth 2: a token that the provider does not know any more is revoked.
      if case .gone = authorization.verdict(in: response) { return }
      try TokenInvalidationRequest.confirm(response)
    }
  }
}

extension StoredCredential {
  /// Whether the provider had said, before the sign-out, that these tokens are no longer good.
  fileprivate func hadEnded(with tokens: Credential.Tokens) -> Bool {
    guard case .refused = ending else { return false }
    return credential == .oauth2(tokens)
  }
}

extension OAuth2Dialect {
  /// Whether the token that was to authorize its own revocation is gone already, and the grant with it.
  ///
  /// As RFC 7009 §2.2 has it: a token that the server does not know any more counts as revoked. A refresh token may
  /// still be good where only the access token is not.
  fileprivate func saysGrantIsGone(
    _ verdict: RequestAuthorization.CredentialVerdict, of tokens: Credential.Tokens
  ) -> Bool {
    guard tokenAuthorizesRevocation, case .gone(let refusal) = verdict else { return false }
    // A word for a user who must sign in first speaks of no token.
    return switch refusalTable.meaning(of: refusal) {
    case .grantGone: true
    case .tokenInvalid: tokens.refreshToken == nil
    default: false
    }
  }
}

extension OAuth2Service {
  /// Where a client gives tokens back; nil also where that takes a secret and the client has none.
  fileprivate func revocationEndpoint(for client: Client) -> Endpoint? {
    if dialect.revocationForm?.needsSecret == true, client.secret == nil { return nil }
    return endpoint(.revocation, for: client)
  }
}

extension Provider {
  /// Takes over where tokens are revoked, which was found later.
  mutating func addRevocation(at endpoint: Endpoint) {
    guard case .oauth2(var found) = service, found[.revocation] == nil else { return }
    found[.revocation] = endpoint
    service = .oauth2(found)
  }
}
