import ArgumentParser
import WayleaveConsole
import WayleaveTerminal
import WayleaveWire

struct ImportTwurlCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "twurl", abstract: "Store the tokens of Twitter's twurl.",
    discussion: """
      The usual file is ~/.twurlrc. The tokens are those of OAuth 1.0a, which do
      not expire. The consumer key and its secret are saved as a client.

      twurl goes on using the token: `wayleave logout` ends it in both places.
      """)

  @OptionGroup var options: ForeignImport

  func run() async throws {
    let source = ForeignSource(program: "twurl", file: ForeignSource.inHome(".twurlrc"))
    try await options.store(of: source) { (file) throws(OAuthError) in try TwurlFile(reading: file).found }
  }
}
