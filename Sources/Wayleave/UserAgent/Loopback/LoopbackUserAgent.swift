public import WayleaveOAuth2
public import WayleaveWire

/// The user's own browser, and a listener on this machine to which it comes back.
///
/// RFC 8252 §7.3: a loopback address with any port, bound only while a sign-in waits.
public struct LoopbackUserAgent: UserAgent {
  private let browser: BrowserLauncher?
  private let notify: @Sendable (LoopbackNotice) -> Void

  /// A user agent; without a launcher the user opens the address of ``LoopbackNotice/open(_:)``.
  ///
  /// `notify` is called from any thread and must not wait.
  public init(
    browser: BrowserLauncher? = .system, notify: @escaping @Sendable (LoopbackNotice) -> Void = { _ in }
  ) {
    self.browser = browser
    self.notify = notify
  }

  /// Listens for the callback on the first of the redirect URIs that names this machine.
  ///
  /// Throws `sign_in.port_in_use`, or `configuration.invalid_redirect_uri` when there is none.
  public func prepare(for redirectURIs: [RedirectURI]) async throws(OAuthError) -> any UserAgentSession {
    guard let wanted = redirectURIs.lazy.compactMap(LoopbackAddress.init).first else {
      throw .noLoopbackRedirectURI(among: redirectURIs)
    }
    let (sockets, address) = try wanted.listen()
    let session = try LoopbackSession(at: address, on: sockets, browser: browser, notify: notify)
    notify(.listening(session.redirectURI))
    return session
  }
}
