import ArgumentParser
import Wayleave
import WayleaveWire
import WayleaveSignIn

struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show what is held, for whom, until when, and where.",
    discussion: "Asks nobody, unless --check is given.")

  @Argument(help: "The account; all of them without it.")
  var account: String?

  @Flag(help: "Ask each provider whether the credential still works.")
  var check = false

  @OptionGroup(title: "Output") var output: OutputOptions

  func run() async throws {
    let workplace = try Workplace(output: output)
    try await workplace.withAccounts { accounts in
      let all = try await accounts.all()
      let shown = try account.map { [try workplace.find($0, among: all)] } ?? all
      if shown.isEmpty { try workplace.requireUndamaged() }
      var failure: OAuthError?
      var rows: [JSON] = []
      for stored in shown {
        let works = check ? await accounts.check(stored.account) : nil
        if case .failure(let error)? = works { failure = failure ?? error }
        let name = AccountName.of(stored, among: all)
        if output.isJSON {
          rows.append(row(of: stored, named: name, works: works, location: accounts.credentialLocation))
        } else {
          Console.answer(lines(of: stored, named: name, works: works))
        }
      }
      if output.isJSON {
        Console.answer(["accounts": .array(rows), "stored_in": .string(accounts.credentialLocation)])
      }
      if shown.isEmpty { output.say("No accounts yet. Sign in with `wayleave login PROVIDER`.") }
      guard let failure else { return }
      if output.isJSON { throw AnsweredFailure(status: ExitStatus.status(for: failure)) }
      throw failure
    }
  }

  private func row(
    of stored: StoredCredential, named name: String, works: Result<Bool, OAuthError>?, location: String
  ) -> JSON {
    var row = stored.json(named: name, storedIn: location).object ?? JSON.Object()
    row["ended_because"] = JSON(stored.endedBecause)
    row["state"] = .string(state(of: stored))
    switch works {
    case nil: break
    case .success(let isKnown)?: row["works"] = isKnown ? true : .null
    case .failure(let error)?:
      row["works"] = false
      row["error"] = error.json["error"]
    }
    return .object(row)
  }

  private func lines(of stored: StoredCredential, named name: String, works: Result<Bool, OAuthError>?) -> String {
    var lines = [name, "  at       \(DisplayText.clean(stored.provider.title))\(stored.who)"]
    lines.append("  client   \(DisplayText.clean(stored.account.client))")
    lines.append("  valid    \(lifetime(of: stored))")
    if case .oauth2(let tokens) = stored.credential, let scopes = tokens.scopes, !scopes.isEmpty {
      lines.append("  scopes   \(DisplayText.clean(scopes.joined(separator: " ")))")
    }
    switch works {
    case nil: break
    case .success(true)?: lines.append("  checked  it works")
    case .success(false)?: lines.append("  checked  not asked: the provider's entry has no identity to ask for")
    case .failure(let error)?: lines.append("  checked  \(error.message)")
    }
    return lines.joined(separator: "\n")
  }

  /// The word of the contract for what can be done with the credential.
  private func state(of stored: StoredCredential) -> String {
    if stored.isSignedOut { return "revocation_pending" }
    if stored.endedBecause != nil { return "ended" }
    guard let end = stored.credential.expiresAt, end < WallClock.now() else { return "good" }
    return stored.credential.isRefreshable ? "expired" : "ended"
  }

  private func lifetime(of stored: StoredCredential) -> String {
    if stored.isSignedOut {
      let left = stored.pendingRevocations.flatMap(\.remaining).map(\.rawValue).joined(separator: ", ")
      return "no longer: you signed out; the provider has not confirmed (\(left)). `wayleave logout` asks again"
    }
    if let reason = stored.endedBecause { return "no longer: \(DisplayText.clean(reason)); sign in again" }
    guard let end = stored.credential.expiresAt else { return "until it is revoked" }
    let renewal = stored.credential.isRefreshable ? ", then renewed by itself" : ""
    return end < WallClock.now() ? "ended \(end)\(renewal)" : "until \(end)\(renewal)"
  }
}
