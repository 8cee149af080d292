import WayleaveWire

/// The endpoints of an authorization server by their names in its metadata.
///
/// RFC 8414 §2 and the IANA registry that it founds.
public enum EndpointName: String, Sendable, Hashable, CaseIterable {
  /// Where users are sent.
  case authorization = "authorization_endpoint"
  /// Where grants are exchanged.
  case token = "token_endpoint"
  /// Where tokens are revoked.
  case revocation = "revocation_endpoint"
  /// Where an API asks what a token is worth.
  case introspection = "introspection_endpoint"
  /// Where clients register.
  case registration = "registration_endpoint"
  /// Where devices without a browser begin.
  case deviceAuthorization = "device_authorization_endpoint"
  /// Where requests are pushed.
  case pushedAuthorizationRequest = "pushed_authorization_request_endpoint"
  /// Where a sign-in on another device begins.
  case backchannelAuthentication = "backchannel_authentication_endpoint"
  /// Where an OpenID provider tells who the user is.
  case userInfo = "userinfo_endpoint"
  /// Where a user ends the session at the provider.
  ///
  /// OpenID Connect RP-Initiated Logout §2.1.
  case endSession = "end_session_endpoint"
  /// Where the keys are published that its tokens are signed with.
  case keySet = "jwks_uri"

  static func endpoints(in members: JSON.Object, of issuer: AbsoluteURL) throws(OAuthError) -> [EndpointName: Endpoint]
  {
    var endpoints: [EndpointName: Endpoint] = [:]
    for name in allCases {
      guard let text = members[name.rawValue]?.string else { continue }
      let endpoint = try Endpoint(text, allowingHTTP: issuer.scheme == "http" && !issuer.isLoopback)
      // A server elsewhere that names addresses of this machine makes us ask our own services in its name.
      guard endpoint.url.isPublic || !issuer.isPublic else { throw .insecureEndpoint(name, text) }
      endpoints[name] = endpoint
    }
    return endpoints
  }
}

extension OAuthError {
  fileprivate static func insecureEndpoint(_ name: EndpointName, _ text: String) -> OAuthError {
    OAuthError(
      .insecureURL, rule: .rfc(8414, "2"), expected: "an address of the server as \(name.rawValue)",
      received: .url(text), remedy: "The server's metadata names an address of this machine or network: tell its owner."
    )
  }
}
