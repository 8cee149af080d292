public import WayleaveWire

/// A sign-in whose credential a later one of the same account has replaced.
public struct ReplacedSignIn: Sendable, Equatable {
  /// The name that was given to the account; nil for none.
  public let name: String?
  /// When the replaced credential was issued or last refreshed.
  public let since: Instant
  /// The scopes of the replaced credential; empty where they were not known.
  public let scopes: [String]

  package init(name: String?, since: Instant, scopes: [String]) {
    (self.name, self.since, self.scopes) = (name, since, scopes)
  }
}

extension ReplacedSignIn {
  /// As it is stored.
  var json: JSON {
    ["name": JSON(name), "since": JSON(since.secondsSinceEpoch), "scopes": .array(scopes.map(JSON.string))]
  }

  /// Reads ``json``; nil when it is something else.
  init?(json: JSON) {
    guard let since = json["since"]?.integer else { return nil }
    self.init(
      name: json["name"]?.string, since: Instant(secondsSinceEpoch: since),
      scopes: json["scopes"]?.array?.compactMap(\.string) ?? [])
  }
}
