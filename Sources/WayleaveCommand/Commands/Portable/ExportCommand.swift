import ArgumentParser
import Wayleave
import WayleaveConsole
import WayleaveSignIn
import WayleaveTerminal
import WayleaveWire

struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Encrypt one account with a passphrase, to move it to another computer.",
    discussion: """
      Read the file with `wayleave import`, or with `age --decrypt`. It holds the
      credential, the provider's entry, and the client with its secret.

      A refresh token that changes at each use can be in one place only. So this
      is for moving: after the import, run `wayleave logout --local` here.
      """)

  @OptionGroup var account: AccountArgument

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: "Write it to a new file; without it, or with -, to standard output.", completion: .file())
  var file: String?

  @OptionGroup var passphrase: PassphraseOption
  @OptionGroup(title: "Output") var output: OutputOptions

  func run() async throws {
    let workplace = try Workplace(output: output)
    try await workplace.withAccounts(mayStayOffline: true) { accounts in
      let (stored, name) = try await workplace.account(named: account.name, in: accounts)
      _ = try await accounts.exported(stored.account)
      // Before the passphrase is typed: it would be typed in vain.
      let target = try file.flatMap { (path) throws(OAuthError) in path == "-" ? nil : try NewFile(at: path) }
      do {
        let key = try passphrase.chosen()
        output.warnIfShort(key, "this passphrase", of: "file")
        // Typing takes time, in which another program may have renewed the credential.
        let sealed = try Self.seal(try await accounts.exported(stored.account), by: key)
        try target?.writeDurably(Array(sealed.utf8))
        answer(sealed, of: stored, named: name)
      } catch {
        target?.discard()
        throw error
      }
    }
  }

  private static func seal(_ account: ExportedAccount, by passphrase: Secret) throws(OAuthError) -> String {
    var random = SystemRandomNumberGenerator()
    return try AgeFile(sealing: account.contents, by: passphrase, using: &random).armored
  }

  private func answer(_ sealed: String, of stored: StoredCredential, named name: String) {
    let path = file == "-" ? nil : file
    if output.isJSON {
      Console.answer([
        "account": .string(name), "file": JSON(path), "encrypted": path == nil ? .string(sealed) : .null,
        "refreshable": .bool(stored.credential.isRefreshable),
      ])
    } else if let path {
      Console.answer("Exported the account “\(name)” to \(DisplayText.clean(path)), encrypted.")
    } else {
      Console.answer(exact: String(sealed.dropLast()))
    }
    guard stored.credential.isRefreshable else { return }
    let logout = Remedy.argument(name).map { ": `wayleave logout --local \($0)`" } ?? "."
    output.remark(
      "Warning: use the account in one place only. Where both renew it, the provider may end the sign-in. "
        + "After the import, remove it here\(logout)")
  }
}
