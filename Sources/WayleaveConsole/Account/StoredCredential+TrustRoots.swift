package import WayleaveOAuth2
package import WayleaveProvider
package import WayleaveSignIn

extension [StoredCredential] {
  /// The file of certificates that a sign-in trusts where none is named: that of the account that signs in again; without a
  /// name, that of the accounts of its client. No other account's authority, and none that was signed out.
  package func trustRoots(named name: String? = nil, of client: ClientID?, at provider: ProviderName?) -> String? {
    let known = name.map { meant(by: $0) } ?? filter { $0.account.provider == provider && $0.client.id == client }
    return known.lazy.filter { !$0.isSignedOut }.compactMap(\.trustRoots).first
  }
}
