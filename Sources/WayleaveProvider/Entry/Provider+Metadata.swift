import WayleaveJOSE
package import WayleaveOAuth2
package import WayleaveWire

extension Provider {
  /// Takes over what an issuer publishes of itself, where the entry says nothing: a sign-in and a grant without a user
  /// both find their endpoints by it.
  ///
  /// RFC 8414 §2; OpenID Connect Discovery §3.
  package mutating func adopt(
    _ metadata: AuthorizationServerMetadata, of issuer: AbsoluteURL, isOpenID: Bool
  ) -> OAuth2Service {
    var found = OAuth2Service(issuer: issuer, metadata: metadata, isOpenID: isOpenID)
    found.idTokenRules = idTokenRules
    if atProtocol != nil { found.demandATProtocol() }
    boxedIssuerRules = .absent
    isNamedByAPI = false
    service = .oauth2(found)
    if identity == nil { identity = metadata.userInfoEndpoint.map(IdentityRule.openID) }
    if apiOrigins.isEmpty {
      let origins = [Origin(of: issuer), metadata.userInfoEndpoint?.origin].compactMap { $0 }
      apiOrigins = origins.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
    return found
  }
}

extension OAuth2Service {
  fileprivate init(issuer: AbsoluteURL, metadata: AuthorizationServerMetadata, isOpenID: Bool) {
    self.init(
      issuer: Issuer(issuer), requiresIssuerInCallback: metadata.sendsIssuerInCallback,
      authorizationEndpoint: metadata.authorizationEndpoint, tokenEndpoint: metadata.tokenEndpoint,
      // The API that says who the user is becomes the provider's identity rule.
      otherEndpoints: metadata.endpoints.filter { $0.key != .userInfo },
      idTokenAlgorithms: metadata.verifiableIDTokenAlgorithms,
      backchannelDeliveryModes: metadata.backchannelDeliveryModes,
      requiresPushedAuthorizationRequests: metadata.requiresPushedRequests,
      requiresSignedRequestObjects: metadata.requiresSignedRequestObjects,
      dpopAlgorithms: DPoPProof.algorithms.intersection(metadata.dpopAlgorithms ?? []),
      certificateEndpoints: metadata.certificateEndpoints,
      clientAuthenticationMethods: metadata.clientAuthenticationMethods,
      scopes: isOpenID ? ["openid", "profile", "email"] : [],
      dialect: OAuth2Dialect { $0.request.clientAuthentication = metadata.preferredClientAuthentication })
    guard isOpenID, let offered = metadata.scopes else { return }
    scopes = scopes.filter { $0 == "openid" || offered.contains($0) }
  }
}
