public import WayleaveJOSE
public import WayleaveWire

/// What an access token allows, whether the token itself says so or its server does.
///
/// RFC 9068 §2.2; RFC 7662 §2.2.
public struct AccessTokenClaims: Sendable, Equatable {
  /// Who issued it.
  public let issuer: Issuer?
  /// In whose name; the client itself when there is no user.
  public let subject: String?
  /// To which client.
  public let clientID: ClientID?
  /// For which APIs; empty when the server does not say.
  public let audience: [String]
  /// What it allows.
  public let scopes: [String]
  /// From when on it is no longer good.
  public let expiresAt: Instant?
  /// Before when it is not good yet.
  public let notBefore: Instant?
  /// When it was issued.
  public let issuedAt: Instant?
  /// Its own name.
  public let tokenID: String?
  /// What must be shown with it; nil when anyone who has it may use it.
  public let confirmation: TokenConfirmation?
  /// When the user signed in.
  ///
  /// RFC 9470 §6.
  public let authenticatedAt: Instant?
  /// How well the user signed in.
  ///
  /// RFC 9470 §6, `acr`.
  public let authenticationContextClass: String?
  /// What it allows in more words.
  ///
  /// RFC 9396 §9.
  public let details: AuthorizationDetails?
  /// Every claim.
  public let members: JSON.Object

  /// Reads claims; throws `jose.malformed`, or `access_token.binding` for a binding that cannot be checked.
  public init(_ members: JSON.Object) throws(OAuthError) {
    try self.init(JSONWebTokenClaims(members), as: .rfc9068)
  }

  /// Reads claims that have client and scopes where a profile says.
  package init(_ claims: JSONWebTokenClaims, as profile: AccessTokenProfile) throws(OAuthError) {
    issuer = claims.issuer.map(Issuer.init)
    subject = claims.subject
    audience = claims.audience
    expiresAt = claims.expiresAt
    notBefore = claims.notBefore
    issuedAt = claims.issuedAt
    tokenID = claims.tokenID
    clientID = try profile.client(in: claims)
    scopes = try profile.scopes(in: claims)
    confirmation = try claims["cnf"].map { claim throws(OAuthError) in try TokenConfirmation(claim) }
    authenticatedAt = try claims.instant("auth_time")
    authenticationContextClass = try claims.text("acr")
    details = try claims["authorization_details"].map { claim throws(OAuthError) in
      guard let details = try? AuthorizationDetails(claim) else { throw .malformedDetails() }
      return details
    }
    members = claims.members
  }

  /// Verifies issuer, audience and time; throws `access_token.issuer`, `access_token.audience` or `access_token.expired`.
  ///
  /// RFC 9068 §4. `audience` is this API. A claim that is absent is not verified: who demands it, asks for it.
  public func verify(
    from issuer: Issuer, to audience: String, at now: Instant, tolerance: Duration = JSONWebTokenClaims.clockTolerance
  ) throws(OAuthError) {
    try requireIssuer(issuer)
    try requireAudience(audience)
    try requireTime(now, tolerance: tolerance)
  }

  /// The token is one of the issuer that this API trusts.
  package func requireIssuer(_ issuer: Issuer) throws(OAuthError) {
    if let named = self.issuer, named != issuer {
      throw .accessTokenRefused(.accessTokenIssuerMismatch, "a token of the issuer that this API trusts")
    }
  }

  /// The token is for this API.
  package func requireAudience(_ audience: String) throws(OAuthError) {
    try requireAudience(among: [audience])
  }

  /// The token is for this API, which has several names.
  package func requireAudience(among names: [String]) throws(OAuthError) {
    let isOurs = { (audience: String) in names.contains { $0.hasSameBytes(as: audience) } }
    if let claim = members["aud"], claim != .null, !audience.contains(where: isOurs) {
      throw .accessTokenRefused(.accessTokenAudienceMismatch, "a token for this API")
    }
  }

  /// The token has begun, and has not expired.
  package func requireTime(
    _ now: Instant, tolerance: Duration = JSONWebTokenClaims.clockTolerance
  ) throws(OAuthError) {
    if let expiresAt, now >= expiresAt + tolerance { throw .accessTokenRefused(.expiredAccessToken, "a current token") }
    for beginning in [notBefore, issuedAt].compactMap(\.self) where beginning > now + tolerance {
      throw .accessTokenRefused(.expiredAccessToken, "a token whose time has begun")
    }
  }

  /// Whether it allows all of these.
  public func allows(_ scopes: [String]) -> Bool {
    scopes.allSatisfy { scope in self.scopes.contains { $0.hasSameBytes(as: scope) } }
  }
}

extension OAuthError {
  /// A claim is no request that a server could refuse: RFC 9396 §9.
  fileprivate static func malformedDetails() -> OAuthError {
    malformedJOSE(
      .rfc(9396, "9"), expected: "objects that each have a “type” as “authorization_details”",
      received: .described("something else"))
  }

  static func accessTokenRefused(_ code: Code, _ expected: String) -> OAuthError {
    OAuthError(
      code, rule: .rfc(9068, "4"), expected: expected, received: .described("another"),
      remedy: "Get a token for this API.", refusal: ProviderRefusal(error: "invalid_token"))
  }
}
