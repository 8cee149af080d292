/// How a request is signed.
///
/// RFC 5849 §3.4; the SHA-2 methods are the widespread extension with the same base string and key.
public enum SignatureMethod: String, Sendable, CaseIterable {
  /// HMAC with SHA-1, which every provider takes: RFC 5849 §3.4.2.
  case hmacSHA1 = "HMAC-SHA1"
  /// HMAC with SHA-256.
  case hmacSHA256 = "HMAC-SHA256"
  /// HMAC with SHA-512.
  case hmacSHA512 = "HMAC-SHA512"
  /// RSASSA-PKCS1-v1_5 with SHA-1: RFC 5849 §3.4.3.
  case rsaSHA1 = "RSA-SHA1"
  /// RSASSA-PKCS1-v1_5 with SHA-256.
  case rsaSHA256 = "RSA-SHA256"
  /// RSASSA-PKCS1-v1_5 with SHA-512.
  case rsaSHA512 = "RSA-SHA512"
  /// The secrets themselves, over TLS only: RFC 5849 §3.4.4.
  case plaintext = "PLAINTEXT"

  /// Whether a private key signs, in place of secrets that both sides share.
  package var usesPrivateKey: Bool {
    switch self {
    case .rsaSHA1, .rsaSHA256, .rsaSHA512: true
    case .hmacSHA1, .hmacSHA256, .hmacSHA512, .plaintext: false
    }
  }
}
