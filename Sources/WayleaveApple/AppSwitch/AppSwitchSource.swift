#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  public import Wayleave
  public import WayleaveOAuth2
  import WayleaveWire

  /// The provider's own app, and the browser sheet where that cannot be started.
  ///
  /// RFC 8252 §7. The provider's app comes back by opening this one: hand the URL to ``Accounts/receive(_:)-(URL)``. The
  /// universal link is tried before the scheme, which any app can claim; the sheet is last. Create one for each ``Accounts``.
  /// Sign in with the flow ``Accounts/SignInOptions/Flow-swift.enum/app``.
  public struct AppSwitchSource: CallbackSource {
    let arrivals = AppCallbacks()
    let declarations: AppDeclarations
    private let opening: AppSwitch.Opening
    private let web: WebAuthenticationSource
    private let notify: @Sendable (AppSwitchStatus) -> Void

    /// A source for the app that runs.
    ///
    /// - Parameters:
    ///   - web: shows the page where no app can be started; nil for the sheet over the window in front.
    ///   - declarations: what the app says in its Info.plist; nil for reading it there.
    ///   - notify: gets what came of each attempt, from any thread, and must not wait.
    @available(iOSApplicationExtension, unavailable, message: "an extension opens no app")
    @available(macCatalystApplicationExtension, unavailable, message: "an extension opens no app")
    @available(visionOSApplicationExtension, unavailable, message: "an extension opens no app")
    public init(
      web: WebAuthenticationSource? = nil, declarations: AppDeclarations? = nil,
      notify: @escaping @Sendable (AppSwitchStatus) -> Void = { _ in }
    ) {
      self.init(
        web: web ?? WebAuthenticationSource(), declarations: declarations ?? .ofRunningApp(), opening: .application,
        notify: notify)
    }

    init(
      web: WebAuthenticationSource, declarations: AppDeclarations, opening: AppSwitch.Opening,
      notify: @escaping @Sendable (AppSwitchStatus) -> Void
    ) {
      (self.web, self.declarations, self.opening, self.notify) = (web, declarations, opening, notify)
    }

    /// Takes the first of the redirect URIs that leads to this app: one of https, or of a scheme of its own.
    public func prepare(for redirectURIs: [RedirectURI]) async throws(OAuthError) -> any CallbackSession {
      AppSwitchSession(
        web: try await web.prepare(for: redirectURIs), arrivals: arrivals,
        app: AppSwitch(opening: opening, declarations: declarations), notify: notify)
    }
  }

  /// One sign-in that waits for another app, or for the sheet.
  private struct AppSwitchSession: CallbackSession {
    let web: any CallbackSession
    let arrivals: AppCallbacks
    let app: AppSwitch
    let notify: @Sendable (AppSwitchStatus) -> Void

    /// How long a callback may follow the end of the sheet: a link that opens this app closes it too.
    private static let grace = Duration.milliseconds(500)

    var redirectURI: RedirectURI { web.redirectURI }

    func callbacks(for page: AuthorizationPage, until deadline: ContinuousClock.Instant) -> Callbacks {
      Callbacks { continuation in
        // Before the app is started: it may be back before that call returns.
        arrivals.open(at: redirectURI, addingState: page.omittedState) { continuation.yield($0) }
        let task = Task {
          do {
            let status = await app.start(page, to: redirectURI)
            notify(status)
            if status.isStarted {
              try await Task.sleep(until: deadline, clock: .continuous)
              throw OAuthError.appDidNotComeBack(to: redirectURI)
            }
            // No app was started, so every answer has the state.
            arrivals.open(at: redirectURI, addingState: nil) { continuation.yield($0) }
            for try await callback in web.callbacks(for: page, until: deadline) { continuation.yield(callback) }
            continuation.finish()
          } catch {
            try? await Task.sleep(for: Self.grace)
            // A callback that came meanwhile stands in front of this end, and is looked at first.
            continuation.finish(throwing: error)
          }
        }
        continuation.onTermination = { _ in
          task.cancel()
          arrivals.close()
        }
      }
    }

    func close() async {
      arrivals.close()
      await web.close()
    }
  }

  extension AuthorizationPage {
    /// The state of its request, where the provider's app is to be started and gives back none.
    fileprivate var omittedState: Secret? {
      guard app != nil, provider.nativeApp?.omitsState == true, let form = try? url.queryForm,
        let state = try? form.nonEmptyText(of: "state")
      else { return nil }
      return Secret(state)
    }
  }

  extension OAuthError {
    fileprivate static func appDidNotComeBack(to redirectURI: RedirectURI) -> OAuthError {
      // A link that no app claims opens in a browser: then the callback went to the website.
      let host = redirectURI.url.scheme == "https" ? redirectURI.url.host : nil
      return OAuthError(
        .timedOut, message: "The provider's app did not come back in time.",
        rule: .wayleave("a sign-in waits for a bounded time"),
        remedy: host.map { host in
          """
          Sign in again, and take more time. If a page of \(DisplayText.clean(host)) opened in the browser instead of \
          this app, add applinks:\(DisplayText.clean(host)) to the app's Associated Domains, and name the app in the \
          apple-app-site-association file of that site.
          """
        } ?? .giveMoreTime)
    }
  }
#endif
