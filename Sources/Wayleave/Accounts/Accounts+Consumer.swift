public import WayleaveOAuth1
public import WayleaveOAuth2
public import WayleaveProvider
public import WayleaveSignIn
public import WayleaveWire

/// What a consumer of OAuth 1.0a does by its own key: sign without a user, and begin reverse auth.
extension Accounts {
  /// First step of reverse auth, by the holder of the consumer secret: the parameters for the holder of an account.
  ///
  /// Twitter's "Using Reverse Auth". Neither secret leaves its holder. Throws `sign_in.refused` where the provider does
  /// not allow it to the client, `sign_in.account_suspended`, and `configuration.unsupported` where the provider's entry
  /// does not have `reverse_auth`.
  public func reverseAuthParameters(
    for client: Client, at provider: Provider
  ) async throws(OAuthError) -> ReverseAuthParameters {
    let stored = try StoredCredential(twoLegged: provider, as: client, allowedOrigins: [], at: now())
    guard case .oauth1(let service) = provider.service, service.offersReverseAuth else {
      throw .withoutReverseAuth(provider)
    }
    let consumer = try ConsumerCredential(client, signingBy: service.dialect.signatureMethod)
    let response = try await send(for: stored.account) { (stamp) throws(OAuthError) in
      try ReverseAuthRequest().request(
        to: service.temporaryCredentialEndpoint, as: consumer, dialect: service.dialect, stamp: stamp)
    }
    return try ReverseAuthParameters(reading: response, for: consumer, by: service.dialect.refusalTable)
  }

  /// Second step of reverse auth, by the holder of the account: a token of the account for the consumer that the
  /// parameters name.
  ///
  /// Hand it to the holder of that consumer's secret, without which it is of no use; nothing is saved here. Throws
  /// `sign_in.refused`, `answer.unexpected`, and `configuration.unsupported` for an account of OAuth 2.
  public func reverseAuthToken(
    of account: Account, for parameters: ReverseAuthParameters
  ) async throws(OAuthError) -> TokenCredential {
    let authorization = authorization(by: try await fresh(account))
    let response = try await send(for: account) { (stamp) throws(OAuthError) in
      try authorization.reverseAuthRequest(ReverseAuthGrant(parameters), stamp: stamp)
    }
    return try TokenCredentialResponse(reading: response).credential
  }

  /// Sends the second step, which another program has signed, such as the agent, and reads the token; `events` gets that
  /// exchange.
  package static func reverseAuthToken(
    by request: RequestMessage, over transport: any Transport, events: (@Sendable (Event) -> Void)? = nil
  ) async throws(OAuthError) -> TokenCredential {
    try await Exchange(transport: transport, now: { WallClock.now() }, listener: events)
      .send(request, within: .token) { (response) throws(OAuthError) in
        try TokenCredentialResponse(reading: response).credential
      }
  }

  /// Sends a signed request of our own, once more by the provider's clock where that refuses ours.
  ///
  /// RFC 5849 §3.3.
  func send(
    for account: Account, _ sign: (Stamp) throws(OAuthError) -> RequestMessage
  ) async throws(OAuthError) -> ResponseMessage {
    let response = try await exchange.send(try sign(stamp(for: account)), within: .token)
    guard signingClocks.correct(for: account, by: response, at: now()) else { return response }
    return try await exchange.send(try sign(stamp(for: account)), within: .token)
  }
}
