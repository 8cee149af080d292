public import WayleaveOAuth2
public import WayleaveWire

/// The user's way back from the provider after a logout.
///
/// OpenID Connect RP-Initiated Logout §3.
public struct LogoutCallback: Sendable, Equatable {
  /// The state of the request; nil when it had none.
  public let state: Secret?

  /// A callback to send.
  public init(state: Secret?) {
    self.state = state
  }

  /// The address to send the user back to.
  public func url(to postLogoutRedirectURI: RedirectURI) throws(OAuthError) -> AbsoluteURL {
    var form = Form()
    if let state { form.append("state", state) }
    return try AbsoluteURL(postLogoutRedirectURI.url.text(adding: form))
  }

  /// Reads the query of a callback; throws `sign_in.state_mismatch` when its state is not the one that was sent.
  public init(reading url: AbsoluteURL, state expected: Secret?) throws(OAuthError) {
    state = try Form(decoding: url.query ?? "").nonEmptyText(of: "state").map { Secret($0) }
    guard state == expected else { throw .logoutStateMismatch(state) }
  }
}

extension OAuthError {
  fileprivate static func logoutStateMismatch(_ state: Secret?) -> OAuthError {
    OAuthError(
      .stateMismatch, rule: .openID("RP-Initiated Logout", "3"), expected: "the state of the logout that is under way",
      received: .redacted(state), remedy: "The session here has ended all the same; this callback was not ours.")
  }
}
