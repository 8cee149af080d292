import ArgumentParser
import WayleaveConsole
import WayleaveTerminal
import WayleaveWire

struct ImportGitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "git", abstract: "Store the tokens of git's credential store.",
    discussion: """
      The usual file is ~/.git-credentials. What stands there must be a token: a
      password is refused by the provider, and not stored.

      git goes on using the token. Remove its line there, and the account here with
      `wayleave logout --local`.
      """)

  @OptionGroup var options: ForeignImport

  func run() async throws {
    let source = ForeignSource(program: "git", file: ForeignSource.inHome(".git-credentials"))
    try await options.store(of: source) { (file) throws(OAuthError) in
      FoundAccounts(try GitCredentialsFile(reading: file).tokens)
    }
  }
}
