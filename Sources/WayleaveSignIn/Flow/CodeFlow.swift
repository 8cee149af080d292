import WayleaveJOSE
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

/// The authorization code grant: the user goes to the provider's page, and comes back with a code.
///
/// RFC 6749 §4.1; the request is pushed by RFC 9126 where the server takes that, and the callback may be a JWT.
struct CodeFlow: Sendable, Equatable {
  /// What the answer to an authorization request must fit.
  struct Binding: Sendable, Equatable {
    let state: Secret
    let verifier: CodeVerifier?
    let nonce: Secret
  }

  private enum Phase: Sendable, Equatable {
    case pushing
    /// For the callback, after the page was shown by a URL that can be opened for so long; nil for one without such an end.
    case waiting(pageLifetime: Duration?)
    /// The callback came as a JWT, and is to be verified with keys from there.
    case verifyingCallback(Secret, SignIn.KeySource)
    /// With what the callback carried in addition to the code, as far as the entry names it.
    case exchanging(code: Secret, members: JSON.Object)
  }

  let binding: Binding
  private let phase: Phase

  private init(_ phase: Phase, _ binding: Binding) {
    self.phase = phase
    self.binding = binding
  }

  /// A flow whose user was shown the page.
  init(waitingFor binding: Binding, pageLifetime: Duration? = nil) {
    self.init(.waiting(pageLifetime: pageLifetime), binding)
  }

  var isWaiting: Bool {
    guard case .waiting = phase else { return false }
    return true
  }

  /// For how long the URL of the page can be opened; nil for one without such an end.
  var pageLifetime: Duration? {
    guard case .waiting(let lifetime) = phase else { return nil }
    return lifetime
  }

  /// The state that the awaited callback has; nil before and after.
  var waitingState: Secret? { isWaiting ? binding.state : nil }

  /// Whether the keys that verify the callback are awaited.
  var isVerifyingCallback: Bool {
    guard case .verifyingCallback = phase else { return false }
    return true
  }

  var awaitsResponse: Bool {
    switch phase {
    case .pushing, .exchanging: true
    case .waiting, .verifyingCallback: false
    }
  }

  /// Shows the authorization page, after the request was handed over where the server takes that.
  static func begin(
    _ signIn: SignIn, at service: OAuth2Service, now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> SignIn.Turn {
    let secrets = AuthorizationSecrets(using: &random)
    let binding = Binding(
      state: secrets.state, verifier: service.dialect.authorization.codeChallenge == nil ? nil : secrets.verifier,
      nonce: RandomText.secret(bytes: 32, using: &random))
    return try ask(signIn, at: service, fitting: binding, now: now, using: &random)
  }

  /// Hands the same request over again.
  func pushAgain(
    _ signIn: SignIn, now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> SignIn.Turn {
    try Self.ask(signIn, at: signIn.oauth2Service, fitting: binding, now: now, using: &random)
  }

  private static func ask(
    _ signIn: SignIn, at service: OAuth2Service, fitting binding: Binding, now: Instant,
    using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> SignIn.Turn {
    switch try CodeRequest(of: signIn, at: service, fitting: binding, now: now, using: &random).next() {
    case .push(let request): .send(request, .code(CodeFlow(.pushing, binding)))
    case .show(let url): .step(.show(url), .code(CodeFlow(waitingFor: binding)))
    }
  }

  func receive(_ response: ResponseMessage, of signIn: SignIn) throws(OAuthError) -> SignIn.Turn {
    try signIn.provider.atProtocol?.checkNonce(of: response)
    switch phase {
    case .pushing: return try receivePushed(response, of: signIn)
    case .exchanging(let code, let members):
      let dialect = try signIn.oauth2Service.dialect
      let answer = try TokenResponse(reading: response, dialect: dialect, accepting: signIn.acceptedTokenTypes)
      return .tokens(
        ReceivedTokens(
          answer: answer, code: code, nonce: binding.nonce, state: binding.state, callbackMembers: members))
    case .waiting, .verifyingCallback: throw .outOfOrder("an answer that was asked for")
    }
  }

  /// Shows the authorization page by the name under which the server keeps the request.
  ///
  /// RFC 9126 §4.
  private func receivePushed(_ response: ResponseMessage, of signIn: SignIn) throws(OAuthError) -> SignIn.Turn {
    let service = try signIn.oauth2Service
    let pushed: PushedAuthorizationResponse
    do throws(OAuthError) { pushed = try PushedAuthorizationResponse(reading: response) } catch {
      let error = error.namingScopes(of: signIn, at: service)
      guard service.requiresPushedAuthorizationRequests, error.remedy == .sendUnpushed else { throw error }
      throw error.remedied(by: "See what the provider says; the user was not asked.")
    }
    let url = try pushed.url(at: service.requiredAuthorizationEndpoint, clientID: signIn.client.id)
    return .step(.show(url), .code(CodeFlow(waitingFor: binding, pageLifetime: .seconds(pushed.expiresIn))))
  }

  /// Whether this callback is the one that is awaited; throws `sign_in.state_mismatch` unless it is.
  func requireOwn(_ state: Secret?) throws(OAuthError) {
    guard isWaiting else { throw .outOfOrder("a sign-in that waits for its callback") }
    guard state == binding.state else { throw .stateMismatch(received: state) }
  }

  func receive(
    _ callback: AuthorizationCallback, at url: AbsoluteURL, of signIn: SignIn
  ) throws(OAuthError) -> SignIn.Turn {
    guard !signIn.terms.wantsSecuredCallback else { throw .unsecuredCallback() }
    return try receive(callback, carrying: signIn.oauth2Service.callbackMembers(of: url), of: signIn)
  }

  private func receive(
    _ callback: AuthorizationCallback, carrying members: JSON.Object, of signIn: SignIn
  ) throws(OAuthError) -> SignIn.Turn {
    // Before anything is sent: the code goes to a server of the entry alone.
    let service = try signIn.oauth2Service.at(serverOf: members)
    try service.requireIssuer(callback.issuer)
    switch callback.outcome {
    case .refused(let refusal): throw signIn.failure(by: refusal, at: service, rule: .rfc(6749, "4.1.2.1"))
    case .code(let code):
      var grant = AuthorizationCodeGrant(
        code: code, verifier: binding.verifier, redirectURI: try signIn.redirectURI, resources: signIn.resources)
      grant.repeated = service.dialect.authorization.repeated(of: members)
      return .send(
        AuthorizationServerRequest(
          to: service.tokenEndpoint(for: signIn.client), of: service, as: signIn.client, proving: signIn.proofKey,
          by: grant.request),
        .code(CodeFlow(.exchanging(code: code, members: members), binding)))
    }
  }

  /// Takes a callback as one JWT, which counts once the keys of the provider verify it.
  ///
  /// JWT Secured Authorization Response Mode §2.4.
  func receive(secured response: Secret, of signIn: SignIn) throws(OAuthError) -> SignIn.Turn {
    guard signIn.terms.wantsSecuredCallback else { throw .securedCallback() }
    guard let endpoint = try signIn.oauth2Service[.keySet] else { throw .unverifiableCallback() }
    return verify(response, from: SignIn.KeySource(endpoint))
  }

  private func verify(_ response: Secret, from source: SignIn.KeySource) -> SignIn.Turn {
    .step(.verify(source), .code(CodeFlow(.verifyingCallback(response, source), binding)))
  }

  func receive(_ keys: JSONWebKeySet, of signIn: SignIn, at now: Instant) throws(OAuthError) -> SignIn.Turn {
    guard case .verifyingCallback(let response, let source) = phase else {
      throw .outOfOrder("keys that were asked for")
    }
    let service = try signIn.oauth2Service
    let client = signIn.client
    let verification = try source.verify { () throws(OAuthError) in
      var pair = Form()
      pair.append("response", response)
      return try SecuredResponse(reading: pair, decryption: client.callbackDecryption).parameters(
        from: service.issuer ?? "", to: client.id, verifiedBy: keys,
        allowing: service.idTokenAlgorithms.intersection(.asymmetric), at: now)
    }
    switch verification {
    case .verified(let form):
      return try receive(try AuthorizationCallback(reading: form), carrying: JSON.Object(), of: signIn)
    case .needs(let again): return verify(response, from: again)
    }
  }
}

extension OAuthError {
  /// The same failure, with the scopes that were asked for where it is they that the provider refuses, and those that
  /// its metadata does not list.
  ///
  /// RFC 8414 §2, `scopes_supported`: "Servers MAY choose not to advertise some supported scope values", so that the list
  /// explains a refusal and makes none.
  func namingScopes(of signIn: SignIn, at service: OAuth2Service) -> OAuthError {
    let scopes = signIn.askedScopes(at: service)
    guard refusal?.error == "invalid_scope", !scopes.isEmpty else { return self }
    func names(_ scopes: [String]) -> String {
      scopes.map { "“\(DisplayText.clean($0, limit: 60))”" }.joined(separator: ", ")
    }
    let what = scopes.count == 1 ? "the scope \(names(scopes))" : "one of the scopes \(names(scopes))"
    let unlisted = signIn.unlistedScopes
    let list = unlisted.isEmpty ? "" : "; its metadata does not list \(names(unlisted))"
    return worded("\(DisplayText.clean(signIn.provider.title)) refuses \(what)\(list).")
  }
}

extension SignIn {
  /// What a refusal in a callback is: the user's no, or the provider's.
  func failure(by refusal: ProviderRefusal, at service: OAuth2Service, rule: OAuthError.Rule) -> OAuthError {
    guard !service.dialect.refusalTable.isDenial(refusal) else {
      return .denied(at: provider, rule: rule, refusal: refusal)
    }
    return .authorizationRefused(refusal, at: provider, rule: rule).namingScopes(of: self, at: service)
  }
}

extension OAuth2Service {
  /// The parameters of the callback that are stored with the tokens; one that is JSON is stored as such.
  fileprivate func callbackMembers(of url: AbsoluteURL) -> JSON.Object {
    var members = JSON.Object()
    let names = dialect.authorization.keptCallbackMembers
    guard !names.isEmpty, let form = try? url.queryForm else { return members }
    for name in names {
      guard let text = try? form.nonEmptyText(of: name) else { continue }
      members[name] = (try? JSON(decoding: Array(text.utf8)))?.object.map(JSON.object) ?? .string(text)
    }
    return members
  }

  /// A callback from another server than the one asked is a mix-up, errors included: RFC 9207 §2.4.
  func requireIssuer(_ named: Issuer?) throws(OAuthError) {
    guard let expected = issuer else {
      // A server that names itself where we know no name could be any server: our code would go to the wrong one.
      if let named { throw .unknownIssuer(named) }
      return
    }
    guard let received = named else {
      if requiresIssuerInCallback { throw .issuerMismatch(expected: expected, received: nil) }
      return
    }
    guard received == expected else { throw .issuerMismatch(expected: expected, received: received) }
  }
}

extension OAuthError {
  fileprivate static func issuerMismatch(expected: Issuer, received: Issuer?) -> OAuthError {
    OAuthError(
      .issuerMismatch,
      message:
        "The answer comes from \(received.map { "“\(URLRedaction.redact($0.text))”" } ?? "an issuer that it does not name"), not from “\(URLRedaction.redact(expected.text))”.",
      rule: .rfc(9207, "2.4"), remedy: "It may be an attack. Nothing was sent to that server; begin again.")
  }

  fileprivate static func unknownIssuer(_ received: Issuer) -> OAuthError {
    OAuthError(
      .issuerMismatch,
      message:
        "The answer names the issuer “\(URLRedaction.redact(received.text))”, and the provider's entry names none.",
      rule: .rfc(9207, "2.4"),
      remedy: "If that is the provider's issuer, add it to the provider's entry and begin again.")
  }

  fileprivate static func authorizationRefused(
    _ refusal: ProviderRefusal, at provider: Provider, rule: Rule
  ) -> OAuthError {
    OAuthError(
      .authorizationRefused,
      message: "\(DisplayText.clean(provider.title)) refuses the sign-in: \(Received.text(refusal.error)).",
      rule: rule,
      remedy: Remedy(for: refusal)
        ?? "See what the provider says; the scopes and the redirect URI are what it most often refuses.",
      refusal: refusal)
  }

  static func denied(at provider: Provider, rule: Rule, refusal: ProviderRefusal) -> OAuthError {
    OAuthError(
      .denied, message: "You declined at \(DisplayText.clean(provider.title)). Nothing was granted.", rule: rule,
      remedy: "Sign in again to choose otherwise.", refusal: refusal)
  }

  fileprivate static func unsecuredCallback() -> OAuthError { .plainCallback("a signed one, as was asked for") }

  fileprivate static func securedCallback() -> OAuthError { .plainCallback("a plain one, as was asked for") }

  fileprivate static func unverifiableCallback() -> OAuthError { .plainCallback("one that can be verified") }

  private static func plainCallback(_ expected: String) -> OAuthError {
    OAuthError(
      .malformedCallback, message: "The provider's answer is not what was requested: it has to be \(expected).",
      rule: .specification("JWT Secured Authorization Response Mode", "2.3.1"),
      remedy: "Nothing was used. Begin the sign-in again; if this repeats, the server does not do what it is asked.")
  }
}
