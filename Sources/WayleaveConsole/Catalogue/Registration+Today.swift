import Wayleave
package import WayleaveProvider
package import WayleaveSignIn
package import WayleaveWire

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
    let client = clients.first { $0.serves(stored) && $0.mayShowSecret(to: current) }
    self.init(provider: usable ?? stored.provider, client: client?.client ?? stored.client)
  }
}

extension RegisteredClient {
  /// Whether a credential came by this registration.
  package func serves(_ stored: StoredCredential) -> Bool {
    provider == stored.account.provider && client.id == stored.account.client
  }

  /// Whether it may show its secret at a provider. At a playground any may: each run has another port, and the secrets
  /// are made up.
  package func mayShowSecret(to provider: Provider) -> Bool { provider.name.isOfPlayground || isFor(provider) }
}

extension [RegisteredClient] {
  /// The API, or else the issuer, that a sign-in registered an account's client for; nil where the user did.
  package func api(of stored: StoredCredential) -> AbsoluteURL? {
    first { $0.madeFor != nil && $0.serves(stored) }?.madeFor.flatMap { try? AbsoluteURL($0) }
  }
}
