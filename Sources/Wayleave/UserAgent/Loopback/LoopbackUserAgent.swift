public import WayleaveOAuth2
public import WayleaveWire
import WayleaveSystem

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

  /// Listens for the callback on the first of the redirect URIs that names this machine and has a free port.
  ///
  /// Throws `sign_in.port_in_use` when every port is taken, or `configuration.invalid_redirect_uri` when no URI names
  /// this machine.
  public func prepare(for redirectURIs: [RedirectURI]) async throws(OAuthError) -> any UserAgentSession {
    let (sockets, address) = try Self.listen(on: redirectURIs)
    let session = try LoopbackSession(at: address, on: sockets, browser: browser, notify: notify)
    notify(.listening(session.redirectURI))
    return session
  }

  private static func listen(
    on redirectURIs: [RedirectURI]
  ) throws(OAuthError) -> ([LoopbackSocket], LoopbackAddress) {
    var firstRefusal: OAuthError?
    for address in redirectURIs.compactMap(LoopbackAddress.init) {
      do throws(OAuthError) { return try address.listen() } catch  where error.code == .portInUse {
        firstRefusal = firstRefusal ?? error
      }
    }
    throw firstRefusal ?? .noLoopbackRedirectURI(among: redirectURIs)
  }
}
