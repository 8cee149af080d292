import HTTPTypes
public import WayleaveJOSE
public import WayleaveWire

/// What an authorization server says about itself, verified to be about the issuer that was asked for.
///
/// RFC 8414 §2 and §3; OpenID Connect Discovery §3.
public struct AuthorizationServerMetadata: Sendable, Equatable {
  /// The issuer, byte for byte the one asked for.
  public let issuer: Issuer
  /// Where users are sent; nil when the server has no grant for which they are.
  public let authorizationEndpoint: Endpoint?
  /// Where codes are exchanged.
  public let tokenEndpoint: Endpoint
  /// Where tokens are revoked; nil when the server offers none.
  public let revocationEndpoint: Endpoint?
  /// Where an OpenID provider says who the user is; nil when the server offers none.
  public let userInfoEndpoint: Endpoint?
  /// Where the keys are published that its tokens are signed with; nil when it publishes none.
  public let keySetEndpoint: Endpoint?
  /// The algorithms of its ID tokens as it names them; RS256 when it names none.
  ///
  /// OpenID Connect Discovery §3, `id_token_signing_alg_values_supported`.
  public let idTokenAlgorithms: [String]
  /// Whether every callback carries `iss`.
  public let sendsIssuerInCallback: Bool
  /// Whether the server takes S256, as far as it says.
  public let supportsS256: Bool?
  /// How clients may authenticate, as far as we know the ways; `client_secret_basic` when the server does not say.
  public let clientAuthenticationMethods: [ClientAuthenticationMethod]
  /// The scopes the server names; nil when it names none.
  public let scopes: [String]?
  /// Whether every authorization request must be pushed.
  ///
  /// RFC 9126 §5.
  public let requiresPushedRequests: Bool
  /// The algorithms of DPoP proofs that we know too; nil when the server does not say that it takes proofs.
  ///
  /// RFC 9449 §5.1.
  public let dpopAlgorithms: [SignatureAlgorithm]?
  /// Whether the server binds tokens to the certificate of the connection.
  ///
  /// RFC 8705 §3.3.
  public let bindsTokensToCertificates: Bool
  /// Whether a request object may stand in the request.
  ///
  /// RFC 9101 §10.5; OpenID Connect Discovery §3.
  public let takesRequestObjects: Bool
  /// Whether every request must be a signed request object.
  ///
  /// RFC 9101 §10.5.
  public let requiresSignedRequestObjects: Bool
  /// Every endpoint that it named and that we know.
  public let endpoints: [EndpointName: Endpoint]
  /// The endpoints for clients that show a certificate.
  ///
  /// RFC 8705 §5.
  package let certificateEndpoints: [EndpointName: Endpoint]
  /// The endpoints that it named and that cannot be used, each with the reason; they stand in no other list.
  ///
  /// They are wrong only for one who needs them: ``usable(_:showingCertificate:)`` throws the reason.
  package let unusableEndpoints: [EndpointName: OAuthError]
  /// The endpoints for clients that show a certificate that cannot be used.
  package let unusableCertificateEndpoints: [EndpointName: OAuthError]
  /// Everything it said.
  public let raw: JSON.Object

  /// Reads a metadata document; throws `discovery.issuer_mismatch` or `discovery.malformed_metadata`.
  ///
  /// Token endpoint, authorization endpoint, key set, and the endpoint of pushed requests where those are required must
  /// be usable: one that is not https, or on this machine though the issuer is not,
  /// throws `wire.insecure_url` (RFC 8414 §2). Another such endpoint is left out, and stands in ``unusableEndpoints``.
  /// What is thrown is the provider's fault, and names the member. The issuer is compared without normalization: RFC 8414 §4. `name` is what a provider whose document is shared
  /// by many tenants calls itself in the place of the issuer.
  public init(
    reading response: ResponseMessage, for issuer: AbsoluteURL, named name: Issuer? = nil
  ) throws(OAuthError) {
    try response.requireDirectAnswer()
    let members = try OAuthError.blamingProvider { () throws(OAuthError) in
      guard response.status == 200, let members = try JSON(decodingAnswer: response.body).object else {
        throw .malformedMetadata("a JSON object")
      }
      return members
    }
    try self.init(members, for: issuer, named: name)
  }

  /// Reads the members of a document that was stored; throws as ``init(reading:for:)`` does.
  public init(_ members: JSON.Object, for issuer: AbsoluteURL, named name: Issuer? = nil) throws(OAuthError) {
    let expected = name ?? Issuer(issuer)
    guard members["issuer"]?.string.map(Issuer.init) == expected else {
      throw .issuerMismatch(expected: expected, received: members["issuer"]?.string)
    }
    (endpoints, unusableEndpoints) = EndpointName.endpoints(in: members, of: issuer)
    let aliases = members["mtls_endpoint_aliases"]?.object ?? JSON.Object()
    (certificateEndpoints, unusableCertificateEndpoints) = EndpointName.endpoints(in: aliases, of: issuer)
    // What a sign-in rests on: without keys ID tokens are not verified, and a request that must be pushed would be shown.
    requiresPushedRequests = members["require_pushed_authorization_requests"]?.flag ?? false
    var needed: [EndpointName] = [.token, .authorization, .keySet]
    if requiresPushedRequests { needed.append(.pushedAuthorizationRequest) }
    for name in needed {
      if let error = unusableEndpoints[name] { throw error }
    }
    guard let token = endpoints[.token] else { throw .malformedMetadata("token_endpoint", member: "token_endpoint") }
    // RFC 8414 §2: "The value "none" MUST NOT be used."
    for name in Self.algorithmLists {
      guard Self.texts(name, in: members)?.contains(where: { $0.hasSameBytes(as: "none") }) != true else {
        throw .malformedMetadata("“\(name)” without “none”", member: name)
      }
    }
    self.issuer = expected
    // "REQUIRED unless no grant types are supported that use the authorization endpoint": RFC 8414 §2.
    authorizationEndpoint = endpoints[.authorization]
    tokenEndpoint = token
    revocationEndpoint = endpoints[.revocation]
    userInfoEndpoint = endpoints[.userInfo]
    keySetEndpoint = endpoints[.keySet]
    idTokenAlgorithms = Self.texts("id_token_signing_alg_values_supported", in: members) ?? ["RS256"]
    sendsIssuerInCallback = members["authorization_response_iss_parameter_supported"]?.flag ?? false
    supportsS256 = Self.texts("code_challenge_methods_supported", in: members)?.contains(CodeChallenge.method)
    clientAuthenticationMethods =
      Self.texts("token_endpoint_auth_methods_supported", in: members)?.compactMap(ClientAuthenticationMethod.init)
      ?? [.basic]
    scopes = Self.texts("scopes_supported", in: members)
    dpopAlgorithms = Self.texts("dpop_signing_alg_values_supported", in: members)?
      .compactMap { SignatureAlgorithm(rawValue: $0) }
    bindsTokensToCertificates = members["tls_client_certificate_bound_access_tokens"]?.flag ?? false
    takesRequestObjects = members["request_parameter_supported"]?.flag ?? false
    requiresSignedRequestObjects = members["require_signed_request_object"]?.flag ?? false
    raw = members
  }

  /// The endpoint of that name; a client that shows a certificate is given the one that is meant for it.
  ///
  /// RFC 8705 §5: "a client intending to do mutual TLS … MUST use the alias URL of the endpoint within the
  /// mtls_endpoint_aliases, when present".
  package func endpoint(_ name: EndpointName, for method: ClientAuthenticationMethod) -> Endpoint? {
    endpoint(name, showingCertificate: method.needsCertificate)
  }

  /// The endpoint of that name for a connection with or without a certificate, whatever the certificate is for.
  ///
  /// Nil where the one that is meant for certificates cannot be used: the other one is not meant for the request.
  package func endpoint(_ name: EndpointName, showingCertificate: Bool) -> Endpoint? {
    guard showingCertificate else { return endpoints[name] }
    guard unusableCertificateEndpoints[name] == nil else { return nil }
    return certificateEndpoints[name] ?? endpoints[name]
  }

  /// The endpoint of that name for one who needs it; nil when the server names none, throws when it cannot be used.
  package func usable(_ name: EndpointName, showingCertificate: Bool = false) throws(OAuthError) -> Endpoint? {
    if let endpoint = endpoint(name, showingCertificate: showingCertificate) { return endpoint }
    let error = showingCertificate ? unusableCertificateEndpoints[name] : nil
    if let error = error ?? unusableEndpoints[name] { throw error }
    return nil
  }

  /// The algorithms of its ID tokens that its published keys verify.
  ///
  /// An HMAC would be keyed with the client secret, which is never agreed upon by reading a document: RFC 8725 §3.1.
  package var verifiableIDTokenAlgorithms: Set<SignatureAlgorithm> {
    Set(idTokenAlgorithms.compactMap(SignatureAlgorithm.init)).intersection(.asymmetric)
  }

  /// The APIs that it lists as ones that take its tokens; nil when it lists none.
  ///
  /// RFC 9728 §4, `protected_resources`.
  public var protectedResources: [String]? { Self.texts("protected_resources", in: raw) }

  /// Whether it lists an API that names it, byte for byte; false where it publishes no list.
  ///
  /// RFC 9728 §4. An API can name any server, also one that does not know it: only the server can say that its tokens
  /// are for this API.
  package func lists(_ api: ResourceIndicator) -> Bool {
    protectedResources?.contains { $0.hasSameBytes(as: api.text) } ?? false
  }

  /// Whether a client id may be the URL of a document that the server reads.
  ///
  /// OAuth Client ID Metadata Document § Authorization Server Metadata, `client_id_metadata_document_supported`.
  package var takesClientIDURLs: Bool { raw["client_id_metadata_document_supported"]?.flag ?? false }

  /// How clients may come by the tokens of users who are asked elsewhere; empty when the server does not say.
  ///
  /// OpenID Connect Client-Initiated Backchannel Authentication §4, `backchannel_token_delivery_modes_supported`.
  public var backchannelDeliveryModes: [BackchannelDeliveryMode] {
    Self.texts("backchannel_token_delivery_modes_supported", in: raw)?.compactMap(BackchannelDeliveryMode.init) ?? []
  }

  /// The way in which a client with a secret authenticates here unless it says otherwise.
  package var preferredClientAuthentication: ClientAuthenticationMethod {
    clientAuthenticationMethods.contains(.basic) || !clientAuthenticationMethods.contains(.post) ? .basic : .post
  }

  private static let algorithmLists = [
    "token_endpoint_auth_signing_alg_values_supported", "revocation_endpoint_auth_signing_alg_values_supported",
    "introspection_endpoint_auth_signing_alg_values_supported",
  ]

  private static func texts(_ name: String, in members: JSON.Object) -> [String]? {
    members[name]?.array?.compactMap(\.string)
  }
}

extension OAuthError {
  fileprivate static func malformedMetadata(_ expected: String, member: String? = nil) -> OAuthError {
    OAuthError(
      .malformedMetadata,
      message: member.map { "The server's metadata has no usable “\($0)”." }
        ?? "The server's metadata is not \(expected).",
      rule: .rfc(8414, "3.2"), expected: expected,
      remedy: member == nil
        ? "Check the issuer's address; it may not be an OAuth server, or publish its metadata elsewhere."
        : .tellProvider,
      member: member)
  }

  fileprivate static func issuerMismatch(expected: Issuer, received: String?) -> OAuthError {
    OAuthError(
      .metadataIssuerMismatch,
      message:
        "The metadata of \(OAuthError.Received.url(expected.text)) names another issuer: \(OAuthError.Received.url(received)).",
      rule: .rfc(8414, "3.3"), remedy: "Use the issuer exactly as the server writes it, slash and case included.",
      member: "issuer")
  }
}
