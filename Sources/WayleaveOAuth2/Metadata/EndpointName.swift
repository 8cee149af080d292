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
  /// Where an API asks whether a token is valid.
  case introspection = "introspection_endpoint"
  /// Where clients register.
  case registration = "registration_endpoint"
  /// Where devices without a browser begin.
  case deviceAuthorization = "device_authorization_endpoint"
  /// Where requests are pushed.
  case pushedAuthorizationRequest = "pushed_authorization_request_endpoint"
  /// Where a sign-in on another device begins.
  case backchannelAuthentication = "backchannel_authentication_endpoint"
  /// Where an OpenID provider says who the user is.
  case userInfo = "userinfo_endpoint"
  /// Where a user ends the session at the provider.
  ///
  /// OpenID Connect RP-Initiated Logout §2.1.
  case endSession = "end_session_endpoint"
  /// Where the keys are published that its tokens are signed with.
  case keySet = "jwks_uri"

  /// The endpoints in a document, and those that cannot be used, each with the reason.
  static func endpoints(
    in members: JSON.Object, of issuer: AbsoluteURL
  ) -> (usable: [EndpointName: Endpoint], unusable: [EndpointName: OAuthError]) {
    var (usable, unusable): ([EndpointName: Endpoint], [EndpointName: OAuthError]) = ([:], [:])
    for name in allCases {
      // Some servers write an empty text for what they do not have.
      guard let value = members[name.rawValue], value != .null, value != "" else { continue }
      do throws(OAuthError) {
        usable[name] = try name.endpoint(value, of: issuer)
      } catch {
        unusable[name] = error.blamedOn(.provider, member: name.rawValue)
      }
    }
    return (usable, unusable)
  }

  private func endpoint(_ value: JSON, of issuer: AbsoluteURL) throws(OAuthError) -> Endpoint {
    guard let text = value.string else { throw .endpointIsNoText(self) }
    let endpoint = try Endpoint(text, allowingHTTP: issuer.scheme == "http" && !issuer.isLoopback)
    guard endpoint.url.mayBeNamed(by: issuer) else { throw .insecureEndpoint(self, text) }
    return endpoint
  }
}

extension OAuthError {
  fileprivate static func insecureEndpoint(_ name: EndpointName, _ text: String) -> OAuthError {
    OAuthError(
      .insecureURL,
      message:
        "The server's metadata names “\(URLRedaction.redact(text))” as \(name.rawValue), which is an address of this machine or network.",
      rule: .rfc(8414, "2"), remedy: .tellProvider,
      fault: .provider, member: name.rawValue)
  }

  fileprivate static func endpointIsNoText(_ name: EndpointName) -> OAuthError {
    OAuthError(
      .malformedMetadata, message: "The server's metadata names no address as \(name.rawValue).", rule: .rfc(8414, "2"),
      remedy: .tellProvider, member: name.rawValue)
  }
}
