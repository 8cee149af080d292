public import WayleaveJOSE
public import WayleaveOAuth2
public import WayleaveWire

/// A provider's signed word that a session has ended, with every check passed but the one for replay.
///
/// OpenID Connect Back-Channel Logout §2.4 and §2.6. ``LogoutReplayProtection`` has the last check.
public struct LogoutToken: Sendable, Equatable {
  /// The type that its header names.
  ///
  /// §2.4: "explicitly typed with a typ value of logout+jwt", which keeps it from being taken for an ID token.
  package static let type = "logout+jwt"

  /// The provider's issuer.
  public let issuer: Issuer
  /// The token's own name.
  public let id: String
  /// The user who was logged out; nil when only a session is named.
  public let subject: String?
  /// The session that ended; nil when all sessions of the user did.
  public let sessionID: String?
  /// When it was issued.
  public let issuedAt: Instant
  /// The last instant at which it is taken, the tolerance included.
  public let usableUntil: Instant
  /// Everything that it says.
  public let claims: JSON.Object

  /// Verifies a token; throws `logout.malformed`, `logout.foreign`, `logout.expired`, or what JOSE throws.
  public init(
    _ text: Secret, verifiedBy keys: JSONWebKeySet, allowing algorithms: Set<SignatureAlgorithm>, from issuer: Issuer,
    to clientID: ClientID, decryption: TokenDecryption? = nil, at now: Instant,
    tolerance: Duration = JSONWebTokenClaims.clockTolerance
  ) throws(OAuthError) {
    let signature = try OAuthError.blamingProvider(member: "logout_token") { () throws(OAuthError) in
      try JSONWebSignature(compact: text.exposedBytes, decryption: decryption)
    }
    guard signature.header.type == nil || signature.header.isType(Self.type) else {
      throw .malformedLogout("the type “\(Self.type)”")
    }
    let claims = try OAuthError.blamingProvider(member: "logout_token") { () throws(OAuthError) in
      try JSONWebTokenClaims(decoding: signature.payload(verifiedBy: keys, allowing: algorithms))
    }
    guard claims.issuer.map(Issuer.init) == issuer else {
      throw .foreignLogout("the issuer “\(DisplayText.clean(issuer.text, limit: 200))” as “iss”", claims.issuer)
    }
    guard claims.audience.contains(where: { ClientID($0) == clientID }) else {
      throw .foreignLogout("this client in “aud”", claims.audience.first)
    }
    guard let issuedAt = claims.issuedAt, let expires = claims.expiresAt else {
      throw .malformedLogout("“iat” and “exp”")
    }
    guard issuedAt <= now + tolerance, now < expires + tolerance else { throw .expiredLogout() }
    subject = try Self.name("sub", claims.subject)
    sessionID = try Self.name("sid", claims.text("sid"))
    guard subject != nil || sessionID != nil else { throw .malformedLogout("a “sub” or a “sid”") }
    guard claims["events"]?[Self.event]?.object != nil else {
      throw .malformedLogout("the event of a logout in “events”")
    }
    // "A nonce Claim MUST NOT be present", so that it is no ID token: not as null either.
    guard claims.members["nonce"] == nil else { throw .malformedLogout("a token without “nonce”") }
    guard let id = try Self.name("jti", claims.tokenID) else { throw .malformedLogout("a “jti”") }
    self.id = id
    self.issuer = issuer
    self.issuedAt = issuedAt
    usableUntil = expires + tolerance
    self.claims = claims.members
  }

  /// Makes a token for one client; throws `logout.malformed` without a subject and a session, or what signing throws.
  ///
  /// §2.4: "The expiration time … SHOULD be short, preferably at most two minutes in the future".
  public static func sign(
    id: String, subject: String?, sessionID: String?, from issuer: Issuer, to clientID: ClientID, at now: Instant,
    lifetime: Duration = .seconds(120), with key: JSONWebKey, by algorithm: SignatureAlgorithm
  ) throws(OAuthError) -> Secret {
    guard subject != nil || sessionID != nil else { throw .malformedLogout("a “sub” or a “sid”") }
    var claims = JSON.Object()
    claims["iss"] = .string(issuer.text)
    claims["aud"] = .string(clientID.text)
    claims["iat"] = JSON(now.secondsSinceEpoch)
    claims["exp"] = JSON((now + lifetime).secondsSinceEpoch)
    claims["jti"] = .string(id)
    claims["events"] = .object(Self.events)
    claims["sub"] = subject.map(JSON.string)
    claims["sid"] = sessionID.map(JSON.string)
    return try JSONWebSignature.sign(JSON.object(claims).encoded(), type: type, with: key, algorithm: algorithm)
  }

  private static let event = "http://schemas.openid.net/event/backchannel-logout"

  private static var events: JSON.Object {
    var events = JSON.Object()
    events[event] = .object(JSON.Object())
    return events
  }

  /// A name that may be missing; refused when it is there and is none.
  private static func name(_ claim: String, _ name: String?) throws(OAuthError) -> String? {
    guard let name else { return nil }
    guard (1...255).contains(name.utf8.count) else { throw .malformedLogout("a “\(claim)” of 1 to 255 bytes") }
    return name
  }
}

extension OAuthError {
  static func foreignLogout(_ expected: String, _ received: String?) -> OAuthError {
    OAuthError(
      .foreignLogout, rule: .openID("Back-Channel Logout", "2.6"), expected: expected, received: .text(received),
      remedy: "No session was ended: the message was not meant for this client.")
  }

  fileprivate static func expiredLogout() -> OAuthError {
    OAuthError(
      .expiredLogout, rule: .openID("Back-Channel Logout", "2.6"), expected: "a token that is good now",
      received: .described("one that is not yet, or no longer"),
      remedy: "No session was ended. Set the clock of this machine, or of the provider's.")
  }
}
