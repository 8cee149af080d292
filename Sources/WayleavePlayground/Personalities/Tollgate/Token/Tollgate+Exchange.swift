import WayleaveOAuth2
import WayleaveWire

/// One access token into another: for fewer APIs or scopes, or for a client that acts for the user.
///
/// RFC 8693 §2.
extension Tollgate {
  func exchangeToken(
    _ request: TollgateTokenRequest, _ visit: Visit
  ) throws(TollgateRefusal) -> TokenExchangeResponse {
    let asked = try refusing { () throws(OAuthError) in try TokenExchangeGrant(reading: request.form) }
    guard asked.requestedType.map({ $0 == .accessToken }) ?? true else {
      throw TollgateRefusal("invalid_request", expecting: "an access token as requested_token_type")
    }
    let subject = try token(asked.subject, shownBy: request, visit)
    let actor = try asked.actor.map { actor throws(TollgateRefusal) in
      try token(actor, shownBy: request, visit).subject
    }
    guard let grant = state.issued.grant(subject.grant, at: visit.now) else {
      throw TollgateRefusal("invalid_request", expecting: "a subject token that is still good")
    }
    let access = try TollgateAccessRules(client: request.client, offer: offer(for: visit))
      .narrow(subject.access, to: asked.access.scopes, try resources(of: asked))
    let tokens = try issueTokens(
      TollgateIssue(
        grant: grant, id: subject.grant, access: access, confirmation: request.confirmation, identifies: false,
        // An earlier actor stays in a further exchange that names none.
        actor: actor ?? subject.actor, endsAt: subject.expiresAt),
      to: request.client, visit)
    context.note(.tokenIssued, visit, client: request.client.id, person: subject.person)
    return TokenExchangeResponse(tokens, issuedType: .accessToken)
  }

  /// RFC 8693 §2.2.2: "if either the subject_token or actor_token are invalid for any reason", the word is
  /// `invalid_request`. A bound one is not valid without its key.
  private func token(
    _ token: TokenExchangeGrant.Token, shownBy request: TollgateTokenRequest, _ visit: Visit
  ) throws(TollgateRefusal) -> TollgateAccessToken {
    guard token.type == .accessToken, let held = state.accessToken(token.token, at: visit.now),
      registeredClient(held.clientID, at: visit.now) != nil
    else { throw TollgateRefusal("invalid_request", expecting: "an access token of this server (RFC 8693 §2.2.2)") }
    if let confirmation = held.confirmation {
      try refusing { () throws(OAuthError) in
        try confirmation.verify(proof: request.proof, certificate: visit.certificate?.thumbprint)
      }
    }
    return held
  }

  /// The APIs by address, and by name, which here is their address too.
  private func resources(of asked: TokenExchangeGrant) throws(TollgateRefusal) -> [ResourceIndicator] {
    var resources = asked.access.resources
    for audience in asked.audiences {
      resources.append(try refusing(as: "invalid_target") { () throws(OAuthError) in try ResourceIndicator(audience) })
    }
    return resources
  }
}
