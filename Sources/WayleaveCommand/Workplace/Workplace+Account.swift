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
  func choose(
    _ name: String?, among some: [StoredCredential], of all: [StoredCredential]
  ) async throws(OAuthError) -> StoredCredential {
    do throws(OAuthError) { return try find(name, among: some) } catch {
      guard error.code == .ambiguousAccount, name == nil, output.canAsk else { throw error }
      let candidates = some.usable
      // No answer, or an empty one: the error names the accounts for the next command.
      guard let place = await AccountMenu(AccountName.ofEach(candidates, among: all)).choice() else { throw error }
      return candidates[place]
    }
  }

  /// The account that a name means; throws what is wrong with a damaged record, which may be the one.
  func find(_ name: String?, among all: [StoredCredential]) throws(OAuthError) -> StoredCredential {
    do throws(OAuthError) { return try AccountName.find(name, among: all) } catch {
      guard error.code == .unknownAccount else { throw error }
      try requireUndamaged()
      throw error
    }
  }
}

extension AccountMenu {
  /// Asks the person at the terminal; the place of the account among the names, or nil without an answer.
  func choice() async -> Int? {
    Console.prompt(question)
    var input = LineInput(expecting: "an account")
    let deadline = ContinuousClock.now + .seconds(60)
    while let typed = try? await input.line(until: deadline), !typed.isEmpty {
      if let place = place(typed: typed) { return place }
      Console.prompt("“\(DisplayText.clean(typed, limit: 100))” is none of them. Type a number or a name:")
    }
    return nil
  }
}

extension OutputOptions {
  /// Whether a person can be asked something, at a terminal and in words.
  var canAsk: Bool { !isJSON && SignInScreen.canType }
}
