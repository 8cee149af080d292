import ArgumentParser
import WayleaveConsole
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

struct ImportXurlCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "xurl", abstract: "Store the tokens of X's xurl.",
    discussion: """
      The usual file is ~/.xurl, or ~/.xurl/auth.yml. The client of each app is
      saved too. An access token that has expired is renewed as it is imported.

      X changes the refresh token at each use: when it is renewed here, the
      session of xurl ends.
      """)

  @OptionGroup var options: ForeignImport

  func run() async throws {
    var file = ForeignSource.inHome(".xurl")
    if let path = file, (try? FileStatus.of(path, followingLink: true))?.kind == .folder { file = path + "/auth.yml" }
    let source = ForeignSource(
      program: "xurl", file: file,
      removal: "Remove it there: `xurl auth clear --oauth2-username USER`.")
    try await options.store(of: source) { (file) throws(OAuthError) in try XurlFile(reading: file).found }
  }
}
