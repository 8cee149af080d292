public import WayleaveOAuth2
public import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

extension Accounts {
  /// Asks the provider whether the access token of an account is valid, and for what.
  ///
  /// RFC 7662 §2. What it says must be about this client, and about the key that the token is bound to; what is over
  /// counts as inactive. Throws `configuration.unsupported` where the provider has no such endpoint, and
  /// `configuration.invalid_client` for a public client, which may not ask.
  public func introspect(_ account: Account) async throws(OAuthError) -> IntrospectionResponse {
    let stored = try await fresh(account)
    let registration = registered(stored)
    let (provider, client) = (registration.provider, registration.client)
    guard case .oauth2(let tokens) = stored.credential, case .oauth2(let service) = provider.service,
      let endpoint = service.endpoint(.introspection, for: client)
    else { throw .noIntrospection(at: provider) }
    let question = IntrospectionRequest(token: tokens.accessToken, kind: .accessToken)
    let request = AuthorizationServerRequest(to: endpoint, of: service, as: client, by: question.request)
    let answer = try await exchange.send(request, within: .token) { (response) throws(OAuthError) in
      try IntrospectionResponse(reading: response)
    }
    guard case .active(let claims) = answer else { return answer }
    // The server's own token is for its APIs and not for us, so that its audience says nothing here.
    if let end = claims.expiresAt, exchange.servers.current.now(at: endpoint.origin, now()) >= end + 60 {
      return .inactive
    }
    // Also of type Bearer it may be bound to our key, which the sign-in has shown: RFC 9449 §5.
    try claims.requireToken(of: client, boundTo: tokens.proofKey, from: service.issuer)
    return answer
  }

  /// Whether the provider says that the token is good; false when it cannot be asked.
  func isActive(_ stored: StoredCredential) async throws(OAuthError) -> Bool {
    let registration = registered(stored)
    let (provider, client) = (registration.provider, registration.client)
    guard case .oauth2(let service) = provider.service, service.endpoint(.introspection, for: client) != nil,
      client.authenticationMethod(by: service.dialect) != .publicClient
    else { return false }
    guard case .active = try await introspect(stored.account) else {
      throw .signInNeeded(stored, "the provider says that the token is not active")
    }
    return true
  }
}

extension AccessTokenClaims {
  fileprivate func requireToken(
    of client: Client, boundTo key: DPoPKey?, from issuer: Issuer?
  ) throws(OAuthError) {
    let differs =
      clientID.map { $0 != client.id } ?? false
      || confirmation?.keyThumbprint.map { $0.hasSameBytes(as: key?.thumbprint ?? "") == false } ?? false
    guard !differs else { throw .foreignIntrospection() }
    if let issuer, let named = self.issuer, named != issuer { throw .foreignIntrospection() }
  }
}

extension OAuthError {
  fileprivate static func noIntrospection(at provider: Provider) -> OAuthError {
    OAuthError(
      .unsupported,
      message: "\(DisplayText.clean(provider.title)) does not say whether a token is valid: it has no introspection.",
      rule: .rfc(7662, "2"), remedy: "Send a request to its API instead.")
  }

  fileprivate static func foreignIntrospection() -> OAuthError {
    OAuthError(
      .unexpectedAnswer, message: "The provider answered about the token of another client, key or issuer.",
      rule: .rfc(7662, "2.2"), remedy: "Nothing of it was used. Tell the provider.")
  }
}
