import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire
import WayleaveProvider
import WayleaveSignIn

/// The steps that all ways of signing in share.
extension Accounts {
  /// A sign-in past its callback, and what it wants next.
  struct AnsweredSignIn {
    let signIn: SignIn
    let step: SignIn.Step
  }

  /// Throws when no credential could be saved: a user is not asked for one in vain.
  package func requireStore() async throws(OAuthError) {
    try await credentials.wrapped { try await credentials.probe() }
  }

  /// A sign-in that has come to where it needs the user.
  func firstStep(
    of provider: Provider, as client: Client, redirect: RedirectTarget, asking question: BackchannelQuestion? = nil,
    with password: PasswordCredentialRequest? = nil, options: SignInOptions
  ) async throws(OAuthError) -> (signIn: SignIn, step: SignIn.Step) {
    try options.requireEncryptedOrigins()
    try await requireName(options.accountName, at: provider, as: client)
    var random = SystemRandomNumberGenerator()
    var signIn = SignIn(
      to: provider, as: withKey(client), redirect: redirect, scopes: options.scopes, terms: options.terms,
      accountName: options.accountName, allowedOrigins: options.allowedOrigins, at: now())
    signIn.trustRoots = trustRoots
    signIn.question = question
    signIn.clientMadeFor = clientMadeFor
    signIn.appRegistration = appRegistration
    signIn.makeProofKey = proofKeyMaker
    signIn.servers = exchange.servers.current
    signIn.password = password
    signIn.clock = signingClocks.clock(provider: provider.name, client: client.id)
    if case .issuer(let issuer) = provider.service {
      signIn.acceptsDowngrade = options.acceptsDowngrade
      signIn.advertisedBefore = try await advertised(by: issuer)
    }
    exchange.tell(Event(.signInBegan, "\(provider.title) as client \(DisplayText.clean(client.id.text))"))
    let step = try await observedFailure(.signIn, at: provider) { () async throws(OAuthError) in
      try await answer(try signIn.begin(at: now(), using: &random), of: &signIn)
    }
    tellOfAcceptedDowngrades(signIn.downgrades)
    return (signIn, step)
  }

  func wait(_ signIn: SignIn, under key: SignIn.Key, for lifetime: Duration) async throws(OAuthError) {
    let end = now() + lifetime
    try await signIns.wrapped { try await signIns.put(signIn, under: key, until: end) }
  }

  /// Takes the sign-in that waits under a key: from here on no one else can.
  func take(_ key: SignIn.Key?) async throws(OAuthError) -> SignIn? {
    guard let key else { return nil }
    var taken = try await signIns.wrapped { try await signIns.take(key, at: now()) }
    if let client = taken?.client { taken?.client = withKey(client) }
    if let proofKey = taken?.proofKey { taken?.proofKey = try keyFromKeystore(proofKey) }
    return taken
  }

  func advance(
    _ waiting: SignIn, by callback: SignInCallback, at url: AbsoluteURL
  ) throws(OAuthError) -> AnsweredSignIn {
    var random = SystemRandomNumberGenerator()
    var signIn = waiting
    signIn.servers = exchange.servers.current
    let step: SignIn.Step
    do throws(OAuthError) { step = try signIn.receive(callback, at: url, now: now(), using: &random) } catch {
      observer?.failed(Operation(.signIn, at: waiting.provider), because: error.inProviderAnswer)
      throw error.inProviderAnswer
    }
    exchange.tell(.accepted(url))
    return AnsweredSignIn(signIn: signIn, step: step)
  }

  /// Sends and fetches what a sign-in wants, until it wants something else.
  func answer(_ step: SignIn.Step, of signIn: inout SignIn) async throws(OAuthError) -> SignIn.Step {
    var random = SystemRandomNumberGenerator()
    var step = step
    var current = signIn
    var sent: [RequestMessage] = []
    while true {
      switch step {
      case .send(let request, .metadata):
        step = try await answerMetadata(request, of: &current)
      case .send(let request, let kind):
        sent.append(request)
        do throws(OAuthError) {
          step = try await exchange.send(request, within: kind.limits) { (response) throws(OAuthError) in
            current.servers = exchange.servers.current
            defer { exchange.servers.update { $0.adoptCorrections(of: current.servers) } }
            return try current.receive(response, at: now(), using: &random)
          }
        } catch  where current.isPolling && error.isSilence {
          step = try current.receiveNoAnswer(at: now())
        }
      case .verify(let source):
        let keys = try await keySets.keys(at: source.endpoint, refetching: source.isRefetch, by: exchange, at: now())
        let time = current.isVerifyingCallback ? now() : tokenTime(at: current.tokenOrigin ?? source.endpoint.origin)
        do throws(OAuthError) { step = try current.receive(keys, at: time, using: &random) } catch {
          throw withClocks(error, of: current.tokenOrigin ?? source.endpoint.origin).inProviderAnswer
        }
        if current.idToken != nil {
          exchange.tell(Event(.idTokenVerified, rule: .openID("Core", "3.1.3.7"), "every check passes"))
        }
      case .done(.oauth2(var tokens)):
        tokens.removeScopes(repeating: sent.flatMap(\.carriedSecrets))
        signIn = current
        return .done(.oauth2(tokens))
      case .show, .showCode, .asked, .wait, .numberRefused, .done:
        signIn = current
        return step
      }
    }
  }

  /// The failure of an ID token for its time, with the difference of the clocks where one of them must be wrong.
  ///
  /// OpenID Connect Core §3.1.3.7, rules 9 and 10.
  private func withClocks(_ error: OAuthError, of origin: Origin) -> OAuthError {
    let servers = exchange.servers.current
    guard [.expiredIDToken, .idTokenNotYetValid, .idTokenIssuedAt].contains(error.code), servers.isFar(at: origin)
    else { return error }
    return error.remedied(by: .compareClocks(of: origin, apart: servers.difference(at: origin)))
  }

  /// Carries out the rest of an answered sign-in and saves its credential.
  ///
  /// A code is spent by sending it: from there to the save it runs in a task of its own, so that a caller who is cancelled
  /// loses nothing that was issued. Who the user is can be asked again.
  func complete(_ signIn: SignIn, from step: SignIn.Step) async throws(OAuthError) -> SignedIn {
    try await observed(.signIn, at: signIn.provider) { () async throws(OAuthError) in
      try await completeUnobserved(signIn, from: step)
    }
  }

  private func completeUnobserved(_ signIn: SignIn, from step: SignIn.Step) async throws(OAuthError) -> SignedIn {
    // Another process may have begun it: what that one trusted is trusted here.
    try await Self.$accountTrustRoots.withValue(signIn.trustRoots ?? Self.accountTrustRoots) {
      await Self.result { () async throws(OAuthError) in
        let (answered, issued) = try await Task {
          await credentials.withoutBreak("the sign-in at \(DisplayText.clean(signIn.provider.title, limit: 80))") {
            await Self.result { () async throws(OAuthError) in try await issue(signIn, from: step) }
          }
        }.value.get()
        return try await keep(issued, from: answered)
      }
    }.get()
  }

  private func issue(
    _ signIn: SignIn, from step: SignIn.Step
  ) async throws(OAuthError) -> (signIn: SignIn, issued: Issued) {
    var signIn = signIn
    guard case .done(let credential) = try await answer(step, of: &signIn) else { throw .outOfOrder("a credential") }
    signingClocks.adopt(signIn.clock, provider: signIn.provider.name, client: signIn.client.id)
    exchange.tell(Event(.credentialIssued, "by \(signIn.provider.title)"))
    if signIn.proofKey != nil, !credential.isBound {
      exchange.tell(Event(.tolerated, rule: .rfc(9449, "5"), "tokens that are bound to no key"))
    }
    exchange.tellOfTolerances(signIn.tolerated)
    if case .oauth2(let tokens) = credential, let granted = tokens.scopes,
      case .oauth2(let service) = signIn.provider.service
    {
      exchange.tellOfScopes(asked: signIn.askedScopes(at: service), granted: granted) { credential.secrets }
    }
    do throws(OAuthError) { try stepUp?.admit(credential, of: signIn.idToken) } catch {
      if let name = signIn.proofKey?.name { removeKeys([name]) }
      throw error
    }
    let issued = try await save(credential, from: signIn)
    // Where no token is bound to it, the key of the sign-in is no one's.
    if let name = signIn.proofKey?.name, credential.proofKey == nil { removeKeys([name]) }
    return (signIn, issued)
  }
}

extension Credential {
  /// Whether the tokens are bound to a key.
  fileprivate var isBound: Bool {
    guard case .oauth2(let tokens) = self else { return false }
    return tokens.isBound
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
  /// Checks that no token would be sent in clear text without the user's wish; throws `wire.insecure_url`.
  package func requireEncryptedOrigins() throws(OAuthError) {
    for origin in allowedOrigins { _ = try Endpoint(origin.description, allowingHTTP: allowsHTTP) }
  }
}
