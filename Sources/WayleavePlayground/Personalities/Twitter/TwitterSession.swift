import WayleaveWire

extension Twitter {
  /// What renews tokens that expire.
  ///
  /// OAuth Session 1.0 Draft 1.
  struct Session: Sendable {
    /// `oauth_session_handle`; the same in every answer of the session.
    let handle: Secret
    /// When it ends, and with it every token; a renewal does not move it.
    let expiry: Instant

    /// How long a session lasts.
    static let lifetime: Duration = .seconds(30 * 86_400)
  }
}
