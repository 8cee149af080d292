import WayleaveWire

/// Who is signed in at a provider in one browser, and since when.
struct BrowserSignIn: Sendable {
  let person: PlaygroundPerson
  let instant: Instant

  /// Whether the sign-in is older than so many seconds; nil allows any age.
  ///
  /// OpenID Connect Core §3.1.2.1, `max_age`.
  func isOlder(than maximumAge: Int64?, at now: Instant) -> Bool {
    maximumAge.map { now - instant > .seconds($0) } ?? false
  }
}
