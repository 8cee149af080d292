public import WayleaveOAuth2
public import WayleaveProvider

/// The provider entry and the client that apply to a stored credential.
public struct Registration: Sendable, Equatable {
  /// The entry.
  public var provider: Provider
  /// The client.
  public var client: Client

  /// An entry and a client.
  public init(provider: Provider, client: Client) {
    self.provider = provider
    self.client = client
  }

  /// Those by which a credential was issued.
  public init(of stored: StoredCredential) {
    self.init(provider: stored.provider, client: stored.client)
  }
}
