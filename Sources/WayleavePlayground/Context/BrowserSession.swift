import WayleaveWire

/// What the playground knows of one browser.
struct BrowserSession: Sendable {
  /// What shows that a form came from a page of this session.
  let formToken: Secret
  /// Who is signed in where.
  var people: [PlaygroundProvider: BrowserSignIn] = [:]
  /// What this browser is being asked.
  var interactions = ExpiringTable<Question>(capacity: 16)

  /// How long a browser is remembered.
  static let lifetime: Duration = .seconds(8 * 3600)
}
