import WayleaveWire

/// What ended a credential.
package enum CredentialEnding: Sendable, Hashable {
  /// The provider no longer accepts it, for this reason.
  case refused(String)
  /// Nothing but the sign-out of the user.
  case signedOut

  private static let wordsOfSignOut = "you signed out"

  /// The reason for people.
  package var reason: String {
    switch self {
    case .refused(let reason): reason
    case .signedOut: Self.wordsOfSignOut
    }
  }

  /// What a record says. `isSignOut` is nil in one of an earlier version, which had the words alone: they count for a
  /// credential that is being revoked, since a provider can write the same.
  init(because reason: String, isSignOut: Bool?, isBeingRevoked: Bool) {
    let isSignOut = isSignOut ?? (isBeingRevoked && reason.hasSameBytes(as: Self.wordsOfSignOut))
    self = isSignOut ? .signedOut : .refused(reason)
  }
}
