import HTTPTypes
import WayleaveOAuth2
import WayleaveWire

/// `POST /tollgate/revoke` and `POST /tollgate/introspect`.
///
/// RFC 7009 §2; RFC 7662 §2; RFC 9701 §5.
extension Tollgate {
  func revoke(_ visit: Visit) -> ResponseMessage {
    answerDirectly(visit) { () throws(TollgateRefusal) in
      let (client, form) = try verifiedRequest(visit)
      let request = try refusing { () throws(OAuthError) in try RevocationRequest(reading: form) }
      // The hint is a hint: "it MUST extend its search across all of its supported token types".
      if let token = state.issued.goodToken(request.token, at: visit.now), token.isRefresh {
        try require(client, toOwn: token.grant.clientID)
        endGrant(token.grantID, visit)
      } else if let token = state.accessToken(request.token, at: visit.now) {
        try require(client, toOwn: token.clientID)
        state.issued.take(request.token, at: visit.now)
        context.note(.tokenRevoked, visit, client: client.id, person: token.person)
      }
      // RFC 7009 §2.2: "invalid tokens do not cause an error response".
      return ResponseMessage(HTTPResponse(status: .ok))
    }
  }

  /// RFC 7009 §2.1: another client's token "is refused and the client is informed of the error".
  private func require(_ client: TollgateClient, toOwn clientID: ClientID) throws(TollgateRefusal) {
    guard client.id == clientID else {
      throw TollgateRefusal("unauthorized_client", expecting: "a token of this client (RFC 7009 §2.1)")
    }
  }

  func introspect(_ visit: Visit) -> ResponseMessage {
    answerDirectly(visit) { () throws(TollgateRefusal) in
      let (client, _) = try verifiedRequest(visit)
      guard client.isConfidential else {
        throw TollgateRefusal("invalid_client", expecting: "a client that authenticates (RFC 7662 §2.1)")
      }
      let request = try refusing { () throws(OAuthError) in try IntrospectionRequest(reading: visit.request) }
      let answer = try refusing(as: TollgateRefusal.full.word) { () throws(OAuthError) in
        try worth(of: request.token, to: client, visit)
      }
      context.note(.tokenIntrospected, visit, client: client.id)
      guard request.wantsSignedAnswer else { return answer.response() }
      let issuer = offer.issuer
      return try refusing(as: TollgateRefusal.full.word) { () throws(OAuthError) in
        try answer.response(
          from: issuer, to: client.id, at: visit.realNow,
          with: state.keys.signingKey(for: client.idTokenAlgorithm, at: visit.now), by: client.idTokenAlgorithm)
      }
    }
  }

  /// A client that is neither the token's own nor an API gets no information: RFC 7662 §4.
  private func worth(
    of text: Secret, to client: TollgateClient, _ visit: Visit
  ) throws(OAuthError) -> IntrospectionResponse {
    var claims: JSON.Object?
    if let token = state.accessToken(text, at: visit.now) {
      claims = token.claims(of: offer, movedBy: visit.realDifference)
    } else if let token = state.issued.goodToken(text, at: visit.now), token.isRefresh, !token.isSpent {
      claims = token.grant.claims(of: offer)
    }
    guard let claims, let owner = claims["client_id"]?.string.map(ClientID.init),
      registeredClient(owner, at: visit.now) != nil,
      client.isResourceServer || owner == client.id
    else { return .inactive }
    return .active(try AccessTokenClaims(claims))
  }
}

extension TollgateGrant {
  /// What its refresh token is valid for.
  fileprivate func claims(of offer: TollgateOffer) -> JSON.Object {
    var claims = JSON.Object()
    claims["iss"] = .string(offer.issuer.text)
    claims["sub"] = .string(subject)
    claims["client_id"] = .string(clientID.text)
    claims["username"] = person.map { .string($0.handle) }
    claims["scope"] = .string(access.scopes.joined(separator: " "))
    claims["cnf"] = refreshConfirmation?.json
    return claims
  }
}
