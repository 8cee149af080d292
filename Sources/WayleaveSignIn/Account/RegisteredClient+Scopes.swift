package import WayleaveOAuth2
package import WayleaveWire

extension RegisteredClient {
  /// Whether the registration allows a sign-in to ask for some scopes. `known` is what it allows at least, where an earlier
  /// version did not save its scopes; nil where that is not known.
  package func allows(_ asked: [String], orKnown known: [String]? = nil) -> Bool {
    guard let scopes = scopes ?? known else { return false }
    return ScopeDifference(asked: asked, granted: scopes).missing.isEmpty
  }

  /// Whether a sign-in can have it and ask for some scopes, as ``allows(_:orKnown:)``: not where its secret has expired.
  ///
  /// RFC 7591 §3.2.1, `client_secret_expires_at`.
  package func serves(asking scopes: [String], orKnown known: [String]? = nil, at now: Instant) -> Bool {
    allows(scopes, orKnown: known) && !hasExpired(at: now)
  }

  /// The registration as its server manages it after an answer: with another token for it, and another secret, if they came.
  ///
  /// RFC 7592 §3. How the client authenticates and where users come back to stay.
  package func updated(by answer: ClientRegistrationResponse) throws(OAuthError) -> RegisteredClient {
    var updated = self
    updated.configuration = answer.configuration ?? configuration
    guard client.secret != nil, let secret = answer.secret, secret != client.secret else { return updated }
    updated.client = try Client(
      id: client.id, secret: secret, key: client.key, authentication: client.authentication,
      redirectURIs: client.redirectURIs)
    updated.client.bindsTokens = client.bindsTokens
    updated.secretExpiresAt = answer.secretExpiresAt
    return updated
  }
}
