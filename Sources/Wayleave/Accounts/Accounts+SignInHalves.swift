public import WayleaveOAuth2
public import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

/// Sign-ins in halves: the callback arrives elsewhere, or after a restart.
extension Accounts {
  /// Begins a sign-in whose callback arrives elsewhere, or after a restart: gives the address to show to the user.
  ///
  /// The sign-in waits in the sign-in store for ten minutes; hand the callback to ``receive(_:ownedBy:for:)``. A client
  /// whose users type a number hands that to ``receive(typed:for:ownedBy:)``.
  ///
  /// A program with many users, such as a website, names the `owner`: the session of the browser, or the user who is
  /// signed in to the program already and wants an account added. Only with the same owner can the sign-in be finished;
  /// without one, a user who follows a link with another's callback finishes that other's sign-in (RFC 6749
  /// §10.12; RFC 9700 §4.7). A session's identifier is an owner, and is stored as a digest only.
  public func begin(
    _ provider: Provider, as client: Client, redirectURI: RedirectURI? = nil,
    options: SignInOptions = SignInOptions(), ownedBy owner: Secret? = nil
  ) async throws(OAuthError) -> AbsoluteURL {
    guard owner?.exposedBytes.isEmpty != true else { throw .emptyOwner() }
    let redirect: RedirectTarget
    if redirectURI == nil, provider.showsNumber(to: client) {
      redirect = .outOfBand
    } else {
      guard let redirectURI = redirectURI ?? client.redirectURIs.first else { throw .noRedirectURI() }
      redirect = .uri(redirectURI)
    }
    try await requireStore()
    return try await begin(provider, as: client, redirect: redirect, options: options, ownedBy: owner).url
  }

  func begin(
    _ provider: Provider, as client: Client, redirect: RedirectTarget, options: SignInOptions,
    ownedBy owner: Secret? = nil
  ) async throws(OAuthError) -> (key: SignIn.Key, url: AbsoluteURL, mode: ResponseMode) {
    let (signIn, step) = try await firstStep(of: provider, as: client, redirect: redirect, options: options)
    guard case .show(let url) = step, let key = signIn.key?.owned(by: owner) else {
      throw .outOfOrder("an address to show")
    }
    try await wait(signIn, under: key, for: options.lifetime)
    exchange.tell(.shown(url))
    return (key, url, signIn.expectedResponseMode)
  }

  /// What became of a callback.
  public enum CallbackOutcome: Sendable {
    /// The sign-in it answers is done.
    case completed(SignedIn)
    /// It answers no sign-in that waits here: one never begun, finished, over time, or of another owner. Nothing was
    /// done.
    case unsolicited
    /// It is no callback of a sign-in at all, or a malformed one.
    case notOurs(OAuthError)
  }

  /// Takes a callback that was posted to the redirect URI as a form, and finishes the sign-in that it answers.
  ///
  /// OAuth 2.0 Form Post Response Mode §2. As ``receive(_:ownedBy:for:)``, to which a form is the query that it could
  /// have been.
  public func receive(
    posted request: RequestMessage, at redirectURI: RedirectURI, ownedBy owner: Secret? = nil, for client: Client? = nil
  ) async throws(OAuthError) -> CallbackOutcome {
    let response: FormPostResponse
    do throws(OAuthError) { response = try FormPostResponse(reading: request, at: redirectURI) } catch {
      return .notOurs(error)
    }
    return try await receive(redirectURI.url.text(adding: response.parameters), ownedBy: owner, for: client)
  }

  /// Takes a callback that arrived by whichever way, and finishes the sign-in that it answers.
  ///
  /// Throws when the sign-in it answers fails: the user said no, another issuer answered, the exchange failed. `owner` is
  /// that of the browser which brought the callback: a sign-in of another owner is not even looked at, and goes on
  /// waiting. `client` is needed where callbacks are encrypted, which no one else can read.
  public func receive(
    _ callbackURL: String, ownedBy owner: Secret? = nil, for client: Client? = nil
  ) async throws(OAuthError) -> CallbackOutcome {
    let url: AbsoluteURL
    let callback: SignInCallback
    do throws(OAuthError) {
      url = try AbsoluteURL(arriving: callbackURL)
      callback = try SignInCallback(reading: url, decryption: client?.callbackDecryption)
    } catch { return .notOurs(error.inProviderAnswer) }
    guard let signIn = try await take(callback.key?.owned(by: owner)) else { return .unsolicited }
    let answer = try advance(signIn, by: callback, at: url)
    return .completed(try await complete(answer.signIn, from: answer.step))
  }
}

extension OAuthError {
  fileprivate static func emptyOwner() -> OAuthError {
    OAuthError(
      .invalidValue, message: "The owner of the sign-in is empty, so it does not tell one browser from another.",
      rule: .rfc(6749, "10.12"), expected: "an owner that tells one browser from another",
      received: .nothing, remedy: "Name the browser's session, or the user who is signed in; or leave the owner out.")
  }

  fileprivate static func noRedirectURI() -> OAuthError {
    OAuthError(
      .invalidClient, message: "The client has no redirect URI.",
      rule: .rfc(6749, "3.1.2"), expected: "a redirect URI", received: .nothing,
      remedy: "Give the client the redirect URI that is registered at the provider.")
  }
}
