public import WayleaveOAuth2
public import WayleaveWire
public import WayleaveProvider

/// The page of a provider that the user is sent to.
public struct AuthorizationPage: Sendable {
  /// Its URL, which holds the `state`.
  public let url: AbsoluteURL
  /// Whose page it is, for what is shown to the user.
  public let provider: Provider
  /// By which way the answer must come.
  ///
  /// OAuth 2.0 Multiple Response Type Encoding Practices §2.1.
  public let responseMode: ResponseMode

  /// The state that goes with a code which the user pastes alone; nil where the whole answer is needed.
  ///
  /// A code alone shows no state. It is accepted where the server says that it verifies the challenge of the request (RFC
  /// 7636 §1): then it refuses a code of another sign-in. RFC 9207: not where the answer must name its issuer.
  package var stateOfCode: Secret?

  /// The URL that opens the provider's app in place of the page; nil where a browser is to show the page.
  ///
  /// A source that cannot start the app shows the page. Set in the flow ``Accounts/SignInOptions/Flow-swift.enum/app``.
  public package(set) var app: AbsoluteURL?

  /// The https URL that opens the provider's app where the app claims it; nil where a browser is to show the page.
  ///
  /// RFC 8252 §7.2. A source tries it before ``app``. Set in the same flow.
  public package(set) var appLink: AbsoluteURL?

  /// The codes that the user may type on another device in place of opening the page; nil where there are none.
  ///
  /// RFC 8628 §3.3. They are shown first.
  package var codes: DeviceAuthorizationResponse?

  /// How to get another URL, where this one works for a shorter time than the user has; nil where it works throughout.
  package var renewal: Renewal?

  /// The end of a URL, and what gives the next.
  package struct Renewal: Sendable {
    /// For how many seconds the URL works.
    package let lifetime: Int64
    /// When it works no longer, unless it was opened before.
    package let end: ContinuousClock.Instant
    /// Gives the same page by another URL.
    package let next: @Sendable () async throws(OAuthError) -> AuthorizationPage

    package init(
      lifetime: Int64, end: ContinuousClock.Instant,
      next: @escaping @Sendable () async throws(OAuthError) -> AuthorizationPage
    ) {
      (self.lifetime, self.end, self.next) = (lifetime, end, next)
    }
  }

  /// A page, whose answer comes in the query unless another way is named.
  public init(url: AbsoluteURL, provider: Provider, responseMode: ResponseMode = .query) {
    (self.url, self.provider, self.responseMode) = (url, provider, responseMode)
  }
}
