import WayleaveOAuth2
package import WayleaveWire

/// One request to an authorization server, which is sent once more for each reason: the server wants another nonce in the
/// proof, refuses proof or assertion for their time, or takes no proof there. Then nothing was carried out.
///
/// RFC 9449 §8; RFC 7523 §3, number 7. A value without effects: time, randomness and what is known are handed in.
package struct ServerAttempts: Sendable {
  private var request: AuthorizationServerRequest
  private var proofs = ProofAttempts()

  /// The attempts of a request that was not sent yet.
  package init(_ request: AuthorizationServerRequest) { self.request = request }

  /// The message to send first.
  package mutating func first(
    knowing servers: ServerKnowledge, at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> RequestMessage {
    let origin = request.endpoint.origin
    let nonce = servers.nonce(for: origin, as: .authorizationServer)
    proofs.show(nonce)
    return try request.attempt(nonce: nonce, at: now + servers.correction(at: origin), using: &random)
  }

  /// The message to send once more, where the answer is a reason to; nil when the answer counts.
  package mutating func next(
    after response: ResponseMessage, learning servers: inout ServerKnowledge, at now: Instant,
    using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> RequestMessage? {
    let origin = request.endpoint.origin
    servers.learn(from: response, of: origin, as: .authorizationServer, at: now)
    let reason = request.reasonToRepeat(in: response)
    if let reason, proofs.take(reason, at: origin, correcting: &servers) {
      return try first(knowing: servers, at: now, using: &random)
    }
    guard let plain = request.withoutProof(refusedBy: response) else { return nil }
    request = plain
    return try first(knowing: servers, at: now, using: &random)
  }

  /// The failure that the last answer means, with what the attempts have shown of its reason: the nonces that the server
  /// demands, or how far its clock is from ours.
  package func explained(_ error: OAuthError, knowing servers: ServerKnowledge) -> OAuthError {
    guard let refusal = error.refusal else { return error }
    let origin = request.endpoint.origin
    if request.isProven, refusal.error.hasSameBytes(as: DPoPNonceDemand.word) {
      return error.demandingNonces(at: origin)
    }
    let difference = servers.difference(at: origin)
    guard difference != .zero, request.isRefusedPerhapsForItsTime(by: refusal),
      proofs.hasTriedClocks || servers.correction(at: origin) == difference
    else { return error }
    return error.remedied(
      by: .advice(
        "The clock of \(origin) and the clock here are \(difference.apartInWords) apart, but a request with the time there "
          + "was refused too: there is another reason. Nothing was used. Tell the operators of the server."))
  }
}

extension OAuthError {
  /// RFC 9449 §8: a demand for a nonce that was shown, or without one, cannot be met either.
  fileprivate func demandingNonces(at origin: Origin) -> OAuthError {
    worded("\(origin) demands another nonce in each proof (DPoP), or gives none that is new.")
      .remedied(by: "Nothing was used. Try again; if this repeats, tell the operators of the server.")
  }
}
