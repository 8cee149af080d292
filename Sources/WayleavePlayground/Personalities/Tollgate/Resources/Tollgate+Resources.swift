import HTTPTypes
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveWire

/// The APIs, and UserInfo: what a token opens.
///
/// RFC 6750 §3; RFC 9449 §7 and §9; RFC 9470 §3; OpenID Connect Core §5.3.
extension Tollgate {
  func userInfo(_ visit: Visit) -> ResponseMessage {
    open(visit, wanting: TollgateDemand(scopes: ["openid"])) { token in
      guard let person = token.person else { return .object(JSON.Object()) }
      let asked = state.issued.grant(token.grant, at: visit.now)?.claims?.userInfo ?? []
      var told = JSON.Object()
      told["sub"] = .string(token.subject)
      let claims = TollgateClaims.claims(about: person, scopes: token.access.scopes, asked: asked)
      for claim in claims.members { told[claim.name] = claim.value }
      return .object(told)
    }
  }

  func notes(_ visit: Visit) -> ResponseMessage {
    open(visit, wanting: TollgateDemand(resource: offer.notes, scopes: ["notes.read"])) { token in
      ["notes": ["The gate is open until dusk.", "Pay the keeper in proofs."], "reader": .string(token.subject)]
    }
  }

  func vault(_ visit: Visit) -> ResponseMessage {
    let demand = TollgateDemand(
      resource: offer.vault, scopes: ["vault.read"], contextClasses: [TollgateOffer.password],
      maximumAge: .seconds(60))
    return open(visit, wanting: demand) { token in ["vault": "open", "owner": .string(token.subject)] }
  }

  private func open(
    _ visit: Visit, wanting demand: TollgateDemand, _ content: (TollgateAccessToken) -> JSON
  ) -> ResponseMessage {
    admit(visit, wanting: demand) { ResponseMessage(.ok, json: content($0)) }
  }

  /// Answers a request whose token is good, and refuses every other one.
  func admit(
    _ visit: Visit, wanting demand: TollgateDemand, _ answer: (TollgateAccessToken) -> ResponseMessage
  ) -> ResponseMessage {
    _ = state.resourceNonces.nonce(at: visit.now, using: &context.random)
    let isAtPDS = TollgateServer(at: visit.path) == .pds
    let nonces = isAtPDS ? state.pdsResourceNonces.accepted(at: visit.now) : state.resourceNonces.accepted
    var response: ResponseMessage
    switch verifyToken(of: visit, demand, nonces) {
    case .failure(let refusal):
      context.note(.refused, visit, reason: refusal.challenge.failure?.rawValue ?? "no_token")
      response = refusal.response
    case .success(let token):
      context.note(.apiAnswered, visit, client: token.clientID, person: token.person)
      response = answer(token)
    }
    if isAtPDS {
      guard !visit.ways.contains(.noNonce) else { return response }
      response.head.headerFields["DPoP-Nonce"] = state.pdsResourceNonces.next(at: visit.now, using: &context.random)
    } else if visit.request.head.headerFields["DPoP"] != nil {
      response.head.headerFields["DPoP-Nonce"] = state.resourceNonces.nonce(at: visit.now, using: &context.random)
    }
    return response
  }

  /// RFC 6750 §3.1: without a token the challenge says nothing of what was wrong.
  private func verifyToken(
    of visit: Visit, _ demand: TollgateDemand, _ nonces: Set<String>
  ) -> Result<TollgateAccessToken, TollgateChallenge> {
    let metadata = demand.namesMetadata ? demand.resource.flatMap(Self.metadataAddress) : nil
    let scopes = demand.namesScopes ? demand.scopes : []
    let presented: PresentedToken?
    do throws(OAuthError) { presented = try PresentedToken(reading: visit.request) } catch {
      return .failure(TollgateChallenge(.invalidRequest, metadata: metadata))
    }
    guard presented != nil || !demand.takesBoundTokensOnly else {
      return .failure(TollgateChallenge(ResourceChallenge(nil, type: .dpop)))
    }
    guard let presented else { return .failure(TollgateChallenge(nil, scopes: scopes, metadata: metadata)) }
    guard let token = state.accessToken(presented.token, at: visit.now),
      registeredClient(token.clientID, at: visit.now) != nil,
      let claims = try? AccessTokenClaims(token.claims(of: offer)),
      demand.isMet(by: claims, from: offer.issuer, at: visit.now)
    else { return .failure(TollgateChallenge(.invalidToken, type: presented.type, scopes: scopes, metadata: metadata)) }
    do throws(OAuthError) {
      let proof = try presented.verify(
        claims, in: visit.request, certificate: visit.certificate?.thumbprint, nonces: nonces,
        at: visit.realNow)
      if let proof { try state.proofs.take(proof, at: visit.realNow) }
    } catch {
      let failure = error.refusal.flatMap { ResourceChallenge.Failure(rawValue: $0.error) } ?? .invalidProof
      return .failure(TollgateChallenge(failure, type: presented.type, metadata: metadata))
    }
    if var challenge = demand.challenge(to: claims, at: visit.now) {
      challenge.resourceMetadata = metadata
      return .failure(TollgateChallenge(challenge))
    }
    return .success(token)
  }

  /// Where the metadata of an API is: RFC 9728 §3.1.
  static func metadataAddress(of resource: String) -> AbsoluteURL? {
    try? WellKnownAddress.protectedResource(of: AbsoluteURL(resource))
  }
}
