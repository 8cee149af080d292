import WayleaveWire

extension Provider {
  /// Every built-in provider that needs no value, in the order of their names.
  public static var builtIn: [Provider] { entries.compactMap { $0.provider } }

  /// The built-in providers whose customers each have a service of their own.
  public static var builtInTemplates: [ProviderTemplate] { entries.compactMap { $0.template } }

  /// The names of the built-in providers, in order.
  package static var builtInNames: [ProviderName] { entries.map { ProviderName($0.name) } }

  /// Whether a name can only be that of a built-in provider: its own, or one below it, such as `google.evil`.
  ///
  /// A name with a period looks like that of a customer, or of a relative, of what stands before it.
  package static func isBuiltInName(_ name: ProviderName) -> Bool {
    builtInNames.contains(name.templateAndValue?.template ?? name)
  }

  /// The built-in provider of a name, or of one customer as in `zendesk.acme`; nil for none. No other entry is made for
  /// it.
  public static func builtIn(named name: ProviderName) -> Provider? {
    if let entry = entry(named: name) { return entry.provider }
    guard let template = name.templateAndValue?.template else { return nil }
    return try? entry(named: template)?.template?.provider(named: name)
  }

  /// The built-in template of a name; nil for none.
  public static func builtInTemplate(named name: ProviderName) -> ProviderTemplate? { entry(named: name)?.template }

  /// Whether it is a built-in entry, and unchanged.
  package var isBuiltIn: Bool { Self.builtIn(named: name) == self }

  private static func entry(named name: ProviderName) -> BuiltInEntry? {
    entries.first { $0.name.hasSameBytes(as: name.text) }
  }
}

/// An entry of the catalogue under its name; it is made when it is asked for.
struct BuiltInEntry: Sendable {
  let name: String
  private let made: Made

  private enum Made: Sendable {
    case provider(@Sendable () -> Provider)
    case template(@Sendable () -> ProviderTemplate)
  }

  init(_ name: String, _ make: @escaping @Sendable () -> Provider) { (self.name, made) = (name, .provider(make)) }

  init(_ name: String, template make: @escaping @Sendable () -> ProviderTemplate) {
    (self.name, made) = (name, .template(make))
  }

  /// The provider; for a template that of its usual value, nil where it has none.
  var provider: Provider? {
    switch made {
    case .provider(let make): return make()
    case .template(let make): return try? make().usual()
    }
  }

  /// The template; nil for a provider that has one service for all.
  var template: ProviderTemplate? {
    guard case .template(let make) = made else { return nil }
    return make()
  }
}
