import WayleaveOAuth2
import WayleaveWire

/// Tokens without a browser: for the client itself, or by a statement that its key signed.
///
/// RFC 6749 §4.4; RFC 7523 §2.1.
extension Tollgate {
  func grantClient(
    _ request: TollgateTokenRequest, _ visit: Visit
  ) throws(TollgateRefusal) -> TokenResponse {
    let access = try refusing { () throws(OAuthError) in try ClientCredentialsGrant(reading: request.form).access }
    let tokens = try issue(access, for: nil, request, visit)
    context.note(.tokenIssued, visit, client: request.client.id)
    return tokens
  }

  func grantAssertion(
    _ request: TollgateTokenRequest, _ visit: Visit
  ) throws(TollgateRefusal) -> TokenResponse {
    let asked = try refusing { () throws(OAuthError) in try JWTBearerGrant(reading: request.form) }
    guard let keys = request.client.keys else {
      throw TollgateRefusal("invalid_grant", expecting: "an assertion by a registered key (RFC 7523 §3)")
    }
    let issuer = offer(for: visit).issuer
    let verified = try refusing(as: "invalid_grant") { () throws(OAuthError) in
      try VerifiedAssertion(
        asked.assertion, verifiedBy: keys, allowing: TollgateClientRules.assertionAlgorithms, to: [issuer.text],
        at: visit.realNow)
    }
    guard ClientID(verified.issuer) == request.client.id else {
      throw TollgateRefusal("invalid_grant", expecting: "the client as 'iss' (RFC 7523 §3)")
    }
    let person = try subject(of: verified, asked.access, request.client)
    try takeAssertion(verified, word: "invalid_grant", visit)
    let tokens = try issue(asked.access, for: person, request, visit)
    context.note(.tokenIssued, visit, client: request.client.id, person: person)
    return tokens
  }

  /// The person that an assertion is about, who must have allowed as much before; nil when it is about the client itself.
  private func subject(
    of assertion: VerifiedAssertion, _ access: RequestedAccess, _ client: TollgateClient
  ) throws(TollgateRefusal) -> PlaygroundPerson? {
    if ClientID(assertion.subject) == client.id { return nil }
    guard let person = context.configuration.people.first(where: { String($0.id).hasSameBytes(as: assertion.subject) }),
      state.consents.contain(client.id, by: person, scopes: scopes(of: access))
    else { throw TollgateRefusal("invalid_grant", expecting: "a person who allowed it as 'sub' (RFC 7523 §3)") }
    return person
  }

  private func scopes(of access: RequestedAccess) -> [String] {
    access.scopes.isEmpty ? TollgateOffer.defaultScopes : access.scopes
  }

  private func issue(
    _ asked: RequestedAccess, for person: PlaygroundPerson?, _ request: TollgateTokenRequest, _ visit: Visit
  ) throws(TollgateRefusal) -> TokenResponse {
    var access = asked
    access.scopes = scopes(of: asked)
    try TollgateAccessRules(client: request.client, offer: offer(for: visit)).verify(access)
    guard access.scopes.allSatisfy({ scope in TollgateOffer.apiScopes.contains { $0.hasSameBytes(as: scope) } }) else {
      throw TollgateRefusal("invalid_scope", expecting: "scopes of APIs only, as no user signed in")
    }
    let grant = TollgateGrant(clientID: request.client.id, person: person, access: access, authentication: nil)
    // RFC 6749 §4.4.3: "A refresh token SHOULD NOT be included."
    return try issueTokens(
      TollgateIssue(
        grant: grant, id: saveGrant(grant, visit), access: access, confirmation: request.confirmation),
      to: request.client, visit)
  }
}
