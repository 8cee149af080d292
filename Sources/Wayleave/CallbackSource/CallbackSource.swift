public import WayleaveOAuth2
public import WayleaveWire

/// Shows the user where to sign in, and gives what comes back: a browser and a listener, a prompt to paste at, an app.
public protocol CallbackSource: Sendable {
  /// Gets ready to receive a callback on one of the client's redirect URIs; nothing is shown yet.
  ///
  /// Gives the redirect URI to name in the authorization request. Throws `sign_in.port_in_use` and its like.
  func prepare(for redirectURIs: [RedirectURI]) async throws -> any CallbackSession

  /// Shows the page of a provider that does not redirect, and gives each number that the user types.
  ///
  /// RFC 5849 §2.1, "oob". A number that is answered by ``CallbackAnswer/ignored`` is asked for again. The stream ends as
  /// that of ``CallbackSession/callbacks(for:until:)``. Throws `configuration.unsupported` where no one can type.
  func numbers(for page: AuthorizationPage, until deadline: ContinuousClock.Instant) throws -> Callbacks

  /// Shows the user a code and where to type it, on whichever device has a browser.
  ///
  /// RFC 8628 §3.3. It is cancelled when the user has answered there; it may return at once. The code is also shown next
  /// to the address that contains it (§3.3.1), with the advice to enter it only if you began this sign-in yourself (§5.4).
  /// An address is shown as a picture only when it is one of these two. Throws `sign_in.cancelled` when the user wants to
  /// wait no longer, and `configuration.unsupported` where there is no place to show a code at.
  func show(_ codes: DeviceAuthorizationResponse, until deadline: ContinuousClock.Instant) async throws

  /// Says that there is no code, and why, where a code and a page were both to be shown; the page is shown next.
  func showNoCode(because error: OAuthError)

  /// Tells the user that no page can be shown, and that the code for another device still can be used.
  func showNoPage(because error: OAuthError)
}

extension CallbackSource {
  /// Throws `configuration.unsupported`: not every source has a place to show a code at.
  public func show(_ codes: DeviceAuthorizationResponse, until deadline: ContinuousClock.Instant) async throws {
    throw OAuthError(
      .unsupported, message: "This program has no place to show a code at.", rule: .rfc(8628, "3.3"),
      remedy: "Sign in with a browser, or use another callback source.")
  }

  /// Does nothing: the page is enough.
  public func showNoCode(because error: OAuthError) {}

  /// Does nothing: the code is enough.
  public func showNoPage(because error: OAuthError) {}

  /// Throws `configuration.unsupported`: not every source has a place to type at.
  public func numbers(for page: AuthorizationPage, until deadline: ContinuousClock.Instant) throws -> Callbacks {
    throw OAuthError(
      .unsupported, message: "In this program no number can be typed.", rule: .rfc(5849, "2.1"),
      remedy: "Register a redirect URI, or use another callback source.")
  }
}

/// One attempt to get a user's answer: shown once, always closed.
public protocol CallbackSession: Sendable {
  /// Where the provider must send the user afterwards.
  var redirectURI: RedirectURI { get }

  /// Shows the page, and gives each callback that comes.
  ///
  /// Called once. Each callback is answered before the next one is looked at. A session that sees requests refuses those
  /// of another way than the response mode of the page.
  func callbacks(for page: AuthorizationPage, until deadline: ContinuousClock.Instant) -> Callbacks

  /// Stops receiving and frees what was held; called once on every way out.
  func close() async
}
