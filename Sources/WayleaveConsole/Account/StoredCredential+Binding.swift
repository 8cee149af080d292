package import WayleaveOAuth2
package import WayleaveProvider
package import WayleaveSignIn
import WayleaveWire

extension [StoredCredential] {
  /// Whether a sign-in is to have plain tokens because the accounts that it renews have them by `--no-dpop`.
  ///
  /// `name` is that of the one account that is renewed; nil for any of the same client, or of one that was registered for the
  /// same API.
  package func declineBinding(
    at provider: ProviderName, as client: ClientID, madeFor purpose: String? = nil, named name: String?
  ) -> Bool {
    renewed(at: provider, as: client, purpose, named: name) { !$0.client.bindsTokens }
  }

  /// Whether a sign-in is to name no API because the accounts that it renews name none by `--no-resource`.
  package func omitResources(
    at provider: ProviderName, as client: ClientID, madeFor purpose: String? = nil, named name: String?
  ) -> Bool {
    renewed(at: provider, as: client, purpose, named: name, all: \.omitsResources)
  }

  /// Whether an account has access for something else than an API by one of some client ids, and none by such an id whose
  /// token may go to the API already.
  ///
  /// `orUnread` is whether there are accounts that could not be read.
  package func share(
    _ ids: [ClientID], at provider: ProviderName, for api: ResourceIndicator, orUnread: Bool
  ) -> Bool {
    let held = filter { $0.account.provider == provider && ids.contains($0.clientID) }
    let isKnown = held.contains { stored in
      stored.resources.contains(api)
        && (Origin(of: api.url).map((stored.provider.apiOrigins + stored.allowedOrigins).contains) ?? false)
    }
    return !isKnown && (orUnread || held.contains { !$0.resources.contains(api) })
  }

  private func renewed(
    at provider: ProviderName, as client: ClientID, _ purpose: String?, named name: String?,
    all isSo: (StoredCredential) -> Bool
  ) -> Bool {
    let renewed = (name.map(meant) ?? self).filter {
      !$0.isSignedOut && $0.isAccount(at: provider, as: client, madeFor: purpose)
    }
    return !renewed.isEmpty && renewed.allSatisfy(isSo)
  }
}
