import Crypto
package import WayleaveWire

/// A refresh that has begun and whose outcome is not stored: after a crash it says that its token may be spent.
///
/// It is written with the credential before the token is sent, and goes with the write of what came back. The token is the
/// refresh token, or the session handle of OAuth 1.0a. ``RefreshProgress`` says which failures remove it.
package struct RefreshAttempt: Sendable, Equatable {
  /// The SHA-256 of the token that is sent, in Base64url.
  package let fingerprint: String
  /// When it began.
  package let beganAt: Instant
  /// Which attempt with this refresh token it is; the first is 1.
  package let number: Int64

  /// An attempt with a refresh token, after an earlier one whose outcome is unknown.
  package init(with refreshToken: Secret, after earlier: RefreshAttempt? = nil, at now: Instant) {
    fingerprint = Self.fingerprint(of: refreshToken)
    beganAt = now
    number = earlier.map { $0.concerns(refreshToken) ? $0.number.addingReportingOverflow(1).partialValue : 1 } ?? 1
  }

  /// Whether it is this refresh token that was sent.
  package func concerns(_ refreshToken: Secret) -> Bool {
    fingerprint.hasSameBytes(as: Self.fingerprint(of: refreshToken))
  }

  private static func fingerprint(of token: Secret) -> String {
    Base64.url.encodedText(token.withExposedBytes { Array(SHA256.hash(data: $0)) })
  }
}

extension RefreshAttempt {
  package var json: JSON {
    [
      "fingerprint": .string(fingerprint), "began_at": JSON(beganAt.secondsSinceEpoch), "number": JSON(number),
    ]
  }

  /// Reads what ``json`` wrote; nil when it is something else.
  package init?(json: JSON) {
    guard let fingerprint = json["fingerprint"]?.string, let beganAt = json["began_at"]?.integer,
      let number = json["number"]?.integer
    else { return nil }
    self.fingerprint = fingerprint
    self.beganAt = Instant(secondsSinceEpoch: beganAt)
    self.number = number
  }
}
