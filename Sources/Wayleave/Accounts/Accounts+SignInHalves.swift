public import WayleaveOAuth2
public import WayleaveWire
import WayleaveProvider
package import WayleaveSignIn

/// Sign-ins in halves: the callback arrives elsewhere, or after a restart.
extension Accounts {
  /// Begins a sign-in whose callback arrives elsewhere, or after a restart: gives the URL to send the user to.
  ///
  /// Redirect the browser to its `text`; its description leaves out the values of the query, for logs.
  /// The sign-in waits in the sign-in store for `options.lifetime`, ten minutes when nothing else is said; hand the
  /// callback to ``receive(_:ownedBy:for:)``. A client whose users type a number hands that to
  /// ``receive(typed:for:ownedBy:)``.
  ///
  /// A program with many users, such as a website, names the `owner`: the session of the browser, or the user who is
  /// signed in to the program already and wants an account added. Only with the same owner can the sign-in be finished;
  /// without one, a user who follows a link with another's callback finishes that other's sign-in (RFC 6749
  /// §10.12; RFC 9700 §4.7). A session's identifier is an owner, and is stored as a digest only.
  public func begin(
    _ provider: Provider, as client: Client, redirectURI: RedirectURI? = nil,
    options: SignInOptions = SignInOptions(), ownedBy owner: Secret? = nil
  ) async throws(OAuthError) -> AbsoluteURL {
    try await beginPage(of: provider, as: client, redirectURI: redirectURI, options: options, ownedBy: owner).url
  }

  /// Begins as ``begin(_:as:redirectURI:options:ownedBy:)``, and gives the key under which the sign-in waits as well. The
  /// `note` is stored with it, in the same record.
  package func beginOwned(
    _ provider: Provider, as client: Client, redirectURI: RedirectURI, options: SignInOptions, ownedBy owner: Secret,
    note: JSON
  ) async throws(OAuthError) -> (key: SignIn.Key, url: AbsoluteURL) {
    try await requireStore()
    let (key, page) = try await begin(
      provider, as: client, redirect: .uri(redirectURI), options: options, ownedBy: owner, note: note)
    return (key, page.url)
  }

  /// Begins as ``begin(_:as:redirectURI:options:ownedBy:)``; the page also says for how long its URL works.
  package func beginPage(
    of provider: Provider, as client: Client, redirectURI: RedirectURI? = nil,
    options: SignInOptions = SignInOptions(), ownedBy owner: Secret? = nil
  ) async throws(OAuthError) -> AuthorizationPage {
    guard owner?.exposedBytes.isEmpty != true else { throw .emptyOwner() }
    let redirect: RedirectTarget
    if redirectURI == nil, provider.showsNumber(to: client) {
      redirect = .outOfBand
    } else {
      guard let redirectURI = redirectURI ?? client.redirectURIs.first else { throw .noRedirectURI() }
      redirect = .uri(redirectURI)
    }
    try await requireStore()
    return try await begin(provider, as: client, redirect: redirect, options: options, ownedBy: owner).page
  }

  func begin(
    _ provider: Provider, as client: Client, redirect: RedirectTarget, options: SignInOptions,
    ownedBy owner: Secret? = nil, isAwaited: Bool = false, note: JSON? = nil
  ) async throws(OAuthError) -> (key: SignIn.Key, page: AuthorizationPage) {
    var (signIn, step) = try await firstStep(of: provider, as: client, redirect: redirect, options: options)
    signIn.isAwaited = isAwaited
    signIn.note = note
    signIn.isForApp = options.flow == .app
    guard case .show(let url) = step, let key = signIn.key?.owned(by: owner) else {
      throw .outOfOrder("an address to show")
    }
    try await wait(signIn, under: key, for: options.wholeLifetime)
    return (key, try page(at: url, of: signIn, for: options.timeout))
  }

  /// The page of a sign-in whose user has so much time.
  private func page(
    at url: AbsoluteURL, of signIn: SignIn, for time: Duration
  ) throws(OAuthError) -> AuthorizationPage {
    exchange.tell(.shown(url))
    var page = AuthorizationPage(url: url, provider: signIn.provider, responseMode: signIn.expectedResponseMode)
    page.stateOfCode = signIn.stateOfCodeAlone
    if signIn.isForApp {
      page.app = try signIn.provider.nativeApp?.url(insteadOf: url)
      page.appLink = try signIn.provider.nativeApp?.link(insteadOf: url) ?? url
    }
    guard let lifetime = signIn.pageLifetime, lifetime < time else { return page }
    page.renewal = AuthorizationPage.Renewal(lifetime: lifetime.wholeSeconds, end: .now + lifetime) {
      () async throws(OAuthError) in
      var (again, random) = (signIn, SystemRandomNumberGenerator())
      again.servers = exchange.servers.current
      guard case .show(let next) = try await answer(try again.pushAgain(at: now(), using: &random), of: &again) else {
        throw .outOfOrder("an address to show")
      }
      return try self.page(at: next, of: again, for: time)
    }
    return page
  }

  /// What became of a callback.
  public enum CallbackOutcome: Sendable {
    /// The sign-in it answers is done.
    case completed(SignedIn)
    /// It answers no sign-in that waits here: one never begun, finished, over time, or of another owner. Nothing was
    /// done.
    ///
    /// A website answers 400 and offers to sign in again: most often the page was loaded twice, or waited too long.
    case unsolicited
    /// It is no callback of a sign-in at all, or a malformed one of none that waits. Nothing was done; a sign-in that
    /// waits goes on waiting. A malformed callback of one that waits ends it, by an error.
    ///
    /// A website answers 400 with a text of its own: a visitor came to the URL by hand, or a program tries it out. The
    /// error is for the log of the website, not for the visitor.
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

  /// Finishes a sign-in, and leaves what came of it to the process that began it, if that still waits.
  func telling(
    of signIn: SignIn, under key: SignIn.Key, finish: () async throws(OAuthError) -> SignedIn
  ) async throws(OAuthError) -> CallbackOutcome {
    let result = await Self.result(of: finish)
    if signIn.isAwaited {
      let outcome: SignInOutcome =
        switch result {
        case .success(let signedIn): .completed(signedIn.completion)
        case .failure(let error): .failed(error.code, message: error.message)
        }
      // What was issued is stored: the other process can do without the news.
      try? await signIns.leave(outcome, of: key, until: now() + Self.timeToHear)
    }
    return .completed(try result.get())
  }

  /// How long what became of a sign-in is there for the process that waits for it.
  private static let timeToHear: Duration = .seconds(60)

  /// Takes a callback that arrived by whichever way, and finishes the sign-in that it answers.
  ///
  /// The callback is the whole URL, or its path and query as the framework of a server has them: then scheme and host are
  /// those of the redirect URI with which the sign-in began, also behind a proxy.
  ///
  /// Throws when the sign-in it answers fails. A website decides by `OAuthError.category`: where the user `denied`,
  /// show the page with the sign-in button; for anything else answer 502 and log the error. `owner` is that of the
  /// browser which brought the callback: a sign-in of another owner is not even looked at, and goes on waiting. `client`
  /// is needed where callbacks are encrypted, which no one else can read.
  public func receive(
    _ callback: String, ownedBy owner: Secret? = nil, for client: Client? = nil
  ) async throws(OAuthError) -> CallbackOutcome {
    try await receive(callback, ownedBy: owner, for: client) { _, _ in true }
  }

  /// The same for a program that left a note with the sign-in: `admits` sees the note before anything is sent, and the key.
  ///
  /// Where it says no, the sign-in is over, and the callback counts as unsolicited.
  package func receive(
    _ callback: String, ownedBy owner: Secret?, for client: Client?, where admits: (SignIn.Key, JSON?) -> Bool
  ) async throws(OAuthError) -> CallbackOutcome {
    let arrived: ArrivedURL
    let answer: SignInCallback
    do throws(OAuthError) {
      arrived = try ArrivedURL(callback)
      answer = try SignInCallback(reading: arrived.url, decryption: client?.callbackDecryption)
    } catch {
      tellIgnored(callback, because: error)
      return .notOurs(error.inProviderAnswer)
    }
    guard let key = answer.key?.owned(by: owner), let signIn = try await take(key) else {
      tellIgnored(callback, because: answer.fault)
      return answer.fault.map { .notOurs($0.inProviderAnswer) } ?? .unsolicited
    }
    guard admits(key, signIn.note) else { return .unsolicited }
    return try await telling(of: signIn, under: key) { () async throws(OAuthError) in
      let answered = try advance(signIn, by: answer, at: try arrived.url(at: signIn.redirect.redirectURI))
      return try await complete(answered.signIn, from: answered.step)
    }
  }
}

/// The URL of a callback; of a path and query, with a placeholder for scheme and host until the sign-in is found.
private struct ArrivedURL {
  let url: AbsoluteURL
  private let target: String?

  private static let placeholder = "https://callback.invalid"

  init(_ text: String) throws(OAuthError) {
    target = text.utf8.first == UInt8(ascii: "/") ? text : nil
    url = try AbsoluteURL(arriving: target.map { Self.placeholder + $0 } ?? text)
  }

  /// The URL with scheme and host of a redirect URI, where a server saw neither.
  func url(at redirectURI: RedirectURI?) throws(OAuthError) -> AbsoluteURL {
    guard let target, let place = redirectURI?.url, let authority = place.authority else { return url }
    return try AbsoluteURL(arriving: "\(place.scheme)://\(authority)\(target)")
  }
}

extension OAuthError {
  fileprivate static func emptyOwner() -> OAuthError {
    OAuthError(
      .invalidValue, message: "The owner of the sign-in is empty, so it does not tell one browser from another.",
      rule: .rfc(6749, "10.12"),
      remedy: "Name the browser's session, or the user who is signed in; or leave the owner out.")
  }

  fileprivate static func noRedirectURI() -> OAuthError {
    OAuthError(
      .invalidClient, message: "The client has no redirect URI.", rule: .rfc(6749, "3.1.2"),
      remedy: "Give the client the redirect URI that is registered at the provider.")
  }
}
