import ArgumentParser
import WayleaveConsole
import WayleaveOAuth1
import WayleaveOAuth2
import WayleavePlain
import WayleavePlayground
import WayleaveTerminal
import WayleaveProvider
import WayleaveSignIn
import WayleaveSystem
import WayleaveWire

/// Runs the emulated providers until Ctrl-C.
struct RunPlayground: AsyncParsableCommand {
  static let configuration = PlaygroundOptions.configuration

  @OptionGroup var options: PlaygroundOptions

  private var output: OutputOptions { options.output }

  func validate() throws {
    for text in options.faults {
      do throws(OAuthError) { _ = try Fault(text) } catch {
        let part = error.member.map { "Its \($0)" } ?? "It"
        let reason = error.expected.map { "\(part) has to be \($0)." } ?? error.message
        throw ValidationError("--fault “\(DisplayText.clean(text))” cannot be used. \(reason)")
      }
    }
  }

  /// A certificate of an earlier playground is replaced, and nothing else.
  private static func requireReplaceable(_ path: String) throws(OAuthError) {
    guard let text = try TextFile.readOwn(path), !text.hasPrefix("-----BEGIN CERTIFICATE-----") else { return }
    throw OAuthError(
      .invalidValue, message: "“\(DisplayText.clean(path))” is there already, and is no certificate.",
      rule: .wayleave("no file of the user is overwritten"), remedy: "Name a new file: `--tls playground.pem`.")
  }

  func run() async throws {
    var configuration = try configuration()
    if let tls = options.tls { try Self.requireReplaceable(tls) }
    let claim = options.tls == nil ? try await claimedPlace() : nil
    defer { claim?.end() }
    configuration.isKnownByName = claim != nil
    let playground = try await Playground(configuration: configuration).start()
    if let tls = options.tls, let certificate = playground.certificate {
      try TextFile.write(Array(certificate.utf8), over: tls)
    }
    // Ctrl-C is how a playground ends.
    Interruption.ofProgram.expectSignal()
    let description = try PlaygroundDescription(of: playground)
    try claim?.publish(description)
    announce(description, configuration)
    if !output.isJSON { announce(configuration.registrations) }
    await playground.waitUntilStopped()
  }

  private func configuration() throws -> PlaygroundConfiguration {
    var configuration = try PlaygroundConfiguration(port: options.port ?? 0)
    if let tokenLifetime = options.tokenLifetime {
      let lifetime = Duration.seconds(tokenLifetime)
      configuration.accessTokenLifetime = lifetime
      configuration.tollgate.accessTokenLifetime = lifetime
      for index in configuration.consumers.indices where configuration.consumers[index].tokenLifetime != nil {
        configuration.consumers[index].tokenLifetime = lifetime
      }
    }
    configuration.tollgate.rotatesRefreshTokens = !options.noRotation
    configuration.entries = try ownEntries()
    configuration.registrations = try registrations(among: configuration.entries)
    configuration.usesTLS = options.tls != nil
    configuration.certificateOption = options.tls.flatMap { Remedy.option("--ca-file", Self.absolute($0)) }
    configuration.faults = try faultsOfFile()
    configuration.faults.rules += try options.faults.map { try Fault($0) }
    if output.isTraced { configuration.observer = { Console.error("· \($0)") } }
    return configuration
  }

  private func faultsOfFile() throws(OAuthError) -> Faults {
    guard let faultFile = options.faultFile else { return Faults() }
    let bytes = try TextFile.bytes(faultFile)
    do throws(OAuthError) { return try Faults(json: JSON(decoding: bytes)) } catch {
      throw .unusableFaults(faultFile, error)
    }
  }

  /// The place at which other commands find this playground. Without one it runs all the same: then the user sees why.
  private func claimedPlace() async throws -> PlaygroundPlace.Claim? {
    if let note = RuntimeFolder.note { Console.error(note) }
    do {
      let place = PlaygroundPlace(path: try Folders().runtime)
      if let claim = try await place.claim() { return claim }
      let other = try place.running()
      if let other, let port = options.port, other.base.hasSuffix(":\(port)") {
        throw OAuthError.ownPlayground(on: port, at: other.base)
      }
      let base = other.map { " at \($0.base)" } ?? ""
      Console.error("Another playground runs\(base). The names playground-… belong to that one until it ends.")
    } catch let error as OAuthError where error.code == .portInUse {
      throw error
    } catch {
      Console.error("The names playground-… cannot be used. \((error as? OAuthError)?.message ?? "")")
    }
    return nil
  }

  private func announce(_ playground: PlaygroundDescription, _ configuration: PlaygroundConfiguration) {
    if output.isJSON {
      var answer: JSON.Object = JSON.Object()
      answer["url"] = .string(playground.base)
      if options.printClients { answer["clients"] = .array(playground.clients.map { clientJSON($0, configuration) }) }
      if !configuration.registrations.isEmpty {
        answer["registered"] = .array(configuration.registrations.map { $0.json(showingSecret: true) })
      }
      Console.answer(.object(answer))
      return
    }
    Console.answer(playground.base)
    if options.printClients {
      for client in playground.clients {
        Console.answer("\(client.provider)  \(client.client.id)  \(client.client.secret?.exposedText ?? "no secret")")
      }
    }
    for line in welcome(to: playground, configuration) { output.say(line) }
  }

  /// What a newcomer types, and as which user.
  private func welcome(to playground: PlaygroundDescription, _ configuration: PlaygroundConfiguration) -> [String] {
    ["The playground is open to this machine only; nothing in it is real. Ctrl-C ends it.", ""]
      + ["Sign in, in another terminal:"] + commands(for: playground, configuration).map { "  \($0)" } + [""]
      + ["As one of these users, by name and password:"] + table(configuration.people.map { ($0.handle, $0.password) })
      + ["", "All pages, clients and APIs: \(playground.base)/"]
  }

  private func commands(for playground: PlaygroundDescription, _ configuration: PlaygroundConfiguration) -> [String] {
    guard !configuration.isKnownByName else { return playground.providers.map { "wayleave login \($0.name)" } }
    let issuer = playground.providers.compactMap(\.issuer).first?.text ?? playground.base
    let command = "wayleave login \(issuer) --client-id tollgate-native"
    return [([command] + [configuration.certificateOption].compactMap(\.self)).joined(separator: " ")]
  }

  /// The path as it works in a terminal that is elsewhere.
  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = ThisProcess.workingFolder else { return path }
    return "\(folder)/\(path)"
  }

  private func table(_ rows: [(String, String)]) -> [String] {
    let rows = rows.map { TextLayout.Row(name: $0.0, value: $0.1) }
    return TextLayout(width: .max).columns(rows, inside: 2)
  }

  private func clientJSON(_ client: RegisteredClient, _ configuration: PlaygroundConfiguration) -> JSON {
    guard case .object(var object) = PlaygroundDescription.exposedJSON(of: client) else { return .null }
    let id = client.client.id
    let registered =
      configuration.clients.filter { $0.id == id }.flatMap(\.redirectURIs)
      + configuration.consumers.filter { $0.credential.key.hasSameBytes(as: id.text) }.flatMap(\.callbacks)
      + configuration.tollgate.clients.filter { $0.id == id }.flatMap(\.metadata.redirectURIs)
    object["redirect_uris"] = JSON(registered.map(\.text))
    return .object(object)
  }
}

extension OAuthError {
  fileprivate static func unusableFaults(_ path: String, _ error: OAuthError) -> OAuthError {
    OAuthError(
      .invalidValue, message: "The rules in “\(DisplayText.clean(path))” cannot be used. \(error.message)",
      rule: error.rule, expected: error.expected, received: error.received, remedy: error.remedy)
  }

  fileprivate static func ownPlayground(on port: UInt16, at base: String) -> OAuthError {
    OAuthError(
      .portInUse, message: "Your other playground runs on port \(port) already, at \(base).",
      rule: .wayleave("one program listens on a port"),
      remedy: "Use that one, or end it first. Or choose another port, or leave --port out for a free one.")
  }
}
