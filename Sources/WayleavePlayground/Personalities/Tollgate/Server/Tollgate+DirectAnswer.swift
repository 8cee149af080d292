import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// What the endpoints share that a client asks directly: refusals, proofs and their nonces.
extension Tollgate {
  /// Answers at an endpoint that is asked directly, with the nonce for the next proof where one came.
  func answerDirectly(
    _ visit: Visit, _ body: () throws(TollgateRefusal) -> ResponseMessage
  ) -> ResponseMessage {
    var response: ResponseMessage
    do throws(TollgateRefusal) { response = try body() } catch {
      // The log names no client: the refusal may be that it was not authenticated.
      context.note(.refused, visit, reason: error.word)
      response = error.response()
    }
    if visit.request.head.headerFields["DPoP"] != nil {
      response.head.headerFields["DPoP-Nonce"] = state.serverNonces.nonce(at: visit.now, using: &context.random)
    }
    return response
  }

  /// The proof that came with a request; nil when none did.
  ///
  /// RFC 9449 §4.3 and §8.
  func readProof(_ visit: Visit) throws(TollgateRefusal) -> DPoPProof? {
    guard visit.request.head.headerFields["DPoP"] != nil else { return nil }
    _ = state.serverNonces.nonce(at: visit.now, using: &context.random)
    let nonces = state.serverNonces.accepted
    return try refusing(as: "invalid_dpop_proof") { () throws(OAuthError) in
      let proof = try DPoPProof(reading: visit.request)
      try proof.verify(for: visit.request, token: nil, nonces: nonces, at: visit.realNow)
      try state.proofs.take(proof, at: visit.realNow)
      return proof
    }
  }
}

extension Tollgate {
  private static let serverPaths: [TollgatePath] = [.token, .push]
  private static let resourcePaths: [TollgatePath] = [.userInfo, .notes, .vault, .tools]

  /// A proof without the current nonce is answered with that nonce alone: RFC 9449 §8 and §9.
  func onlyFetchesNonce(_ request: RequestMessage, at path: String) -> Bool {
    guard request.head.headerFields["DPoP"] != nil, let nonces = nonces(at: path),
      let proof = try? DPoPProof(reading: request)
    else { return false }
    return !(proof.nonce.map { nonces.isCurrent($0, at: context.now) } ?? false)
  }

  private func nonces(at path: String) -> TollgateNonces? {
    let isAt = { (places: [TollgatePath]) in places.contains { path.hasSameBytes(as: TollgatePath.mount + $0.rawValue) }
    }
    if isAt(Self.serverPaths) { return state.serverNonces }
    return isAt(Self.resourcePaths) ? state.resourceNonces : nil
  }
}
