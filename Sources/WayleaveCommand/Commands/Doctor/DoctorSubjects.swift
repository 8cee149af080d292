import Wayleave
import WayleaveConsole
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

/// A provider that is looked at, with the clients and accounts there.
struct ProviderCase {
  /// What it is called.
  let subject: String
  /// The provider, or why there is none of that name.
  let provider: Result<Provider, OAuthError>
  let clients: [RegisteredClient]
  let accounts: [(stored: StoredCredential, name: String)]
  /// Whether the clients are those of a running playground, and not the user's.
  var isPlayed = false
  /// Everything in the store, for an API whose server is not known yet.
  var held = StoreProbe.Held()
}

/// Finds what `doctor` is to look at.
struct DoctorSubjects {
  let workplace: Workplace
  let held: StoreProbe.Held

  /// The provider or the account of a name; without one, every provider of an account or a client.
  ///
  /// Throws `configuration.unknown_provider`.
  func cases(named name: String?) async throws(OAuthError) -> [ProviderCase] {
    guard let name else {
      let clients = held.clients.filter { !$0.isForAnyServer }
      let names = Set(held.accounts.map(\.account.provider) + clients.map(\.provider)).sorted()
      return names.map { provider in
        providerCase(
          provider, held.accounts.filter { $0.account.provider == provider },
          held.clients.filter { $0.provider == provider })
      }
    }
    if let account = try? AccountName.find(name, among: held.accounts) {
      let clients = held.clients.filter { $0.provider == account.account.provider }
      let own = clients.filter { $0.client.id == account.clientID }
      return [providerCase(account.account.provider, [account], own.isEmpty ? clients : own)]
    }
    let provider: Provider
    do throws(OAuthError) { provider = try await workplace.provider(named: name, allowingHTTP: true) } catch {
      guard error.code != .unknownProvider else { throw error }
      return [ProviderCase(subject: name, provider: .failure(error), clients: [], accounts: [])]
    }
    let clients = await workplace.clients(at: provider)
    return [
      ProviderCase(
        subject: provider.name.text, provider: .success(provider), clients: clients,
        accounts: named(held.accounts.filter { $0.account.provider == provider.name }),
        isPlayed: !held.clients.contains { $0.provider == provider.name }, held: held)
    ]
  }

  private func providerCase(
    _ name: ProviderName, _ accounts: [StoredCredential], _ clients: [RegisteredClient]
  ) -> ProviderCase {
    let provider = Result { () throws(OAuthError) in
      try workplace.catalogue.provider(named: name.text, allowingHTTP: true)
    }
    return ProviderCase(subject: name.text, provider: provider, clients: clients, accounts: named(accounts))
  }

  private func named(_ accounts: [StoredCredential]) -> [(stored: StoredCredential, name: String)] {
    Array(zip(accounts, AccountName.ofEach(accounts, among: held.accounts))).map { (stored: $0, name: $1) }
  }
}
