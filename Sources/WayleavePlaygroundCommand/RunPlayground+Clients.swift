import WayleaveConsole
import WayleaveOAuth2
import WayleavePlayground
import WayleaveProvider
import WayleaveTerminal
import WayleaveWire

/// The clients and entries of the developer, as options and files name them.
extension RunPlayground {
  /// Those of `--client-id` and `--redirect-uri`, and those of the file.
  func registrations(among entries: [Provider]) throws(OAuthError) -> [PlaygroundRegistration] {
    var random = SystemRandomNumberGenerator()
    var registrations = try registrationsOfOptions(using: &random)
    if let path = options.clientFile {
      let json = try Self.json(ofFile: path)
      do throws(OAuthError) { registrations += try PlaygroundRegistration.read(json, using: &random) } catch {
        throw .unusableClients(path, error)
      }
    }
    for registration in registrations { try registration.verify(among: entries) }
    return registrations
  }

  private func registrationsOfOptions(
    using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> [PlaygroundRegistration] {
    guard !options.redirectURIs.isEmpty else { return [] }
    var redirectURIs: [RedirectURI] = []
    for text in options.redirectURIs { redirectURIs.append(try RedirectURI(text)) }
    let places = options.providers.isEmpty ? [nil] : options.providers.map { ProviderName($0) }
    guard let text = options.clientID else {
      // The playground's own client with one more address, and what it has had all the time.
      var registrations: [PlaygroundRegistration] = []
      for place in places { registrations.append(try .ownClient(at: place, redirectURIs: redirectURIs)) }
      return registrations
    }
    // One secret at all of them.
    let first = try PlaygroundRegistration(
      at: places.first ?? nil, id: ClientID(text),
      secret: try options.clientSecretFile.map { (path) throws(OAuthError) in try TextFile.secret(path) },
      isPublic: options.clientAuth == PlaygroundOptions.ClientKind.none, redirectURIs: redirectURIs, using: &random)
    return [first] + places.dropFirst().map { first.copied(to: $0) }
  }

  /// The entries of `--entry`, or the examples of what is for many services.
  func ownEntries() throws(OAuthError) -> [Provider] {
    var entries: [Provider] = []
    for path in options.entryFiles {
      let described = try EntryCheck.entry(in: try TextFile.read(path), at: path, allowingHTTP: true)
      if let entry = described.provider {
        entries.append(entry)
      } else if let template = described.template {
        entries.append(try template.example())
      }
    }
    return entries
  }

  /// YAML, of which JSON is a part.
  private static func json(ofFile path: String) throws(OAuthError) -> JSON {
    let bytes = try TextFile.bytes(path)
    if let json = try? JSON(decoding: bytes) { return json }
    do throws(EntryFinding) { return try EntryText(String(decoding: bytes, as: UTF8.self)).json } catch {
      throw .unusableClients(path, error.error)
    }
  }

  /// Shows each secret that was drawn: this once.
  func announce(_ registrations: [PlaygroundRegistration]) {
    var seen: Set<String> = []
    for registration in registrations where registration.isSecretDrawn && seen.insert(registration.id.text).inserted {
      let id = DisplayText.clean(registration.id.text, limit: 200)
      options.output.say("The client \(id) has this secret, shown once: \(registration.secret?.exposedText ?? "")")
    }
  }
}

extension OAuthError {
  fileprivate static func unusableClients(_ path: String, _ error: OAuthError) -> OAuthError {
    OAuthError(
      .invalidValue, message: "The clients in “\(DisplayText.clean(path))” cannot be used. \(error.message)",
      rule: error.rule, expected: error.expected, received: error.received, remedy: error.remedy, member: error.member)
  }
}
