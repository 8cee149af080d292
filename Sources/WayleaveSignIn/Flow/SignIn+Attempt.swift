import WayleaveOAuth2
package import WayleaveWire

/// Requests to the authorization server, which are sent once more, and only once, when the server wants another nonce
/// in the proof, or refuses proof or assertion for their time: then nothing was carried out.
///
/// RFC 9449 §8; RFC 7523 §3, number 7.
extension SignIn {
  /// Sends a request for the first time.
  package mutating func ask(
    _ request: AuthorizationServerRequest, at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    underway = request
    return try attempt(request, at: now, using: &random)
  }

  /// The same request once more, where the answer to the first attempt is a reason; nil when the answer counts.
  package mutating func askAgain(
    after response: ResponseMessage, at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step? {
    guard let request = underway else { return nil }
    let origin = request.endpoint.origin
    proofNonces.receive(response, from: origin, as: .authorizationServer)
    guard !isSecondAttempt,
      request.demandedNonce(in: response) != nil || correctsClock(of: request, by: response, at: now)
    else {
      underway = nil
      isSecondAttempt = false
      return nil
    }
    isSecondAttempt = true
    return try attempt(request, at: now, using: &random)
  }

  /// Takes the server's clock for what it refused, and for nothing else; whether that changes anything.
  private mutating func correctsClock(
    of request: AuthorizationServerRequest, by response: ResponseMessage, at now: Instant
  ) -> Bool {
    let origin = request.endpoint.origin
    guard request.isRefusedPerhapsForItsTime(by: response),
      let difference = ServerClocks.difference(told: response, at: now), difference != serverClocks[origin, default: 0]
    else { return false }
    serverClocks[origin] = difference
    return true
  }

  private func attempt(
    _ request: AuthorizationServerRequest, at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    let origin = request.endpoint.origin
    return .send(
      try request.attempt(
        nonce: proofNonces.nonce(for: origin, as: .authorizationServer), at: now + serverClocks[origin, default: 0],
        using: &random), .token)
  }
}
