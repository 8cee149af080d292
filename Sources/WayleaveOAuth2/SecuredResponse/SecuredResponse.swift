public import WayleaveJOSE
public import WayleaveWire

/// The answer of an authorization server as one signed JWT, read and not yet verified.
///
/// JWT Secured Authorization Response Mode §2. No one on the way can change it, and no other server can have made it.
public struct SecuredResponse: Sendable {
  /// The longest that an answer is good for.
  ///
  /// §2.1: "A maximum JWT lifetime of 10 minutes is RECOMMENDED."
  package static let lifetime: Duration = .seconds(600)

  /// What the JWT says of itself, but for the issuer.
  private static let registered = ["aud", "exp", "iat", "nbf", "jti"]

  private let signature: JSONWebSignature
  private let claims: JSONWebTokenClaims

  /// Reads the pairs of a callback, of a query, a fragment or a posted form, and decrypts where that was registered.
  ///
  /// Throws `sign_in.malformed_callback` without a `response` or with other pairs of an answer next to it, which
  /// might count or not; `wire.duplicate_parameter`; or what JOSE throws.
  public init(reading form: Form, decryption: TokenDecryption? = nil) throws(OAuthError) {
    guard let response = try form.nonEmptyText(of: "response") else {
      throw .malformedSecuredResponse("a “response”", "2.3")
    }
    guard !["code", "error", "id_token", "access_token", "state"].contains(where: form.contains) else {
      throw .malformedSecuredResponse("nothing next to the “response”", "2.3")
    }
    (signature, claims) = try OAuthError.blamingProvider(member: "response") { () throws(OAuthError) in
      let signature = try JSONWebSignature(compact: Array(response.utf8), decryption: decryption)
      return (signature, try JSONWebTokenClaims(decoding: signature.unverifiedPayload))
    }
  }

  /// The state that it says it answers: enough to find the sign-in, and not to be believed before ``parameters(…)``.
  package var unverifiedState: Secret? { claims["state"]?.string.map { Secret($0) } }

  /// Verifies the answer, and gives the pairs that came in it.
  ///
  /// §2.4, in its order: `sign_in.issuer_mismatch`, `sign_in.audience_mismatch`, `sign_in.expired_callback`, then what the
  /// signature's check throws. The issuer stays among the pairs, so that one reader serves every way they travel.
  public func parameters(
    from issuer: Issuer, to clientID: ClientID, verifiedBy keys: JSONWebKeySet,
    allowing algorithms: Set<SignatureAlgorithm>,
    at now: Instant, tolerance: Duration = JSONWebTokenClaims.clockTolerance
  ) throws(OAuthError) -> Form {
    guard claims.issuer.map(Issuer.init) == issuer else {
      throw .foreignSecuredResponse(.issuerMismatch, "the issuer that was asked", claims.issuer)
    }
    guard claims.audience.count == 1, ClientID(claims.audience[0]) == clientID else {
      throw .foreignSecuredResponse(.audienceMismatch, "this client alone in “aud”", claims.audience.first)
    }
    guard let expires = claims.expiresAt else { throw .malformedSecuredResponse("an “exp”", "2.1") }
    guard now < expires + tolerance else { throw .expiredSecuredResponse() }
    _ = try OAuthError.blamingProvider(member: "response") { () throws(OAuthError) in
      try signature.payload(verifiedBy: keys, allowing: algorithms)
    }
    var form = Form()
    for member in claims.members.members where !Self.registered.contains(where: { $0.hasSameBytes(as: member.name) }) {
      switch member.value {
      case .string(let text): form.append(member.name, text)
      case .number(let digits): form.append(member.name, digits)
      default: break
      }
    }
    return form
  }

  /// Makes an answer, encrypted where the client registered for it: the pair to send in the way that it asked for.
  public static func sign(
    _ callback: AuthorizationCallback, adding additional: Form = Form(), from issuer: Issuer, to clientID: ClientID,
    at now: Instant, with key: JSONWebKey, by algorithm: SignatureAlgorithm, encryption: TokenEncryption? = nil
  ) throws(OAuthError) -> Form {
    var claims = JSON.Object()
    for field in callback.form.fields + additional.fields {
      claims[String(decoding: field.name, as: UTF8.self)] = .string(String(decoding: field.value, as: UTF8.self))
    }
    claims["iss"] = .string(issuer.text)
    claims["aud"] = .string(clientID.text)
    claims["exp"] = JSON((now + lifetime).secondsSinceEpoch)
    let jwt = try JSONWebSignature.sign(JSON.object(claims).encoded(), type: nil, with: key, algorithm: algorithm)
    var form = Form()
    form.append("response", try encryption?.encrypt(jwt) ?? jwt)
    return form
  }
}

extension OAuthError {
  fileprivate static func malformedSecuredResponse(_ expected: String, _ section: String) -> OAuthError {
    OAuthError(
      .malformedCallback, rule: .specification("JWT Secured Authorization Response Mode", section), expected: expected,
      received: .described("something else"), remedy: "Nothing was used; the sign-in goes on waiting.")
  }

  fileprivate static func foreignSecuredResponse(_ code: Code, _ expected: String, _ received: String?) -> OAuthError {
    OAuthError(
      code, rule: .specification("JWT Secured Authorization Response Mode", "2.4"), expected: expected,
      received: .text(received), remedy: "Nothing was used: the answer was not made for this sign-in.")
  }

  fileprivate static func expiredSecuredResponse() -> OAuthError {
    OAuthError(
      .expiredCallback, rule: .specification("JWT Secured Authorization Response Mode", "2.4"),
      expected: "an answer that is good now", received: .described("one that is too old"),
      remedy: "Begin the sign-in again. If this repeats, set the clock of this machine.")
  }
}
