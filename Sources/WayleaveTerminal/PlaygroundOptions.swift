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

  @Option(help: "Register this client at the providers of the catalogue; with --redirect-uri.")
  package var clientID: String?

  @Option(
    help: """
      A file with its secret; - is standard input. Without it a secret is made up, and shown once.
      """, completion: .file())
  package var clientSecretFile: String?

  @Option(help: "How it authenticates: none is a client without a secret.")
  package var clientAuth: ClientKind?

  @Option(
    name: .customLong("redirect-uri"),
    help: """
      A redirect URI that it registers; can be repeated. Without --client-id it is one of playground-client too.
      """)
  package var redirectURIs: [String] = []

  @Option(
    name: .customLong("provider"),
    help: "Where it is registered; can be repeated. The default is every provider of the catalogue.")
  package var providers: [String] = []

  @Option(
    name: .customLong("clients"),
    help: "A file with clients to register, in YAML or JSON: as PUT /playground/clients.", completion: .file())
  package var clientFile: String?

  @Option(
    name: .customLong("entry"),
    help: "A file with an entry of your own, which is played too; can be repeated.", completion: .file())
  package var entryFiles: [String] = []

  @OptionGroup(title: "Output") package var output: OutputOptions

  /// Whether a client can keep a secret.
  package enum ClientKind: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// It has none.
    case none
    /// It has one, and shows it as the provider wants it.
    case secret
  }

  package init() {}

  package func validate() throws {
    guard tokenLifetime.map({ (1...Self.longestLifetime).contains($0) }) ?? true else {
      throw ValidationError("--token-lifetime is a number of seconds from 1 to \(Self.longestLifetime).")
    }
    guard clientID == nil || !redirectURIs.isEmpty else {
      throw ValidationError("--client-id is registered with a redirect URI: add --redirect-uri URI.")
    }
    guard !redirectURIs.isEmpty || providers.isEmpty && clientSecretFile == nil && clientAuth == nil else {
      throw ValidationError("--provider, --client-secret-file and --client-auth are for --redirect-uri URI.")
    }
    guard clientSecretFile == nil || clientAuth != ClientKind.none else {
      throw ValidationError("--client-auth none is a client without a secret: leave --client-secret-file out.")
    }
    guard clientID != nil || clientSecretFile == nil && clientAuth == nil else {
      throw ValidationError("--client-secret-file and --client-auth are for --client-id ID.")
    }
  }

  /// A year: no one waits longer in a playground.
  private static let longestLifetime: Int64 = 31_536_000
}
