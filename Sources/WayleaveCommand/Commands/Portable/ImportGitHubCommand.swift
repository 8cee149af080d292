import ArgumentParser
import WayleaveConsole
import WayleaveTerminal
import WayleaveWire

struct ImportGitHubCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gh", abstract: "Store the tokens of GitHub's gh.",
    discussion: """
      The usual file is ~/.config/gh/hosts.yml. A newer gh stores the token in the
      keyring of the system, where this does not look.

      `gh` goes on using the token. Remove it there with `gh auth logout`, and here
      with `wayleave logout --local`.
      """)

  @OptionGroup var options: ForeignImport

  func run() async throws {
    let folder =
      Environment.variable("GH_CONFIG_DIR") ?? Environment.variable("XDG_CONFIG_HOME").map { $0 + "/gh" }
      ?? ForeignSource.inHome(".config/gh")
    let source = ForeignSource(program: "gh", file: folder.map { $0 + "/hosts.yml" })
    try await options.store(of: source) { (file) throws(OAuthError) in
      FoundAccounts(try GitHubHostsFile(reading: file).tokens)
    }
  }
}
