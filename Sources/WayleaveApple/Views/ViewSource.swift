#if canImport(SwiftUI)
  public import Wayleave
  public import WayleaveOAuth2
  public import WayleaveWire

  /// A callback source with views of the app: a code and a PIN are in them, and pages are another source's.
  ///
  /// Give it to the accounts, and its models to a ``DeviceCodeView`` and a ``PINView``, which show something only while a
  /// sign-in needs it.
  public struct ViewSource: CallbackSource {
    private let pages: any CallbackSource
    private let code: DeviceCodeModel?
    private let pin: PINModel?

    /// A source of pages, and the models of the views.
    ///
    /// - Parameters:
    ///   - pages: shows the pages that come back to the app.
    ///   - code: shows codes for another device; nil where `pages` does.
    ///   - pin: asks for the PIN of a provider that shows one; nil where `pages` does.
    public init(_ pages: any CallbackSource, code: DeviceCodeModel? = nil, pin: PINModel? = nil) {
      (self.pages, self.code, self.pin) = (pages, code, pin)
    }

    /// What `pages` prepares.
    public func prepare(for redirectURIs: [RedirectURI]) async throws -> any CallbackSession {
      try await pages.prepare(for: redirectURIs)
    }

    /// Asks for the PIN in the view, after the page that shows it.
    public func numbers(for page: AuthorizationPage, until deadline: ContinuousClock.Instant) throws -> Callbacks {
      try pin?.numbers(for: page, until: deadline) ?? pages.numbers(for: page, until: deadline)
    }

    /// Shows the code in the view until it is answered, or the user waits no longer.
    public func show(_ codes: DeviceAuthorizationResponse, until deadline: ContinuousClock.Instant) async throws {
      if let code { try await code.show(codes, until: deadline) } else { try await pages.show(codes, until: deadline) }
    }

    /// Tells `pages`.
    public func showNoCode(because error: OAuthError) { pages.showNoCode(because: error) }

    /// Tells `pages`.
    public func showNoPage(because error: OAuthError) { pages.showNoPage(because: error) }
  }
#endif
