import Crypto
import WayleaveWire

/// How a request is signed.
///
/// RFC 5849 §3.4.2; the SHA-2 methods are the widespread extension with the same base string and key.
public enum SignatureMethod: String, Sendable, CaseIterable {
  /// HMAC with SHA-1, which every provider takes.
  case hmacSHA1 = "HMAC-SHA1"
  /// HMAC with SHA-256.
  case hmacSHA256 = "HMAC-SHA256"
  /// HMAC with SHA-512.
  case hmacSHA512 = "HMAC-SHA512"

  /// The bytes of the signature of a base string.
  func signature(of baseString: [UInt8], consumerSecret: Secret, tokenSecret: Secret?) -> [UInt8] {
    let key = SymmetricKey(data: Self.key(consumerSecret: consumerSecret, tokenSecret: tokenSecret))
    return switch self {
    case .hmacSHA1: Array(HMAC<Insecure.SHA1>.authenticationCode(for: baseString, using: key))
    case .hmacSHA256: Array(HMAC<SHA256>.authenticationCode(for: baseString, using: key))
    case .hmacSHA512: Array(HMAC<SHA512>.authenticationCode(for: baseString, using: key))
    }
  }

  private static func key(consumerSecret: Secret, tokenSecret: Secret?) -> [UInt8] {
    var key: [UInt8] = []
    consumerSecret.withExposedBytes { PercentEncoding.append($0, to: &key) }
    // An "&" "MUST be included even when either secret is empty": RFC 5849 §3.4.2.
    key.append(UInt8(ascii: "&"))
    tokenSecret?.withExposedBytes { PercentEncoding.append($0, to: &key) }
    return key
  }
}
