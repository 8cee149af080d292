#if canImport(AuthenticationServices)
  #if !os(watchOS)
    public import AuthenticationServices
  #endif
  public import Wayleave
  public import WayleaveOAuth2
  import WayleaveWire

  /// The browser sheet of Apple's systems, which comes back to the app without a listener:
  /// `ASWebAuthenticationSession`.
  ///
  /// RFC 8252 §B.1. A redirect URI of a scheme of your own needs no entry in Info.plist. One of https needs iOS 17.4, macOS
  /// 14.4 or their siblings, and `webcredentials:` with its host among the Associated Domains of the app.
  public struct WebAuthenticationSource: CallbackSource {
    private let isEphemeral: Bool
    private let notify: @Sendable (WebAuthenticationNotice) -> Void
    #if !os(watchOS) && !os(tvOS)
      private let anchor: Anchor
    #endif

    #if !os(watchOS) && !os(tvOS)
      /// Gives the window over which the page is shown; nil where there is none.
      public typealias Anchor = @MainActor @Sendable () -> ASPresentationAnchor?

      /// A source that shows its page over the window in front; an extension gives the window.
      ///
      /// - Parameters:
      ///   - isEphemeral: whether the page has no cookies of the browser and leaves none: the user signs in again each
      ///     time, and is not asked whether the app may use the website.
      ///   - notify: gets every notice, from any thread, and must not wait.
      @available(iOSApplicationExtension, unavailable, message: "an extension gives the window")
      @available(macCatalystApplicationExtension, unavailable, message: "an extension gives the window")
      @available(visionOSApplicationExtension, unavailable, message: "an extension gives the window")
      public init(
        isEphemeral: Bool = false, notify: @escaping @Sendable (WebAuthenticationNotice) -> Void = { _ in }
      ) {
        self.init(isEphemeral: isEphemeral, anchor: { ASPresentationAnchor.inFront }, notify: notify)
      }

      /// A source that shows its page over the window that `anchor` gives.
      public init(
        isEphemeral: Bool = false, anchor: @escaping Anchor,
        notify: @escaping @Sendable (WebAuthenticationNotice) -> Void = { _ in }
      ) {
        (self.isEphemeral, self.notify, self.anchor) = (isEphemeral, notify, anchor)
      }
    #else
      /// A source. Apple TV ignores `isEphemeral`, and this system chooses the window itself.
      public init(
        isEphemeral: Bool = false, notify: @escaping @Sendable (WebAuthenticationNotice) -> Void = { _ in }
      ) {
        (self.isEphemeral, self.notify) = (isEphemeral, notify)
      }
    #endif

    /// Takes the first of the redirect URIs that the system can bring to the app: https, or a scheme of its own.
    ///
    /// Throws `configuration.invalid_redirect_uri` when there is none, and `configuration.unsupported` when only a later
    /// system could bring one.
    public func prepare(for redirectURIs: [RedirectURI]) async throws(OAuthError) -> any CallbackSession {
      try prepare(for: redirectURIs, bringingHTTPS: WebAuthenticationSession.Way.systemBringsHTTPS)
    }

    func prepare(
      for redirectURIs: [RedirectURI], bringingHTTPS bringsHTTPS: Bool
    ) throws(OAuthError) -> WebAuthenticationSession {
      for redirectURI in redirectURIs {
        guard let way = WebAuthenticationSession.Way(to: redirectURI, bringsHTTPS: bringsHTTPS) else { continue }
        return WebAuthenticationSession(redirectURI: redirectURI, by: way, notify: notify) { [self] in sheet() }
      }
      for redirectURI in redirectURIs {
        guard case .https(let host, _)? = WebAuthenticationSession.Way(to: redirectURI, bringsHTTPS: true) else {
          continue
        }
        throw .systemTooOld(forHTTPSAt: host)
      }
      throw .noWebRedirectURI(among: redirectURIs)
    }

    @MainActor private func sheet() -> WebAuthenticationSheet {
      #if !os(watchOS) && !os(tvOS)
        WebAuthenticationSheet(isEphemeral: isEphemeral, anchor: anchor)
      #else
        WebAuthenticationSheet(isEphemeral: isEphemeral)
      #endif
    }
  }

  extension OAuthError {
    fileprivate static func systemTooOld(forHTTPSAt host: String) -> OAuthError {
      OAuthError(
        .unsupported, message: "This system brings no https redirect URI back to an app.", rule: .rfc(8252, "7.2"),
        expected: "iOS 17.4, macOS 14.4, tvOS 17.4, watchOS 10.4 or visionOS 1.1, or a later one",
        remedy: """
          Update the system, and add webcredentials:\(DisplayText.clean(host)) to the Associated Domains of the app. Or \
          register a second redirect URI of a scheme of your own, such as com.example.app:/callback, which every system \
          brings back.
          """)
    }

    fileprivate static func noWebRedirectURI(among redirectURIs: [RedirectURI]) -> OAuthError {
      OAuthError(
        .invalidRedirectURI, message: "None of the redirect URIs leads from the browser sheet back to this app.",
        rule: .rfc(8252, "7.1"), received: .described(redirectURIs.map { $0.description }.joined(separator: ", ")),
        remedy: "Register one at the provider, such as com.example.app:/callback, and give it with the client.")
    }
  }
#endif
