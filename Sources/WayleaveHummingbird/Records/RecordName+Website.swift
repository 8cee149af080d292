import Wayleave
import WayleaveWire

extension RecordName {
  /// A session, by the digest of its id.
  static func session(_ key: [UInt8]) -> RecordName { website("session", key) }

  /// The list of a user's sessions.
  static func sessions(of user: String) -> RecordName { website("sessions of user", Array(user.utf8)) }

  /// The list of the sessions that came of one session at a provider.
  static func sessions(issuer: String, sessionID: String) -> RecordName {
    website("sessions of provider", Array(issuer.utf8), Array(sessionID.utf8))
  }

  /// What a provider has ended a moment ago: sessions of a kind, by a name of its own.
  static func ended(issuer: String, _ kind: String, _ name: String) -> RecordName {
    website("ended", Array(kind.utf8), Array(issuer.utf8), Array(name.utf8))
  }

  /// A sign-in that waits, by its key.
  static func signIn(_ key: [UInt8]) -> RecordName { website("sign-in", key) }

  /// What an app has handed over, by its mark.
  static func handedOver(_ mark: String) -> RecordName { website("handed over", Array(mark.utf8)) }

  /// A user of the website.
  static func user(_ id: String) -> RecordName { RecordName(.user, [Array("user".utf8), Array(id.utf8)]) }

  /// The user that a provider's user is.
  static func identity(_ issuer: String, _ subject: String) -> RecordName {
    RecordName(.user, [Array("identity".utf8), Array(issuer.utf8), Array(subject.utf8)])
  }

  private static func website(_ what: String, _ parts: [UInt8]...) -> RecordName {
    RecordName(.website, [Array(what.utf8)] + parts)
  }
}
