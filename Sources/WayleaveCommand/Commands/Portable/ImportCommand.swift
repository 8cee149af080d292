import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveSignIn
import WayleaveWire

struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Store an account that `wayleave export` encrypted, or another program's token.",
    discussion: """
      `wayleave import FILE` reads what `wayleave export` wrote.

      A token that changes at each use can be in one place only: importing it is
      for moving, and ends the session where it comes from.
      """,
    subcommands: [
      ImportFileCommand.self, ImportGitHubCommand.self, ImportGitCommand.self, ImportNetrcCommand.self,
      ImportOAuth2LCommand.self, ImportOIDCAgentCommand.self, ImportTwurlCommand.self, ImportXurlCommand.self,
    ],
    defaultSubcommand: ImportFileCommand.self)

  /// The programs whose tokens can be imported.
  static var programs: [String] {
    configuration.subcommands.dropFirst().compactMap { $0.configuration.commandName }
  }

  /// The imported account as JSON.
  static func json(of imported: SignedIn, among all: [StoredCredential]) -> JSON {
    [
      "account": .string(AccountName.of(imported.stored, among: all)),
      "provider": .string(imported.account.provider.text), "subject": .string(imported.account.subject),
      "replaced": .bool(imported.replaced != nil), "refused_name": JSON(imported.refusedName),
    ]
  }

  /// The imported account in sentences.
  static func sentences(of imported: SignedIn, among all: [StoredCredential]) -> String {
    let name = AccountName.of(imported.stored, among: all)
    let title = DisplayText.clean(imported.stored.provider.title)
    let replaced = imported.replaced == nil ? "" : " It replaces the one that was stored."
    let refused = imported.refusedName.map {
      " It is not called “\(DisplayText.clean($0))”: another account has that name."
    }
    return "Imported the account “\(name)” at \(title)\(imported.stored.who).\(replaced)\(refused ?? "")"
  }

  /// The same failure, with the name of the account as `status` shows it, and a command that helps.
  static func naming(
    _ error: OAuthError, among all: [StoredCredential], replaceable: (StoredCredential) -> Bool
  ) -> OAuthError {
    guard error.code == .accountExists,
      let held = all.first(where: {
        error.message.contains("“\(DisplayText.clean($0.name ?? "\($0.account)", limit: 200))”")
      })
    else { return error }
    let name = AccountName.of(held, among: all)
    let named = Workplace.naming(name, of: held, in: error) as? OAuthError ?? error
    let removal = Remedy.argument(name).map { "`wayleave logout --local \($0)`" } ?? "`wayleave logout --local`"
    return named.remedied(
      by: .advice(
        replaceable(held)
          ? "Add --replace if the imported credential is the newer one, or remove the one here: \(removal)."
          : "Remove the one here, then import again: \(removal)."))
  }
}
