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
}
