public import WayleaveWire

/// A sign-in whose credential a later one of the same account has replaced.
public struct ReplacedSignIn: Sendable, Equatable {
  /// The name that was given to the account; nil for none.
  public let name: String?
  /// When the replaced credential was issued or last refreshed.
  public let since: Instant
  /// The scopes of the replaced credential; empty where they were not known.
  public let scopes: [String]
}
