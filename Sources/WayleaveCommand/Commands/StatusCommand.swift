import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire
import WayleaveSignIn

struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show the stored accounts: which user, until when, and where.",
    discussion: "Without an account, all of them. Sends nothing, unless --check is given.")

  @Argument(help: "The account, by its name; without it, all of them.", completion: CompletedNames.accounts)
  var account: String?

  @OptionGroup var option: AccountOption

  /// The name that was typed; nil when none was.
  var name: String? { account ?? option.name }

  @Flag(help: "Ask each provider whether the credential still works.")
  var check = false

  @OptionGroup var network: NetworkOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws { try AccountArgument.requireOne(account, option) }

  func run() async throws {
    let workplace = try Workplace(output: output)
    try await workplace.withAccounts(trustRoots: network.caFile, mayStayOffline: !check) { accounts in
      let all = try await accounts.all()
      let shown = try name.map { [try workplace.find($0, among: all)] } ?? all
      if shown.isEmpty { try workplace.requireUndamaged() }
      var failure: OAuthError?
      var rows: [JSON] = []
      let names = AccountName.ofEach(shown, among: all)
      for (stored, name) in zip(shown, names) {
        // What was signed out is not in use.
        let checked =
          check && !stored.isSignedOut
          ? await workplace.acting(for: stored) { await accounts.check(stored.account) } : nil
        // The same name and the same command as in the lines above it.
        let works = checked?.mapError { error in
          let explained = workplace.explained(error, of: stored)
          return Workplace.naming(name, of: stored, in: explained) as? OAuthError ?? explained
        }
        if case .failure(let error)? = works { failure = failure ?? error }
        // A check may have renewed the credential, or found that it has ended.
        let current = check ? try await accounts.stored(stored.account) ?? stored : stored
        let stored = workplace.catalogue.playground.marking(current)
        let location = accounts.credentialLocation
        if output.isJSON {
          rows.append(Self.row(of: stored, named: name, works: works, location: location))
        } else {
          Self.answer(
            stored, named: name, works: works, location: location, isFirst: stored.account == shown.first?.account)
        }
      }
      if output.isJSON { Self.answer(rows, damaged: workplace.damaged, location: accounts.credentialLocation) }
      if shown.isEmpty { output.say("No accounts yet. Sign in with `wayleave login PROVIDER`.") }
      guard let failure else { return }
      if output.isJSON { throw AnsweredFailure(status: ExitStatus.status(for: failure)) }
      throw failure
    }
  }

  /// Prints accounts that were not checked.
  static func answer(_ shown: [StoredCredential], among all: [StoredCredential], location: String, isJSON: Bool) {
    let named = zip(shown, AccountName.ofEach(shown, among: all))
    guard !isJSON else {
      return answer(
        named.map { row(of: $0, named: $1, works: nil, location: location) }, damaged: [], location: location)
    }
    for (index, (stored, name)) in named.enumerated() {
      answer(stored, named: name, works: nil, location: location, isFirst: index == 0)
    }
  }

  private static func answer(
    _ stored: StoredCredential, named name: String, works: Result<Bool, OAuthError>?, location: String, isFirst: Bool
  ) {
    if !isFirst { Console.answer("") }
    Console.answer(
      stored.text(named: name, storedIn: location, works: works, at: .local, in: TextLayout(for: .standardOutput)))
  }

  private static func answer(_ rows: [JSON], damaged: [OAuthError], location: String) {
    Console.answer([
      "accounts": .array(rows), "damaged": .array(damaged.map(\.json)), "stored_in": .string(location),
    ])
  }

  private static func row(
    of stored: StoredCredential, named name: String, works: Result<Bool, OAuthError>?, location: String
  ) -> JSON {
    var row = stored.json(named: name, storedIn: location).object ?? JSON.Object()
    row["ended_because"] = JSON(stored.endedBecause)
    row["reason"] = row["ended_because"]
    row["state"] = .string(stored.state(at: WallClock.now()))
    switch works {
    case nil: break
    case .success(let isKnown)?: row["works"] = isKnown ? true : .null
    case .failure(let error)?:
      row["works"] = false
      row["error"] = error.json["error"]
    }
    return .object(row)
  }
}
