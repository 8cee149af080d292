import WayleaveJOSE
import WayleaveOpenID
import WayleaveOAuth2
import WayleaveWire

extension Tollgate {
  /// The claims of an ID token that this server signed, whether or not its time is over.
  func ownIDToken(_ text: Secret, at now: Instant) -> JSONWebTokenClaims? {
    guard let keys = try? state.keys.published(at: now),
      let signature = try? JSONWebSignature(compact: text.exposedBytes),
      let payload = try? signature.payload(verifiedBy: keys, allowing: Set(SigningKeys.algorithms)),
      let claims = try? JSONWebTokenClaims(decoding: payload),
      claims.issuer.map(Issuer.init) == offer.issuer
    else { return nil }
    return claims
  }
}
