import Wayleave
import WayleaveWire

extension RecordName {
  /// A session, by the digest of its id.
  static func session(_ key: [UInt8]) -> RecordName { website(sessionWord, key) }

  /// The list of a user's sessions.
  static func sessions(of user: String) -> RecordName { website(userSessionsWord, Array(user.utf8)) }

  /// The list of the sessions that came of one session at a provider.
  static func sessions(issuer: String, sessionID: String) -> RecordName {
    website(providerSessionsWord, Array(issuer.utf8), Array(sessionID.utf8))
  }

  /// What a provider has ended a moment ago: sessions of a kind, by a name of its own.
  static func ended(issuer: String, _ kind: String, _ name: String) -> RecordName {
    website(endedWord, Array(kind.utf8), Array(issuer.utf8), Array(name.utf8))
  }

  /// A sign-in that waits, by its key.
  static func signIn(_ key: [UInt8]) -> RecordName { website(signInWord, key) }

  /// What an app has handed over, by its mark.
  static func handedOver(_ mark: String) -> RecordName { website(handedOverWord, Array(mark.utf8)) }

  /// A user of the website.
  static func user(_ id: String) -> RecordName { RecordName(.user, [userWord, Array(id.utf8)]) }

  /// The user that a provider's user is.
  static func identity(_ issuer: String, _ subject: String) -> RecordName {
    RecordName(.user, [identityWord, Array(issuer.utf8), Array(subject.utf8)])
  }

  // Each stands in memory once, and not with every record.
  private static let sessionWord = Array("session".utf8)
  private static let userSessionsWord = Array("sessions of user".utf8)
  private static let providerSessionsWord = Array("sessions of provider".utf8)
  private static let signInWord = Array("sign-in".utf8)
  private static let endedWord = Array("ended".utf8)
  private static let handedOverWord = Array("handed over".utf8)
  private static let userWord = Array("user".utf8)
  private static let identityWord = Array("identity".utf8)

  private static func website(_ word: [UInt8], _ parts: [UInt8]...) -> RecordName {
    RecordName(.website, [word] + parts)
  }
}
