package import Wayleave
import WayleaveJOSE
import WayleaveOAuth2
package import WayleaveOpenID
package import WayleaveSignIn
package import WayleaveWire

extension Verification {
  /// The checks of an ID token, as they were made.
  ///
  /// OpenID Connect Core §3.1.3.7.
  package init(_ verification: IDTokenVerification) {
    self.init(of: "id_token")
    for report in verification.reports { add(report.check.rawValue, report.check.rule, report.verdict) }
    guard let token = verification.token else { return }
    facts = [
      ("issuer", token.issuer.text), ("subject", token.subject), ("issued_at", token.issuedAt.description),
      ("expires_at", token.expiresAt.description),
    ]
  }

  /// The checks of an access token that is a JWT.
  ///
  /// RFC 9068 §4.
  package init(ofAccessToken text: Secret, provenBy issuer: IssuerKeys, to audience: String, at now: Instant) {
    self.init(of: "access_token")
    let signature = check("form", .rfc(7519, "7.2")) { () throws(OAuthError) in
      try JSONWebSignature(compact: text.exposedBytes)
    }
    _ = check("type", .rfc(9068, "4"), of: signature) { (signature) throws(OAuthError) in
      guard signature.header.isType(JWTAccessToken.type) else { throw .otherType(signature.header.type) }
    }
    let payload = check("signature", .rfc(9068, "4"), of: signature) { (signature) throws(OAuthError) in
      try signature.payload(provenBy: issuer.keys, allowing: Self.algorithms)
    }
    let token = check("claims", .rfc(9068, "2.2"), of: payload) { (payload) throws(OAuthError) in
      try AccessTokenClaims(JSONWebTokenClaims(decoding: payload).members)
    }
    // The library's reader decides; the checks before it only say which rule failed.
    let names: [(name: String, code: OAuthError.Code)] = [
      ("issuer", .accessTokenIssuerMismatch), ("audience", .accessTokenAudienceMismatch),
      ("time", .expiredAccessToken),
    ]
    let whole = Result { () throws(OAuthError) in
      try JWTAccessToken(
        proving: text, provenBy: issuer.keys, allowing: Self.algorithms, from: issuer.issuer, to: audience, at: now)
    }
    addTail(names, whole, isReached: token != nil && firstFailure == nil)
    guard case .success(let proven) = whole else { return }
    facts = [
      ("issuer", issuer.issuer.text), ("subject", proven.claims.subject ?? ""),
      ("client_id", proven.claims.clientID?.text ?? ""),
      ("scopes", proven.claims.scopes.joined(separator: " ")),
      ("expires_at", proven.claims.expiresAt?.description ?? ""),
    ]
  }

  /// The checks that the library makes in one call: those before the failed one have passed.
  private mutating func addTail(
    _ names: [(name: String, code: OAuthError.Code)], _ whole: Result<JWTAccessToken, OAuthError>, isReached: Bool
  ) {
    let failure: OAuthError? = if case .failure(let error) = whole { error } else { nil }
    let isNamed = names.contains { $0.code == failure?.code }
    if isReached, let failure, !isNamed { add("presence", .rfc(9068, "2.2"), .failed(failure)) }
    var isOpen = isReached && (failure == nil || isNamed)
    for (name, code) in names {
      guard isOpen else {
        add(name, .rfc(9068, "4"), .notReached)
        continue
      }
      if let failure, failure.code == code {
        add(name, .rfc(9068, "4"), .failed(failure))
        isOpen = false
      } else {
        add(name, .rfc(9068, "4"), .passed)
      }
    }
  }

  /// Never an HMAC: a published key would be its secret.
  private static let algorithms = Set<SignatureAlgorithm>.asymmetric
}

extension OAuthError {
  fileprivate static func otherType(_ type: String?) -> OAuthError {
    OAuthError(
      .malformedAccessToken, message: "The token is not an access token of the type \(JWTAccessToken.type).",
      rule: .rfc(9068, "4"), received: .text(type),
      remedy: "This is not an access token by RFC 9068. An ID token is not one either.")
  }
}
