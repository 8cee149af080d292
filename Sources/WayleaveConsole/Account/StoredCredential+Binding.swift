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
