import Wayleave
import WayleaveConsole
import WayleaveTerminal
import WayleaveWire
import WayleaveOAuth2
import WayleaveProvider

/// The providers that the program knows: the built-in ones, with what corrects them, those of a running playground, and
/// those in the user's files.
struct Catalogue {
  let folder: String
  /// Where a running playground is found.
  let playground: PlaygroundPlace

  /// Every provider, by name; a user's file never replaces a built-in one.
  ///
  /// A file that cannot be read is left out with a warning: one bad entry must not make the others unusable.
  func all() throws(OAuthError) -> [Provider] { try everything().providers }

  /// Every provider, and every template, by name.
  func everything() throws(OAuthError) -> (providers: [Provider], templates: [ProviderTemplate]) {
    var (providers, templates) = try builtInEntries()
    do throws(OAuthError) { providers += try playground.running()?.providers ?? [] } catch {
      Console.error("The running playground is left out. \(error.message)")
    }
    let own = try ownEntries(besides: Set(providers.map(\.name) + Provider.builtInNames))
    providers += own.compactMap(\.provider)
    templates += own.compactMap(\.template)
    return (providers.sorted { $0.name < $1.name }, templates.sorted { $0.name < $1.name })
  }

  private func ownEntries(besides taken: Set<ProviderName>) throws(OAuthError) -> [DescribedEntry] {
    var entries: [DescribedEntry] = []
    for name in try ownNames() where !taken.contains(name) {
      do throws(OAuthError) {
        if let entry = try ownEntry(named: name) { entries.append(entry) }
      } catch {
        Console.error("A provider file is left out. \(error.message)")
      }
    }
    return entries
  }

  /// Every name, without a look into the files of the user.
  func names() throws(OAuthError) -> [ProviderName] {
    let others = try ownNames() + (playground.runningOrNil?.providers.map(\.name) ?? [])
    return Set(Provider.builtInNames + others).sorted()
  }

  /// The names of the user's own files, whatever is in them.
  func ownNames() throws(OAuthError) -> [ProviderName] {
    try TextFile.names(in: folder).filter { $0.hasSuffix(".yaml") }.map { ProviderName(String($0.dropLast(5))) }
  }

  /// The provider of a name, or the one of an issuer's address; throws `configuration.unknown_provider`.
  func provider(named name: String, allowingHTTP: Bool) throws(OAuthError) -> Provider {
    if let found = try entry(named: ProviderName(name)) { return found }
    if PlaygroundDescription.offers(ProviderName(name)), try playground.running() == nil {
      throw .playgroundNotRunning(for: ProviderName(name))
    }
    if let provider = try template(named: ProviderName(name))?.provider(named: ProviderName(name)) { return provider }
    // A title is written with capital letters, as GitHub is.
    if let small = try entryInLowerCase(of: name) { return small }
    if name.contains("://") {
      return try Provider(issuer: Issuer(TypedURL.normalized(name)), allowingHTTP: allowingHTTP)
    }
    // A file that is left out is named here: it may be the one that is meant.
    let (providers, templates) = try everything()
    let names = (providers.map(\.name) + templates.map(\.name)).map(\.text) + PlaygroundDescription.suggested
    throw .unknownProvider(name, suggesting: Self.suggestions(for: name, among: names, of: providers, templates))
  }

  /// The entry whose name a word is but for capital letters; nil for none, and for a word that is a name as it stands.
  private func entryInLowerCase(of word: String) throws(OAuthError) -> Provider? {
    let small = ProviderName(String(decoding: word.utf8.map(\.lowercased), as: UTF8.self))
    guard !small.text.hasSameBytes(as: word), small.isCatalogueName, !small.text.contains(".") else { return nil }
    return try entry(named: small)
  }

  /// What may be meant by what a person typed as a provider: a name, or where there is a period a host.
  private static func suggestions(
    for typed: String, among names: [String], of providers: [Provider], _ templates: [ProviderTemplate]
  ) -> [String] {
    let aliased = Self.entries(alsoCalled: typed, among: providers, templates)
    if !aliased.isEmpty { return aliased.map(\.text) }
    let name = ProviderName(typed)
    if name.isOfPlayground { return PlaygroundDescription.nearest(to: name) }
    // On this machine hardly any server has a certificate.
    if !TypedName.mayBeSecret(typed), typed.contains(":"), let url = try? AbsoluteURL("http://\(typed)"), url.isLoopback
    {
      return [url.text]
    }
    guard typed.contains("."), !TypedName.mayBeSecret(typed), let url = try? AbsoluteURL("https://\(typed)"),
      let host = Origin(of: url)?.host
    else {
      return NearestNames.of(typed, among: names)
    }
    let (here, customers) = entries(at: host, among: providers, templates)
    guard here.isEmpty else { return here.map(\.text) }
    return (customers.isEmpty ? servers(at: host) : customers).map(\.text) + [url.text]
  }

  /// The servers of one's own that a host may be by its first word, as github.example.com GitHub Enterprise Server.
  ///
  /// With two words alone, as in github.co, the host of someone else is more likely.
  private static func servers(at host: String) -> [ProviderName] {
    guard host.utf8.count(where: { $0 == UInt8(ascii: ".") }) > 1, !SharedDomain.contains(host) else { return [] }
    let word = "\(host.prefix { $0 != "." })-"
    let meant = Provider.builtInTemplates.filter { $0.name.text.hasPrefix(word) }
    return Array(meant.compactMap { try? $0.provider(named: ProviderName("\($0.name).\(host)"))?.name }.prefix(3))
  }

  /// The entries that people also call so: our own alone where there is one, since a file of the user may claim every name.
  private static func entries(
    alsoCalled typed: String, among providers: [Provider], _ templates: [ProviderTemplate]
  ) -> [ProviderName] {
    if let builtIn = Provider.builtInName(alsoCalled: typed) { return [builtIn] }
    let word = typed.lowercased()
    let names =
      providers.filter { $0.aliases.contains(word) }.map(\.name)
      + templates.filter { $0.aliases.contains(word) }.map(\.name)
    return Array(names.prefix(3))
  }

  /// The entries, and where there are none the customers of one, whose host it is; at most three of each.
  private static func entries(
    at host: String, among providers: @autoclosure () -> [Provider], _ templates: @autoclosure () -> [ProviderTemplate]
  ) -> (entries: [ProviderName], customers: [ProviderName]) {
    let domain = host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    guard !SharedDomain.contains(domain), IPAddress(domain) == nil else { return ([], []) }
    let here = fitting({ $0.isAt(host: domain) }, among: providers())
    guard here.isEmpty else { return (here.map(\.name), []) }
    return ([], Array(templates().compactMap { $0.provider(at: domain)?.name }.prefix(3)))
  }

  /// The entries at the host of a URL, where nothing but that host may be meant; empty for a URL with more than that.
  func names(at url: AbsoluteURL) -> [ProviderName] {
    guard url.path.isEmpty || url.path == "/", url.query == nil, let host = url.host else { return [] }
    let (entries, customers) = Self.entries(at: host, among: (try? all()) ?? [], Provider.builtInTemplates)
    return entries + customers
  }

  /// The providers that fit, at most three: our own where there are any, since a file of the user may claim every host.
  ///
  /// Those that have ended are left out.
  private static func fitting(
    _ fits: (Provider) -> Bool, among all: @autoclosure () -> [Provider]
  ) -> [Provider] {
    let own = Provider.builtIn.filter { !$0.isRetired && fits($0) }
    return Array((own.isEmpty ? all().filter { !$0.isRetired && fits($0) } : own).prefix(3))
  }

  /// What to type to sign in at the provider of an API, where that is known or can be asked; nil else.
  ///
  /// An issuer has an API below its own URL, as one of a playground has, where every provider is at one origin.
  func signIn(forAPI url: AbsoluteURL) -> String? {
    guard let origin = Origin(of: url) else { return nil }
    let all = (try? all()) ?? []
    let issuers = Self.fitting({ $0.isKnown && $0.isIssuer(above: url) }, among: all)
    let providers =
      issuers.isEmpty ? Self.fitting({ $0.servesAPI(at: origin) || $0.isIssuer(above: url) }, among: all) : issuers
    let commands = providers.compactMap { Remedy.argument($0.name.text) }.map { "`wayleave login \($0)`" }
    if let first = providers.first, !commands.isEmpty {
      let words = commands.joined(separator: " or ")
      // What a file of the user claims was verified by no one.
      return first.isKnown ? "Sign in: \(words)." : "An entry that you added names this API. If you trust it: \(words)."
    }
    // A query may hold what is secret.
    guard origin.scheme == "https", let api = Remedy.argument("\(origin)\(url.path == "/" ? "" : url.path)") else {
      return nil
    }
    return "If the URL is right, sign in at that API: `wayleave login \(api)`."
  }

  /// The template whose name stands before the first period of a name, or is all of it; nil for none.
  func template(named name: ProviderName) throws(OAuthError) -> ProviderTemplate? {
    let name = name.templateAndValue?.template ?? name
    guard name.isCatalogueName else { return nil }
    if let builtIn = Provider.builtInTemplate(named: name) { return try corrected(name)?.entry.template ?? builtIn }
    return try ownEntry(named: name)?.template
  }

  /// The entry of a name; nil for none. No other entry is made, and no other file is read.
  func entry(named name: ProviderName) throws(OAuthError) -> Provider? {
    if Provider.isBuiltInName(name) {
      let corrected = try corrected(name.templateAndValue?.template ?? name)?.entry
      // A value that does not fit, or is missing, is reported by what wants the provider.
      return corrected == nil ? Provider.builtIn(named: name) : try? corrected?.provider(named: name)
    }
    guard name.isCatalogueName else { return nil }
    guard !name.isOfPlayground else { return try playground.running(only: name)?.entry(named: name)?.provider }
    if let own = try ownEntry(named: name) { return own.provider }
    // A value that does not fit, or is missing, is reported by what wants the provider.
    return try? template(named: name)?.provider(named: name)
  }

  /// What changes on the disk when ``entry(named:)`` does: the user's folder and files, and what a playground leaves.
  ///
  /// The folder may be a link, and is looked at behind it.
  var places: [String] { [folder + "/.", playground.file, updateFile] + ((try? ownNames()) ?? []).map(path(of:)) }

  /// What the user's file of a name describes; nil where there is no such file, or the name is one of the program's own.
  func ownEntry(named name: ProviderName) throws(OAuthError) -> DescribedEntry? {
    guard !name.isOfProgram else { return nil }
    let path = path(of: name)
    return try TextFile.readOwn(path).map { (text) throws(OAuthError) in
      try EntryCheck.entry(in: text, at: path, named: name, allowingHTTP: true)
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
      return EntryCheck(
        of: text, at: word, isTaken: \.isOfProgram, allowingHTTP: allowingHTTP, over: usableUpdate().description(of:))
    } catch {
      guard name.isCatalogueName, !word.contains(".") else { throw error }
      throw .unknownProvider(word, suggesting: NearestNames.of(word, among: try names().map(\.text)))
    }
  }

  private func ownCheck(of name: ProviderName, allowingHTTP: Bool) throws(OAuthError) -> EntryCheck? {
    try TextFile.readOwn(path(of: name)).map {
      EntryCheck(
        of: $0, at: path(of: name), named: name, isTaken: \.isOfProgram, allowingHTTP: allowingHTTP,
        over: usableUpdate().description(of:))
    }
  }

  /// Checks a file, and saves it as an entry where nothing is wrong with it.
  ///
  /// Throws `configuration.malformed_provider` where there is such an entry already.
  func add(file: String, allowingHTTP: Bool, replacing: Bool) throws(OAuthError) -> EntryCheck {
    let text = try TextFile.read(file)
    let check = EntryCheck(
      of: text, at: file, isTaken: \.isOfProgram, allowingHTTP: allowingHTTP, over: usableUpdate().description(of:))
    guard let entry = check.entry else { return check }
    let exists = try isOwn(entry.name)
    guard replacing || !exists else { throw .providerExists(entry.name) }
    try TextFile.write(text, as: Self.fileName(of: entry.name), in: folder)
    return check
  }

  /// Whether the user has an entry of a name, or a template that makes one.
  private func isOwn(_ name: ProviderName) throws(OAuthError) -> Bool {
    if try ownNames().contains(name) { return true }
    guard let template = name.templateAndValue?.template else { return false }
    return (try? ownEntry(named: template))?.template != nil
  }

  /// Removes an entry of the user; throws `configuration.unknown_provider`.
  func remove(named name: String) throws(OAuthError) {
    let own = try ownNames()
    guard own.contains(ProviderName(name)) else {
      let isBuiltIn = Provider.builtInNames.contains(ProviderName(name))
      let shown = isBuiltIn ? "“\(DisplayText.clean(name))”" : TypedName.shown(name)
      throw OAuthError(
        .unknownProvider,
        message: isBuiltIn ? "\(shown) is built in, and stays." : "You have not added a provider \(shown).",
        rule: .wayleave("only added providers can be removed"),
        remedy: own.isEmpty
          ? "You have added none, so there is none to remove. All: `wayleave providers list`."
          : .advice(NearestNames.suggestion(for: name, among: own.map(\.text))))
    }
    try TextFile.remove(Self.fileName(of: ProviderName(name)), in: folder)
  }

  func path(of name: ProviderName) -> String { "\(folder)/\(Self.fileName(of: name))" }

  private static func fileName(of name: ProviderName) -> String { "\(name).yaml" }
}

extension Provider {
  /// Whether its entry is one of the program's own, or of a playground.
  fileprivate var isKnown: Bool { isBuiltIn || name.isOfPlayground }

  /// Whether it is an issuer whose URL is that of an API, or the beginning of its path.
  fileprivate func isIssuer(above api: AbsoluteURL) -> Bool {
    guard case .issuer(let issuer) = service else { return false }
    let path = issuer.text.utf8.last == UInt8(ascii: "/") ? issuer.text : issuer.text + "/"
    return api.text.utf8.starts(with: path.utf8)
  }
}

extension OAuthError {
  fileprivate static func unknownProvider(_ name: String, suggesting meant: [String]) -> OAuthError {
    let question = meant.isEmpty ? "" : "Did you mean \(meant.joined(separator: ", "))? "
    return OAuthError(
      .unknownProvider, message: "\(TypedName.shown(name)) is not a provider that is known here.",
      rule: .wayleave("a provider is in the catalogue, or is given by its issuer"),
      remedy: .advice("\(question)All: `wayleave providers list`. Your own: `wayleave providers add FILE`."))
  }

  fileprivate static func providerExists(_ name: ProviderName) -> OAuthError {
    OAuthError(
      .malformedProvider, message: "You have an entry “\(DisplayText.clean(name.text))” already.",
      rule: .wayleave("an entry is replaced only when the user says so"),
      remedy: "See `wayleave providers show \(name)`; then replace it with --replace, or choose another name.")
  }
}
