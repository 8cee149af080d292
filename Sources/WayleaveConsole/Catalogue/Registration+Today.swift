import Wayleave
package import WayleaveProvider
package import WayleaveSignIn
import WayleaveWire

extension Registration {
  /// Today's entry and client for a credential: a corrected entry and a changed secret count at once.
  ///
  /// - Parameters:
  ///   - entry: what the provider's name means today; nil for nothing.
  ///   - clients: the user's registrations.
  package init(of stored: StoredCredential, today entry: Provider?, among clients: [RegisteredClient]) {
    let usable = entry?.replacing(stored.provider)
    // A client that was saved for other hosts has another secret.
    let current = usable == nil ? stored.provider : entry ?? stored.provider
    let serving = clients.filter { $0.serves(stored) && $0.mayShowSecret(to: current) }
    // What the user saved for this provider goes before what is for every server.
    let client = serving.first { !$0.isForAnyServer } ?? serving.first
    self.init(provider: usable ?? stored.provider, client: client?.client ?? stored.client)
  }
}

extension RegisteredClient {
  /// Whether a credential came by this registration, or by its client id that is for every server.
  package func serves(_ stored: StoredCredential) -> Bool {
    (provider == stored.account.provider || isForAnyServer) && client.id == stored.clientID
  }

  /// Whether an account needs it: for its credential, or to revoke what it was issued before.
  package func isNeeded(by stored: StoredCredential) -> Bool {
    serves(stored) || stored.needs(client.id, at: provider)
  }

  /// Whether it may show its secret at a provider. At a playground any may: each run has another port, and the secrets
  /// are made up.
  package func mayShowSecret(to provider: Provider) -> Bool { provider.name.isOfPlayground || isFor(provider) }

  /// The entry for the tokens that it gets for itself: like those of an account, they go to no API that the entry did not
  /// have when the client was saved.
  package func confining(_ provider: Provider) -> Provider {
    guard let apiPlaces, !provider.name.isOfPlayground else { return provider }
    return provider.confined(to: apiPlaces)
  }
}
