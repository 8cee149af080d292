/// A provider that the playground plays.
public struct PlaygroundProvider: Sendable, Hashable {
  /// Its name, as in `playground-NAME`.
  public let name: String
  /// What its pages call it.
  public let title: String

  /// A provider by its name, and by what its pages call it.
  package init(_ name: String, title: String) {
    self.name = name
    self.title = title
  }

  /// Every provider that the playground plays.
  public static var all: [PlaygroundProvider] { [.tollgate, .foursquare, .twitter, .entries] }

  /// Tollgate, which is made up: OAuth 2 and OpenID Connect as today's specifications have them, and strict about them.
  public static let tollgate = PlaygroundProvider("tollgate", title: "Tollgate")
  /// Foursquare v2, OAuth 2.
  public static let foursquare = PlaygroundProvider("foursquare", title: "Foursquare")
  /// Twitter, OAuth 1.0a.
  public static let twitter = PlaygroundProvider("twitter", title: "Twitter")
  /// The entries of the catalogue.
  public static let entries = PlaygroundProvider("entries", title: "A provider of the catalogue")
}
