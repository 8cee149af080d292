package import WayleaveWire

extension Provider {
  /// Every built-in provider that needs no value, in the order of their names.
  public static var builtIn: [Provider] { BuiltInEntry.all.compactMap(\.provider) }

  /// The built-in providers whose customers each have a service of their own.
  public static var builtInTemplates: [ProviderTemplate] { BuiltInEntry.all.compactMap(\.template) }

  /// The names of the built-in providers, in order.
  package static var builtInNames: [ProviderName] { BuiltInEntry.all.map(\.name) }

  /// Names and titles of the built-in providers and templates, in order; no entry is read for them.
  package static var builtInTitles: [(name: ProviderName, title: String)] {
    BuiltInEntry.all.map { ($0.name, $0.title) }
  }

  /// The built-in providers that have to do with an origin at most; an entry without the host in its text is not read.
  package static func builtIn(concerning origin: Origin) -> [Provider] {
    BuiltInEntry.all.filter { $0.mayName(origin.host) }.compactMap(\.provider)
  }

  /// Whether a name can only be that of a built-in provider: its own, or one below it, such as `google.evil`.
  ///
  /// A name with a period looks like that of a customer, or of a relative, of what stands before it.
  package static func isBuiltInName(_ name: ProviderName) -> Bool {
    BuiltInEntry.named((name.templateAndValue?.template ?? name).text) != nil
  }

  /// The built-in provider of a name, or of one customer as in `zendesk.acme`; nil for none. No other entry is made for
  /// it.
  public static func builtIn(named name: ProviderName) -> Provider? {
    if let entry = BuiltInEntry.named(name.text) { return entry.provider }
    guard let template = name.templateAndValue?.template else { return nil }
    return try? BuiltInEntry.named(template.text)?.template?.provider(named: name)
  }

  /// The built-in template of a name; nil for none.
  public static func builtInTemplate(named name: ProviderName) -> ProviderTemplate? {
    BuiltInEntry.named(name.text)?.template
  }

  /// The name of the built-in provider that people also call so; nil for none. Capital letters are as good as small ones.
  package static func builtInName(alsoCalled typed: String) -> ProviderName? {
    let typed = typed.lowercased()
    return BuiltInEntry.all.first { $0.aliases.contains { $0.hasSameBytes(as: typed) } }?.name
  }

  /// The description of a built-in entry, or of a template, as its file has it; nil for none.
  package static func builtInDescription(named name: ProviderName) -> JSON? {
    try? BuiltInEntry.named(name.text)?.json
  }

  /// Whether it is a built-in entry, unchanged or with changes that someone vouches for.
  ///
  /// Only what corrects a built-in entry makes such changes (``isVouchedFor``): no file of an entry of its own can.
  package var isBuiltIn: Bool { isVouchedFor || Self.builtIn(named: name) == self }
}
