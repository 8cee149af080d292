import WayleaveOAuth1
import WayleaveOAuth2
package import WayleaveWire
import WayleaveProvider

extension SignIn {
  mutating func requestTemporaryCredential(
    of service: OAuth1Service, at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    let request = try TemporaryCredentialRequest(callback: redirect.callback).request(
      to: service.temporaryCredentialEndpoint,
      as: try ConsumerCredential(client, signingBy: service.dialect.signatureMethod), dialect: service.dialect,
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
        at: service.authorizationEndpoint, dialect: service.dialect, consumerKey: client.id.text,
        callback: redirect.redirectURI?.url)
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
    case .denied: throw .denied(at: provider, rule: .rfc(5849, "2.2"), refusal: ProviderRefusal(error: "denied"))
    case .granted(_, let verifier):
      guard verifier != nil || service.dialect.isVerifierOptional else { throw .verifierMissing() }
      return try exchange(temporary, verifier: verifier, at: now, using: &random)
    }
  }

  /// How often a user may mistype the number before the sign-in ends.
  static let maximumRefusedNumbers = 3

  /// Takes the number that the provider showed and the user typed.
  ///
  /// RFC 5849 §2.1, "oob". Throws `sign_in.out_of_order` unless the sign-in waits for a number.
  package mutating func receive(
    typed number: Secret, at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    guard case .waitingForVerifier(let temporary) = phase, redirect == .outOfBand else {
      throw .outOfOrder("a sign-in that waits for a number")
    }
    phase = .done
    return try exchange(temporary, verifier: number, at: now, using: &random)
  }

  private mutating func exchange(
    _ temporary: TemporaryCredential, verifier: Secret?, at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    let service = try oauth1Service
    let request = try TokenCredentialRequest(temporary: temporary, verifier: verifier).request(
      to: service.tokenEndpoint, as: try ConsumerCredential(client, signingBy: service.dialect.signatureMethod),
      dialect: service.dialect,
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
    do throws(OAuthError) {
      let answer = try TokenCredentialResponse(reading: response, answering: request)
      return .done(.oauth1(answer.credential.issued(at: now)))
    } catch {
      // People mistype, and a provider may let the temporary credential live; only the next try tells.
      guard redirect == .outOfBand, (400..<500).contains(response.status), error.code == .authorizationRefused,
        refusedNumbers < Self.maximumRefusedNumbers
      else { throw error }
      refusedNumbers += 1
      hasCorrectedClock = false
      phase = .waitingForVerifier(temporary)
      return .numberRefused(error)
    }
  }

  /// Whether the answer refuses the request for its time, and the request should be signed again by the provider's.
  mutating func correctsClock(by response: ResponseMessage, at now: Instant) -> Bool {
    guard !hasCorrectedClock, clock.correct(by: response, at: now) else { return false }
    hasCorrectedClock = true
    return true
  }

  var oauth1Service: OAuth1Service {
    get throws(OAuthError) {
      guard case .oauth1(let service) = provider.service else { throw .outOfOrder("a provider of OAuth 1.0a") }
      return service
    }
  }
}

extension OAuthError {
  fileprivate static func verifierMissing() -> OAuthError {
    OAuthError(
      .verifierMissing, rule: .rfc(5849, "2.2"), expected: "oauth_verifier in the callback", received: .nothing,
      remedy: "Nothing was exchanged. For a provider known to send none, its entry says “verifier_optional: true”.")
  }
}
