public import WayleaveJOSE
public import WayleaveWire

/// An access token that says itself what it allows, for the API that is given it.
///
/// RFC 9068. A client does not look into its own: to it a token is any text (§6).
public struct JWTAccessToken: Sendable, Equatable {
  /// What it allows.
  public let claims: AccessTokenClaims

  /// The type that its header names.
  ///
  /// RFC 9068 §2.1.
  package static let type = "at+jwt"

  /// Verifies a token: type, signature, the claims that must be there, issuer, audience and time.
  ///
  /// RFC 9068 §4. What it is bound to, ``TokenConfirmation`` verifies. Throws `access_token.malformed`,
  /// `access_token.issuer`, `access_token.audience`, `access_token.expired`, or what the signature's check throws.
  public init(
    verifying text: Secret, verifiedBy keys: JSONWebKeySet, allowing algorithms: Set<SignatureAlgorithm>,
    from issuer: Issuer, to audience: String, at now: Instant, tolerance: Duration = JSONWebTokenClaims.clockTolerance
  ) throws(OAuthError) {
    let signature = try JSONWebSignature(compact: text.exposedBytes)
    try Self.requireType(of: signature)
    let payload = try signature.payload(verifiedBy: keys, allowing: algorithms)
    let claims = try AccessTokenClaims(JSONWebTokenClaims(decoding: payload).members)
    try Self.requirePresence(in: claims.members)
    try claims.verify(from: issuer, to: audience, at: now, tolerance: tolerance)
    self.claims = claims
  }

  /// What was signed to be something else, such as an ID token, is no access token.
  ///
  /// RFC 9068 §4: "the resource server MUST verify that the "typ" header value is "at+jwt" … and reject tokens carrying
  /// any other value".
  package static func requireType(of signature: JSONWebSignature) throws(OAuthError) {
    guard signature.header.isType(type) else { throw .otherType(signature.header.type) }
  }

  /// The claims that a token must have are there.
  ///
  /// RFC 9068 §2.2.
  package static func requirePresence(in claims: JSON.Object) throws(OAuthError) {
    for name in ["iss", "exp", "aud", "sub", "client_id", "iat", "jti"] where claims[name] == nil {
      throw .accessTokenRefused(.malformedAccessToken, "“\(name)”")
    }
  }

  /// Signs claims as a token; throws `access_token.malformed` without those that RFC 9068 §2.2 demands.
  public static func sign(
    _ claims: JSON.Object, with key: JSONWebKey, by algorithm: SignatureAlgorithm
  ) throws(OAuthError) -> Secret {
    try requirePresence(in: claims)
    return try JSONWebSignature.sign(JSON.object(claims).encoded(), type: type, with: key, algorithm: algorithm)
  }
}

extension OAuthError {
  fileprivate static func otherType(_ type: String?) -> OAuthError {
    OAuthError(
      .malformedAccessToken, message: "The token is not an access token of the type \(JWTAccessToken.type).",
      rule: .rfc(9068, "4"), received: .text(type),
      remedy: "This is not an access token by RFC 9068. An ID token is not one either.",
      refusal: ProviderRefusal(error: "invalid_token"))
  }
}
