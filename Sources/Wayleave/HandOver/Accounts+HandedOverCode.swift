import WayleaveOAuth2
import WayleaveOpenID
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

/// Codes that apps hand over: our client exchanges them.
extension Accounts {
  /// Exchanges a code, verifies the ID token that comes with the tokens, and else asks the API who the user is.
  ///
  /// RFC 9700 §2.1.1: a code is tied to this sign-in by a verifier or by a nonce. One that is tied by neither is refused,
  /// except where the provider has no PKCE.
  func exchange(_ grant: AuthorizationCodeGrant, by terms: HandOverTerms) async throws(OAuthError) -> CheckedHandOver {
    guard let service = terms.provider.oauth2Service else {
      throw .unverifiableHandOver(
        .code(grant.code, verifier: grant.verifier, redirectURI: grant.redirectURI), at: terms.provider)
    }
    var list = Verification(of: HandOverCheck.codeExchange.rawValue)
    _ = list.check("binding", .rfc(9700, "2.1.1")) { () throws(OAuthError) in
      guard grant.verifier != nil || terms.nonce != nil || !service.dialect.authorization.supportsPKCE else {
        throw .bareCode()
      }
    }
    let request = AuthorizationServerRequest(
      to: service.tokenEndpoint(for: terms.client), of: service, as: terms.client, by: grant.request)
    let answer = try await list.ask("exchange", HandOverCheck.codeExchange.rule) { () async throws(OAuthError) in
      try await exchange.send(request, within: .token) { (response) throws(OAuthError) in
        try TokenResponse(reading: response, dialect: service.dialect)
      }
    }
    let tokens = answer.map { Credential.Tokens(handedOver: $0, of: service, at: now()) }
    let idToken = try await self.idToken(of: answer, for: grant, by: terms, service, in: &list)
    let user = try await list.ask("user", .wayleave("the provider says who the user is")) {
      () async throws(OAuthError) in
      try await self.user(idToken, tokens, of: service, terms)
    }
    let verified = tokens.flatMap { tokens in
      user.map { user in
        VerifiedHandOver(
          identity: user, clientID: terms.client.id, check: .codeExchange, expiresAt: tokens.expiresAt,
          scopes: tokens.scopes, credential: .oauth2(tokens))
      }
    }
    return CheckedHandOver(list, verified)
  }

  /// The verified ID token of the answer; nil where there is none, or no keys for it. With a nonce there must be one.
  private func idToken(
    of answer: TokenResponse?, for grant: AuthorizationCodeGrant, by terms: HandOverTerms, _ service: OAuth2Service,
    in list: inout Verification
  ) async throws(OAuthError) -> IDToken? {
    let rule = HandOverCheck.idToken.rule
    guard list.firstFailure == nil, let answer else {
      list.add("id_token", rule, .notReached)
      return nil
    }
    let ownKeys = try service.idTokenKeys(of: terms.client)
    guard let token = answer.idToken, ownKeys != nil || service[.keySet] != nil else {
      list.add("id_token", rule, terms.nonce == nil ? .notAsked : .failed(.missingIDToken()))
      return nil
    }
    var requirements = service.idTokenRequirements(for: terms.client)
    requirements.nonce = terms.nonce
    requirements.accessToken = answer.accessToken
    requirements.code = grant.code
    return try await list.ask("id_token", rule) { () async throws(OAuthError) in
      let source = (own: service.ownKeys(ownKeys, for: token), published: service[.keySet] ?? service.tokenEndpoint)
      let verification = try await verification(of: token, meeting: requirements, by: source)
      if let failure = verification.firstFailure { throw failure.error }
      guard let verified = verification.token else { throw .missingIDToken() }
      return verified
    }
  }

  private func user(
    _ idToken: IDToken?, _ tokens: Credential.Tokens?, of service: OAuth2Service, _ terms: HandOverTerms
  ) async throws(OAuthError) -> Identity {
    let user: Identity
    if let idToken {
      user = Identity(idToken)
    } else {
      guard let rule = terms.provider.identity, let tokens else { throw .noIdentityRule(terms.provider) }
      user = try await self.user(by: rule, tokens, of: service, terms)
    }
    try terms.require(user: user)
    return user
  }
}

extension Credential.Tokens {
  /// The tokens of an exchange; which scopes the app asked for is not known here.
  fileprivate init(handedOver answer: TokenResponse, of service: OAuth2Service, at now: Instant) {
    self.init(answer, scopes: [], of: service, at: now)
    scopes = answer.scopes
  }
}

extension OAuthError {
  fileprivate static func noIdentityRule(_ provider: Provider) -> OAuthError {
    OAuthError(
      .unsupported, message: "\(DisplayText.clean(provider.title)) does not say who the user is.",
      rule: .wayleave("the provider says who the user is"), expected: "an ID token, or “identity” in the entry",
      remedy: .addToEntry("identity"))
  }
}
