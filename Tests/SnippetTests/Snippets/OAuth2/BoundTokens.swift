import HTTPTypes
import Wayleave
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// What the article "Bound tokens" shows, but for the transport.
struct BoundTokensArticle {
  let client: Client
  let tokenEndpoint: Endpoint
  let now: Instant
  let send: (RequestMessage) async -> ResponseMessage

  func describe(_ service: inout OAuth2Service) {
    // snippet: a service that binds tokens
    service.dpopAlgorithms = [.es256]
    // end of snippet
  }

  func ask(_ grant: RefreshTokenGrant, random: inout some RandomNumberGenerator) async throws -> (
    TokenResponse, DPoPKey
  ) {
    // snippet: proving a key
    let key = try DPoPKey.generate()
    var request = try grant.request(to: tokenEndpoint, as: client)
    try request.prove(key, at: now, using: &random)
    var response = await send(request)
    if let demand = DPoPNonceDemand(reading: response, as: .authorizationServer) {
      try request.prove(key, nonce: demand.nonce, at: now, using: &random)
      response = await send(request)
    }
    let tokens = try TokenResponse(reading: response, accepting: [.dpop])
    // end of snippet
    return (tokens, key)
  }

  func call(
    _ api: AbsoluteURL, tokens: TokenResponse, key: DPoPKey, random: inout some RandomNumberGenerator
  ) async throws -> ResponseMessage {
    // snippet: using a bound token
    var request = RequestMessage(.get, to: api)
    try request.prove(key, token: tokens.accessToken, at: now, using: &random)
    let answer = await send(request)
    // end of snippet
    return answer
  }

  func protect(
    _ request: RequestMessage, keys: JSONWebKeySet, certificate: CertificateThumbprint?,
    history: inout DPoPProofHistory
  ) throws -> AccessTokenClaims? {
    // snippet: verifying a bound token
    guard let presented = try PresentedToken(reading: request) else { return nil }
    let claims = try JWTAccessToken(
      verifying: presented.token, verifiedBy: keys, allowing: [.es256], from: "https://server.example.com",
      to: "https://api.example.com/", at: now
    ).claims
    if let proof = try presented.verify(claims, in: request, certificate: certificate, at: now) {
      try history.take(proof, at: now)
    }
    return claims
    // end of snippet
  }
}
