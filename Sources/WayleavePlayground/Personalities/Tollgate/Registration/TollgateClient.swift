public import WayleaveOAuth2
public import WayleaveWire
import WayleaveJOSE

/// An application registered at the playground's authorization server, Tollgate.
///
/// RFC 7591 §2: what is registered is what the metadata says; what is not in it has the default there.
public struct TollgateClient: Sendable {
  /// The client id.
  public let id: ClientID
  /// The secret; nil for a client that authenticates without one.
  public let secret: Secret?
  /// What is registered.
  public let metadata: ClientMetadata
  /// Whether it is an API, which may introspect any token.
  public let isResourceServer: Bool

  /// How its ID tokens are signed.
  let idTokenAlgorithm: SignatureAlgorithm
  /// How answers are signed that go through the browser as a JWT.
  let responseAlgorithm: SignatureAlgorithm
  /// How it has persons asked on devices of theirs; nil for one that may not.
  let backchannel: TollgateBackchannelRegistration?
  /// Where its users may come back to after a logout.
  let postLogoutRedirectURIs: [RedirectURI]

  /// A registration; throws `registration.refused` for one that would be refused over the wire as well.
  public init(
    id: ClientID, secret: Secret? = nil, metadata: ClientMetadata, isResourceServer: Bool = false
  ) throws(OAuthError) {
    try self.init(
      id: id, secret: secret, metadata: metadata, isResourceServer: isResourceServer,
      offeredScopes: TollgateOffer.scopes.map(\.name))
  }

  /// A registration at a server that offers these scopes.
  init(
    id: ClientID, secret: Secret? = nil, metadata: ClientMetadata, isResourceServer: Bool = false,
    offeredScopes: [String]
  ) throws(OAuthError) {
    try TollgateClientRules(
      metadata: metadata, isResourceServer: isResourceServer, offeredScopes: offeredScopes
    ).verify(secret: secret)
    self.id = id
    self.secret = secret
    self.metadata = metadata
    self.isResourceServer = isResourceServer
    idTokenAlgorithm = try TollgateClientRules.idTokenAlgorithm(in: metadata)
    backchannel = try TollgateClientRules.backchannel(in: metadata)
    responseAlgorithm = try TollgateClientRules.responseAlgorithm(in: metadata)
    postLogoutRedirectURIs = try TollgateClientRules.postLogoutRedirectURIs(in: metadata)
  }

  /// What the consent page calls it.
  var name: String { metadata.name ?? id.text }

  /// How it authenticates.
  var authentication: ClientAuthenticationMethod { metadata.authentication ?? .basic }

  /// Whether it can keep a secret: RFC 6749 §2.1.
  var isConfidential: Bool { authentication != .publicClient }

  /// Its public keys; nil for none.
  var keys: JSONWebKeySet? {
    guard case .set(let keys) = metadata.keys else { return nil }
    return keys
  }

  /// Whether it may use a grant.
  func mayUse(_ grantType: String) -> Bool {
    TollgateClientRules.grantTypes(of: metadata).contains { $0.hasSameBytes(as: grantType) }
  }

  /// Whether its tokens must be bound to a key.
  ///
  /// RFC 9449 §5.2, `dpop_bound_access_tokens`.
  var requiresDPoP: Bool { metadata.additional["dpop_bound_access_tokens"]?.bool ?? false }

  /// Whether its tokens must be bound to its certificate.
  ///
  /// RFC 8705 §3.4.
  var bindsToCertificate: Bool { metadata.additional["tls_client_certificate_bound_access_tokens"]?.bool ?? false }

  /// Whether a certificate is one that it registered.
  func isKnown(by certificate: PeerCertificate) -> Bool {
    switch authentication {
    case .tls: TollgateClientRules.certificateName(in: metadata)?.isIn(certificate) ?? false
    case .selfSignedTLS: keys?.keys.contains { $0.thumbprint == certificate.publicKeyThumbprint } ?? false
    default: false
    }
  }

  /// Whether its requests must be pushed.
  ///
  /// RFC 9126 §6.
  var requiresPushedRequests: Bool { metadata.additional["require_pushed_authorization_requests"]?.bool ?? false }

  /// Whether its requests must be signed.
  ///
  /// RFC 9101 §10.5.
  var requiresSignedRequests: Bool { metadata.additional["require_signed_request_object"]?.bool ?? false }
}

extension TollgateClient {
  /// The clients of the demonstration; their secrets say that they are none.
  public static func demo() throws(OAuthError) -> [TollgateClient] {
    let redirectURIs = [try RedirectURI("http://127.0.0.1/callback"), try RedirectURI("http://[::1]/callback")]
    var polling = JSON.Object()
    polling["backchannel_token_delivery_mode"] = .string(BackchannelDeliveryMode.poll.rawValue)
    var signedByCurve = JSON.Object()
    signedByCurve["id_token_signed_response_alg"] = "ES256"
    return [
      try TollgateClient(
        id: "tollgate-web", secret: Secret("tollgate-web-secret-not-real"),
        metadata: ClientMetadata(
          redirectURIs: redirectURIs, authentication: .basic,
          grantTypes: [AuthorizationCodeGrant.grantType, RefreshTokenGrant.grantType, TokenExchangeGrant.grantType],
          name: "Tollgate Web Demo")),
      try TollgateClient(
        id: "tollgate-native",
        metadata: ClientMetadata(
          redirectURIs: redirectURIs + [try RedirectURI(RedirectURI.registeredForScheme)],
          authentication: .publicClient,
          grantTypes: [AuthorizationCodeGrant.grantType, RefreshTokenGrant.grantType, DeviceCodeGrant.grantType],
          name: "Tollgate Native Demo", additional: signedByCurve)),
      try TollgateClient(
        id: "tollgate-service", secret: Secret("tollgate-service-secret-not-real"),
        metadata: ClientMetadata(
          authentication: .post, grantTypes: [ClientCredentialsGrant.grantType], name: "Tollgate Service Demo")),
      try TollgateClient(
        id: "tollgate-bank", secret: Secret("tollgate-bank-secret-not-real"),
        metadata: ClientMetadata(
          authentication: .basic, grantTypes: [BackchannelGrant.grantType, RefreshTokenGrant.grantType],
          name: "Tollgate Bank Demo", additional: polling)),
      try TollgateClient(
        id: "tollgate-api", secret: Secret("tollgate-api-secret-not-real"),
        metadata: ClientMetadata(authentication: .basic, name: "The APIs of Tollgate"), isResourceServer: true),
    ]
  }
}
