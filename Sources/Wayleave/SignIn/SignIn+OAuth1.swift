import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

extension SignIn {
  mutating func requestTemporaryCredential(
    of service: OAuth1Service, at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    let request = try TemporaryCredentialRequest(callback: .url(redirectURI.url)).request(
      to: service.temporaryCredentialEndpoint, as: try ConsumerCredential(client), dialect: service.dialect,
      stamp: Stamp(at: clock.timestamp(at: now), using: &random))
    phase = .requestingTemporaryCredential(request)
    return .send(request, .token)
  }

  mutating func receiveTemporaryCredential(
    _ response: ResponseMessage, answering request: RequestMessage, at now: Instant,
    using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    let service = try oauth1Service
    if correctsClock(by: response, at: now) {
      return try requestTemporaryCredential(of: service, at: now, using: &random)
    }
    let temporary = try TemporaryCredentialResponse(reading: response, answering: request).credential
    let url = try ResourceOwnerAuthorizationRequest(token: temporary.token)
      .url(
        at: service.authorizationEndpoint, dialect: service.dialect, consumerKey: client.id, callback: redirectURI.url)
    phase = .waitingForVerifier(temporary)
    hasCorrectedClock = false
    return .show(url)
  }

  mutating func receiveVerifier(
    _ callback: ResourceOwnerAuthorizationCallback, temporary: TemporaryCredential, at now: Instant,
    using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    let service = try oauth1Service
    phase = .done
    switch callback {
    case .denied: throw .denied(rule: .rfc(5849, "2.2"), refusal: ProviderRefusal(error: "denied"))
    case .granted(_, let verifier):
      guard verifier != nil || service.dialect.isVerifierOptional else { throw .verifierMissing() }
      return try exchange(temporary, verifier: verifier, at: now, using: &random)
    }
  }

  private mutating func exchange(
    _ temporary: TemporaryCredential, verifier: Secret?, at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    let service = try oauth1Service
    let request = try TokenCredentialRequest(temporary: temporary, verifier: verifier).request(
      to: service.tokenEndpoint, as: try ConsumerCredential(client), dialect: service.dialect,
      stamp: Stamp(at: clock.timestamp(at: now), using: &random))
    phase = .exchangingTemporaryCredential(temporary, verifier: verifier, request)
    return .send(request, .token)
  }

  mutating func receiveTokenCredential(
    _ response: ResponseMessage, answering request: RequestMessage, temporary: TemporaryCredential, verifier: Secret?,
    at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    if correctsClock(by: response, at: now) {
      return try exchange(temporary, verifier: verifier, at: now, using: &random)
    }
    phase = .done
    return .done(.oauth1(try TokenCredentialResponse(reading: response, answering: request).credential))
  }

  /// Whether the answer refuses the request for its time, and the request should be signed anew by the provider's.
  private mutating func correctsClock(by response: ResponseMessage, at now: Instant) -> Bool {
    guard !hasCorrectedClock, clock.correct(by: response, at: now) else { return false }
    hasCorrectedClock = true
    return true
  }

  private var oauth1Service: OAuth1Service {
    get throws(OAuthError) {
      guard case .oauth1(let service) = provider.service else { throw .outOfOrder("a provider of OAuth 1.0a") }
      return service
    }
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
