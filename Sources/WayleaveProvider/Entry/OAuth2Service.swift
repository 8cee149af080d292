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
  /// Where the user is sent; nil when no grant of the provider sends the user anywhere.
  public var authorizationEndpoint: Endpoint?
  /// Where codes are exchanged and tokens refreshed.
  public var tokenEndpoint: Endpoint
  /// Where tokens are revoked; nil when the provider does not offer it.
  public var revocationEndpoint: Endpoint?
  /// Where the provider publishes the keys of its ID tokens; nil when it signs none, or none that we can verify.
  public var keySetEndpoint: Endpoint?
  /// The algorithms by which its ID tokens may be signed; an HMAC stands for the client secret as the key.
  ///
  /// OpenID Connect Core §3.1.3.7, rule 7.
  public var idTokenAlgorithms: Set<SignatureAlgorithm>
  /// For which other clients its ID tokens may be, and how they depart from the specification.
  public var idTokenRules = IDTokenRules()
  /// Where a device without a browser begins; nil when the provider does not offer it.
  ///
  /// RFC 8628 §4.
  public var deviceAuthorizationEndpoint: Endpoint?
  /// Where a user is asked on a device of theirs; nil when the provider does not offer it.
  ///
  /// OpenID Connect Client-Initiated Backchannel Authentication §7.
  public var backchannelAuthenticationEndpoint: Endpoint?
  /// How clients come by the tokens then; empty when the provider does not say.
  public var backchannelDeliveryModes: [BackchannelDeliveryMode]
  /// Where authorization requests are pushed; nil when the provider does not offer it.
  ///
  /// RFC 9126 §5.
  public var pushedAuthorizationRequestEndpoint: Endpoint?
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
  /// Where clients register; nil when the provider does not offer it.
  public var registrationEndpoint: Endpoint?
  /// Where an API asks whether a token is valid; nil when the provider does not offer it.
  public var introspectionEndpoint: Endpoint?
  /// Where a user ends the session at the provider; nil when the provider does not offer it.
  ///
  /// OpenID Connect RP-Initiated Logout §2.1.
  public var endSessionEndpoint: Endpoint?
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
    issuer: Issuer? = nil, requiresIssuerInCallback: Bool = false, authorizationEndpoint: Endpoint?,
    tokenEndpoint: Endpoint, revocationEndpoint: Endpoint? = nil, keySetEndpoint: Endpoint? = nil,
    idTokenAlgorithms: Set<SignatureAlgorithm> = [.rs256], deviceAuthorizationEndpoint: Endpoint? = nil,
    backchannelAuthenticationEndpoint: Endpoint? = nil, backchannelDeliveryModes: [BackchannelDeliveryMode] = [],
    pushedAuthorizationRequestEndpoint: Endpoint? = nil, requiresPushedAuthorizationRequests: Bool = false,
    requiresSignedRequestObjects: Bool = false, dpopAlgorithms: Set<SignatureAlgorithm> = [],
    registrationEndpoint: Endpoint? = nil, introspectionEndpoint: Endpoint? = nil,
    endSessionEndpoint: Endpoint? = nil,
    certificateEndpoints: [EndpointName: Endpoint] = [:],
    clientAuthenticationMethods: [ClientAuthenticationMethod] = [], scopes: [String] = [],
    dialect: OAuth2Dialect = .init()
  ) {
    self.issuer = issuer
    self.requiresIssuerInCallback = requiresIssuerInCallback
    self.authorizationEndpoint = authorizationEndpoint
    self.tokenEndpoint = tokenEndpoint
    self.revocationEndpoint = revocationEndpoint
    self.keySetEndpoint = keySetEndpoint
    self.idTokenAlgorithms = idTokenAlgorithms
    self.deviceAuthorizationEndpoint = deviceAuthorizationEndpoint
    self.backchannelAuthenticationEndpoint = backchannelAuthenticationEndpoint
    self.backchannelDeliveryModes = backchannelDeliveryModes
    self.pushedAuthorizationRequestEndpoint = pushedAuthorizationRequestEndpoint
    self.requiresPushedAuthorizationRequests = requiresPushedAuthorizationRequests
    self.requiresSignedRequestObjects = requiresSignedRequestObjects
    self.dpopAlgorithms = dpopAlgorithms
    self.registrationEndpoint = registrationEndpoint
    self.introspectionEndpoint = introspectionEndpoint
    self.endSessionEndpoint = endSessionEndpoint
    self.certificateEndpoints = certificateEndpoints
    self.clientAuthenticationMethods = clientAuthenticationMethods
    self.scopes = scopes
    self.dialect = dialect
  }
}

extension OAuth2Service {
  /// Every endpoint by its name in metadata, for clients that show no certificate.
  package var endpoints: [EndpointName: Endpoint] {
    let named: [EndpointName: Endpoint?] = [
      .authorization: authorizationEndpoint, .token: tokenEndpoint, .revocation: revocationEndpoint,
      .introspection: introspectionEndpoint, .registration: registrationEndpoint,
      .deviceAuthorization: deviceAuthorizationEndpoint, .backchannelAuthentication: backchannelAuthenticationEndpoint,
      .pushedAuthorizationRequest: pushedAuthorizationRequestEndpoint, .keySet: keySetEndpoint,
      .endSession: endSessionEndpoint,
    ]
    return named.compactMapValues(\.self)
  }

  /// The endpoint of that name for a client, which for one that shows a certificate may be another.
  ///
  /// RFC 8705 §5.
  package func endpoint(_ name: EndpointName, for client: Client) -> Endpoint? {
    let showsCertificate = client.authenticationMethod(by: dialect).needsCertificate
    return (showsCertificate ? certificateEndpoints[name] : nil) ?? endpoints[name]
  }

  /// Where a client has its tokens.
  package func tokenEndpoint(for client: Client) -> Endpoint { endpoint(.token, for: client) ?? tokenEndpoint }
}
