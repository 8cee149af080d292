import Wayleave
import WayleaveConsole
import WayleaveWire
import WayleaveOAuth2
import WayleaveProvider

/// The providers that the program knows: the built-in ones, those of a running playground, and those in the user's files.
struct Catalogue {
  let folder: String
  /// Where a running playground is found.
  let playground: PlaygroundPlace

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
        if let entry = try ownEntry(named: name) { providers.append(entry) }
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
    if let found = try entry(named: ProviderName(name)) { return found }
    if PlaygroundDescription.names.contains(ProviderName(name)), try playground.running() == nil {
      throw .playgroundNotRunning()
    }
    if let provider = try Self.providerOfTemplate(named: ProviderName(name)) { return provider }
    if name.contains("://") { return try Provider(issuer: Issuer(name), allowingHTTP: allowingHTTP) }
    // A file that is left out is named here: it may be the one that is meant.
    throw .unknownProvider(name, among: (try all().map(\.name) + PlaygroundDescription.names).map(\.text))
  }

  /// Throws what to type where a name is that of a template, or its value does not fit; nil for another name.
  private static func providerOfTemplate(named name: ProviderName) throws(OAuthError) -> Provider? {
    if let template = Provider.builtInTemplate(named: name) { throw .missingValue(of: template) }
    guard let (template, value) = name.templateAndValue else { return nil }
    return try Provider.builtInTemplate(named: template).map { (template) throws(OAuthError) in try template(value) }
  }

  /// The entry of a name; nil for none. No other entry is made, and no other file is read.
  func entry(named name: ProviderName) throws(OAuthError) -> Provider? {
    if let builtIn = Provider.builtIn(named: name) { return builtIn }
    guard name.isCatalogueName else { return nil }
    guard name.text.hasPrefix("playground-") else { return try ownEntry(named: name) }
    return try playground.running()?.entry(named: name)?.provider
  }

  /// The entry in the user's file of a name; nil where there is no such file.
  private func ownEntry(named name: ProviderName) throws(OAuthError) -> Provider? {
    let path = path(of: name)
    return try TextFile.readOwn(path).map { (text) throws(OAuthError) in
      try EntryCheck.provider(in: text, at: path, named: name, allowingHTTP: true)
    }
  }

  /// Checks files and entries; without any, every file of the user.
  ///
  /// A word is the name of an entry, or else a file. A named file that cannot be read at all is thrown.
  func checks(of words: [String], allowingHTTP: Bool) throws(OAuthError) -> [EntryCheck] {
    guard words.isEmpty else {
      return try words.map { (word) throws(OAuthError) in try check(word, allowingHTTP: allowingHTTP) }
    }
    return try ownNames().compactMap { name in
      do throws(OAuthError) { return try ownCheck(of: name, allowingHTTP: allowingHTTP) } catch {
        return EntryCheck(of: path(of: name), failing: error)
      }
    }
  }

  private func check(_ word: String, allowingHTTP: Bool) throws(OAuthError) -> EntryCheck {
    let name = ProviderName(word)
    if word != "-", name.isCatalogueName {
      if let check = try ownCheck(of: name, allowingHTTP: allowingHTTP) { return check }
      // On this machine, as a playground is, http is always allowed.
      if let entry = try entry(named: name) { return EntryCheck(of: entry.json.yaml(), at: word) }
    }
    do throws(OAuthError) {
      let text = try TextFile.read(word)
      return EntryCheck(of: text, at: word, isTaken: Self.isTaken, allowingHTTP: allowingHTTP)
    } catch {
      guard name.isCatalogueName, !word.contains(".") else { throw error }
      throw .unknownProvider(word, among: try names().map(\.text))
    }
  }

  private func ownCheck(of name: ProviderName, allowingHTTP: Bool) throws(OAuthError) -> EntryCheck? {
    try TextFile.readOwn(path(of: name)).map {
      EntryCheck(
        of: $0, at: path(of: name), named: name, isTaken: Self.isTaken, allowingHTTP: allowingHTTP)
    }
  }

  /// Whether an entry of the user cannot have a name, since the program's own is found by it.
  private static func isTaken(_ name: ProviderName) -> Bool {
    Provider.builtInNames.contains(name) || PlaygroundDescription.names.contains(name)
      || name.templateAndValue.map { Provider.builtInTemplate(named: $0.template) != nil } == true
  }

  /// Saves a file of the user as an entry, after reading all of it; throws `configuration.malformed_provider`.
  func add(file: String, allowingHTTP: Bool, replacing: Bool) throws(OAuthError) -> Provider {
    let text = try TextFile.read(file)
    let provider = try EntryCheck.provider(in: text, at: file, allowingHTTP: allowingHTTP)
    let own = try ownNames()
    guard replacing || !own.contains(provider.name) else { throw .providerExists(provider.name) }
    guard !Self.isTaken(provider.name), !provider.name.text.contains("/") else {
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
}

extension ProviderTemplate {
  /// The name as people are shown it: `zendesk.SUBDOMAIN`.
  var shownName: String { "\(name).\(variable.name.uppercased())" }
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

  fileprivate static func missingValue(of template: ProviderTemplate) -> OAuthError {
    let variable = template.variable
    return OAuthError(
      .unknownProvider, message: "\(template.title) needs its \(variable.name): \(variable.meaning).",
      rule: .wayleave("a provider whose customers have services of their own is named with the customer"),
      expected: template.shownName, received: .text(template.name.text),
      remedy: .advice("Type it after a period, such as `wayleave login \(template.name).\(variable.example)`."),
      member: variable.name)
  }

  fileprivate static func providerExists(_ name: ProviderName) -> OAuthError {
    OAuthError(
      .malformedProvider, message: "You have an entry “\(DisplayText.clean(name.text))” already.",
      rule: .wayleave("an entry is replaced only when the user says so"),
      expected: "a name that is free", received: .text(name.text),
      remedy: "See `wayleave providers show \(name)`; then replace it with --replace, or choose another name.")
  }
}
