import HTTPTypes
public import WayleaveWire

/// What an authorization server says about itself, proved to be about the issuer that was asked for.
///
/// RFC 8414 §2 and §3; OpenID Connect Discovery §3.
public struct AuthorizationServerMetadata: Sendable, Equatable {
  /// The issuer, byte for byte the one asked for.
  public let issuer: String
  /// Where users are sent.
  public let authorizationEndpoint: Endpoint
  /// Where codes are exchanged.
  public let tokenEndpoint: Endpoint
  /// Where tokens are revoked; nil when the server offers none.
  public let revocationEndpoint: Endpoint?
  /// Where an OpenID provider tells who the user is; nil when the server offers none.
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
  /// Everything it said.
  public let raw: JSON.Object

  /// Reads a metadata document; throws `discovery.issuer_mismatch` or `discovery.malformed_metadata`.
  ///
  /// An endpoint that is not https, or not on this machine though the issuer is, throws `wire.insecure_url`: RFC 8414
  /// §2. The issuer is compared without normalization: RFC 8414 §4.
  public init(reading response: ResponseMessage, for issuer: AbsoluteURL) throws(OAuthError) {
    try response.requireDirectAnswer()
    guard response.status == 200, let members = try JSON(decoding: response.body).object else {
      throw .malformedMetadata("a JSON object with status 200")
    }
    guard let named = members["issuer"]?.string, named.hasSameBytes(as: issuer.text) else {
      throw .issuerMismatch(expected: issuer.text, received: members["issuer"]?.string)
    }
    guard let authorization = try Self.endpoint("authorization_endpoint", in: members, of: issuer),
      let token = try Self.endpoint("token_endpoint", in: members, of: issuer)
    else { throw .malformedMetadata("authorization_endpoint and token_endpoint") }
    self.issuer = named
    authorizationEndpoint = authorization
    tokenEndpoint = token
    revocationEndpoint = try Self.endpoint("revocation_endpoint", in: members, of: issuer)
    userInfoEndpoint = try Self.endpoint("userinfo_endpoint", in: members, of: issuer)
    keySetEndpoint = try Self.endpoint("jwks_uri", in: members, of: issuer)
    idTokenAlgorithms = Self.texts("id_token_signing_alg_values_supported", in: members) ?? ["RS256"]
    sendsIssuerInCallback = members["authorization_response_iss_parameter_supported"]?.bool ?? false
    supportsS256 = Self.texts("code_challenge_methods_supported", in: members)?.contains(CodeChallenge.method)
    clientAuthenticationMethods =
      Self.texts("token_endpoint_auth_methods_supported", in: members)?.compactMap(ClientAuthenticationMethod.init)
      ?? [.basic]
    scopes = Self.texts("scopes_supported", in: members)
    raw = members
  }

  /// The way in which a client with a secret authenticates here unless it says otherwise.
  public var preferredClientAuthentication: ClientAuthenticationMethod {
    clientAuthenticationMethods.contains(.basic) || !clientAuthenticationMethods.contains(.post) ? .basic : .post
  }

  private static func endpoint(
    _ name: String, in members: JSON.Object, of issuer: AbsoluteURL
  ) throws(OAuthError) -> Endpoint? {
    guard let text = members[name]?.string else { return nil }
    let endpoint = try Endpoint(text, allowingHTTP: issuer.scheme == "http" && !issuer.isLoopback)
    // A server elsewhere that names addresses of this machine makes us ask our own services in its name.
    guard endpoint.url.isPublic || !issuer.isPublic else { throw .insecureURL(text) }
    return endpoint
  }

  private static func texts(_ name: String, in members: JSON.Object) -> [String]? {
    members[name]?.array?.compactMap(\.string)
  }
}

extension OAuthError {
  fileprivate static func malformedMetadata(_ expected: String) -> OAuthError {
    OAuthError(
      .malformedMetadata, rule: .rfc(8414, "3.2"), expected: expected, received: .described("something else"),
      remedy: "Check the issuer's address; it may not be an OAuth server, or publish its metadata elsewhere.")
  }

  fileprivate static func issuerMismatch(expected: String, received: String?) -> OAuthError {
    OAuthError(
      .metadataIssuerMismatch, rule: .rfc(8414, "3.3"), expected: "metadata of \(OAuthError.Received.url(expected))",
      received: .url(received), remedy: "Use the issuer exactly as the server writes it, slash and case included.")
  }
}
