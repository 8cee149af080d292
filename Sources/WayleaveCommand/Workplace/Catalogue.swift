import Wayleave
import WayleaveConsole
import WayleaveWire
import Yams
import WayleaveOAuth2
import WayleaveProvider

/// The providers that the program knows: the built-in ones, those of a running playground, and those in the user's files.
struct Catalogue {
  let folder: String
  /// Where a running playground is found.
  let playground: PlaygroundPlace

  /// The largest description that is read, in bytes.
  static let maximumFileSize = 65536

  /// Every provider, by name; a user's file never replaces a built-in one.
  ///
  /// A file that cannot be read is left out with a warning: one bad entry must not make the others unusable.
  func all() throws(OAuthError) -> [Provider] {
    var providers = Provider.builtIn
    do throws(OAuthError) { providers += try playground.running()?.providers ?? [] } catch {
      Console.error("The running playground is left out. \(error.message)")
    }
    for name in try ownNames() where !providers.contains(where: { $0.name == name }) {
      do throws(OAuthError) {
        let entry = try Self.provider(inFile: path(of: name))
        if entry.name == name { providers.append(entry) }
      } catch {
        Console.error("A provider file is left out. \(error.message)")
      }
    }
    return providers.sorted { $0.name < $1.name }
  }

  /// Every name, without a look into the files of the user.
  func names() throws(OAuthError) -> [ProviderName] {
    let others = try ownNames() + (playground.runningOrNil?.providers.map(\.name) ?? [])
    return Set(Provider.builtInNames + others).sorted()
  }

  /// The names of the user's own files, whatever is in them.
  private func ownNames() throws(OAuthError) -> [ProviderName] {
    try TextFile.names(in: folder).filter { $0.hasSuffix(".yaml") }.map { ProviderName(String($0.dropLast(5))) }
  }

  /// The provider of a name, or the one of an issuer's address; throws `configuration.unknown_provider`.
  func provider(named name: String, allowingHTTP: Bool) throws(OAuthError) -> Provider {
    let all = try all()
    if let found = all.first(where: { $0.name == ProviderName(name) }) { return found }
    if PlaygroundDescription.names.contains(ProviderName(name)), try playground.running() == nil {
      throw .playgroundNotRunning()
    }
    if name.contains("://") { return try Provider(issuer: Issuer(name), allowingHTTP: allowingHTTP) }
    throw .unknownProvider(name, among: (all.map(\.name) + PlaygroundDescription.names).map(\.text))
  }

  /// Saves a file of the user as an entry, after reading all of it; throws `configuration.malformed_provider`.
  func add(file: String, allowingHTTP: Bool, replacing: Bool) throws(OAuthError) -> Provider {
    let text = try TextFile.read(file)
    let provider = try Self.provider(in: text, of: file, allowingHTTP: allowingHTTP)
    let own = try ownNames()
    guard replacing || !own.contains(provider.name) else { throw .providerExists(provider.name) }
    let taken = Provider.builtInNames + PlaygroundDescription.names
    guard !taken.contains(provider.name), !provider.name.text.contains("/") else {
      throw OAuthError(
        .malformedProvider,
        message:
          "“\(DisplayText.clean(provider.name.text))” is a provider of the program itself, which cannot be replaced.",
        rule: .wayleave("a built-in provider cannot be replaced"), expected: "another name",
        received: .text(provider.name.text), remedy: "Give the entry another name.")
    }
    try TextFile.write(text, as: Self.fileName(of: provider.name), in: folder)
    return provider
  }

  /// Removes an entry of the user; throws `configuration.unknown_provider`.
  func remove(named name: String) throws(OAuthError) {
    let own = try ownNames()
    guard own.contains(ProviderName(name)) else {
      throw OAuthError(
        .unknownProvider, message: "You have not added a provider “\(DisplayText.clean(name))”.",
        rule: .wayleave("only added providers can be removed"), expected: "a provider that was added",
        received: .text(name), remedy: .advice(NearestNames.suggestion(for: name, among: own.map(\.text))))
    }
    try TextFile.remove(Self.fileName(of: ProviderName(name)), in: folder)
  }

  private func path(of name: ProviderName) -> String { "\(folder)/\(Self.fileName(of: name))" }

  private static func fileName(of name: ProviderName) -> String { "\(name).yaml" }

  private static func provider(inFile path: String) throws(OAuthError) -> Provider {
    try TextFile.requireOwn(path)
    return try provider(in: try TextFile.read(path), of: path, allowingHTTP: true)
  }

  private static func provider(in text: String, of path: String, allowingHTTP: Bool) throws(OAuthError) -> Provider {
    guard text.utf8.count <= maximumFileSize else { throw .malformedProviderFile(path, "more than 64 KiB") }
    let node: Node?
    do { node = try Yams.compose(yaml: text) } catch {
      throw .malformedProviderFile(path, (error as? YamlError)?.inWords ?? "\(error)")
    }
    var nodes = 0
    guard let json = node.flatMap({ JSON(yaml: $0, counting: &nodes) }) else {
      throw .malformedProviderFile(path, "no entry")
    }
    do throws(OAuthError) { return try Provider(json: json, allowingHTTP: allowingHTTP) } catch {
      throw error.worded("\(DisplayText.clean(path)): \(error.message)")
    }
  }
}

extension JSON {
  /// YAML as JSON has it: plain `true`, `false`, `null` and whole numbers are what they look like, all else is text.
  ///
  /// Nil for a key that is no text or occurs twice, and for more values than any entry has: a few aliases of aliases
  /// would otherwise stand for billions.
  fileprivate init?(yaml node: Node, counting nodes: inout Int, depth: Int = 0) {
    nodes += 1
    guard nodes <= 10_000, depth <= JSON.maximumDepth else { return nil }
    switch node {
    case .scalar(let scalar):
      guard scalar.style == .plain || scalar.style == .any else {
        self = .string(scalar.string)
        return
      }
      switch scalar.string {
      case "true": self = true
      case "false": self = false
      case "", "~", "null": self = .null
      case let text: self = Int64(text) == nil ? .string(text) : .number(text)
      }
    case .sequence(let sequence):
      var elements: [JSON] = []
      for node in sequence {
        guard let element = JSON(yaml: node, counting: &nodes, depth: depth + 1) else { return nil }
        elements.append(element)
      }
      self = .array(elements)
    case .mapping(let mapping):
      var object = Object()
      for (key, value) in mapping {
        guard let name = key.string, object[name] == nil,
          let json = JSON(yaml: value, counting: &nodes, depth: depth + 1)
        else { return nil }
        object[name] = json
      }
      self = .object(object)
    case .alias: return nil
    }
  }
}

extension YamlError {
  /// The problem and its place on one line; nil for a failure that has no place.
  fileprivate var inWords: String? {
    switch self {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      "line \(mark.line), column \(mark.column): \(problem)"
    default: nil
    }
  }
}

extension OAuthError {
  fileprivate static func unknownProvider(_ name: String, among names: [String]) -> OAuthError {
    let near = NearestNames.of(name, among: names)
    // A host without its scheme, with or without a path.
    let issuer = name.contains(".") ? (try? AbsoluteURL("https://\(name)"))?.text : nil
    let suggestion = issuer ?? (near.isEmpty ? nil : near.joined(separator: ", "))
    return OAuthError(
      .unknownProvider, message: "“\(DisplayText.clean(name))” is not a provider that is known here.",
      rule: .wayleave("a provider is in the catalogue, or is given by its issuer"),
      expected: "the name of a provider, or an issuer's https URL", received: .text(name),
      remedy: .advice(
        (suggestion.map { "Did you mean \($0)? " } ?? "")
          + "All: `wayleave providers list`. Your own: `wayleave providers add FILE`."))
  }

  fileprivate static func providerExists(_ name: ProviderName) -> OAuthError {
    OAuthError(
      .malformedProvider, message: "You have an entry “\(DisplayText.clean(name.text))” already.",
      rule: .wayleave("an entry is replaced only when the user says so"),
      expected: "a name that is free", received: .text(name.text),
      remedy: "See `wayleave providers show \(name)`; then replace it with --replace, or choose another name.")
  }

  fileprivate static func malformedProviderFile(_ path: String, _ reason: String) -> OAuthError {
    OAuthError(
      .malformedProvider, message: "\(DisplayText.clean(path)): \(DisplayText.clean(reason)).",
      rule: .wayleave("a provider's description is YAML"),
      expected: "an entry in \(DisplayText.clean(path))",
      received: .text(reason),
      remedy: "Correct the file; `wayleave providers show foursquare` prints a correct one.")
  }
}
