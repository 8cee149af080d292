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

  @Option(help: "After how many seconds an OAuth 2 token must be refreshed; without it never, as at the real provider.")
  var tokenLifetime: Int64?

  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    guard tokenLifetime.map({ (1...Self.longestLifetime).contains($0) }) ?? true else {
      throw ValidationError("--token-lifetime is a number of seconds from 1 to \(Self.longestLifetime).")
    }
  }

  /// A year.
  private static let longestLifetime: Int64 = 31_536_000

  func run() async throws {
    var configuration = try PlaygroundConfiguration(port: port ?? 0)
    configuration.accessTokenLifetime = tokenLifetime
    if let tokenLifetime { configuration.tollgate.accessTokenLifetime = tokenLifetime }
    if output.isTraced { configuration.observer = { Console.error("· \($0)") } }
    let playground = try await Playground(configuration: configuration).start()
    // Ctrl-C is how a playground ends.
    Program.interruption.expectSignal()
    announce(playground, configuration)
    await playground.waitUntilStopped()
  }

  private func announce(_ playground: RunningPlayground, _ configuration: PlaygroundConfiguration) {
    if output.isJSON {
      var answer: JSON.Object = JSON.Object()
      answer["url"] = .string(playground.base)
      if printClients { answer["clients"] = .array(clients(of: configuration)) }
      Console.answer(.object(answer))
      return
    }
    Console.answer(playground.base)
    if printClients { for client in clients(of: configuration) { Console.answer(client) } }
    output.say("The playground is open to this machine only; nothing in it is real. Ctrl-C ends it.")
  }

  private func clients(of configuration: PlaygroundConfiguration) -> [JSON] {
    configuration.clients.map { client in
      [
        "provider": "foursquare", "client_id": .string(client.id), "client_secret": JSON(client.secret?.exposedText),
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
          "provider": "tollgate", "client_id": .string(client.id), "client_secret": JSON(client.secret?.exposedText),
          "redirect_uris": JSON(client.metadata.redirectURIs.map(\.text)),
        ]
      }
  }
}
