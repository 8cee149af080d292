import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

/// A token that is a signed JWT with an issuer, read once and not yet believed.
///
/// RFC 7515 §7.1; RFC 7519 §4.1.1.
struct PresentedJWT {
  let signature: JSONWebSignature
  let claims: JSONWebTokenClaims
  /// Whose keys are asked.
  let issuer: Issuer

  /// Reads a token; nil for an opaque one. Throws what is wrong with a JWT.
  init?(reading token: Secret) throws(OAuthError) {
    // A loop, which the compiler makes steps of many bytes of.
    let points = token.withExposedBytes { bytes in
      var points = 0
      for byte in bytes where byte == UInt8(ascii: ".") { points += 1 }
      return points
    }
    guard points == 2 else { return nil }
    signature = try JSONWebSignature(compact: token.exposedBytes)
    claims = try JSONWebTokenClaims(decoding: signature.unverifiedPayload)
    guard let issuer = claims.issuer else { return nil }
    self.issuer = Issuer(issuer)
  }

  /// Whether a token that is no good JWT may be one of an issuer: an opaque one with two periods, or one that names it.
  static func may(_ token: Secret, beOf issuer: Issuer) -> Bool {
    let parts = token.exposedBytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3 else { return true }
    let payload = Base64.url.decode(parts[1].filter { $0 != UInt8(ascii: "=") }) ?? []
    // White space, and the mark of UTF-8.
    let claims = payload.drop { $0 <= UInt8(ascii: " ") || [0xEF, 0xBB, 0xBF].contains($0) }
    guard claims.first == UInt8(ascii: "{") else { return true }
    // What cannot be read may name any issuer.
    guard let claims = try? JSON(decoding: Array(claims)) else { return false }
    return claims["iss"].map { $0.string?.hasSameBytes(as: issuer.text) ?? false } ?? true
  }
}
