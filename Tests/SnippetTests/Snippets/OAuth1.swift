import HTTPTypes
import WayleaveOAuth1
import WayleaveWire

/// What the article "OAuth 1.0a" shows.
struct OAuth1Article {
  let consumer: ConsumerCredential
  let temporaryCredentialEndpoint: Endpoint
  let authorizationEndpoint: Endpoint
  let tokenEndpoint: Endpoint
  let verifyCredentials: AbsoluteURL
  let now: Instant
  let send: (RequestMessage) async -> ResponseMessage

  func askForTemporaryCredentials(
    callback: AbsoluteURL, random: inout some RandomNumberGenerator
  ) async throws -> (TemporaryCredential, AbsoluteURL) {
    // snippet: asking for temporary credentials
    let asking = try TemporaryCredentialRequest(callback: .url(callback)).request(
      to: temporaryCredentialEndpoint, as: consumer, stamp: Stamp(at: now, using: &random))
    let temporary = try TemporaryCredentialResponse(reading: await send(asking), answering: asking).credential
    let page = try ResourceOwnerAuthorizationRequest(token: temporary.token).url(at: authorizationEndpoint)
    // end of snippet
    return (temporary, page)
  }

  func exchange(
    _ callbackURL: AbsoluteURL, temporary: TemporaryCredential, random: inout some RandomNumberGenerator
  ) async throws -> TokenCredential? {
    // snippet: exchanging temporary credentials
    switch try ResourceOwnerAuthorizationCallback(reading: callbackURL) {
    case .granted(temporary.token, let verifier):
      let exchange = try TokenCredentialRequest(temporary: temporary, verifier: verifier).request(
        to: tokenEndpoint, as: consumer, stamp: Stamp(at: now, using: &random))
      return try TokenCredentialResponse(reading: await send(exchange), answering: exchange).credential
    case .granted, .denied:
      return nil
    }
    // end of snippet
  }

  func sign(
    _ request: RequestMessage, with credential: TokenCredential, clock: inout SigningClock,
    random: inout some RandomNumberGenerator
  ) throws -> RequestMessage {
    // snippet: signing a request
    let signer = RequestSigner(
      consumer: consumer, token: credential, dialect: OAuth1Dialect(signatureMethod: .hmacSHA256))
    let signed = try signer.sign(request, stamp: Stamp(at: clock.timestamp(at: now), using: &random))
    // end of snippet
    return signed
  }

  func verify(_ request: RequestMessage, history: inout NonceHistory) throws {
    // snippet: verifying a request
    let signed = try SignedRequest(reading: request)
    try signed.verify(consumerSecret: secret(of: signed.consumerKey), tokenSecret: signed.token.map(secret(of:)))
    try history.admit(signed, at: now)
    // end of snippet
  }

  func firstStep(random: inout some RandomNumberGenerator) async throws -> String {
    // snippet: first step of reverse auth
    let first = try ReverseAuthRequest().request(
      to: temporaryCredentialEndpoint, as: consumer, stamp: Stamp(at: now, using: &random))
    let handedOver = try ReverseAuthParameters(reading: await send(first), for: consumer).text
    // end of snippet
    return handedOver
  }

  func secondStep(
    _ handedOver: String, holder: ConsumerCredential, account: TokenCredential,
    random: inout some RandomNumberGenerator
  ) async throws -> TokenCredential {
    // snippet: second step of reverse auth
    let second = try ReverseAuthGrant(ReverseAuthParameters(handedOver)).request(
      to: tokenEndpoint, as: holder, token: account, stamp: Stamp(at: now, using: &random))
    let credential = try TokenCredentialResponse(reading: await send(second), answering: second).credential
    // end of snippet
    return credential
  }

  func handOver(
    _ credential: TokenCredential, with request: inout RequestMessage, random: inout some RandomNumberGenerator
  ) throws {
    // snippet: making an echo
    let echo = try EchoRequest(
      of: verifyCredentials, as: consumer, token: credential, stamp: Stamp(at: now, using: &random))
    try echo.apply(to: &request)
    // end of snippet
  }

  func checkEcho(
    in request: RequestMessage, consumerKey: String, history: inout NonceHistory
  ) async throws -> ResponseMessage {
    // snippet: checking an echo
    let echo = try await EchoRequest(
      reading: request, expecting: verifyCredentials, from: consumerKey, newTo: history, at: now)
    let record = await send(echo.request())
    try await echo.confirm(record, rememberedBy: &history, at: now)
    // end of snippet
    return record
  }

  private func secret(of consumerKey: String) -> Secret { consumer.secret }

  private func secret(of token: Secret) -> Secret { Secret("") }
}
