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
  /// RFC 9068 §4. A profile says how an issuer departs from it. What the token is bound to, ``TokenConfirmation`` verifies.
  /// Throws `access_token.malformed`, `access_token.issuer`, `access_token.audience`, `access_token.expired`, or what the
  /// signature's check throws.
  public init(
    verifying text: Secret, verifiedBy keys: JSONWebKeySet, allowing algorithms: Set<SignatureAlgorithm>,
    from issuer: Issuer, to audience: String, as profile: AccessTokenProfile = .rfc9068, at now: Instant,
    tolerance: Duration = JSONWebTokenClaims.clockTolerance
  ) throws(OAuthError) {
    try self.init(
      JSONWebSignature(compact: text.exposedBytes), verifiedBy: keys, allowing: algorithms, from: issuer,
      to: [audience], as: profile, at: now, tolerance: tolerance)
  }

  /// The same for a token that is read already, and for an API with several names; `claims` are those of its payload,
  /// where they are read too.
  package init(
    _ signature: JSONWebSignature, claims: JSONWebTokenClaims? = nil, verifiedBy keys: JSONWebKeySet,
    allowing algorithms: Set<SignatureAlgorithm>, from issuer: Issuer, to audiences: [String],
    as profile: AccessTokenProfile, at now: Instant, tolerance: Duration = JSONWebTokenClaims.clockTolerance
  ) throws(OAuthError) {
    try profile.requireType(of: signature)
    try signature.verify(by: keys, allowing: algorithms)
    let read = if let claims { claims } else { try JSONWebTokenClaims(decoding: signature.unverifiedPayload) }
    let claims = try AccessTokenClaims(read, as: profile)
    try profile.requirePresence(in: claims.members)
    try claims.requireIssuer(issuer)
    try claims.requireAudience(among: audiences)
    try claims.requireTime(now, tolerance: tolerance)
    self.claims = claims
  }

  /// Signs claims as a token; throws `access_token.malformed` without those that RFC 9068 §2.2 demands.
  public static func sign(
    _ claims: JSON.Object, with key: JSONWebKey, by algorithm: SignatureAlgorithm
  ) throws(OAuthError) -> Secret {
    try AccessTokenProfile.rfc9068.requirePresence(in: claims)
    return try JSONWebSignature.sign(JSON.object(claims).encoded(), type: type, with: key, algorithm: algorithm)
  }
}
