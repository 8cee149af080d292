public import WayleaveJOSE
public import WayleaveWire

/// The parameters of an authorization request, signed by the client: no one on the way can change one.
///
/// RFC 9101 §4.
public struct RequestObject: Sendable, Equatable {
  /// The type that its header names.
  ///
  /// RFC 9101 §10.8.
  package static let type = "oauth-authz-req+jwt"

  /// The parameters, such as ``AuthorizationRequest/form(dialect:)`` gives them.
  public let parameters: Form

  /// Parameters to sign; throws `request_object.malformed` when they hold another request, or no `client_id`.
  ///
  /// §4: "request and request_uri parameters MUST NOT be included in Request Objects."
  public init(_ parameters: Form) throws(OAuthError) {
    guard !parameters.contains("request"), !parameters.contains("request_uri") else {
      throw .malformedRequestObject("no request inside the request object", "4")
    }
    guard try parameters.nonEmptyText(of: "client_id") != nil else {
      throw .malformedRequestObject("a “client_id” inside the request object", "4")
    }
    self.parameters = parameters
  }

  /// Signs the parameters for one server; throws `wire.duplicate_parameter`, or what signing throws.
  ///
  /// `id` distinguishes two objects that say the same in the same second, for servers that take each only once.
  public func sign(
    for issuer: Issuer, id: String?, at now: Instant, lifetime: Duration = .seconds(300), with key: JSONWebKey,
    by algorithm: SignatureAlgorithm, encryption: TokenEncryption? = nil
  ) throws(OAuthError) -> Secret {
    try sign(for: issuer, id: id, at: now, lifetime: lifetime, with: .own(key), by: algorithm, encryption: encryption)
  }

  /// The same with a key that is here or in its keystore.
  package func sign(
    for issuer: Issuer, id: String?, at now: Instant, lifetime: Duration = .seconds(300),
    with key: PreparedSigner.Key, by algorithm: SignatureAlgorithm, encryption: TokenEncryption? = nil
  ) throws(OAuthError) -> Secret {
    var claims = JSON.Object()
    claims["iss"] = JSON(try parameters.text(of: "client_id"))
    claims["aud"] = .string(issuer.text)
    claims["iat"] = JSON(now.secondsSinceEpoch)
    claims["nbf"] = JSON(now.secondsSinceEpoch)
    claims["exp"] = JSON((now + lifetime).secondsSinceEpoch)
    claims["jti"] = id.map(JSON.string)
    try RequestObjectClaims.add(parameters, to: &claims)
    let signer = try PreparedSigner(key, algorithm: algorithm, keyID: key.known.keyID, type: Self.type)
    let jwt = Secret(try signer.sign(JSON.object(claims).encoded()))
    return try encryption?.encrypt(jwt) ?? jwt
  }

  /// Verifies an object that a client brought; throws `request_object.malformed`, `request_object.foreign`,
  /// `request_object.expired`, or what the signature's check throws.
  ///
  /// RFC 9101 §6. `clientID` is the one outside, whose registered keys these are. The type may be missing, as the
  /// specification lets it; another one is refused, and so is a `sub` that names the client (§10.8: the object could be
  /// used as a client assertion).
  public init(
    verifying text: Secret, verifiedBy keys: JSONWebKeySet, allowing algorithms: Set<SignatureAlgorithm>,
    from clientID: ClientID, to issuer: Issuer, decryption: TokenDecryption? = nil, at now: Instant,
    tolerance: Duration = JSONWebTokenClaims.clockTolerance
  ) throws(OAuthError) {
    let signature = try JSONWebSignature(compact: text.exposedBytes, decryption: decryption)
    guard signature.header.type == nil || ["JWT", Self.type].contains(where: { signature.header.isType($0) }) else {
      throw .malformedRequestObject("the type “\(Self.type)”", "10.8")
    }
    let claims = try JSONWebTokenClaims(decoding: signature.payload(verifiedBy: keys, allowing: algorithms))
    for (name, value) in [("iss", claims.issuer), ("client_id", try claims.text("client_id"))] {
      guard let value, ClientID(value) == clientID else {
        throw .foreignRequestObject("“\(name)” to be the client_id outside", value, "6.3")
      }
    }
    guard claims.audience.contains(where: { Issuer($0) == issuer }) else {
      throw .foreignRequestObject("this server in “aud”", claims.audience.first, "4")
    }
    guard claims.subject.map(ClientID.init) != clientID else {
      throw .malformedRequestObject("a “sub” other than the client", "10.8")
    }
    // What is said of time holds now; what is not said is not asked for.
    guard claims.expiresAt.map({ now < $0 + tolerance }) ?? true,
      [claims.notBefore, claims.issuedAt].allSatisfy({ $0.map { $0 <= now + tolerance } ?? true })
    else { throw .expiredRequestObject() }
    try self.init(RequestObjectClaims.parameters(in: claims.members))
  }
}

extension OAuthError {
  static func malformedRequestObject(_ expected: String, _ section: String) -> OAuthError {
    OAuthError(
      .malformedRequestObject, rule: .rfc(9101, section), expected: expected, received: .described("something else"),
      remedy: "Begin the sign-in again in the app; if this repeats, it is the app's fault.",
      refusal: ProviderRefusal(error: "invalid_request_object"))
  }

  static func foreignRequestObject(
    _ expected: String, _ received: String?, _ section: String
  ) -> OAuthError {
    OAuthError(
      .foreignRequestObject, rule: .rfc(9101, section), expected: expected, received: .text(received),
      remedy: "Begin the sign-in again in the app; if this repeats, it is the app's fault.",
      refusal: ProviderRefusal(error: "invalid_request_object"))
  }

  static func expiredRequestObject() -> OAuthError {
    OAuthError(
      .expiredRequestObject, rule: .rfc(9101, "6.2"), expected: "a request object that is good now",
      received: .described("one that is not yet, or no longer"),
      remedy: "Begin the sign-in again in the app. If this repeats, a clock is wrong.",
      refusal: ProviderRefusal(error: "invalid_request_object"))
  }
}
