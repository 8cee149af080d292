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

  /// The token of an app that it brought; nil for another text. No cookie has this form, and so no cookie is one.
  init?(ofApp token: Secret) {
    let isOne = token.withExposedBytes { bytes in
      bytes.starts(with: Self.appMark) && WebsiteCookie.isSecret(bytes.dropFirst(Self.appMark.count))
    }
    guard isOne else { return nil }
    secret = token
  }

  /// A new token for an app. What it begins with is for those who search texts for secrets.
  init(ofAppUsing random: inout some RandomNumberGenerator) {
    secret = Secret(Self.appMark + RandomText.secret(bytes: WebsiteCookie.bytes, using: &random).exposedBytes)
  }

  private static let appMark = Array("app_".utf8)

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
