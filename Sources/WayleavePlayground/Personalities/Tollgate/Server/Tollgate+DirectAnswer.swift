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
    if let nonce = nextServerNonce(visit) { response.head.headerFields["DPoP-Nonce"] = nonce }
    return response
  }

  /// The nonce for the next proof; a personal data server has another one in each answer.
  private func nextServerNonce(_ visit: Visit) -> String? {
    if TollgateServer(at: visit.path) == .pds {
      return visit.ways.contains(.noNonce) ? nil : state.pdsServerNonces.next(at: visit.now, using: &context.random)
    }
    guard visit.request.head.headerFields["DPoP"] != nil else { return nil }
    return state.serverNonces.nonce(at: visit.now, using: &context.random)
  }

  /// The proof that came with a request; nil when none did.
  ///
  /// RFC 9449 §4.3 and §8.
  func readProof(_ visit: Visit) throws(TollgateRefusal) -> DPoPProof? {
    guard visit.request.head.headerFields["DPoP"] != nil else { return nil }
    let isAtPDS = TollgateServer(at: visit.path) == .pds
    _ = state.serverNonces.nonce(at: visit.now, using: &context.random)
    let nonces = isAtPDS ? state.pdsServerNonces.accepted(at: visit.now) : state.serverNonces.accepted
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
    guard request.head.headerFields["DPoP"] != nil, let proof = try? DPoPProof(reading: request) else { return false }
    if let place = PDSPath(rawValue: path) {
      let nonces = place == .session ? state.pdsResourceNonces : state.pdsServerNonces
      return !(proof.nonce.map(nonces.accepted(at: context.now).contains) ?? false)
    }
    guard let nonces = nonces(at: path) else { return false }
    return !(proof.nonce.map { nonces.isCurrent($0, at: context.now) } ?? false)
  }

  private func nonces(at path: String) -> TollgateNonces? {
    let isAt = { (places: [TollgatePath]) in places.contains { path.hasSameBytes(as: TollgatePath.mount + $0.rawValue) }
    }
    if isAt(Self.serverPaths) { return state.serverNonces }
    return isAt(Self.resourcePaths) ? state.resourceNonces : nil
  }
}
