import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

/// An account whose user signs in again, without the name of a provider.
extension LoginCommand {
  /// Has the user of an account sign in again, on the terms that were given.
  func signInAgain(
    options: Accounts.SignInOptions, in accounts: Accounts, of workplace: Workplace
  ) async throws -> SignedIn {
    var options = options
    options.flow = flow == .device ? .device : .browser
    options.timeout = answerTime(in: options.flow)
    let (stored, name) = try await workplace.account(named: account.name, in: accounts)
    if let end = workplace.catalogue.playground.end(for: stored) {
      // No page would open at its URL. Another playground that runs has the same providers.
      guard let provider = try? workplace.catalogue.provider(named: stored.account.provider.text, allowingHTTP: true),
        let registered = try await registered(of: stored, at: provider, in: workplace)
      else { throw end }
      options.accountName = stored.name
      return try await signInOrAdvise(to: provider, as: registered.client, options: options, in: accounts)
    }
    try requireClient(of: stored)
    if let servers = try await accounts.otherServers(ofAPIOf: stored) {
      throw OAuthError.moved(to: servers, from: stored)
    }
    let client = try await client(
      for: stored, asking: options.scopes, until: options.deadline, in: workplace, by: accounts)
    do { return try await signInAgain(as: stored, by: client, options: options, in: accounts) } catch {
      throw Workplace.naming(name, of: stored, in: error)
    }
  }

  /// An account that is renewed keeps its client: with another one it would be another account.
  private func requireClient(of stored: StoredCredential) throws {
    let asked = clientChoice.description
    guard clientChoice.name == nil, asked.clientID.map(ClientID.init) ?? stored.client.id == stored.client.id,
      !asked.changesRedirectURIs
    else {
      throw ValidationError(
        "Without a provider, --account signs in again with the client of the account: leave out --client, --client-id, --redirect-uri and --port, or name the provider too."
      )
    }
  }

  /// The account's own client where the provider has it still, unless another one was asked for.
  private func registered(
    of stored: StoredCredential, at provider: Provider, in workplace: Workplace
  ) async throws -> RegisteredClient? {
    if !clientChoice.isGiven,
      let own = try await workplace.knownClients().first(where: {
        $0.provider == provider.name && $0.client.id == stored.client.id
      })
    {
      return own
    }
    return try await registered(at: provider, for: nil, in: workplace)
  }

  private func signInAgain(
    as stored: StoredCredential, by client: Client?, options: Accounts.SignInOptions, in accounts: Accounts
  ) async throws -> SignedIn {
    // A user who is not known cannot be found again. What is demanded of the sign-in itself, its own ID token must show.
    if stored.identity == nil {
      return try await accounts.signInAgain(stored.account, as: client, options: options)
    }
    let demand = AccessDemand(
      scopes: options.scopes, authenticationContextClasses: options.terms.authenticationContextClasses,
      maximumAge: options.terms.maximumAge)
    return try await accounts.stepUp(stored.account, for: demand, as: client, options: options)
  }
}
