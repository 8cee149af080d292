import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

/// What may be registered here.
///
/// RFC 7591 §2 and §5; OpenID Connect Dynamic Client Registration §2.
struct TollgateClientRules {
  let metadata: ClientMetadata
  var isResourceServer = false
  var offeredScopes: [String]

  static let methods: [ClientAuthenticationMethod] = [.publicClient, .basic, .post, .secretJWT, .privateKeyJWT]
  /// Those of the encrypted port in addition.
  static let certificateMethods: [ClientAuthenticationMethod] = [.tls, .selfSignedTLS]
  /// The algorithms of assertions and request objects by a client's own key.
  static let assertionAlgorithms: Set<SignatureAlgorithm> = [.es256, .es384, .rs256, .ps256, .edDSA, .ed25519]
  static let idTokenAlgorithms: [SignatureAlgorithm] = [.rs256, .es256]
  static let grantTypes = [
    AuthorizationCodeGrant.grantType, RefreshTokenGrant.grantType, ClientCredentialsGrant.grantType,
    DeviceCodeGrant.grantType, TokenExchangeGrant.grantType, JWTBearerGrant.grantType,
    BackchannelGrant.grantType,
  ]

  /// RFC 7591 §2: without any, "the default behavior is that the client will use only the authorization_code Grant".
  static func grantTypes(of metadata: ClientMetadata) -> [String] {
    metadata.grantTypes.isEmpty ? [AuthorizationCodeGrant.grantType] : metadata.grantTypes
  }

  /// Whether the client has to be given a secret.
  static func needsSecret(_ method: ClientAuthenticationMethod) -> Bool {
    method == .basic || method == .post || method == .secretJWT
  }

  func verify(secret: Secret?) throws(OAuthError) {
    try verifyAuthentication(secret)
    guard !isResourceServer else { return }
    try verifyGrants()
    try verifyScopes()
    _ = try Self.idTokenAlgorithm(in: metadata)
    _ = try Self.responseAlgorithm(in: metadata)
    try verifyPages()
    _ = try Self.postLogoutRedirectURIs(in: metadata)
    _ = try Self.backchannel(in: metadata)
  }

  private var method: ClientAuthenticationMethod { metadata.authentication ?? .basic }

  private func verifyAuthentication(_ secret: Secret?) throws(OAuthError) {
    guard (Self.methods + Self.certificateMethods).contains(method) else {
      throw .unregistrable("a way of authenticating that is offered")
    }
    guard Self.needsSecret(method) == (secret != nil) else { throw .unregistrable("a secret where one is used") }
    // RFC 7518 §3.2: the key of HS256 has 256 bits at least.
    if method == .secretJWT, let secret, secret.count < 32 { throw .unregistrable("a secret of 32 bytes") }
    switch metadata.keys {
    case .address: throw .unregistrable("keys in place, as “jwks”: this server fetches nothing")
    case nil where method == .privateKeyJWT || method == .selfSignedTLS:
      throw .unregistrable("keys as “jwks” for \(method.rawValue)")
    case nil, .set: break
    }
    guard method != .tls || Self.certificateName(in: metadata) != nil else {
      throw .unregistrable("tls_client_auth_san_dns or tls_client_auth_san_uri, and one of them")
    }
  }

  private func verifyGrants() throws(OAuthError) {
    let types = Self.grantTypes(of: metadata)
    guard types.allSatisfy({ type in Self.grantTypes.contains { $0.hasSameBytes(as: type) } }) else {
      throw .unregistrable("grant types that are offered")
    }
    let usesCodes = types.contains(AuthorizationCodeGrant.grantType)
    guard metadata.responseTypes.allSatisfy({ $0 == "code" }) else { throw .unregistrable("response type “code”") }
    // RFC 7591 §2.1: grant and response types belong together.
    guard usesCodes || metadata.responseTypes.isEmpty else { throw .unregistrable("no response type without codes") }
    guard !usesCodes || !metadata.redirectURIs.isEmpty else {
      throw .unregistrable("a redirect URI", word: "invalid_redirect_uri")
    }
    let isForAnybody = [AuthorizationCodeGrant.grantType, RefreshTokenGrant.grantType, DeviceCodeGrant.grantType]
    guard method != .publicClient || types.allSatisfy(isForAnybody.contains) else {
      throw .unregistrable("a client that authenticates for these grants")
    }
  }

  private func verifyScopes() throws(OAuthError) {
    let isOffered = { (scope: String) in offeredScopes.contains { $0.hasSameBytes(as: scope) } }
    guard metadata.scopes.allSatisfy(isOffered) else { throw .unregistrable("scopes that are offered") }
  }

  /// The addresses of pages that are about the client, also in other languages (`logo_uri#de`).
  ///
  /// RFC 7591 §2: each must be "a valid web page" or "a valid image file". A server that shows one as a link would run what
  /// else it is: §5.
  private func verifyPages() throws(OAuthError) {
    let names = ["client_uri", "logo_uri", "policy_uri", "tos_uri"]
    for member in metadata.additional.members where member.value != .null {
      let name = member.name.prefix { $0 != "#" }
      guard names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) else { continue }
      guard member.value.string.flatMap({ try? Endpoint($0) }) != nil else {
        throw .unregistrable("an https URL as “\(DisplayText.clean(member.name, limit: 40))”")
      }
    }
  }

  /// How the client has persons asked; nil for one that does not.
  static func backchannel(in metadata: ClientMetadata) throws(OAuthError) -> TollgateBackchannelRegistration? {
    guard grantTypes(of: metadata).contains(where: BackchannelGrant.grantType.hasSameBytes) else { return nil }
    return try TollgateBackchannelRegistration(metadata)
  }

  /// The name in the certificate of a client that an authority vouches for; nil unless there is exactly one.
  ///
  /// RFC 8705 §2.1.2.
  static func certificateName(in metadata: ClientMetadata) -> TollgateCertificateName? {
    let names = (
      metadata.additional["tls_client_auth_san_dns"]?.string, metadata.additional["tls_client_auth_san_uri"]?.string
    )
    switch names {
    case (let hostName?, nil): return .hostName(hostName)
    case (nil, let address?): return .address(address)
    default: return nil
    }
  }

  /// RS256 unless another is named: OpenID Connect Dynamic Client Registration §2.
  static func idTokenAlgorithm(in metadata: ClientMetadata) throws(OAuthError) -> SignatureAlgorithm {
    try algorithm("id_token_signed_response_alg", in: metadata)
  }

  /// RS256 unless another is named: JWT Secured Authorization Response Mode §3.
  static func responseAlgorithm(in metadata: ClientMetadata) throws(OAuthError) -> SignatureAlgorithm {
    try algorithm("authorization_signed_response_alg", in: metadata)
  }

  private static func algorithm(
    _ member: String, in metadata: ClientMetadata
  ) throws(OAuthError) -> SignatureAlgorithm {
    guard let name = metadata.additional[member] else { return .rs256 }
    guard let algorithm = name.string.flatMap({ SignatureAlgorithm(rawValue: $0) }),
      idTokenAlgorithms.contains(algorithm)
    else { throw .unregistrable("RS256 or ES256 as “\(member)”") }
    return algorithm
  }

  static func postLogoutRedirectURIs(in metadata: ClientMetadata) throws(OAuthError) -> [RedirectURI] {
    guard let list = metadata.additional["post_logout_redirect_uris"] else { return [] }
    var uris: [RedirectURI] = []
    for element in list.array ?? [.null] {
      guard let uri = element.string.flatMap({ try? RedirectURI($0) }) else {
        throw .unregistrable("addresses as post_logout_redirect_uris")
      }
      uris.append(uri)
    }
    return uris
  }
}

extension OAuthError {
  static func unregistrable(
    _ expected: String, word: String = "invalid_client_metadata"
  ) -> OAuthError {
    // The whole sentence goes to the client, as the description of the refusal.
    OAuthError(
      .registrationRefused, message: "The client's description cannot be used: it needs \(expected).",
      rule: .rfc(7591, "3.2.2"), expected: expected, received: .described("another, or none"),
      remedy: "Register what this server offers; its metadata says what that is.",
      refusal: ProviderRefusal(error: word))
  }
}
