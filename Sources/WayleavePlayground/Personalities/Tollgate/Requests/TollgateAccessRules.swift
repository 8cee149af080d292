import WayleaveOAuth2
import WayleaveWire

/// What a client may ask for: of the scopes, APIs and details that there are, those that it registered.
struct TollgateAccessRules {
  let client: TollgateClient
  let offer: TollgateOffer

  func verify(_ access: RequestedAccess) throws(TollgateRefusal) {
    let registered = client.metadata.scopes
    for scope in access.scopes {
      guard offer.has(scope: scope), registered.isEmpty || registered.contains(where: scope.hasSameBytes) else {
        throw TollgateRefusal("invalid_scope", expecting: "scopes that are offered and registered (RFC 6749 §3.3)")
      }
      guard !offer.ways.contains(.noOpenID) || !scope.hasSameBytes(as: "openid") else {
        throw TollgateRefusal("invalid_scope", expecting: "no scope 'openid'")
      }
    }
    guard offer.server != .pds || access.scopes.contains(where: TollgateOffer.pdsScope.hasSameBytes) else {
      throw TollgateRefusal("invalid_scope", expecting: "the scope 'atproto' (AT Protocol, OAuth)")
    }
    try verify(access.resources)
    if let details = access.details {
      try refusing { () throws(OAuthError) in try details.requireTypes(among: TollgateOffer.detailTypes) }
    }
  }

  /// What a token request narrows a grant to: never to more than was granted.
  ///
  /// RFC 6749 §6; RFC 8707 §2.2.
  func narrow(
    _ granted: RequestedAccess, to scopes: [String], _ resources: [ResourceIndicator]
  ) throws(TollgateRefusal) -> RequestedAccess {
    guard scopes.allSatisfy({ scope in granted.scopes.contains { $0.hasSameBytes(as: scope) } }) else {
      throw TollgateRefusal("invalid_scope", expecting: "no scope beyond those granted (RFC 6749 §6)")
    }
    try verify(resources)
    guard granted.resources.isEmpty || resources.allSatisfy(granted.resources.contains)
    else { throw TollgateRefusal("invalid_target", expecting: "no API beyond those granted (RFC 8707 §2.2)") }
    return RequestedAccess(
      scopes: scopes.isEmpty ? granted.scopes : scopes, resources: resources.isEmpty ? granted.resources : resources,
      details: granted.details)
  }

  /// RFC 8707 §2.
  private func verify(_ resources: [ResourceIndicator]) throws(TollgateRefusal) {
    guard resources.isEmpty || !offer.ways.contains(.noResource) else {
      throw TollgateRefusal("invalid_target", expecting: "no resource, which this server does not know")
    }
    guard resources.allSatisfy(offer.has) else {
      throw TollgateRefusal("invalid_target", expecting: "an API of this server as resource (RFC 8707 §2)")
    }
  }
}
