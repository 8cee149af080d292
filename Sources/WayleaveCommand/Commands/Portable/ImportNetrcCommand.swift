import ArgumentParser
import WayleaveConsole
import WayleaveTerminal
import WayleaveWire

struct ImportNetrcCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "netrc", abstract: "Store the tokens of a netrc file.",
    discussion: """
      The usual file is ~/.netrc. It has passwords as a rule, and a password is
      no token: only what stands for a host of a known provider, such as
      github.com, is taken for one. A password is refused by the provider, and
      not stored.

      Other programs go on using the token. Remove its line there, and the
      account here with `wayleave logout --local`.
      """)

  @OptionGroup var options: ForeignImport

  func run() async throws {
    let source = ForeignSource(
      program: "netrc", file: Environment.variable("NETRC") ?? ForeignSource.inHome(".netrc"))
    try await options.store(of: source) { (file) throws(OAuthError) in try NetrcFile(reading: file).found }
  }
}
