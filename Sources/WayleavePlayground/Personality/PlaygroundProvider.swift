/// A provider that the playground plays.
public struct PlaygroundProvider: Sendable, Hashable {
  /// Its name, as in `playground-NAME`.
  public let name: String
  /// What its pages call it.
  public let title: String

  /// A provider by its name, and by what its pages call it.
  init(_ name: String, title: String) {
    self.name = name
    self.title = title
  }

  /// Every provider that the playground plays.
  public static var all: [PlaygroundProvider] { Personalities.all.map(\.provider) }
}
