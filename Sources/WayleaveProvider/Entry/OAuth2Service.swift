public import WayleaveJOSE
public import WayleaveOAuth2
public import WayleaveWire

/// The endpoints and the dialect of an OAuth 2 provider.
public struct OAuth2Service: Sendable, Equatable {
  /// The issuer, for providers that have one: callbacks that name another are refused.
  public var issuer: Issuer?
  /// Whether every callback must name the issuer.
  ///
  /// RFC 9207 §2.4.
  public var requiresIssuerInCallback: Bool
  /// Where codes are exchanged and tokens refreshed.
  public var tokenEndpoint: Endpoint
  /// The other endpoints, by their names in metadata; what the provider does not offer is missing.
  ///
  /// RFC 8414 §2.
  public private(set) var otherEndpoints: [EndpointName: Endpoint]
  /// The algorithms by which its ID tokens may be signed; an HMAC stands for the client secret as the key.
  ///
  /// OpenID Connect Core §3.1.3.7, rule 7.
  public var idTokenAlgorithms: Set<SignatureAlgorithm>
  /// For which other clients its ID tokens may be, and how they depart from the specification.
  public var idTokenRules = IDTokenRules()
  /// How clients come by the tokens then; empty when the provider does not say.
  public var backchannelDeliveryModes: [BackchannelDeliveryMode]
  /// Whether every authorization request must be pushed.
  ///
  /// RFC 9126 §5.
  public var requiresPushedAuthorizationRequests: Bool
  /// Whether every authorization request must be signed by the client.
  ///
  /// RFC 9101 §10.5.
  public var requiresSignedRequestObjects: Bool
  /// The algorithms of the keys to which tokens can be bound; empty when it binds none.
  ///
  /// RFC 9449 §5.1.
  public var dpopAlgorithms: Set<SignatureAlgorithm>
  /// The endpoints for clients that show a certificate, where they differ.
  ///
  /// RFC 8705 §5.
  public var certificateEndpoints: [EndpointName: Endpoint]
  /// How clients may authenticate, as far as the provider says and we know the ways; empty when it does not say.
  public var clientAuthenticationMethods: [ClientAuthenticationMethod]
  /// How the answer is to travel through the browser: `query` or `form_post`; nil leaves it to the provider.
  ///
  /// OAuth 2.0 Form Post Response Mode §2.
  public var responseMode: ResponseMode?
  /// The scopes to ask for when none are named.
  public var scopes: [String]
  /// How the provider departs from the common way.
  public var dialect: OAuth2Dialect

  /// Endpoints and dialect.
  public init(
    issuer: Issuer? = nil, requiresIssuerInCallback: Bool = false, authorizationEndpoint: Endpoint? = nil,
    tokenEndpoint: Endpoint, otherEndpoints: [EndpointName: Endpoint] = [:],
    idTokenAlgorithms: Set<SignatureAlgorithm> = [.rs256],
    backchannelDeliveryModes: [BackchannelDeliveryMode] = [], requiresPushedAuthorizationRequests: Bool = false,
    requiresSignedRequestObjects: Bool = false, dpopAlgorithms: Set<SignatureAlgorithm> = [],
    certificateEndpoints: [EndpointName: Endpoint] = [:],
    clientAuthenticationMethods: [ClientAuthenticationMethod] = [], scopes: [String] = [],
    dialect: OAuth2Dialect = .common
  ) {
    self.issuer = issuer
    self.requiresIssuerInCallback = requiresIssuerInCallback
    self.tokenEndpoint = tokenEndpoint
    self.otherEndpoints = otherEndpoints
    self.otherEndpoints[.token] = nil
    if let authorizationEndpoint { self.otherEndpoints[.authorization] = authorizationEndpoint }
    self.idTokenAlgorithms = idTokenAlgorithms
    self.backchannelDeliveryModes = backchannelDeliveryModes
    self.requiresPushedAuthorizationRequests = requiresPushedAuthorizationRequests
    self.requiresSignedRequestObjects = requiresSignedRequestObjects
    self.dpopAlgorithms = dpopAlgorithms
    self.certificateEndpoints = certificateEndpoints
    self.clientAuthenticationMethods = clientAuthenticationMethods
    self.scopes = scopes
    self.dialect = dialect
  }
}

extension OAuth2Service {
  /// The endpoint of a name in metadata; nil where the provider does not offer it. The token endpoint cannot be removed.
  public subscript(name: EndpointName) -> Endpoint? {
    get { name == .token ? tokenEndpoint : otherEndpoints[name] }
    set {
      guard name == .token else { return otherEndpoints[name] = newValue }
      if let newValue { tokenEndpoint = newValue }
    }
  }

  /// The endpoint of that name for a client, which for one that shows a certificate may be another.
  ///
  /// RFC 8705 §5.
  package func endpoint(_ name: EndpointName, for client: Client) -> Endpoint? {
    let showsCertificate = client.authenticationMethod(by: dialect).needsCertificate
    return (showsCertificate ? certificateEndpoints[name] : nil) ?? self[name]
  }

  /// Where a client has its tokens.
  package func tokenEndpoint(for client: Client) -> Endpoint { endpoint(.token, for: client) ?? tokenEndpoint }
}
