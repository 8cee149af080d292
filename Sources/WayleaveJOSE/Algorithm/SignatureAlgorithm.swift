/// A way to sign a JWS, by its name in the header.
///
/// RFC 7518 §3.1; RFC 8037 §3.1 and RFC 9864 §2.2 for Ed25519. There is no `none`: what is not signed is no JWS here.
public enum SignatureAlgorithm: String, Sendable, Hashable, CaseIterable {
  /// HMAC with SHA-256.
  case hs256 = "HS256"
  /// HMAC with SHA-384.
  case hs384 = "HS384"
  /// HMAC with SHA-512.
  case hs512 = "HS512"
  /// RSASSA-PKCS1-v1_5 with SHA-256.
  case rs256 = "RS256"
  /// RSASSA-PKCS1-v1_5 with SHA-384.
  case rs384 = "RS384"
  /// RSASSA-PKCS1-v1_5 with SHA-512.
  case rs512 = "RS512"
  /// RSASSA-PSS with SHA-256.
  case ps256 = "PS256"
  /// RSASSA-PSS with SHA-384.
  case ps384 = "PS384"
  /// RSASSA-PSS with SHA-512.
  case ps512 = "PS512"
  /// ECDSA on P-256 with SHA-256.
  case es256 = "ES256"
  /// ECDSA on P-384 with SHA-384.
  case es384 = "ES384"
  /// ECDSA on P-521 with SHA-512.
  case es512 = "ES512"
  /// Ed25519 under its first name.
  case edDSA = "EdDSA"
  /// Ed25519 under its own name.
  case ed25519 = "Ed25519"

  /// Whether it is an HMAC: then the key that verifies can sign as well.
  ///
  /// RFC 7518 §3.2.
  package var isKeyedHash: Bool {
    switch self {
    case .hs256, .hs384, .hs512: true
    case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512, .es256, .es384, .es512, .edDSA, .ed25519: false
    }
  }
}

extension Set<SignatureAlgorithm> {
  /// Every algorithm whose signatures a public key verifies.
  ///
  /// RFC 8725 §3.1 and §3.2: where a public key is expected, no HMAC may be allowed.
  package static var asymmetric: Self { Set(SignatureAlgorithm.allCases.filter { !$0.isKeyedHash }) }
}
