import WayleaveOAuth2
package import WayleaveWire

/// One request to an authorization server, which is sent once more, and only once, when the server wants another nonce in
/// the proof, or refuses proof or assertion for their time: then nothing was carried out.
///
/// RFC 9449 §8; RFC 7523 §3, number 7. A value without effects: time, randomness and what is known are handed in.
package struct ServerAttempts: Sendable {
  private let request: AuthorizationServerRequest
  private var isSecond = false
  private var hasCorrectedClock = false

  /// The attempts of a request that was not sent yet.
  package init(_ request: AuthorizationServerRequest) { self.request = request }

  /// The message to send first.
  package func first(
    knowing servers: ServerKnowledge, at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> RequestMessage {
    let origin = request.endpoint.origin
    return try request.attempt(
      nonce: servers.nonce(for: origin, as: .authorizationServer), at: now + servers.correction(at: origin),
      using: &random)
  }

  /// The message to send once more, where the answer is a reason to; nil when the answer counts.
  package mutating func next(
    after response: ResponseMessage, learning servers: inout ServerKnowledge, at now: Instant,
    using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> RequestMessage? {
    let origin = request.endpoint.origin
    servers.learn(from: response, of: origin, as: .authorizationServer, at: now)
    guard isReasonToResend(response, learning: &servers) else { return nil }
    isSecond = true
    return try first(knowing: servers, at: now, using: &random)
  }

  private mutating func isReasonToResend(
    _ response: ResponseMessage, learning servers: inout ServerKnowledge
  ) -> Bool {
    let origin = request.endpoint.origin
    guard !isSecond else {
      if hasCorrectedClock, request.isRefusedPerhapsForItsTime(by: response) { servers.forgetCorrection(at: origin) }
      return false
    }
    if request.demandedNonce(in: response) != nil { return true }
    hasCorrectedClock = request.isRefusedPerhapsForItsTime(by: response) && servers.correct(at: origin)
    return hasCorrectedClock
  }
}
