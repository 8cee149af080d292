public import WayleaveOAuth2
public import WayleaveProvider
public import WayleaveWire

/// Shows the user the authorization page and brings the callback back.
public protocol UserAgent: Sendable {
  /// Gets ready to receive a callback on one of the client's redirect URIs; nothing is shown yet.
  ///
  /// Gives the redirect URI to name in the authorization request. Throws `sign_in.port_in_use` and its like.
  func prepare(for redirectURIs: [RedirectURI]) async throws -> any UserAgentSession

  /// Shows the address of a provider that does not redirect, and asks `verdict` about what the user types until that
  /// ends the sign-in or the deadline passes.
  ///
  /// RFC 5849 §2.1, "oob". What is ignored is asked for again. Throws as ``UserAgentSession/show(_:until:verdict:)``.
  func askForNumber(
    at url: AbsoluteURL, until deadline: ContinuousClock.Instant,
    verdict: @escaping @Sendable (_ typed: String) async -> CallbackVerdict
  ) async throws

  /// Shows the user a code and where to type it, on whichever device has a browser, and waits for `answered`: that
  /// gives what became of it when the user has answered there, or the deadline has passed.
  ///
  /// RFC 8628 §3.3. The code is also shown next to the address that contains it (§3.3.1), with the advice
  /// to enter it only if one began this sign-in oneself (§5.4). An address is shown as a picture only when it is one of
  /// these two. Throws `sign_in.cancelled` when the user wants to wait no longer.
  func showCode(
    _ codes: DeviceAuthorizationResponse, until deadline: ContinuousClock.Instant,
    answered: @escaping @Sendable () async -> CallbackVerdict
  ) async throws
}

extension UserAgent {
  /// Throws `configuration.unsupported`: not every user agent has a place to show a code at.
  public func showCode(
    _ codes: DeviceAuthorizationResponse, until deadline: ContinuousClock.Instant,
    answered: @escaping @Sendable () async -> CallbackVerdict
  ) async throws {
    throw OAuthError(
      .unsupported, message: "This user agent cannot show a code.",
      rule: .rfc(8628, "3.3"), expected: "a user agent that can show a code",
      received: .described("one without"), remedy: "Sign in with a browser, or use another user agent.")
  }

  /// Throws `configuration.unsupported`: not every user agent has a place to type at.
  public func askForNumber(
    at url: AbsoluteURL, until deadline: ContinuousClock.Instant,
    verdict: @escaping @Sendable (_ typed: String) async -> CallbackVerdict
  ) async throws {
    throw OAuthError(
      .unsupported, message: "In this user agent no number can be typed.",
      rule: .rfc(5849, "2.1"), expected: "a user agent in which the user can type a number",
      received: .described("one without"), remedy: "Register a redirect URI, or use another user agent.")
  }
}

/// One attempt to get a user's answer: shown once, always closed.
public protocol UserAgentSession: Sendable {
  /// Where the provider must send the user afterwards.
  var redirectURI: RedirectURI { get }

  /// Says which provider answers, before the address is shown: a session that answers the browser can name it there.
  func expectAnswer(from provider: Provider)

  /// Says by which way the answer must come, before the address is shown; `query` until then.
  ///
  /// OAuth 2.0 Multiple Response Type Encoding Practices §2.1. A session that sees requests refuses those of another way.
  func expectAnswer(by mode: ResponseMode)

  /// Shows the address, and asks `verdict` about each callback until one ends the sign-in or the deadline passes.
  ///
  /// A callback that is refused gets its answer and changes nothing. Throws `sign_in.timed_out` at the deadline, and
  /// `sign_in.cancelled` when the task is cancelled or the user closes the page in a way that can be noticed.
  func show(
    _ url: AbsoluteURL, until deadline: ContinuousClock.Instant,
    verdict: @escaping @Sendable (_ callbackURL: String) async -> CallbackVerdict
  ) async throws

  /// Stops receiving and frees what was held; called once on every way out.
  func close() async
}

extension UserAgentSession {
  /// Does nothing: a session that shows no page of its own names no one.
  public func expectAnswer(from provider: Provider) {}

  /// Does nothing: a session that is handed addresses does not see by which way they came.
  public func expectAnswer(by mode: ResponseMode) {}
}

/// What becomes of a callback: how its sender is answered, and whether the sign-in goes on waiting.
public enum CallbackVerdict: Sendable, Equatable {
  /// It answers the sign-in, which goes on to the exchange.
  case accepted
  /// It answers the sign-in: the user, or the provider, said no.
  case denied
  /// It answers the sign-in, in a way that ends it with an error.
  case failed
  /// It answers nothing that waits here; the sign-in goes on waiting.
  case ignored
}
