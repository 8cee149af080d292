package import WayleaveJOSE
package import WayleaveOAuth1
package import WayleaveOAuth2
package import WayleaveOpenID
package import WayleaveWire
package import WayleaveProvider

/// One attempt of one user at one provider: a state machine without effects.
///
/// It says what it wants next, a ``Step``, and takes what came of it: an answer, a callback, the time. It can be
/// saved while it waits and go on in another process. What it throws ends it, except `sign_in.out_of_order`, and what a
/// callback or a ping of another sign-in throws.
public struct SignIn: Sendable {
  /// What the sign-in wants next.
  package enum Step: Sendable, Equatable {
    /// Send this request, and hand the answer to ``receive(_:at:using:)-(ResponseMessage,_,_)``.
    case send(RequestMessage, ExchangeKind)
    /// Hand the keys that are published there to ``receive(_:at:using:)-(JSONWebKeySet,_,_)``; fetch them again when the cached
    /// ones do not have the one that is needed.
    case verify(KeySource)
    /// Save the sign-in, show this URL, and hand over the callback when it comes.
    case show(AbsoluteURL)
    /// Save the sign-in, show these codes, and ``poll(at:using:)`` as long as it wants to wait.
    case showCode(DeviceAuthorizationResponse)
    /// The user is being asked: save the sign-in, and ``poll(at:using:)`` as long as it wants to wait.
    case asked(BackchannelAuthenticationResponse)
    /// The user has not answered on the other device: ``poll(at:using:)`` then, and not before.
    case wait(until: Instant)
    /// The provider did not take the number that the user typed: ask for it again.
    case numberRefused(OAuthError)
    /// It is done: save this before you use it.
    case done(Credential)
  }

  /// What an exchange is for, which decides its bounds.
  package enum ExchangeKind: String, Sendable {
    /// Metadata.
    case metadata
    /// Tokens or temporary credentials.
    case token
  }

  /// The provider; once its metadata has been read, with the endpoints found.
  package internal(set) var provider: Provider
  /// Our registration there.
  package var client: Client
  /// How the user's answer comes back.
  package let redirect: RedirectTarget
  /// The scopes asked for; empty for the provider's own choice.
  package let scopes: [String]
  /// What is asked for beyond scopes.
  package let terms: Terms
  /// The name the user wants for the account; nil when none was given.
  package let accountName: String?
  /// Where requests may go in addition to the provider's own API origins.
  package let allowedOrigins: [Origin]
  /// When it began.
  package let beganAt: Instant
  /// Whether the process that began it waits for it, and wants to know of it when another one finishes it.
  package var isAwaited = false
  /// Whether the user was sent to the provider's app.
  package var isForApp = false
  /// The API for which the app has registered its client by itself; nil for a client that was given.
  package var clientMadeFor: String?
  /// That registration, for the account to keep; nil where the program keeps it.
  package var appRegistration: RegisteredClient?
  /// The file of certificates that it trusts in addition to the system's; nil for none.
  package var trustRoots: String?
  /// What the program that began it wants back when its callback comes; nil for nothing.
  package var note: JSON?
  /// What the server advertised at an earlier sign-in; nil when there was none.
  package var advertisedBefore: AdvertisedMetadata?
  /// Whether the user agrees that what the server advertised before may be gone.
  package var acceptsDowngrade = false
  /// What the server advertises now; nil for one whose endpoints are known without asking it.
  package internal(set) var advertised: AdvertisedMetadata?
  /// Those of ``scopes`` that the server does not list, where it lists any: to explain a refusal.
  package internal(set) var unlistedScopes: [String] = []
  /// What the server no longer protects, and the user agreed to lose.
  package internal(set) var downgrades: [MetadataDowngrade] = []
  /// The ID token of the sign-in, once it is verified; nil before, and where none was asked for.
  package internal(set) var idToken: IDToken?
  /// What in the token answer was not as its specification has it, and was accepted.
  package internal(set) var tolerated: [TokenResponse.Tolerance] = []

  /// The way it goes, and how far it is.
  var flow = Flow.begun
  /// What the user is to be asked on a device of theirs; nil for one that shows a code.
  package var question: BackchannelQuestion?
  /// The name and password to exchange; nil for a user who is sent to the provider. It is in no record.
  package var password: PasswordCredentialRequest?
  /// What stamps the requests of OAuth 1.0a.
  package var clock = SigningClock()

  /// The key to which the tokens are to be bound; nil where the server binds none.
  package var proofKey: DPoPKey?
  /// The request that is under way and may be sent once more; nil where none is.
  var pending: PendingRequest?
  /// When the last request was made: the life of tokens counts from then, since their server began it later.
  var sentAt: Instant?
  /// Makes that key in a keystore, for one of these algorithms; nil for keys of our own.
  package var makeProofKey: (@Sendable (Set<SignatureAlgorithm>) throws(OAuthError) -> DPoPKey?)?
  /// What servers have said about their nonces and clocks; handed in by the caller, who learns from it.
  package var servers = ServerKnowledge()

  /// A sign-in that has not taken its first step, and whose user comes back to an address.
  package init(
    to provider: Provider, as client: Client, redirectURI: RedirectURI, scopes: [String] = [],
    terms: Terms = Terms(), accountName: String? = nil, allowedOrigins: [Origin] = [], at now: Instant
  ) {
    self.init(
      to: provider, as: client, redirect: .uri(redirectURI), scopes: scopes, terms: terms,
      accountName: accountName, allowedOrigins: allowedOrigins, at: now)
  }

  /// A sign-in that has not taken its first step.
  package init(
    to provider: Provider, as client: Client, redirect: RedirectTarget, scopes: [String] = [],
    terms: Terms = Terms(), accountName: String? = nil, allowedOrigins: [Origin] = [], at now: Instant
  ) {
    self.provider = provider
    self.client = client
    self.redirect = redirect
    self.scopes = provider.atProtocol == nil ? scopes : ATProtocolAccount.scopes(asking: scopes)
    self.terms = provider.atProtocol.map(terms.meeting) ?? terms
    self.accountName = accountName
    self.allowedOrigins = allowedOrigins
    beganAt = now
  }

  /// What it waits under once its address has been shown; nil before and after.
  package var key: Key? {
    switch flow {
    case .code(let flow): flow.waitingState.map(Key.init(state:))
    case .implicit(let flow): Key(state: flow.state)
    case .secondDevice(let flow): flow.waiting?.question.key
    case .oauth1(let flow): flow.waiting.map { Key(temporaryToken: $0.token) }
    case .begun, .discovering, .password, .verifying, .done: nil
    }
  }

  /// For how long the URL of the page can be opened, where the server keeps the request; nil for one without such an end.
  package var pageLifetime: Duration? {
    guard case .code(let flow) = flow else { return nil }
    return flow.pageLifetime
  }

  /// Asks for another URL of the page, where the server keeps the request for a shorter time than the user has.
  ///
  /// RFC 9126 §4: a client pushes its request again. It is the same request, with the same state: whichever of the URLs the
  /// user opens, the callback answers this sign-in, which is taken once.
  package mutating func pushAgain(
    at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    guard case .code(let flow) = flow, flow.pageLifetime != nil else {
      throw .outOfOrder("a sign-in that waits after its request was pushed")
    }
    self.flow = .done
    return try carryOut(flow.pushAgain(self, now: now, using: &random), at: now, using: &random)
  }

  /// The state, where it waits for a provider's app that gives back none; nil for any other sign-in.
  package var stateForApp: Secret? {
    guard isForApp, provider.nativeApp?.omitsState == true, case .code(let flow) = flow else { return nil }
    return flow.waitingState
  }

  /// Takes the first step; throws `sign_in.out_of_order` when it was taken before.
  package mutating func begin(
    at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    guard flow == .begun else { throw .outOfOrder("a sign-in that has not begun") }
    flow = .done
    try terms.requireFreeParameters()
    guard provider.atProtocol == nil || terms.binding == .required else { throw .unboundATProtocol() }
    guard terms.parameters.isEmpty || question == nil && password == nil && redirect != .device else {
      throw .noPageForParameters()
    }
    if case .oauth1 = provider.service { try requireTermsOfOAuth1() }
    if let password {
      self.password = nil
      if !scopes.isEmpty { throw .noScopes(at: provider) }
      return try carryOut(PasswordFlow.begin(self, exchanging: password), at: now, using: &random)
    }
    switch provider.service {
    case .oauth1:
      guard redirect != .device else { throw .deviceInOAuth1() }
      return try carryOut(OAuth1Flow.begin(self), at: now, using: &random)
    case .oauth2(let service):
      return try carryOut(beginAtKnownEndpoints(service, at: now, using: &random), at: now, using: &random)
    case .issuer(let issuer):
      let discovery = Discovery(
        of: issuer, dialect: provider.idTokenRules.dialect, in: provider.metadataOrder)
      return try carryOut(discover(by: discovery), at: now, using: &random)
    }
  }

  /// Begins at endpoints that are known, in the way in which the user is to answer.
  mutating func beginAtKnownEndpoints(
    _ service: OAuth2Service, at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Turn {
    try requireVerifiableTerms(at: service)
    if terms.usesImplicitGrant { return try ImplicitFlow.begin(self, at: service, using: &random) }
    proofKey = bindsTokens ? try newProofKey(at: service) : nil
    guard proofKey != nil || terms.binding != .required else { throw .nothingBinds(at: provider) }
    switch (question, redirect) {
    case (let asked?, _):
      // It serves once: what the user alone knows is not kept while the sign-in waits.
      defer { question = nil }
      return try SecondDeviceFlow.ask(asked, of: service, for: self, using: &random)
    case (nil, .device): return try SecondDeviceFlow.requestCodes(self, of: service)
    case (nil, .uri), (nil, .outOfBand): return try CodeFlow.begin(self, at: service, now: now, using: &random)
    }
  }

  /// Whether tokens are to be bound where the server offers it: as this sign-in says, else as client and entry say.
  private var bindsTokens: Bool {
    switch terms.binding {
    case .required: true
    case .whereOffered: client.bindsTokens && provider.bindsTokens
    case .never: false
    }
  }

  /// A key of the keystore where there is one that makes it, else one of our own; nil where the server takes no proofs.
  private func newProofKey(at service: OAuth2Service) throws(OAuthError) -> DPoPKey? {
    if !service.dpopAlgorithms.isEmpty, let key = try makeProofKey?(service.dpopAlgorithms) { return key }
    return try service.proofKey()
  }

  /// Takes the answer to the request of the last step.
  package mutating func receive(
    _ response: ResponseMessage, at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    // An unsolicited answer takes nothing from a sign-in that waits for its callback.
    guard flow.awaitsResponse else { throw .outOfOrder("an answer that was asked for") }
    let flow = flow
    self.flow = .done
    var pending = self.pending
    self.pending = nil
    let next = try pending?.next(after: response, learning: &servers, correcting: &clock, at: now, using: &random)
    if let again = next {
      (self.flow, self.pending) = (flow, pending)
      sentAt = now
      return .send(again, .token)
    }
    let turn: Turn
    do throws(OAuthError) {
      turn = try receive(response, in: flow, answering: pending?.signed, at: now, using: &random)
    } catch {
      throw pending?.explained(error, knowing: servers).beginningAgain ?? error
    }
    return try carryOut(turn, at: now, using: &random)
  }

  private mutating func receive(
    _ response: ResponseMessage, in flow: Flow, answering sent: RequestMessage?, at now: Instant,
    using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Turn {
    switch (flow, sent) {
    case (.discovering(let discovery), _):
      return try receiveMetadata(response, for: discovery, at: now, using: &random)
    case (.code(let flow), _): return try flow.receive(response, of: self)
    case (.secondDevice(let flow), _): return try flow.receive(response, of: self, at: now)
    case (.oauth1(let flow), let sent?): return try flow.receive(response, answering: sent, of: self, at: now)
    case (.password(let flow), let sent?): return try flow.receive(response, answering: sent, of: self, at: now)
    case (.oauth1, nil), (.password, nil), (.begun, _), (.implicit, _), (.verifying, _), (.done, _):
      throw .outOfOrder("an answer that was asked for")
    }
  }

  /// Takes the callback that the user's browser brought to `url`.
  ///
  /// Throws `sign_in.state_mismatch` or `sign_in.temporary_credential_mismatch` when it answers another sign-in: this
  /// one then goes on waiting. Every other error ends it, also that of a callback which is ours and cannot be used.
  package mutating func receive(
    _ callback: SignInCallback, at url: AbsoluteURL, now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    guard let waitingKey = key else { throw .outOfOrder("a sign-in that waits for its callback") }
    switch (flow, callback) {
    case (.code(let flow), .oauth2(let callback)):
      try flow.requireOwn(callback.state)
      try end(arrivingAt: url)
      return try carryOut(flow.receive(callback, at: url, of: self), at: now, using: &random)
    case (.code(let flow), .secured(let response, let state)):
      try flow.requireOwn(state)
      try end(arrivingAt: url)
      return try carryOut(flow.receive(secured: response, of: self), at: now, using: &random)
    case (.implicit(let flow), .fragment(let state)):
      try flow.requireOwn(state)
      try end(arrivingAt: url)
      // The provider issued the token at some time since then.
      sentAt = beganAt
      return try carryOut(flow.receive(url, of: self), at: now, using: &random)
    case (.implicit(let flow), .oauth2(let callback)):
      try flow.requireOwn(callback.state)
      try end(arrivingAt: url)
      throw try flow.failure(of: callback, of: self)
    case (.implicit(let flow), .secured(_, let state)):
      try flow.requireOwn(state)
      try end(arrivingAt: url)
      throw .notAskedFor("a signed answer", of: "a token")
    case (.code(let flow), .fragment(let state)):
      try flow.requireOwn(state)
      try end(arrivingAt: url)
      if let refusal = ImplicitResponse.refusal(inFragmentOf: url) {
        throw failure(by: refusal, at: try oauth2Service, rule: .rfc(6749, "4.1.2.1"))
      }
      throw .fragmentNotAskedFor()
    case (.oauth1(let flow), .oauth1(let callback)):
      try flow.requireOwn(callback)
      try end(arrivingAt: url)
      return try carryOut(flow.receive(callback, of: self), at: now, using: &random)
    case (.code, .unusable(let error, let other)), (.implicit, .unusable(let error, let other)),
      (.oauth1, .unusable(let error, let other)):
      guard ConstantTime.equal(other.bytes, waitingKey.bytes) else { throw .stateMismatch(received: nil) }
      try end(arrivingAt: url)
      throw naming(error)
    case (.code, .oauth1), (.implicit, .oauth1), (.oauth1, .oauth2), (.oauth1, .secured), (.oauth1, .fragment):
      throw .stateMismatch(received: nil)
    default: throw .outOfOrder("a sign-in that waits for its callback")
    }
  }

  /// What is wrong with a callback of this sign-in; the user's no, where the provider's word means that here.
  private func naming(_ error: OAuthError) -> OAuthError {
    guard let refusal = error.refusal, case .oauth1(let service) = provider.service,
      service.dialect.refusalTable.isDenial(refusal)
    else { return error }
    return .denied(at: provider, rule: .rfc(5849, "2.2"), refusal: refusal)
  }

  /// The sign-in is over unless it goes on from here; its callback must arrive at the redirect URI of the request.
  ///
  /// RFC 8252 §8.10.
  private mutating func end(arrivingAt url: AbsoluteURL) throws(OAuthError) {
    flow = .done
    guard redirect.redirectURI?.received(url) == true else { throw .arrivedElsewhere(at: url, expected: redirect) }
  }

  /// Takes the number that the provider showed and the user typed.
  ///
  /// RFC 5849 §2.1, "oob". Throws `sign_in.out_of_order` unless the sign-in waits for a number.
  package mutating func receive(
    typed number: Secret, at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    guard case .oauth1(let flow) = flow, flow.waiting != nil, redirect == .outOfBand else {
      throw .outOfOrder("a sign-in that waits for a number")
    }
    self.flow = .done
    return try carryOut(flow.exchange(number, of: self), at: now, using: &random)
  }

  /// Takes the keys of the provider, and verifies with them the ID token, or the callback that came as a JWT.
  ///
  /// OpenID Connect Core §3.1.3.7; JWT Secured Authorization Response Mode §2.4. What is signed by a key that is not
  /// among them asks for fresh ones, once. `now` is, for an ID token, the time by the provider's clock, as far as it is
  /// known. Throws `id_token.…`, `jose.…` and `sign_in.…`, which end the sign-in.
  package mutating func receive(
    _ keys: JSONWebKeySet, at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    switch flow {
    case .code(let flow) where flow.isVerifyingCallback:
      self.flow = .done
      return try carryOut(flow.receive(keys, of: self, at: now), at: now, using: &random)
    case .verifying(let tokens, let source):
      flow = .done
      return try carryOut(verify(tokens, by: keys, from: source, at: now), at: now, using: &random)
    default: throw .outOfOrder("keys that were asked for")
    }
  }

  /// Whether a callback is to be verified next, and not an ID token.
  package var isVerifyingCallback: Bool {
    guard case .code(let flow) = flow else { return false }
    return flow.isVerifyingCallback
  }

  /// Carries out what a flow wants next. Until then the sign-in is over: whatever throws ends it.
  mutating func carryOut(
    _ turn: Turn, at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    switch turn {
    case .step(let step, let next):
      flow = next
      return step
    case .send(let request, let next):
      var attempts = ServerAttempts(request)
      let message = try attempts.first(knowing: servers, at: now, using: &random)
      (pending, flow, sentAt) = (.server(attempts), next, now)
      return .send(message, .token)
    case .sign(let make, let next):
      let attempts = try SignedAttempts(make, by: &clock, at: now, using: &random)
      (pending, flow) = (.signed(attempts), next)
      return .send(attempts.sent, .token)
    case .tokens(let received): return try carryOut(accept(received, at: now), at: now, using: &random)
    case .done(let credential): return .done(credential)
    }
  }
}
