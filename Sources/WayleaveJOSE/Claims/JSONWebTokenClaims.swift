public import WayleaveWire

/// What a JWT claims, its registered claims read by their types; whether they hold is for others to check.
///
/// RFC 7519 §4. Take it from a payload that is proved: `JSONWebSignature.payload(provenBy:allowing:)`.
public struct JSONWebTokenClaims: Sendable, Equatable {
  /// Every claim, those below included.
  public let members: JSON.Object
  /// Who made the token, compared by bytes.
  ///
  /// RFC 7519 §4.1.1, `iss`.
  public let issuer: String?
  /// Whom the token is about.
  ///
  /// RFC 7519 §4.1.2, `sub`.
  public let subject: String?
  /// Whom the token is for, one text being a list of one; empty when the claim is absent.
  ///
  /// RFC 7519 §4.1.3, `aud`.
  public let audience: [String]
  /// From when on the token is no longer good.
  ///
  /// RFC 7519 §4.1.4, `exp`.
  public let expiresAt: Instant?
  /// Before when the token is not good yet.
  ///
  /// RFC 7519 §4.1.5, `nbf`.
  public let notBefore: Instant?
  /// When the token was made.
  ///
  /// RFC 7519 §4.1.6, `iat`.
  public let issuedAt: Instant?
  /// The token's own name, by which a second use is found.
  ///
  /// RFC 7519 §4.1.7, `jti`.
  public let tokenID: String?

  /// Reads the claims of a payload; throws `jose.malformed`, duplicate names included.
  ///
  /// RFC 7519 §7.2, step 10.
  public init(decoding payload: [UInt8], textDates: Bool = false) throws(OAuthError) {
    let json: JSON
    do { json = try JSON(decoding: payload) } catch { throw .malformedClaims("JSON: \(error.expected)") }
    guard let members = json.object else { throw .malformedClaims("a JSON object") }
    try self.init(members, textDates: textDates)
  }

  /// Reads the registered claims; with `textDates` a date may stand in quotes, as some providers write it.
  public init(_ members: JSON.Object, textDates: Bool = false) throws(OAuthError) {
    var registered = RegisteredClaims(textDates: textDates)
    for member in members.members { try registered.take(member) }
    issuer = registered.issuer
    subject = registered.subject
    audience = registered.audience
    expiresAt = registered.expiresAt
    notBefore = registered.notBefore
    issuedAt = registered.issuedAt
    tokenID = registered.tokenID
    self.members = members
  }

  /// The claim of that name.
  public subscript(name: String) -> JSON? { members[name] }

  /// The claim of that name as a text; refused when it is something else.
  public func text(_ name: String) throws(OAuthError) -> String? {
    guard let value = members[name] else { return nil }
    return try RegisteredClaims.text(value, name)
  }

  /// The claim of that name as a date; refused when it is something else.
  ///
  /// RFC 7519 §2, "NumericDate".
  public func instant(_ name: String, textDates: Bool = false) throws(OAuthError) -> Instant? {
    guard let value = members[name] else { return nil }
    return try RegisteredClaims(textDates: textDates).instant(value, name)
  }
}

/// Collects the registered claims in one pass.
///
/// RFC 7519 §4.1.
private struct RegisteredClaims {
  let textDates: Bool
  var issuer: String?
  var subject: String?
  var audience: [String] = []
  var expiresAt: Instant?
  var notBefore: Instant?
  var issuedAt: Instant?
  var tokenID: String?

  init(textDates: Bool) { self.textDates = textDates }

  mutating func take(_ member: JSON.Object.Member) throws(OAuthError) {
    // These names have three letters, which canonical equivalence leaves alone.
    guard member.name.utf8.count == 3 else { return }
    let value = member.value
    switch member.name {
    case "iss": issuer = try Self.text(value, "iss")
    case "sub": subject = try Self.text(value, "sub")
    case "aud": audience = try Self.texts(value, "aud")
    case "exp": expiresAt = try instant(value, "exp")
    case "nbf": notBefore = try instant(value, "nbf")
    case "iat": issuedAt = try instant(value, "iat")
    case "jti": tokenID = try Self.text(value, "jti")
    default: break
    }
  }

  static func text(_ value: JSON, _ name: String) throws(OAuthError) -> String {
    guard let text = value.string else { throw .malformedClaims("a text as “\(DisplayText.clean(name, limit: 60))”") }
    return text
  }

  /// RFC 7519 §4.1.3: "an array of case-sensitive strings" or "a single case-sensitive string".
  private static func texts(_ value: JSON, _ name: String) throws(OAuthError) -> [String] {
    if let text = value.string { return [text] }
    let texts = value.array?.compactMap(\.string)
    guard let texts, texts.count == value.array?.count else {
      throw .malformedClaims("a text or a list of texts as “\(name)”")
    }
    return texts
  }

  /// RFC 7519 §2: seconds since 1970, and "non-integer values can be represented": the fraction is dropped.
  func instant(_ value: JSON, _ name: String) throws(OAuthError) -> Instant {
    var number = value
    if textDates, let text = value.string, text.utf8.allSatisfy(\.isDigit) { number = .number(text) }
    if let seconds = number.integer { return Instant(secondsSinceEpoch: seconds) }
    // Beyond 2⁵³ a floating-point number no longer tells seconds apart.
    guard let seconds = number.double?.rounded(.down), abs(seconds) < 0x1p53 else {
      throw .malformedClaims("seconds since 1970 as “\(DisplayText.clean(name, limit: 60))”")
    }
    return Instant(secondsSinceEpoch: Int64(seconds))
  }
}

extension OAuthError {
  static func malformedClaims(_ expected: String) -> OAuthError {
    malformedJOSE(.rfc(7519, "4"), expected: "claims with \(expected)", received: .described("something else"))
  }
}
