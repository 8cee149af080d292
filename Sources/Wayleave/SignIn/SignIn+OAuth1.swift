import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

extension SignIn {
  mutating func requestTemporaryCredential(
    of service: OAuth1Service, at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    let request = try TemporaryCredentialRequest(callback: .url(redirectURI.url)).request(
      to: service.temporaryCredentialEndpoint, as: try ConsumerCredential(client), dialect: service.dialect,
      stamp: Stamp(at: now, using: &random))
    phase = .requestingTemporaryCredential
    return .send(request, .token)
  }

  mutating func receiveTemporaryCredential(_ response: ResponseMessage) throws(OAuthError) -> Step {
    guard case .oauth1(let service) = provider.service else { throw .outOfOrder("a provider of OAuth 1.0a") }
    let temporary = try TemporaryCredentialResponse(reading: response).credential
    let url = try ResourceOwnerAuthorizationRequest(token: temporary.token)
      .url(
        at: service.authorizationEndpoint, dialect: service.dialect, consumerKey: client.id, callback: redirectURI.url)
    phase = .waitingForVerifier(temporary)
    return .show(url)
  }

  mutating func receiveVerifier(
    _ callback: ResourceOwnerAuthorizationCallback, temporary: TemporaryCredential, at now: Instant,
    using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    guard case .oauth1(let service) = provider.service else { throw .outOfOrder("a provider of OAuth 1.0a") }
    phase = .done
    switch callback {
    case .denied: throw .denied(rule: .rfc(5849, "2.2"), refusal: ProviderRefusal(error: "denied"))
    case .granted(_, let verifier):
      guard verifier != nil || service.dialect.isVerifierOptional else { throw .verifierMissing() }
      let request = try TokenCredentialRequest(temporary: temporary, verifier: verifier).request(
        to: service.tokenEndpoint, as: try ConsumerCredential(client), dialect: service.dialect,
        stamp: Stamp(at: now, using: &random))
      phase = .exchangingTemporaryCredential
      return .send(request, .token)
    }
  }

  mutating func receiveTokenCredential(_ response: ResponseMessage) throws(OAuthError) -> Step {
    phase = .done
    return .done(.oauth1(try TokenCredentialResponse(reading: response).credential))
  }
}

extension ConsumerCredential {
  /// The registration as OAuth 1.0a has it: the id is the key; throws `configuration.invalid_client` without a secret.
  init(_ client: Client) throws(OAuthError) {
    guard let secret = client.secret else {
      throw OAuthError(
        .invalidClient, rule: .rfc(5849, "3.4.2"), expected: "a consumer secret for “\(DisplayText.clean(client.id))”",
        received: .nothing, remedy: "Give the secret with --client-secret-file; OAuth 1.0a cannot sign without it.")
    }
    try self.init(key: client.id, secret: secret)
  }
}

extension OAuthError {
  fileprivate static func verifierMissing() -> OAuthError {
    OAuthError(
      .verifierMissing, rule: .rfc(5849, "2.2"), expected: "oauth_verifier in the callback", received: .nothing,
      remedy: "Nothing was exchanged. For a provider known to send none, its entry says “verifier_optional: true”.")
  }
}
