import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveSignIn
import WayleaveTerminal
import WayleaveWire

struct AccountsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accounts", abstract: "Show your accounts, rename and remove them.",
    subcommands: [List.self, Rename.self, Remove.self], defaultSubcommand: List.self)

  private static let names = configuration.subcommands.map { $0._commandName }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "Show the stored accounts, as `status` does.",
      // The parser would name the command of the option group as well: `accounts status list`.
      usage: "wayleave accounts list [<account>] [<options>]",
      discussion: StatusCommand.configuration.discussion)

    @OptionGroup var status: StatusCommand

    func run() async throws {
      do { try await status.run() } catch let error as OAuthError where error.code == .unknownAccount {
        // The word after `accounts` may be a command that is misspelt.
        let word = status.name ?? ""
        let known = FamiliarCommand.meant(by: word, after: "accounts")
        guard let command = known ?? NearestNames.of(word, among: AccountsCommand.names).first else { throw error }
        throw error.remedied(by: .advice("Did you mean `wayleave accounts \(command)`?"))
      }
    }
  }

  struct Rename: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rename",
      abstract: "Rename an account.",
      discussion: """
        A name has 1 to \(GivenName.maximumLength) bytes, no control characters, no space at either
        end, and does not begin with “-”. A name that another account has is refused.
        """)

    @Argument(help: "The account, by its present name.", completion: CompletedNames.accounts) var old: String
    @Argument(help: "Its new name.") var new: String
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      let workplace = try Workplace(output: output)
      try await workplace.withAccounts(mayStayOffline: true) { accounts in
        let all = try await accounts.all()
        let stored = try workplace.find(old, among: all)
        let name = AccountName.of(stored, among: all)
        try await accounts.rename(stored.account, to: new)
        if output.isJSON {
          Console.answer(["account": .string(new), "renamed_from": .string(name)])
        } else {
          Console.answer("The account “\(name)” is now called “\(DisplayText.clean(new))”.")
        }
        guard !stored.account.provider.isMeant(by: new),
          let provider = (try? workplace.catalogue.entry(named: ProviderName(new))) ?? nil
        else { return }
        output.say(
          "“\(DisplayText.clean(new))” is also the name of a provider, \(DisplayText.clean(provider.title)), "
            + "and this account is at \(DisplayText.clean(stored.provider.title)).")
      }
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Sign an account out, as `logout` does.",
      usage: "wayleave accounts remove [<account>] [<options>]",
      discussion: LogoutCommand.configuration.discussion)

    @OptionGroup var logout: LogoutCommand

    func run() async throws { try await logout.run() }
  }
}
