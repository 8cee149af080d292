public import WayleaveOAuth2
public import WayleaveProvider
import WayleaveWire

/// One user at one provider through one client: the key under which a credential is stored.
///
/// Two users, two clients or two providers never share a key; an email address is never part of it.
public struct Account: Sendable, Hashable {
  /// The provider's name in the catalogue, or its issuer when it was found by discovery.
  public let provider: ProviderName
  /// The client id, or the consumer key; the first one where a registration was replaced.
  public let client: ClientID
  /// The provider's own, unchanging name for the user; for a client without a user the client's id stands here.
  public let subject: String
  /// Which of the user's credentials it is: empty for the first, a random text for each further one.
  ///
  /// A user has several with different names, for example with different scopes. It is no name: it never changes.
  public let grant: String

  /// A key of four parts.
  public init(provider: ProviderName, client: ClientID, subject: String, grant: String = "") {
    self.provider = provider
    self.client = client
    self.subject = subject
    self.grant = grant
  }
}

extension Account {
  // Each part by its bytes: `==` on texts is canonical equivalence.
  public static func == (left: Account, right: Account) -> Bool {
    left.isOfSameUser(as: right) && left.grant.hasSameBytes(as: right.grant)
  }
}

extension Account: CustomStringConvertible {
  public var description: String { "\(provider.names.first ?? provider.text)/\(subject)" }
}
