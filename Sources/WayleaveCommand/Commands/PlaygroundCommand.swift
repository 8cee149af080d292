import ArgumentParser
import WayleaveConsole
import WayleaveOAuth1
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

struct PlaygroundCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "playground", abstract: "Run the emulated providers on this machine, until Ctrl-C.")

  @Option(help: "The port; any free one without it.")
  var port: UInt16?

  @Flag(help: "Print the clients that are registered, with their made-up secrets.")
  var printClients = false

  @Option(
    help: """
      After how many seconds a token must be refreshed; without it, as at the real ones, never at Foursquare and Twitter.
      """)
  var tokenLifetime: Int64?

  @Flag(help: "Let refresh tokens of Tollgate be used again; without it, a second use ends the whole grant.")
  var noRotation = false

  @Option(
    name: .customLong("fault"),
    help: """
      What goes wrong on purpose, as PATH[?NAME=VALUE]:EFFECT=NUMBER[,once]; can be repeated. Effects: \
      pause-before-request, pause-before-answer, pause-in-body (milliseconds), cut-off (bytes of the body), \
      unavailable (503, seconds of Retry-After).
      """)
  var faults: [String] = []

  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    guard tokenLifetime.map({ (1...Self.longestLifetime).contains($0) }) ?? true else {
      throw ValidationError("--token-lifetime is a number of seconds from 1 to \(Self.longestLifetime).")
    }
    for text in faults where (try? Fault(text)) == nil {
      throw ValidationError(
        "--fault is PATH[?NAME=VALUE]:EFFECT=NUMBER[,once], with a path and an effect of the playground; not “\(text)”."
      )
    }
  }

  /// A year: no one waits longer in a playground.
  private static let longestLifetime: Int64 = 31_536_000

  func run() async throws {
    var configuration = try PlaygroundConfiguration(port: port ?? 0)
    if let tokenLifetime {
      let lifetime = Duration.seconds(tokenLifetime)
      configuration.accessTokenLifetime = lifetime
      configuration.tollgate.accessTokenLifetime = lifetime
      for index in configuration.consumers.indices where configuration.consumers[index].tokenLifetime != nil {
        configuration.consumers[index].tokenLifetime = lifetime
      }
    }
    configuration.tollgate.rotatesRefreshTokens = !noRotation
    configuration.faults = Faults(try faults.map { try Fault($0) })
    if output.isTraced { configuration.observer = { Console.error("· \($0)") } }
    let playground = try await Playground(configuration: configuration).start()
    // Ctrl-C is how a playground ends.
    Interruption.ofProgram.expectSignal()
    announce(playground, configuration)
    await playground.waitUntilStopped()
  }

  private func announce(_ playground: RunningPlayground, _ configuration: PlaygroundConfiguration) {
    if output.isJSON {
      var answer: JSON.Object = JSON.Object()
      answer["url"] = .string(playground.base)
      if printClients { answer["clients"] = .array(clients(of: configuration, at: playground)) }
      Console.answer(.object(answer))
      return
    }
    Console.answer(playground.base)
    if printClients { for client in clients(of: configuration, at: playground) { Console.answer(client) } }
    output.say("The playground is open to this machine only; nothing in it is real. Ctrl-C ends it.")
  }

  /// Each client with what a person types as the provider; Tollgate has no name, and is found by its issuer.
  private func clients(of configuration: PlaygroundConfiguration, at playground: RunningPlayground) -> [JSON] {
    configuration.clients.map { client in
      [
        "provider": "foursquare", "client_id": .string(client.id.text),
        "client_secret": JSON(client.secret?.exposedText),
        "redirect_uris": JSON(client.redirectURIs.map(\.text)),
      ]
    }
      + configuration.consumers.map { consumer in
        [
          "provider": "twitter", "client_id": .string(consumer.credential.key),
          "client_secret": .string(consumer.credential.secret.exposedText),
          "redirect_uris": JSON(consumer.callbacks.map(\.text)),
        ]
      }
      + configuration.tollgate.clients.map { client in
        [
          "provider": .string(playground.tollgate.issuer.text), "client_id": .string(client.id.text),
          "client_secret": JSON(client.secret?.exposedText),
          "redirect_uris": JSON(client.metadata.redirectURIs.map(\.text)),
        ]
      }
  }
}
