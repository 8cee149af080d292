public import WayleaveOAuth2
public import WayleaveWire
import WayleaveSystem

/// The user's own browser, and a listener on this machine to which it comes back.
///
/// RFC 8252 §7.3: a loopback address with any port, bound only while a sign-in waits.
public struct LoopbackSource: CallbackSource {
  private let app: String
  private let browser: BrowserLauncher?
  private let notify: (@Sendable (LoopbackNotice) -> Void)?
  /// The time that passes for connections to the listener.
  var now: @Sendable () -> ContinuousClock.Instant = { .now }

  /// A source; without a launcher the user opens the URL of ``LoopbackNotice/open(_:)``.
  ///
  /// - Parameters:
  ///   - app: the name of the program, for the page that the browser shows on coming back; nil for the program's file name.
  ///   - browser: what starts the browser.
  ///   - notify: gets every notice, from any thread, and must not wait. Without it, the URL is written to standard error
  ///     where no browser shows it: with no launcher, without a display, in a remote shell, or when none starts.
  ///     `{ _ in }` is silent.
  public init(
    app: String? = nil, browser: BrowserLauncher? = .system, notify: (@Sendable (LoopbackNotice) -> Void)? = nil
  ) {
    self.app = DisplayText.clean(app ?? Self.programName, limit: 80)
    self.browser = browser
    self.notify = notify
  }

  private static var programName: String {
    CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "your app"
  }

  /// Listens for the callback on the first of the redirect URIs that names this machine and can be listened on.
  ///
  /// Where none can, it throws what is wrong with the first, such as `sign_in.port_in_use`; or `configuration.invalid_redirect_uri` when no URI names
  /// this machine.
  public func prepare(for redirectURIs: [RedirectURI]) async throws(OAuthError) -> any CallbackSession {
    let (sockets, address) = try Self.listen(on: redirectURIs) { address throws(OAuthError) in
      try address.listen()
    }
    let notify = notify ?? LoopbackPrompt(browserIsSeen: browser?.isSeen == true).notice
    let session = try LoopbackSession(at: address, on: sockets, app: app, browser: browser, now: now, notify: notify)
    notify(.listening(session.redirectURI))
    return session
  }

  /// What the first of the addresses gives; one that is taken, or that this machine does not have, is passed over.
  static func listen<Listening>(
    on redirectURIs: [RedirectURI],
    by listen: (LoopbackAddress) throws(OAuthError) -> Listening
  ) throws(OAuthError) -> Listening {
    var firstRefusal: OAuthError?
    for address in redirectURIs.compactMap(LoopbackAddress.init) {
      do throws(OAuthError) { return try listen(address) } catch { firstRefusal = firstRefusal ?? error }
    }
    throw firstRefusal ?? .noLoopbackRedirectURI(among: redirectURIs)
  }
}
