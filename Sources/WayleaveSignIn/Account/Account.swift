public import WayleaveOAuth2
public import WayleaveProvider
import WayleaveWire

/// One user at one provider through one client: the key under which a credential is stored.
///
/// Two users, two clients or two providers never share a key; an email address is never part of it.
public struct Account: Sendable, Hashable {
  /// The provider's name in the catalogue, or its issuer when it was found by discovery.
  public let provider: ProviderName
  /// The client id, or the consumer key.
  public let client: ClientID
  /// The provider's own, unchanging name for the user; for a client without a user the client's id stands here.
  public let subject: String

  /// A key of three parts.
  public init(provider: ProviderName, client: ClientID, subject: String) {
    self.provider = provider
    self.client = client
    self.subject = subject
  }
}

extension Account {
  // Each part by its bytes: `==` on texts is canonical equivalence.
  public static func == (left: Account, right: Account) -> Bool {
    left.provider == right.provider && left.client == right.client && left.subject.hasSameBytes(as: right.subject)
  }
}

extension Account: CustomStringConvertible {
  public var description: String { "\(provider)/\(subject)" }
}
