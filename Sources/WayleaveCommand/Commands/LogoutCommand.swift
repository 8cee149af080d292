import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveTerminal
import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

struct LogoutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout", abstract: "Revoke a credential at the provider where it can be done, and remove it here.",
    usage: "wayleave logout [<account>] [<options>]",
    discussion: """
      Where the provider has a page that ends its own session, it is opened.

      A revocation that cannot be delivered is stored until the provider confirms it:
      the exit code is 3 or 5, `wayleave status` shows it, and the next `logout` of
      any account sends it again, as does the agent. --pending sends it and signs no
      one out; --local forgets it. What a playground issued ends with it.
      """)

  @OptionGroup var account: AccountArgument

  @Flag(help: "Remove it here only.")
  var local = false

  @Flag(help: "Send again the revocations that earlier sign-outs could not deliver; sign no one out.")
  var pending = false

  @OptionGroup var network: NetworkOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    guard pending, local || account.name != nil else { return }
    throw ValidationError("--pending is for all accounts: leave out --local and the account.")
  }

  func run() async throws {
    let workplace = try Workplace(output: output)
    try await workplace.withAccounts(trustRoots: network.caFile, mayStayOffline: local) { accounts in
      if pending { return try await sendPending(by: accounts, in: workplace) }
      try await signOut(by: accounts, in: workplace)
    }
  }

  private func signOut(by accounts: Accounts, in workplace: Workplace) async throws {
    let all = try await accounts.all()
    let (stored, name): (StoredCredential, String)
    do throws(OAuthError) { (stored, name) = try await workplace.account(named: account.name, in: accounts) } catch {
      throw error.ofSignOut(named: account.name, among: all)
    }
    try workplace.requireMeant(stored, by: account.name)
    // A playground that has ended has forgotten what it issued: there is nothing to revoke.
    let isForgotten = workplace.catalogue.playground.end(for: stored) != nil
    let report = try await workplace.acting(for: stored) {
      try await accounts.signOut(stored.account, revoking: !local && !isForgotten)
    }
    let opened: Void? = report.sessionPage.map { page in SessionPage.open(page, at: stored.provider, output: output) }
    // What an earlier sign-out left is sent now; what fails again waits on.
    let others =
      local
      ? []
      : try await sendPendingRevocations(of: all.filter { $0.account != stored.account }, by: accounts, in: workplace)
    if output.isJSON {
      Console.answer([
        "account": .string(name), "removed": .bool(report.isRemoved), "revoked": .bool(report.revocation == .revoked),
        "revocation": .string(report.revocation.word.rawValue),
        "session": .string(opened == nil ? (local ? "skipped" : "not_offered") : "shown"),
        "sent_again": Self.json(of: others, among: all),
      ])
    } else {
      let head = report.isRemoved ? "Removed “\(name)” here." : "Signed out of “\(name)” here."
      let title = DisplayText.clean(stored.provider.title)
      let sentence =
        isForgotten
        ? Self.playgroundHasEnded
        : report.sentence(at: title, of: name)
      Console.answer("\(head) \(sentence)")
      // What is still not confirmed was said when it was signed out, and `status` shows it.
      for other in others where other.isRemoved { output.say(Self.line(of: other, among: all)) }
    }
    guard case .pending(let error) = report.revocation else { return }
    throw AnsweredFailure(status: ExitStatus.status(for: error))
  }

  /// Sends what earlier sign-outs left, and signs no one out.
  private func sendPending(by accounts: Accounts, in workplace: Workplace) async throws {
    let all = try await accounts.all()
    let sent = try await sendPendingRevocations(of: all, by: accounts, in: workplace)
    if output.isJSON {
      Console.answer(["sent_again": Self.json(of: sent, among: all)])
    } else {
      let lines = sent.map { Self.line(of: $0, among: all) }
      Console.answer(lines.isEmpty ? "There is nothing to send now." : lines.joined(separator: "\n"))
    }
    for case .pending(let error) in sent.map(\.revocation) {
      throw AnsweredFailure(status: ExitStatus.status(for: error))
    }
  }

  private func sendPendingRevocations(
    of all: [StoredCredential], by accounts: Accounts, in workplace: Workplace
  ) async throws -> [LogoutReport] {
    var reports: [LogoutReport] = []
    for stored in all {
      let isForgotten = stored.isSignedOut && workplace.catalogue.playground.end(for: stored) != nil
      let report = try await workplace.acting(for: stored) {
        isForgotten
          ? try await accounts.signOut(stored.account, revoking: false)
          : try await accounts.sendPendingRevocations(of: stored)
      }
      if let report { reports.append(report) }
    }
    return reports
  }

  private static func json(of reports: [LogoutReport], among all: [StoredCredential]) -> JSON {
    .array(
      reports.map {
        ["account": .string(name(of: $0.account, among: all)), "revocation": .string($0.revocation.word.rawValue)]
      })
  }

  private static func line(of report: LogoutReport, among all: [StoredCredential]) -> String {
    let name = name(of: report.account, among: all)
    // Of those that signed out before, only what a playground has forgotten is not asked for.
    let sentence =
      report.revocation == .skipped
      ? playgroundHasEnded
      : report.sentence(at: title(of: report.account, among: all), of: name)
    return "\(name), signed out before: \(sentence)"
  }

  private static let playgroundHasEnded = "The playground has ended, and with it all that it issued."

  private static func name(of account: Account, among all: [StoredCredential]) -> String {
    all.first { $0.account == account }.map { AccountName.of($0, among: all) } ?? DisplayText.clean("\(account)")
  }

  private static func title(of account: Account, among all: [StoredCredential]) -> String {
    DisplayText.clean(all.first { $0.account == account }?.provider.title ?? account.provider.text)
  }
}

/// The provider's page on which the user ends the session there.
enum SessionPage {
  /// Opens it in the browser; without one, shows its address to the person at the terminal.
  static func open(_ page: AbsoluteURL, at provider: Provider, output: OutputOptions) {
    let title = DisplayText.clean(provider.title)
    let page = page.withoutHint
    let style = Console.style
    let shown = "To end the session at \(title) too, open this URL:\n\n  \(style.bold(style.link(page.text)))\n"
    guard SignInFlow.reasonAgainstBrowser == nil else { return Console.error(shown) }
    output.say("The page of \(title) that ends the session there is opened in the browser.")
    guard let reason = BrowserLauncher.system.start(page) else { return }
    Console.error("No browser could be started (\(reason)). \(shown)")
  }
}

extension AbsoluteURL {
  /// The URL without the ID token of the user: what is printed is seen by others, and so are the arguments of a browser.
  ///
  /// OpenID Connect RP-Initiated Logout §2: the hint is recommended, and without one the provider asks the user.
  fileprivate var withoutHint: AbsoluteURL {
    let pairs = query?.split(separator: "&").filter { !$0.utf8.starts(with: "id_token_hint=".utf8) } ?? []
    let start = String(text.prefix { $0 != "?" && $0 != "#" })
    let query = pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
    return (try? AbsoluteURL(start + query + (fragment.map { "#" + $0 } ?? ""))) ?? self
  }
}

extension LogoutReport {
  fileprivate func sentence(at provider: String, of name: String) -> String {
    switch revocation {
    case .revoked: "\(provider) confirmed that it is revoked."
    case .notOffered:
      (notRevocable.isEmpty
        ? "\(provider) offers no way to revoke it." : "\(provider) does not revoke tokens of this kind.")
        + " To withdraw it, sign in there, and remove the app in your settings."
    case .pending(let error):
      "\(provider) has not confirmed it. \(DisplayText.clean(error.message, limit: 2000)) "
        // RFC 7592 §2.3: with its registration a client can no longer authenticate.
        + (error.refusal?.error == "invalid_client"
          ? "If the registration of your app is gone there, it never will"
          : "The next `wayleave logout` asks again")
        + (Remedy.argument(name).map { "; `wayleave logout --local \($0)` forgets it." } ?? ".")
    case .skipped: "It was not revoked at \(provider), as you asked."
    }
  }
}
