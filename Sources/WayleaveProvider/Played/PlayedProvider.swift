public import WayleaveOAuth2
package import WayleaveWire

/// A provider of a running playground: its entry, with the addresses there, and the clients that are registered.
public struct PlayedProvider: Sendable, Equatable {
  /// The entry; its name is `playground-NAME`.
  public let provider: Provider
  /// The clients, the usual one first.
  public let clients: [Client]

  /// An entry of its own.
  package init(_ provider: Provider, clients: [Client]) {
    self.provider = provider
    self.clients = clients
  }

  /// A provider of the catalogue, as any playground at this URL plays it; nil for a name that no entry has.
  ///
  /// The client has the secret, or the key, that is the same in every playground.
  public init?(entry name: ProviderName, at base: String) {
    guard let entry = PlayedEntry(named: name, in: base) else { return nil }
    self.init(entry.moved, clients: [entry.client])
  }

  /// The name of a personality as a provider.
  package static func name(of personality: String) -> ProviderName { ProviderName("playground-\(personality)") }
}
