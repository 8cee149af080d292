import Synchronization
import WayleaveOAuth1
public import WayleaveOAuth2
public import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

extension Accounts {
  /// Signs a user in: shows the provider's page, waits for the answer, exchanges it and keeps the credential.
  ///
  /// The store is tried before the user is asked for anything. A callback that answers another sign-in, or nothing, is
  /// told so and changes nothing. Ends by `options.timeout`. One sign-in at a time is before the user: another throws
  /// `sign_in.already_in_progress`. Sign-ins in halves may be many at once.
  public func signIn(
    to provider: Provider, as client: Client, options: SignInOptions = SignInOptions()
  ) async throws(OAuthError) -> SignedIn {
    guard let userAgent else { throw .noUserAgent() }
    try visibleUserAgent.take()
    defer { visibleUserAgent.leave() }
    do { try await credentials.prove() } catch { throw .storeFailed(error, at: credentials.location) }
    if options.flow == .device {
      return try await signInOnDevice(to: provider, as: client, options: options, showing: userAgent)
    }
    if provider.showsNumber(to: client) {
      return try await signIn(to: provider, as: client, options: options, asking: userAgent)
    }
    let page: any UserAgentSession
    do {
      page = try await userAgent.prepare(
        for: client.redirectURIs.isEmpty ? [try provider.loopbackRedirectURI] : client.redirectURIs)
    } catch { throw .userAgentFailed(error) }
    let result: Result<SignedIn, OAuthError>
    do throws(OAuthError) {
      result = .success(try await signIn(to: provider, as: client, options: options, page: page))
    } catch { result = .failure(error) }
    await page.close()
    return try result.get()
  }

  private func signIn(
    to provider: Provider, as client: Client, options: SignInOptions, page: any UserAgentSession
  ) async throws(OAuthError) -> SignedIn {
    let deadline = options.deadline
    let (key, url) = try await begin(provider, as: client, redirect: .uri(page.redirectURI), options: options)
    return try await finish(key) { answered in
      try await page.show(url, until: deadline) { callbackURL in
        answered(await verdict(on: callbackURL, for: key, of: client))
      }
    }
  }

  /// What a callback or a number is worth; and, when it ends the waiting, what came of it.
  typealias Judgement = (verdict: CallbackVerdict, result: Result<Answered, OAuthError>?)

  /// Has the user asked, and finishes the sign-in that was answered.
  func finish(
    _ key: SignIn.Key, asking ask: (@escaping @Sendable (Judgement) -> CallbackVerdict) async throws -> Void
  ) async throws(OAuthError) -> SignedIn {
    let answered = Mutex<Result<Answered, OAuthError>?>(nil)
    let shown: Result<Void, OAuthError>
    do {
      try await ask { judgement in
        if let result = judgement.result { answered.withLock { $0 = result } }
        return judgement.verdict
      }
      shown = .success(())
    } catch { shown = .failure(.userAgentFailed(error)) }
    guard let result = answered.withLock({ $0 }) else {
      try? await signIns.remove(key)
      try shown.get()
      throw .cancelled()
    }
    let answer = try result.get()
    return try await finish(answer.signIn, from: answer.step)
  }

  /// Begins a sign-in whose callback arrives elsewhere, or after a restart: gives the address to show to the user.
  ///
  /// The sign-in waits in the sign-in store for ten minutes; hand the callback to ``receive(_:ownedBy:for:)``. A client
  /// whose users type a number hands that to ``receive(typed:for:ownedBy:)``.
  ///
  /// A program with many users, such as a website, names the `owner`: the session of the browser, or the user who is
  /// signed in to the program already and wants an account added. Only with the same owner can the sign-in be finished;
  /// without one, whoever is made to follow a link with another's callback finishes that other's sign-in (RFC 6749
  /// §10.12; RFC 9700 §4.7). A session's identifier is an owner, and is kept as a digest alone.
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
    return try await begin(provider, as: client, redirect: redirect, options: options, ownedBy: owner).url
  }

  func begin(
    _ provider: Provider, as client: Client, redirect: RedirectTarget, options: SignInOptions,
    ownedBy owner: Secret? = nil
  ) async throws(OAuthError) -> (key: SignIn.Key, url: AbsoluteURL) {
    let (signIn, step) = try await firstStep(of: provider, as: client, redirect: redirect, options: options)
    guard case .show(let url) = step, let key = signIn.key?.owned(by: owner) else {
      throw .outOfOrder("an address to show")
    }
    try await wait(signIn, under: key, for: options.lifetime)
    exchange.tell(.shown(url))
    return (key, url)
  }

  /// A sign-in that has come to where it needs the user.
  func firstStep(
    of provider: Provider, as client: Client, redirect: RedirectTarget, asking question: BackchannelQuestion? = nil,
    options: SignInOptions
  ) async throws(OAuthError) -> (signIn: SignIn, step: SignIn.Step) {
    var random = SystemRandomNumberGenerator()
    var signIn = SignIn(
      to: provider, as: client, redirect: redirect, scopes: options.scopes, terms: options.terms,
      accountName: options.accountName, allowedOrigins: options.allowedOrigins, at: now())
    signIn.question = question
    signIn.makeProofKey = proofKeyMaker
    signIn.clock = signingClocks.clock(provider: provider.name, client: client.id)
    if case .issuer(let issuer) = provider.service {
      signIn.acceptsDowngrade = options.acceptsDowngrade
      signIn.advertisedBefore = try await advertised(by: issuer)
    }
    exchange.tell(Event(.signInBegan, "\(provider.title) as client \(DisplayText.clean(client.id))"))
    let step = try await answer(try signIn.begin(at: now(), using: &random), of: &signIn)
    tell(of: signIn.downgrades)
    return (signIn, step)
  }

  func wait(_ signIn: SignIn, under key: SignIn.Key, for lifetime: Int64) async throws(OAuthError) {
    do { try await signIns.put(signIn, under: key, until: now() + lifetime) } catch {
      throw .storeFailed(error, at: credentials.location)
    }
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

  /// Takes a callback that arrived by whichever way, and finishes the sign-in that it answers.
  ///
  /// Throws when the sign-in it answers fails: the user said no, another issuer answered, the exchange failed. `owner` is
  /// that of the browser which brought the callback: a sign-in of another owner is not even looked at, and goes on
  /// waiting. `client` is needed where callbacks are encrypted, which nobody else can read.
  public func receive(
    _ callbackURL: String, ownedBy owner: Secret? = nil, for client: Client? = nil
  ) async throws(OAuthError) -> CallbackOutcome {
    let url: AbsoluteURL
    let callback: SignInCallback
    do throws(OAuthError) {
      url = try AbsoluteURL(callbackURL)
      callback = try SignInCallback(reading: url, decryption: client?.callbackDecryption)
    } catch { return .notOurs(error) }
    guard let signIn = try await take(callback.key?.owned(by: owner)) else { return .unsolicited }
    let answer = try advance(signIn, by: callback, at: url)
    return .completed(try await finish(answer.signIn, from: answer.step))
  }

  /// A sign-in past its callback, and what it wants next.
  struct Answered {
    let signIn: SignIn
    let step: SignIn.Step
  }

  private func verdict(
    on callbackURL: String, for key: SignIn.Key, of client: Client
  ) async -> Judgement {
    let url: AbsoluteURL
    let callback: SignInCallback
    do throws(OAuthError) {
      url = try AbsoluteURL(callbackURL)
      callback = try SignInCallback(reading: url, decryption: client.callbackDecryption)
    } catch {
      exchange.tell(Event(.callbackIgnored, rule: error.rule, "\(URLRedaction.redact(callbackURL)): \(error.message)"))
      return (.ignored, nil)
    }
    do throws(OAuthError) {
      // Only the callback that answers is looked up: no other can end the sign-in, not even by a store that fails.
      guard callback.key.map({ ConstantTime.equal($0.bytes, key.bytes) }) == true, let signIn = try await take(key)
      else {
        exchange.tell(Event(.callbackIgnored, rule: .rfc(6749, "10.12"), URLRedaction.redact(callbackURL)))
        return (.ignored, nil)
      }
      return (.accepted, .success(try advance(signIn, by: callback, at: url)))
    } catch {
      return (error.code == .denied ? .denied : .failed, .failure(error))
    }
  }

  /// Takes the sign-in that waits under a key: from here on nobody else can.
  func take(_ key: SignIn.Key?) async throws(OAuthError) -> SignIn? {
    guard let key else { return nil }
    var taken: SignIn?
    do { taken = try await signIns.take(key, at: now()) } catch {
      throw .storeFailed(error, at: credentials.location)
    }
    if let proofKey = taken?.proofKey { taken?.proofKey = try found(proofKey) }
    return taken
  }

  private func advance(
    _ waiting: SignIn, by callback: SignInCallback, at url: AbsoluteURL
  ) throws(OAuthError) -> Answered {
    var random = SystemRandomNumberGenerator()
    var signIn = waiting
    let step = try signIn.receive(callback, at: url, now: now(), using: &random)
    exchange.tell(.accepted(url))
    return Answered(signIn: signIn, step: step)
  }

  /// Sends and fetches what a sign-in wants, until it wants something else.
  func answer(_ step: SignIn.Step, of signIn: inout SignIn) async throws(OAuthError) -> SignIn.Step {
    var random = SystemRandomNumberGenerator()
    var step = step
    var current = signIn
    while true {
      switch step {
      case .send(let request, .metadata):
        step = try await answerMetadata(request, of: &current)
      case .send(let request, let kind):
        do throws(OAuthError) {
          step = try await exchange.send(request, within: kind.limits) { (response) throws(OAuthError) in
            try current.receive(response, at: now(), using: &random)
          }
        } catch  where current.isPolling && error.isSilence {
          step = try current.receiveNoAnswer(at: now())
        }
      case .prove(let source):
        let keys = try await keySets.keys(at: source.endpoint, refetching: source.isRefetch, by: exchange, at: now())
        let time = current.isProvingCallback ? now() : now(at: current.tokenOrigin ?? source.endpoint.origin)
        step = try current.receive(keys, at: time, using: &random)
        if current.idToken != nil {
          exchange.tell(Event(.idTokenProved, rule: .openID("Core", "3.1.3.7"), "every check passes"))
        }
      case .show, .showCode, .asked, .wait, .askAgain, .done:
        signIn = current
        return step
      }
    }
  }

  func finish(_ signIn: SignIn, from step: SignIn.Step) async throws(OAuthError) -> SignedIn {
    var signIn = signIn
    guard case .done(let credential) = try await answer(step, of: &signIn) else { throw .outOfOrder("a credential") }
    signingClocks.adopt(signIn.clock, provider: signIn.provider.name, client: signIn.client.id)
    exchange.tell(Event(.credentialIssued, "by \(signIn.provider.title)"))
    if signIn.proofKey != nil, !credential.isBound {
      exchange.tell(Event(.tolerated, rule: .rfc(9449, "5"), "tokens that are bound to no key"))
    }
    for tolerance in signIn.tolerated {
      exchange.tell(Event(.tolerated, rule: .rfc(6749, "5.1"), tolerance.rawValue))
    }
    if case .oauth2(let tokens) = credential, case .oauth2(let service) = signIn.provider.service {
      exchange.tellOfScopes(asked: signIn.scopes.isEmpty ? service.scopes : signIn.scopes, granted: tokens.scopes)
    }
    return try await keep(credential, from: signIn)
  }
}

extension Credential {
  /// Whether the tokens are bound to a key.
  fileprivate var isBound: Bool {
    guard case .oauth2(let tokens) = self else { return false }
    return tokens.proofKey != nil
  }
}

extension SignIn.ExchangeKind {
  fileprivate var limits: ExchangeLimits {
    switch self {
    case .metadata: .metadata
    case .token: .token
    }
  }
}

extension Accounts.SignInOptions {
  /// When a sign-in that begins to wait now stops waiting.
  var deadline: ContinuousClock.Instant {
    ContinuousClock.now + min(max(timeout, .zero), Accounts.longestTimeout)
  }

  /// For how many seconds the sign-in is kept while it waits.
  var lifetime: Int64 { max(Accounts.signInLifetime, timeout.components.seconds) }
}

extension OAuthError {
  fileprivate static func noUserAgent() -> OAuthError {
    OAuthError(
      .unsupported, rule: .wayleave("a user agent shows the provider's page"), expected: "accounts with a user agent",
      received: .nothing, remedy: "Give Accounts a user agent, or sign in in halves with begin and receive.")
  }

  fileprivate static func emptyOwner() -> OAuthError {
    OAuthError(
      .invalidValue, rule: .rfc(6749, "10.12"), expected: "an owner that tells one browser from another",
      received: .nothing, remedy: "Name the browser's session, or the user who is signed in; or leave the owner out.")
  }

  fileprivate static func noRedirectURI() -> OAuthError {
    OAuthError(
      .invalidClient, rule: .rfc(6749, "3.1.2"), expected: "a redirect URI", received: .nothing,
      remedy: "Give the client the redirect URI that is registered at the provider.")
  }
}
