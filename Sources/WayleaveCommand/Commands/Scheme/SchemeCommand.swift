import ArgumentParser
import WayleaveConsole
import WayleaveTerminal
import WayleaveWire

struct SchemeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scheme", abstract: "A URL scheme by which browsers and apps come back to `wayleave login`.",
    discussion: """
      On Linux desktops. A provider that takes redirect URIs such as
      \(URLScheme.usual):/callback, and no port of this machine, sends its users
      back by a scheme. The desktop then starts `wayleave scheme open`, which hands
      the callback to the sign-in that waits, in whichever process that is.
      """,
    subcommands: [SchemeStatus.self, SchemeInstall.self, SchemeRemove.self, SchemeOpen.self],
    defaultSubcommand: SchemeStatus.self)
}

/// Which scheme is meant.
struct SchemeChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The scheme: a domain of yours in reverse order. The usual one is \(URLScheme.usual).", valueName: "name"))
  var scheme: String?

  var named: URLScheme {
    get throws(OAuthError) { try URLScheme(scheme ?? URLScheme.usual) }
  }

  /// What to do once the scheme is ours.
  func nextStep(for scheme: URLScheme) -> String {
    """
    Register this redirect URI at the provider: \(scheme.redirectURI)
    Then save it with the client:
    `wayleave clients add NAME --provider P --client-id ID --redirect-uri \(scheme.redirectURI)`
    """
  }

  /// The option, as a command that is shown has it; empty for the usual scheme.
  var shown: String { scheme.map { " --scheme \($0)" } ?? "" }
}
