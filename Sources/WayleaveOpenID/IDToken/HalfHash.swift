import Crypto
package import WayleaveJOSE
import WayleaveWire

/// The left half of a hash, by which a token vouches for what came with it.
///
/// OpenID Connect Core §3.1.3.6: "the hash algorithm used in the alg Header Parameter of the ID Token's JOSE Header".
package enum HalfHash {
  /// The hash of a text as claims have it; for Ed25519 the hash is the one inside the signature, SHA-512.
  package static func text(of bytes: [UInt8], _ algorithm: SignatureAlgorithm) -> [UInt8] {
    switch algorithm {
    case .hs256, .rs256, .ps256, .es256: half(SHA256.hash(data: bytes))
    case .hs384, .rs384, .ps384, .es384: half(SHA384.hash(data: bytes))
    case .hs512, .rs512, .ps512, .es512, .edDSA, .ed25519: half(SHA512.hash(data: bytes))
    }
  }

  static func json(of value: Secret, _ algorithm: SignatureAlgorithm) -> JSON {
    .string(String(decoding: text(of: value.exposedBytes, algorithm), as: UTF8.self))
  }

  private static func half<Digester: Digest>(_ digest: Digester) -> [UInt8] {
    Base64.url.encode(Array(digest).prefix(Digester.byteCount / 2))
  }
}
