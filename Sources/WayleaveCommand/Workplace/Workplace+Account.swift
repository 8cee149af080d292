import Wayleave
import WayleaveConsole
import WayleavePlain
import WayleaveTerminal
import WayleaveWire

/// The account that a command is about.
extension Workplace {
  /// The account that a name means, or the only one when no name is given; and what to call it.
  ///
  /// Where there are several, and none is named, the person at the terminal chooses.
  func account(
    named name: String?, in accounts: Accounts
  ) async throws(OAuthError) -> (stored: StoredCredential, name: String) {
    let all = try await accounts.all()
    let stored = try await choose(AccountVariable.account(typed: name), among: all, of: all)
    return (stored, AccountName.of(stored, among: all))
  }

  /// The account that a name means among some; the only one of them, or the one that the person at the terminal chooses,
  /// when no name is given.
  ///
  /// Where a record cannot be read, the only account may not be the one that was meant: it has to be named.
  func choose(
    _ name: String?, among some: [StoredCredential], of all: [StoredCredential]
  ) async throws(OAuthError) -> StoredCredential {
    do throws(OAuthError) {
      let found = try find(name, among: some)
      if name == nil, let damage = damaged.first { throw damage.orNaming(AccountName.of(found, among: all)) }
      return found
    } catch {
      guard error.code == .ambiguousAccount, name == nil, output.canAsk else { throw error }
      let candidates = some.usable
      switch await AccountMenu(AccountName.ofEach(candidates, among: all)).choice() {
      case .account(let place): return candidates[place]
      case .noAccount: throw .choseNoAccount(error.remedy)
      // No one was there: the error names the accounts for the next command.
      case nil: throw error
      }
    }
  }

  /// Those of all accounts whose credential may go to a URL, which is at an origin; the only one there is, where it may
  /// not. Of accounts for several APIs of one server, those for this one.
  func candidates(
    for url: AbsoluteURL, at origin: Origin, among all: [StoredCredential], in accounts: Accounts
  ) async throws(OAuthError) -> [StoredCredential] {
    let choice = AccountChoice(for: .request, at: origin, among: all) { accounts.allows(origin, for: $0) }
    let candidates: [StoredCredential]
    do throws(OAuthError) { candidates = try choice.candidates(among: all) } catch {
      // The record that cannot be read may be of the account that fits.
      try requireUndamaged()
      throw error
    }
    return candidates.count > 1 ? candidates.closest(to: url, among: try await clients.all()) : candidates
  }

  /// The sign-in that helps at a URL where the account was signed in for another API; nil where it was for this one, or for
  /// none. `login` is the command that signs in there.
  func otherSignIn(
    at url: AbsoluteURL, as stored: StoredCredential, named name: String, by login: String
  ) async throws(OAuthError) -> Remedy? {
    .signIn(by: login, since: name, isFor: stored.otherAPIs(than: url, among: try await clients.all()))
  }

  /// The account that a name means; throws what is wrong with a damaged record, which may be the one that is meant.
  func find(_ name: String?, among all: [StoredCredential]) throws(OAuthError) -> StoredCredential {
    do throws(OAuthError) { return try AccountName.find(name, among: all) } catch {
      guard error.code == .unknownAccount else { throw error }
      try requireUndamaged()
      throw error
    }
  }

  /// Throws what is wrong with a damaged record that a name may mean in place of the account that was found by it, for what
  /// cannot be undone: no name, or the provider's, means the only account there.
  func requireMeant(_ found: StoredCredential, by name: String?) throws(OAuthError) {
    let isGiven = name.map { found.name?.hasSameBytes(as: $0) ?? false } ?? false
    if !isGiven, name.map(found.account.provider.isMeant) ?? true { try requireUndamaged() }
  }
}

extension AccountMenu {
  /// What the person at the terminal answered.
  enum Answer {
    /// The account at a place among the names.
    case account(Int)
    /// An empty line: none of them.
    case noAccount
  }

  /// Asks the person at the terminal; nil without an answer.
  func choice() async -> Answer? {
    Console.prompt(question)
    var input = LineInput(expecting: "an account")
    let deadline = ContinuousClock.now + .seconds(60)
    while let typed = try? await input.line(until: deadline) {
      guard !typed.isEmpty else { return .noAccount }
      if let place = place(typed: typed) { return .account(place) }
      Console.prompt("“\(DisplayText.clean(typed, limit: 100))” is none of them. Type a number or a name:")
    }
    return nil
  }
}

extension OutputOptions {
  /// Whether a person can be asked something, at a terminal and in words.
  var canAsk: Bool { !isJSON && SignInScreen.canType }
}

extension OAuthError {
  /// The person at the terminal was asked for an account, and pressed Enter.
  static func choseNoAccount(_ remedy: Remedy) -> OAuthError {
    OAuthError(
      .denied, message: "You chose no account. Nothing was done.", rule: .wayleave("a name means one account"),
      remedy: remedy)
  }
}
