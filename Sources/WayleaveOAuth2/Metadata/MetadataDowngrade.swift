package import WayleaveWire

/// A protection that a server once advertised and no longer does: refused until the user agrees.
///
/// RFC 9700 §2.1.1 and §4.4 are protections that an attacker who edits metadata on its way would take away first.
package enum MetadataDowngrade: Sendable, Hashable {
  /// PKCE by S256.
  case codeChallenge
  /// `iss` in every callback.
  case issuerInCallback
  /// Requests may be pushed, or had to be.
  case pushedRequests
  /// Requests had to be signed, or could be.
  case requestObjects
  /// Tokens bound to a key.
  case dpop
  /// Tokens bound to a certificate.
  case certificateBinding
  /// A way of authenticating that sends no secret.
  case clientAuthentication(ClientAuthenticationMethod)
  /// Revoking tokens.
  case revocation
  /// An endpoint that moved to another origin.
  case endpointMoved(EndpointName, from: Origin, to: Origin)
}

extension MetadataDowngrade: CustomStringConvertible {
  /// What is gone, for people.
  package var description: String {
    switch self {
    case .codeChallenge: "PKCE by S256"
    case .issuerInCallback: "the issuer in callbacks"
    case .pushedRequests: "pushed authorization requests"
    case .requestObjects: "signed authorization requests"
    case .dpop: "tokens bound to a key (DPoP)"
    case .certificateBinding: "tokens bound to a certificate"
    case .clientAuthentication(let method): "client authentication by \(method.rawValue)"
    case .revocation: "revocation"
    case .endpointMoved(let name, let from, let to): "\(name.rawValue) at \(from), which is now at \(to)"
    }
  }
}

extension AuthorizationServerMetadata {
  /// What an earlier document of the same server protected and this one does not, in a fixed order.
  package func downgrades(since earlier: AuthorizationServerMetadata) -> [MetadataDowngrade] {
    var found: [MetadataDowngrade] = []
    if earlier.supportsS256 == true, supportsS256 != true { found.append(.codeChallenge) }
    if earlier.sendsIssuerInCallback, !sendsIssuerInCallback { found.append(.issuerInCallback) }
    if lost(\.requiresPushedRequests, since: earlier) || lost(.pushedAuthorizationRequest, since: earlier) {
      found.append(.pushedRequests)
    }
    if lost(\.requiresSignedRequestObjects, since: earlier) || lost(\.takesRequestObjects, since: earlier) {
      found.append(.requestObjects)
    }
    if earlier.dpopAlgorithms?.isEmpty == false, dpopAlgorithms?.isEmpty != false { found.append(.dpop) }
    if lost(\.bindsTokensToCertificates, since: earlier) { found.append(.certificateBinding) }
    for method in earlier.clientAuthenticationMethods where method == .privateKeyJWT || method.needsCertificate {
      if !clientAuthenticationMethods.contains(method) { found.append(.clientAuthentication(method)) }
    }
    if lost(.revocation, since: earlier) { found.append(.revocation) }
    return found + moved(since: earlier)
  }

  /// The members that ``downgrades(since:)`` compares, and none of the rest: what to store until the next time.
  ///
  /// With them a document can be read again, ``init(_:for:named:)``: one that could not would hide every downgrade.
  package var protections: JSON.Object {
    var kept = JSON.Object()
    for name in Self.protectionNames + EndpointName.allCases.map(\.rawValue) { kept[name] = raw[name] }
    return kept
  }

  private static let protectionNames = [
    "issuer", "code_challenge_methods_supported", "authorization_response_iss_parameter_supported",
    "require_pushed_authorization_requests", "require_signed_request_object", "request_parameter_supported",
    "dpop_signing_alg_values_supported", "tls_client_certificate_bound_access_tokens",
    "token_endpoint_auth_methods_supported",
  ]

  private func lost(_ protection: KeyPath<Self, Bool>, since earlier: Self) -> Bool {
    earlier[keyPath: protection] && !self[keyPath: protection]
  }

  private func lost(_ name: EndpointName, since earlier: Self) -> Bool {
    earlier.endpoints[name] != nil && endpoints[name] == nil
  }

  private func moved(since earlier: Self) -> [MetadataDowngrade] {
    EndpointName.allCases.compactMap { name in
      guard let old = earlier.endpoints[name]?.origin, let new = endpoints[name]?.origin, old != new else { return nil }
      return .endpointMoved(name, from: old, to: new)
    }
  }
}
