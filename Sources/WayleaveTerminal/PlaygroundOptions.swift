package import ArgumentParser

/// The options of `wayleave playground`, which two programs read: `wayleave` and the one that plays.
package struct PlaygroundOptions: ParsableArguments {
  /// How the command describes itself.
  package static let configuration = CommandConfiguration(
    commandName: "playground", abstract: "Run the emulated providers on this machine, until Ctrl-C.",
    discussion: """
      While it runs, these commands sign in at it, in another terminal:

        wayleave login playground-tollgate     OpenID Connect
        wayleave login playground-foursquare   OAuth 2
        wayleave login playground-twitter      OAuth 1.0a
      """)

  @Option(help: "The port; any free one without it.")
  package var port: UInt16?

  @Flag(help: "Print the clients that are registered, with their made-up secrets.")
  package var printClients = false

  @Option(
    help: """
      How many seconds a token is valid. The default is 300 at Tollgate; at Foursquare and Twitter tokens do not expire, \
      as at the real ones.
      """)
  package var tokenLifetime: Int64?

  @Flag(help: "Let refresh tokens of Tollgate be used again; without it, a second use ends the whole grant.")
  package var noRotation = false

  @Option(
    name: .customLong("fault"),
    help: """
      What goes wrong on purpose, as PATH[?NAME=VALUE]:EFFECT[=VALUE][,once]; can be repeated. Such as \
      /tollgate/token:cut-off=12,once and '*:deny'. The effects are in Documentation/playground.md.
      """)
  package var faults: [String] = []

  @Option(
    name: .customLong("faults"), help: "A file with rules of what goes wrong, in JSON: as PUT /playground/faults.",
    completion: .file())
  package var faultFile: String?

  @Option(
    help: """
      Run at https, and write the certificate to this file, in PEM. Clients must trust it. The names playground-… are \
      for http only.
      """, completion: .file())
  package var tls: String?

  @OptionGroup(title: "Output") package var output: OutputOptions

  package init() {}

  package func validate() throws {
    guard tokenLifetime.map({ (1...Self.longestLifetime).contains($0) }) ?? true else {
      throw ValidationError("--token-lifetime is a number of seconds from 1 to \(Self.longestLifetime).")
    }
  }

  /// A year: no one waits longer in a playground.
  private static let longestLifetime: Int64 = 31_536_000
}
