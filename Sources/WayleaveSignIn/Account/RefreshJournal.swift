package import WayleaveWire

/// A note in a record that a refresh was begun: saved before the refresh token is sent, and gone with the answer.
///
/// A program that is killed in between leaves it. A provider that takes a refresh token once then refuses the next
/// attempt, and the note tells the user why.
public struct RefreshJournal: Sendable, Equatable {
  /// The fingerprint of the refresh token that was sent.
  package let fingerprint: String
  /// When the refresh began.
  package let beganAt: Instant

  package init(of refreshToken: Secret, at now: Instant) {
    fingerprint = refreshToken.fingerprint
    beganAt = now
  }

  /// Whether it is about this refresh token.
  package func isAbout(_ refreshToken: Secret) -> Bool { fingerprint.hasSameBytes(as: refreshToken.fingerprint) }
}

extension RefreshJournal {
  package var json: JSON { ["fingerprint": .string(fingerprint), "began_at": JSON(beganAt.secondsSinceEpoch)] }

  /// Reads what ``json`` wrote; nil when it is something else.
  package init?(json: JSON) {
    guard let fingerprint = json["fingerprint"]?.string, let beganAt = json["began_at"]?.integer else { return nil }
    self.fingerprint = fingerprint
    self.beganAt = Instant(secondsSinceEpoch: beganAt)
  }
}
