public import WayleaveJOSE
public import WayleaveWire

/// An assertion whose signature and claims have been verified; whether it came before, a store of its ``tokenID`` knows.
///
/// RFC 7523 §3.
public struct VerifiedAssertion: Sendable, Equatable {
  /// Who says it.
  public let issuer: String
  /// The subject.
  public let subject: String
  /// The name by which a second use is found; nil only where none was demanded.
  public let tokenID: String?
  /// Until when ``tokenID`` must be remembered.
  public let expiresAt: Instant
  /// Every claim.
  public let claims: JSONWebTokenClaims

  /// Verifies an assertion that came as a grant; throws `token.grant_refused`, or what the signature's check throws.
  public init(
    _ text: Secret, verifiedBy keys: JSONWebKeySet, allowing algorithms: Set<SignatureAlgorithm>,
    to audiences: [String],
    at now: Instant
  ) throws(OAuthError) {
    try self.init(
      text, verifiedBy: keys, allowing: algorithms,
      check: AssertionCheck(audiences: audiences, now: now, purpose: .grant)
    )
  }

  init(
    _ text: Secret, verifiedBy keys: JSONWebKeySet, allowing algorithms: Set<SignatureAlgorithm>, check: AssertionCheck
  ) throws(OAuthError) {
    let signature = try JSONWebSignature(compact: text.exposedBytes)
    try check.verifyType(of: signature.header)
    claims = try JSONWebTokenClaims(decoding: signature.payload(verifiedBy: keys, allowing: algorithms))
    issuer = try check.text(claims.issuer, "iss")
    subject = try check.text(claims.subject, "sub")
    try check.verifyAudience(of: claims)
    expiresAt = try check.expiry(of: claims)
    try check.verifyBeginning(of: claims)
    tokenID = claims.tokenID
  }
}

/// The rules for the claims of an assertion, in the order of RFC 7523 §3.
struct AssertionCheck {
  enum Purpose { case client, grant }

  let audiences: [String]
  let now: Instant
  let purpose: Purpose
  /// The clocks of two machines may differ by this much.
  var tolerance: Duration = JSONWebTokenClaims.clockTolerance

  /// Tokens of other kinds name theirs: one that was made for another purpose must not serve here.
  ///
  /// RFC 8725 §3.11.
  func verifyType(of header: JOSEHeader) throws(OAuthError) {
    let isClient = purpose == .client && header.isType(ClientAssertion.mediaType)
    guard header.type == nil || header.isType("JWT") || isClient else { throw refused("an assertion by its “typ”") }
  }

  func text(_ text: String?, _ name: String) throws(OAuthError) -> String {
    guard let text, !text.isEmpty else { throw refused("“\(name)”") }
    return text
  }

  /// A client's assertion names one audience as a text: in a list, another server could hide that it can use it too.
  func verifyAudience(of claims: JSONWebTokenClaims) throws(OAuthError) {
    let isOneText = claims["aud"]?.string != nil
    guard purpose == .grant || isOneText,
      claims.audience.contains(where: { named in audiences.contains { $0.hasSameBytes(as: named) } })
    else { throw refused("this server as the audience") }
  }

  func expiry(of claims: JSONWebTokenClaims) throws(OAuthError) -> Instant {
    guard let expiresAt = claims.expiresAt else { throw refused("“exp”") }
    guard now < expiresAt + tolerance else { throw refused("an assertion that is still good") }
    // RFC 7523 §3, number 4: "may reject JWTs with an "exp" claim value that is unreasonably far in the future".
    guard expiresAt <= now + JWTAssertion.lifetimes.upperBound + tolerance else {
      throw refused("an assertion for an hour at most")
    }
    return expiresAt
  }

  func verifyBeginning(of claims: JSONWebTokenClaims) throws(OAuthError) {
    for beginning in [claims.notBefore, claims.issuedAt].compactMap(\.self) {
      guard beginning <= now + tolerance else { throw refused("an assertion from the past") }
    }
  }

  func refused(_ expected: String) -> OAuthError {
    OAuthError(
      purpose == .client ? .clientRefused : .grantRefused, rule: .rfc(7523, "3"), expected: expected,
      received: .described("none, or another"), remedy: "Make a fresh assertion for this server; check the clock.",
      refusal: ProviderRefusal(error: purpose == .client ? "invalid_client" : "invalid_grant"))
  }
}
