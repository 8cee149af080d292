import Crypto
import HTTPTypes
import WayleaveWire

/// The hash by which a signature covers a body that is no form.
///
/// OAuth Request Body Hash 1.0, drafts 1 to 4: the hash function is that of the signature method, a form has none.
enum BodyHash {
  /// The value of `oauth_body_hash`; nil for a form, whose parameters are signed, and for PLAINTEXT, which has no hash.
  static func text(of request: RequestMessage, method: SignatureMethod) -> [UInt8]? {
    guard !request.hasFormBody else { return nil }
    return switch method {
    case .hmacSHA1, .rsaSHA1: Base64.standard.encode(Array(Insecure.SHA1.hash(data: request.body)))
    case .hmacSHA256, .rsaSHA256: Base64.standard.encode(Array(SHA256.hash(data: request.body)))
    case .hmacSHA512, .rsaSHA512: Base64.standard.encode(Array(SHA512.hash(data: request.body)))
    case .plaintext: nil
    }
  }

  /// Throws `oauth1.body_hash_mismatch` unless a hash that came belongs to the request.
  static func verify(_ hash: String, of request: RequestMessage, method: SignatureMethod) throws(OAuthError) {
    guard let expected = text(of: request, method: method), ConstantTime.equal(expected, hash.utf8) else {
      throw OAuthError(
        .bodyHashMismatch, rule: .wayleave("oauth_body_hash is the hash of the body, and no form has one"),
        expected: "the hash of the body that came", received: .described("another"),
        remedy: "The body was changed on the way, or was hashed before it was final.")
    }
  }
}
