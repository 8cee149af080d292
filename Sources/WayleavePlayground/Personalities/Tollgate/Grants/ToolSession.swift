import WayleaveOAuth2

/// What a client began by `initialize`: the revision of the protocol, for one user of one client.
struct ToolSession: Sendable {
  /// The revisions that begin with `initialize`, the newest last.
  static let versions = ["2025-03-26", "2025-06-18", "2025-11-25"]
  /// The revision without sessions: each request says all that it needs.
  static let versionWithoutSession = "2026-07-28"
  /// Every revision that is spoken.
  static let allVersions = versions + [versionWithoutSession]
  /// How long a session is remembered.
  static let lifetime: Duration = .seconds(3600)

  let version: String
  /// Whose token began it; nil where none was asked for.
  let owner: Owner?

  /// A client, and the user in whose name it asks.
  struct Owner: Sendable, Equatable {
    let clientID: ClientID
    let subject: String
  }
}
