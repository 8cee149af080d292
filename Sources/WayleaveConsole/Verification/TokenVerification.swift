package import Wayleave
import WayleaveJOSE
package import WayleaveOAuth2
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
  /// RFC 9068 §4, or what the profile of an issuer that departs from it has in its place.
  package init(
    ofAccessToken text: Secret, verifiedBy issuer: IssuerKeys, to audience: String,
    as profile: AccessTokenProfile = .rfc9068, at now: Instant
  ) {
    self.init(of: "access_token")
    let signature = check("form", .rfc(7519, "7.2")) { () throws(OAuthError) in
      let points = text.exposedBytes.count { $0 == UInt8(ascii: ".") }
      // RFC 7515 §7.1 and RFC 7516 §7.1: two are those of a signed token, four those of an encrypted one.
      guard points == 2 || points == 4 else { throw .opaqueAccessToken() }
      return try JSONWebSignature(compact: text.exposedBytes)
    }
    let typed = check("type", .rfc(9068, "4"), of: signature) { (signature) throws(OAuthError) in
      try profile.requireType(of: signature)
      return signature
    }
    let payload = check("signature", .rfc(9068, "4"), of: signature) { (signature) throws(OAuthError) in
      try signature.payload(verifiedBy: issuer.keys, allowing: Self.algorithms)
    }
    var claims = check("claims", .rfc(9068, "2.2"), of: payload) { (payload) throws(OAuthError) in
      try AccessTokenClaims(JSONWebTokenClaims(decoding: payload), as: profile)
    }
    if typed == nil { claims = nil }
    if let members = claims?.members {
      do throws(OAuthError) { try profile.requirePresence(in: members) } catch {
        add("presence", .rfc(9068, "2.2"), .failed(error))
        claims = nil
      }
    }
    // One by one: a list of closures that throw this type needs macOS 15.
    claims = check("issuer", .rfc(9068, "4"), of: claims) { (claims) throws(OAuthError) in
      try claims.requireIssuer(issuer.issuer)
      return claims
    }
    if let claims, claims.audience.isEmpty, profile.mayOmitAudience {
      // The API must know the client: it is among the facts.
      add("audience", .rfc(9068, "4"), .notAsked)
    } else {
      claims = check("audience", .rfc(9068, "4"), of: claims) { (claims) throws(OAuthError) in
        try claims.requireAudience(audience)
        return claims
      }
    }
    claims = check("time", .rfc(9068, "4"), of: claims) { (claims) throws(OAuthError) in
      try claims.requireTime(now)
      return claims
    }
    guard let claims else { return }
    facts = [
      ("issuer", issuer.issuer.text), ("subject", claims.subject ?? ""),
      ("client_id", claims.clientID?.text ?? ""),
      ("scopes", claims.scopes.joined(separator: " ")),
      ("expires_at", claims.expiresAt?.description ?? ""),
    ]
  }

  /// Never an HMAC: a published key would be its secret.
  private static let algorithms = Set<SignatureAlgorithm>.asymmetric
}

extension OAuthError {
  /// RFC 6749 §1.4: "the string is usually opaque to the client".
  fileprivate static func opaqueAccessToken() -> OAuthError {
    OAuthError(
      .unsupported, message: "The token is opaque: it says nothing that could be verified here.",
      rule: .rfc(6749, "1.4"),
      remedy: "Only its server knows what it is for: ask its introspection endpoint, or an API that takes it.")
  }
}
