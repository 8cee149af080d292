public import WayleaveWire

/// What a JWT claims, its registered claims read by their types; whether they hold is for others to check.
///
/// RFC 7519 §4. Take it from a payload that is verified: `JSONWebSignature.payload(verifiedBy:allowing:)`. A claim that is
/// `null` counts as absent: no claim has a meaning for it, and servers write it for what they do not say.
public struct JSONWebTokenClaims: Sendable {
  // Stored apart, so that claims go from hand to hand as one reference.
  private let registered: RegisteredClaims

  /// Who made the token, compared by bytes.
  ///
  /// RFC 7519 §4.1.1, `iss`.
  public var issuer: String? { try? text("iss") }
  /// The user or client that the token is about.
  ///
  /// RFC 7519 §4.1.2, `sub`.
  public var subject: String? { registered.subject }
  /// The parties that the token is for; one text is a list of one, and the list is empty when the claim is absent.
  ///
  /// RFC 7519 §4.1.3, `aud`.
  public var audience: [String] { (try? ClaimReader(claims: registered.claims, textDates: false).texts("aud")) ?? [] }
  /// From when on the token is no longer good.
  ///
  /// RFC 7519 §4.1.4, `exp`.
  public var expiresAt: Instant? { registered.expiresAt }
  /// Before when the token is not good yet.
  ///
  /// RFC 7519 §4.1.5, `nbf`.
  public var notBefore: Instant? { registered.notBefore }
  /// When the token was made.
  ///
  /// RFC 7519 §4.1.6, `iat`.
  public var issuedAt: Instant? { registered.issuedAt }
  /// The token's own name, by which a second use is found.
  ///
  /// RFC 7519 §4.1.7, `jti`.
  public var tokenID: String? { try? text("jti") }

  /// How far the clocks of two machines may be apart when the dates of a token are checked.
  ///
  /// RFC 7519 §4.1.4: "some small leeway, usually no more than a few minutes, to account for clock skew".
  public static let clockTolerance: Duration = .seconds(60)

  /// Reads the claims of a payload; throws `jose.malformed`, duplicate names included.
  ///
  /// RFC 7519 §7.2, step 10.
  public init(decoding payload: [UInt8], textDates: Bool = false) throws(OAuthError) {
    let claims: JSON.LazyObject
    do { claims = try JSON.LazyObject(decoding: payload) } catch {
      throw .malformedClaims("JSON: \(error.expected ?? error.message)")
    }
    try self.init(claims, textDates: textDates)
  }

  /// Reads the registered claims; with `textDates` a date may stand in quotes, as some providers write it.
  public init(_ members: JSON.Object, textDates: Bool = false) throws(OAuthError) {
    try self.init(JSON.LazyObject(members), textDates: textDates)
  }

  private init(_ claims: JSON.LazyObject, textDates: Bool) throws(OAuthError) {
    registered = try RegisteredClaims(ClaimReader(claims: claims, textDates: textDates))
  }

  /// Every claim as it came, those above included.
  public var members: JSON.Object { registered.claims.object }

  /// The claim of that name.
  public subscript(name: String) -> JSON? {
    let claim = registered.claims[name]
    return claim == .null ? nil : claim
  }

  /// Whether the claim of that name is this text, byte for byte; nil when it is absent.
  package func hasText(_ text: String, as name: String) -> Bool? {
    let isSame = registered.claims.hasText(text, as: name)
    return isSame == false && self[name] == nil ? nil : isSame
  }

  /// Whether the claim of that name is this secret, compared in constant time; nil when it is absent.
  package func hasSecret(_ secret: Secret, as name: StaticString) -> Bool? {
    let isSame = registered.claims.hasSecret(secret, as: name)
    return isSame == false && registered.claims.isAbsent(name) ? nil : isSame
  }

  /// The claim of that name as a text; refused when it is something else.
  package func text(_ name: String) throws(OAuthError) -> String? {
    try ClaimReader(claims: registered.claims, textDates: false).text(name)
  }

  /// The claim of that name as a date; refused when it is something else.
  ///
  /// RFC 7519 §2, "NumericDate".
  package func instant(_ name: String, textDates: Bool = false) throws(OAuthError) -> Instant? {
    try ClaimReader(claims: registered.claims, textDates: textDates).instant(name)
  }
}

extension JSONWebTokenClaims: Equatable {
  public static func == (left: JSONWebTokenClaims, right: JSONWebTokenClaims) -> Bool {
    left.registered.claims == right.registered.claims
  }
}

/// The claims that have a type of their own, checked once to be of that type.
///
/// The claims that nearly every caller reads are stored. The others are mostly compared where they stand, and read when
/// asked for.
private final class RegisteredClaims: Sendable {
  let claims: JSON.LazyObject
  let subject: String?
  let expiresAt: Instant?
  let notBefore: Instant?
  let issuedAt: Instant?

  init(_ reader: consuming ClaimReader) throws(OAuthError) {
    try reader.verifyText("iss")
    subject = try reader.text("sub")
    try reader.verifyTexts("aud")
    expiresAt = try reader.instant("exp")
    notBefore = try reader.instant("nbf")
    issuedAt = try reader.instant("iat")
    try reader.verifyText("jti")
    claims = reader.claims
  }
}

/// Reads claims by their types.
///
/// RFC 7519 §4.1.
private struct ClaimReader {
  let claims: JSON.LazyObject
  let textDates: Bool

  func text(_ name: String) throws(OAuthError) -> String? {
    switch scalar(name) {
    case nil: return nil
    case .text(let text)?: return text
    case .integer?, .other?: throw .malformedClaims("a text as “\(DisplayText.clean(name, limit: 60))”")
    }
  }

  func verifyText(_ name: StaticString) throws(OAuthError) {
    guard claims.isText(name) ?? true || claims.isAbsent(name) else { throw .malformedClaims("a text as “\(name)”") }
  }

  func verifyTexts(_ name: StaticString) throws(OAuthError) {
    if claims.isText(name) == false { _ = try texts("\(name)") }
  }

  /// RFC 7519 §4.1.3: "an array of case-sensitive strings" or "a single case-sensitive string".
  func texts(_ name: String) throws(OAuthError) -> [String] {
    switch scalar(name) {
    case nil: return []
    case .text(let text)?: return [text]
    case .integer?, .other?: break
    }
    let elements = claims[name]?.array ?? [.null]
    let texts = elements.compactMap(\.string)
    guard texts.count == elements.count else { throw .malformedClaims("a text or a list of texts as “\(name)”") }
    return texts
  }

  /// RFC 7519 §2: seconds since 1970, and "non-integer values can be represented": the fraction is dropped.
  func instant(_ name: String) throws(OAuthError) -> Instant? {
    switch scalar(name) {
    case nil: return nil
    case .integer(let seconds)?: return Instant(secondsSinceEpoch: seconds)
    case .text(let text)?:
      guard textDates, text.utf8.allSatisfy(\.isDigit), let seconds = Int64(text) else { throw Self.noDate(name) }
      return Instant(secondsSinceEpoch: seconds)
    case .other?:
      // Beyond 2⁵³ a floating-point number no longer distinguishes seconds.
      guard let seconds = claims[name]?.double?.rounded(.down), abs(seconds) < 0x1p53 else { throw Self.noDate(name) }
      return Instant(secondsSinceEpoch: Int64(seconds))
    }
  }

  /// The claim of that name; nil when it is absent, and when it is `null`.
  private func scalar(_ name: String) -> JSON.LazyObject.Scalar? {
    let scalar = claims.scalar(name)
    if case .other? = scalar, claims[name] == .null { return nil }
    return scalar
  }

  private static func noDate(_ name: String) -> OAuthError {
    .malformedClaims("seconds since 1970 as “\(DisplayText.clean(name, limit: 60))”")
  }
}

extension OAuthError {
  static func malformedClaims(_ expected: String) -> OAuthError {
    malformedJOSE(.rfc(7519, "4"), expected: "claims with \(expected)", received: .described("something else"))
  }
}
