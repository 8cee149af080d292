import ArgumentParser
import WayleaveConsole
import WayleaveTerminal
import WayleaveWire

struct ImportOAuth2LCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "oauth2l", abstract: "Store the tokens of Google's oauth2l.",
    discussion: """
      The usual file is ~/.oauth2l. Tokens of service accounts are left out. The
      client is saved where the file has it.

      Google says who the user is only to a token with the scope openid, email
      or profile: for another one add --offline.
      """)

  @OptionGroup var options: ForeignImport

  func run() async throws {
    let source = ForeignSource(
      program: "oauth2l", file: ForeignSource.inHome(".oauth2l"), removal: "Remove it there: `oauth2l reset`.")
    try await options.store(of: source) { (file) throws(OAuthError) in try OAuth2LFile(reading: file).found }
  }
}
