import Crypto
import Wayleave
import WayleaveWire

/// What a browser shows to be in a session: 256 random bits, which are stored nowhere.
///
/// OWASP Session Management Cheat Sheet, "Session ID Entropy": at least 64 bits.
struct SessionID: Sendable {
  let secret: Secret

  /// The id that a browser brought.
  init(_ secret: Secret) { self.secret = secret }

  /// A new id.
  init(using random: inout some RandomNumberGenerator) {
    secret = RandomText.secret(bytes: WebsiteCookie.bytes, using: &random)
  }

  /// What the session is stored under: a digest, so that who reads the store is in no session.
  var key: [UInt8] { secret.withExposedBytes { Array(SHA256.hash(data: $0)) } }

  /// What the forms of the session carry. It is another value than the id, which no page may show.
  ///
  /// OWASP Cross-Site Request Forgery Prevention Cheat Sheet, "HMAC-Based Token": bound to the session, and to its id, which
  /// changes with each sign-in.
  var formToken: Secret {
    let key = SymmetricKey(data: secret.exposedBytes)
    return Secret(Base64.url.encodedText(Array(HMAC<SHA256>.authenticationCode(for: Array("form".utf8), using: key))))
  }
}
