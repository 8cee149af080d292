import ArgumentParser
import Wayleave
import WayleaveAgentProtocol
import WayleaveConsole
import WayleavePlain
import WayleaveSignIn
import WayleaveTerminal
import WayleaveWire

/// Where the commands for other programs get tokens: from the agent where one runs, else from the store.
struct GivenToken {
  let account: String?
  /// The client whose own token is given in place of an account's, if one is named.
  let direct: DirectGrantOptions
  let network: NetworkOptions
  let output: OutputOptions

  /// The token as a user name and a password for a server; nil where no account's may go there, or none is that of the
  /// user that the asking program names.
  func login(at origin: Origin, user: String? = nil) async throws -> TokenLogin? {
    if let client = direct.client {
      let stored = try await ofClient()
      guard stored.mayLogIn(at: origin, by: Registration(of: stored)) else { return nil }
      return try TokenLogin(stored, at: stored.provider, named: client)
    }
    if let agent = try await AgentClient.available(output: output) {
      switch try await agent.answer(to: .login(account: name, user: user, origin: origin.description)) {
      case .text(let bytes)?:
        if let login = TokenLogin(exposedJSON: try JSON(decoding: bytes)) { return login }
      case .done?: return nil
      default: break
      }
    }
    HiddenMemory.hide()
    return try await withStore { workplace, accounts in
      guard let (stored, name) = try await found(in: accounts, of: workplace, at: origin, user) else { return nil }
      _ = try TokenLogin(stored, at: accounts.registered(stored).provider, named: name)
      let fresh = try await fresh(stored, named: name, in: accounts, of: workplace)
      return try TokenLogin(fresh, at: accounts.registered(fresh).provider, named: name)
    }
  }

  /// Gets another token where a server has refused the one that is stored; true where there was one to be replaced.
  ///
  /// Another token than the stored one was replaced before, so there is nothing to do.
  func replace(_ refused: Secret, at origin: Origin) async throws -> Bool {
    if direct.client != nil {
      let stored = try await ofClient()
      guard case .oauth2(let tokens) = stored.credential, tokens.accessToken == refused,
        stored.mayLogIn(at: origin, by: Registration(of: stored))
      else { return false }
      _ = try await ofClient(renewing: true)
      return true
    }
    HiddenMemory.hide()
    return try await withStore { workplace, accounts in
      let all = try await accounts.all()
      let meant = all.first { stored in
        guard case .oauth2(let tokens) = stored.credential else { return false }
        return tokens.accessToken == refused && stored.mayLogIn(at: origin, by: accounts.registered(stored))
      }
      guard let meant, meant.endedBecause == nil else { return false }
      let name = AccountName.of(meant, among: all)
      _ = try await fresh(meant, named: name, in: accounts, of: workplace, forcing: true)
      return true
    }
  }

  /// The token of the client itself.
  func ofClient(renewing: Bool = false) async throws -> StoredCredential {
    HiddenMemory.hide()
    return try await direct.credential(
      in: Workplace(output: output), trustRoots: network.caFile, renewing: renewing)
  }

  /// Says what is wrong with options that do not go together.
  func validate() throws {
    guard direct.client == nil || account == nil else {
      throw ValidationError("--client and --account exclude each other.")
    }
    if direct.client == nil { try direct.requireNone(without: "--client") }
    // Standard input has the question of the program that asks.
    guard direct.assertionFile != "-", direct.subjectTokenFile != "-" else {
      throw ValidationError("Standard input is what asks for the token: give the statement or token by a file.")
    }
  }

  /// Runs a function over the accounts of the store.
  func withStore<Result: Sendable>(_ body: (Workplace, Accounts) async throws -> Result) async throws -> Result {
    let workplace = try Workplace(output: output)
    return try await workplace.withAccounts(trustRoots: network.caFile, mayStayOffline: true) { accounts in
      try await body(workplace, accounts)
    }
  }

  /// The credential of an account, renewed where it must be.
  func fresh(
    _ stored: StoredCredential, named name: String, in accounts: Accounts, of workplace: Workplace,
    forcing: Bool = false
  ) async throws -> StoredCredential {
    let fresh = try await workplace.acting(for: stored) {
      do { return try await accounts.fresh(stored.account, forcing: forcing) } catch {
        throw Workplace.naming(name, of: stored, in: error)
      }
    }
    // After Ctrl-C the refresh was finished, but a token must not be printed.
    try Task.checkCancellation()
    return fresh
  }

  /// The account that is asked for; nil for none in particular.
  var name: String? { AccountVariable.account(typed: account) }

  /// The account that is named, or the only one whose token may go to a server; nil where it may not.
  private func found(
    in accounts: Accounts, of workplace: Workplace, at origin: Origin, _ user: String?
  ) async throws(OAuthError) -> (stored: StoredCredential, name: String)? {
    let all = try await accounts.all()
    func mayLogIn(_ stored: StoredCredential) -> Bool { stored.mayLogIn(at: origin, by: accounts.registered(stored)) }
    let stored: StoredCredential
    if let name {
      stored = try workplace.find(name, among: all)
      guard mayLogIn(stored) else { return nil }
    } else {
      let choice = AccountChoice(for: .password, at: origin, among: all, where: mayLogIn)
      let fitting = choice.fitting(user: user) { accounts.registered($0).provider.apiDialect.gitUser }
      guard !fitting.isEmpty else { return nil }
      stored = try AccountName.find(nil, among: fitting)
    }
    return (stored, AccountName.of(stored, among: all))
  }
}
