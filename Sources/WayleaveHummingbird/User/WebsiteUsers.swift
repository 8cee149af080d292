public import Wayleave
import WayleaveWire

/// The users of a website: its own, each with the accounts at providers by which the user signs in.
///
/// A user of a provider is the pair of `Identity.issuer` and `Identity.subject`, compared by bytes, and nothing else. An
/// email address is no name of a user: addresses change hands, and not every provider checks them. Write one over the
/// database of the website, or take ``UserRecords``.
public protocol WebsiteUsers: Sendable {
  /// The user that a provider's user is; nil where no one has signed in so yet.
  func user(with identity: Identity) async throws -> String?

  /// Creates a user for a provider's user who signs in for the first time, and gives the user's id; nil lets no one in.
  ///
  /// Two sign-ins of one person can come at the same time: the second one gets the user of the first.
  func create(from identity: Identity) async throws -> String?

  /// Adds a further provider's user to a user, who has shown to be both; false where another user has it already.
  func link(_ identity: Identity, to user: String) async throws -> Bool

  /// Takes a provider's user away from a user, who then signs in with another one; false where there is no other one, or
  /// it is not the user's.
  ///
  /// Two can be asked for at the same time: one way to sign in is left then too.
  func unlink(_ identity: Identity, from user: String) async throws -> Bool

  /// The providers' users of a user, for the page that lists them.
  func identities(of user: String) async throws -> [Identity]
}

extension Identity {
  /// What the pages call the user: the name that the provider says, made fit to be shown.
  var shownName: String? { (displayName ?? handle).map { DisplayText.clean($0, limit: 200) } }
}
