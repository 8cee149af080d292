import WayleaveWire

extension Provider {
  /// Every built-in provider, in the order of their names.
  public static var builtIn: [Provider] { makers.map { $0.make() } }

  /// The names of the built-in providers, in order.
  package static var builtInNames: [ProviderName] { makers.map { ProviderName($0.name) } }

  /// The built-in provider of a name; nil for none. No other entry is made for it.
  public static func builtIn(named name: ProviderName) -> Provider? {
    makers.first { $0.name.hasSameBytes(as: name.text) }?.make()
  }

  /// Whether it is a built-in entry, and unchanged.
  package var isBuiltIn: Bool { Self.builtIn(named: name) == self }

  /// Each entry under its name; it is made when it is asked for.
  private static let makers: [(name: String, make: @Sendable () -> Provider)] = [
    ("discogs", { discogs }), ("flickr", { flickr }), ("foursquare", { foursquare }), ("garmin", { garmin }),
    ("mediawiki", { mediawiki }), ("trello", { trello }), ("tumblr", { tumblr }), ("twitter", { twitter }),
  ]
}
