public import WayleaveOAuth2
public import WayleaveProvider
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

  /// A built-in provider that is played at other addresses.
  package init(
    _ original: Provider, by service: Provider.Service, userEndpoint: Endpoint, handOver: HandOverRule? = nil,
    clients: [Client]
  ) throws(OAuthError) {
    var identity = original.identity
    identity?.endpoint = userEndpoint
    var provider = Provider(
      name: Self.name(of: original.name.text), title: "\(original.title) (playground)", service: service,
      apiOrigins: [userEndpoint.origin], identity: identity)
    provider.handOver = handOver
    self.init(provider, clients: clients)
  }

  /// The name of a personality as a provider.
  package static func name(of personality: String) -> ProviderName { ProviderName("playground-\(personality)") }
}

extension OAuthError {
  /// The built-in entry speaks another protocol than its personality.
  package static func notPlayed(_ provider: Provider) -> OAuthError {
    OAuthError(
      .malformedProvider, rule: .wayleave("a personality speaks the protocol of its entry"),
      expected: "an entry of the same protocol", received: .text(provider.name.text),
      remedy: .advice("Please report this."))
  }
}
