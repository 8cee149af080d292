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
    proving text: Secret, provenBy keys: JSONWebKeySet, allowing algorithms: Set<SignatureAlgorithm>,
    from issuer: Issuer, to audience: String, at now: Instant, tolerance: Duration = JSONWebTokenClaims.clockTolerance
  ) throws(OAuthError) {
    let signature = try JSONWebSignature(compact: text.exposedBytes)
    // "the resource server MUST verify that the "typ" header value is "at+jwt" … and reject tokens carrying any other
    // value": what was signed to be something else, such as an ID token, is no access token.
    guard signature.header.isType(Self.type) else {
      throw .accessTokenRefused(.malformedAccessToken, "“typ” \(Self.type)")
    }
    let payload = try signature.payload(provenBy: keys, allowing: algorithms)
    let claims = try AccessTokenClaims(JSONWebTokenClaims(decoding: payload).members)
    for name in ["iss", "exp", "aud", "sub", "client_id", "iat", "jti"] where claims.members[name] == nil {
      throw .accessTokenRefused(.malformedAccessToken, "“\(name)”")
    }
    try claims.prove(from: issuer, to: audience, at: now, tolerance: tolerance)
    self.claims = claims
  }

  /// Signs claims as a token; throws `access_token.malformed` without those that RFC 9068 §2.2 demands.
  public static func sign(
    _ claims: JSON.Object, with key: JSONWebKey, by algorithm: SignatureAlgorithm
  ) throws(OAuthError) -> Secret {
    for name in ["iss", "exp", "aud", "sub", "client_id", "iat", "jti"] where claims[name] == nil {
      throw .accessTokenRefused(.malformedAccessToken, "“\(name)”")
    }
    return try JSONWebSignature.sign(JSON.object(claims).encoded(), type: type, with: key, algorithm: algorithm)
  }
}
