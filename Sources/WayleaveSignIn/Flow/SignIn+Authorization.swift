import WayleaveJOSE
import WayleaveOAuth2
package import WayleaveWire
import WayleaveProvider

extension SignIn {
  /// Begins at endpoints that are known, in the way in which the user is to answer.
  mutating func beginAtKnownEndpoints(
    _ service: OAuth2Service, at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    try requireVerifiableTerms(at: service)
    proofKey = terms.binding == .never ? nil : try newProofKey(at: service)
    guard proofKey != nil || terms.binding != .required else { throw .nothingBinds(at: provider) }
    if let question { return try ask(question, of: service, at: now, using: &random) }
    return switch redirect {
    case .device: try requestDeviceCodes(of: service, at: now, using: &random)
    case .uri, .outOfBand: try requestAuthorization(of: service, at: now, using: &random)
    }
  }

  /// A key of the keystore where there is one that makes it, else one of our own; nil where the server takes no proofs.
  private func newProofKey(at service: OAuth2Service) throws(OAuthError) -> DPoPKey? {
    if !service.dpopAlgorithms.isEmpty, let key = try makeProofKey?(service.dpopAlgorithms) { return key }
    return try service.proofKey()
  }

  /// Shows the authorization page, after the request was handed over where the server takes that.
  private mutating func requestAuthorization(
    of service: OAuth2Service, at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    _ = try service.requiredAuthorizationEndpoint
    try requireOwnScheme(at: service)
    guard !terms.wantsSecuredCallback || service.provesCallbacks else { throw .unprovableCallback() }
    let waiting = WaitingCode(
      state: Secret(RandomText.base64URL(bytes: 32, using: &random)),
      verifier: service.dialect.authorization.supportsPKCE ? CodeVerifier(using: &random) : nil,
      nonce: Secret(RandomText.base64URL(bytes: 32, using: &random)))
    return try requestAuthorization(of: service, waiting, at: now, using: &random)
  }

  /// Asks for another URL of the page, where the server keeps the request for a shorter time than the user has.
  ///
  /// RFC 9126 §4: a client pushes its request again. It is the same request, with the same state: whichever of the URLs the
  /// user opens, the callback answers this sign-in, which is taken once.
  package mutating func pushAgain(
    at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    guard case .waitingForCode(let waiting) = phase, pageLifetime != nil else {
      throw .outOfOrder("a sign-in that waits after its request was pushed")
    }
    return try requestAuthorization(of: try oauth2Service, waiting, at: now, using: &random)
  }

  private mutating func requestAuthorization(
    of service: OAuth2Service, _ waiting: WaitingCode, at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    let page = try service.requiredAuthorizationEndpoint
    let form = try authorizationRequest(at: service, waiting).form(dialect: service.dialect)
    let parameters: AuthorizationParameters =
      service.requiresSignedRequestObjects
      ? .object(try signed(form, for: service, at: now, using: &random), clientID: client.id) : .plain(form)
    let isPushed = terms.pushesRequest && provider.pushesRequests
    if isPushed, let endpoint = service.endpoint(.pushedAuthorizationRequest, for: client) {
      phase = .pushingRequest(waiting)
      let request = try PushedAuthorizationRequest(parameters)
      return try send(
        AuthorizationServerRequest(to: endpoint, of: service, as: client, proving: proofKey, by: request.request),
        at: now, using: &random)
    }
    guard !service.requiresPushedAuthorizationRequests else { throw isPushed ? .nowhereToPush() : .pushDemanded() }
    phase = .waitingForCode(waiting)
    return .show(try parameters.url(at: page, adding: outside(parameters, of: form)))
  }

  /// A scheme that any app may have taken is refused, unless the provider gives it to apps: RFC 8252 §7.1.
  private func requireOwnScheme(at service: OAuth2Service) throws(OAuthError) {
    guard let redirectURI = redirect.redirectURI, !redirectURI.hasSchemeOfItsOwn else { return }
    guard let prefix = service.dialect.authorization.appSchemePrefix, !prefix.isEmpty,
      redirectURI.url.scheme.utf8.starts(with: prefix.utf8)
    else { throw .schemeOfAnybody(redirectURI) }
  }

  private func authorizationRequest(
    at service: OAuth2Service, _ waiting: WaitingCode
  ) throws(OAuthError) -> AuthorizationRequest {
    let asked = askedScopes(at: service)
    var additional = terms.form
    if asked.contains("openid") { additional.append("nonce", waiting.nonce) }
    return AuthorizationRequest(
      clientID: client.id, redirectURI: try redirectURI, scopes: asked, state: waiting.state,
      codeChallenge: waiting.verifier.map(CodeChallenge.init(of:)),
      responseMode: try responseMode(at: service), resources: terms.resources,
      details: terms.details, dpopKeyThumbprint: proofKey?.thumbprint, additional: additional)
  }

  /// The request as a JWT of the client: RFC 9101 §4.
  private func signed(
    _ form: Form, for service: OAuth2Service, at now: Instant, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Secret {
    guard let key = client.key, let algorithm = SignatureAlgorithm(goingWith: key) else { throw .nothingToSignWith() }
    return try RequestObject(form).sign(
      for: service.assertionAudience, id: RandomText.base64URL(bytes: 16, using: &random), at: now, with: key,
      by: algorithm)
  }

  /// What an OpenID provider wants in addition to a request object: OpenID Connect Core §6.1.
  private func outside(_ parameters: AuthorizationParameters, of form: Form) -> Form {
    var outside = Form()
    guard case .object = parameters else { return outside }
    outside.fields = form.fields.filter { field in
      ["response_type", "scope"].contains { field.name.elementsEqual($0.utf8) }
    }
    return outside
  }

  /// Shows the authorization page by the name under which the server keeps the request.
  ///
  /// RFC 9126 §4.
  mutating func receivePushed(_ response: ResponseMessage, _ waiting: WaitingCode) throws(OAuthError) -> Step {
    let service = try oauth2Service
    let pushed: PushedAuthorizationResponse
    do throws(OAuthError) { pushed = try PushedAuthorizationResponse(reading: response) } catch {
      throw error.namingScopes(askedScopes(at: service), of: provider)
    }
    let url = try pushed.url(at: service.requiredAuthorizationEndpoint, clientID: client.id)
    pageLifetime = .seconds(pushed.expiresIn)
    phase = .waitingForCode(waiting)
    return .show(url)
  }

  /// Where the user comes back to; the code grant knows no other way.
  private var redirectURI: RedirectURI {
    get throws(OAuthError) {
      guard let redirectURI = redirect.redirectURI else { throw .outOfBandInOAuth2() }
      return redirectURI
    }
  }

  mutating func receiveCode(
    _ callback: AuthorizationCallback, _ waiting: WaitingCode, at now: Instant,
    using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    let service = try oauth2Service
    phase = .done
    try requireIssuer(of: callback, at: service)
    switch callback.outcome {
    case .refused(let refusal): throw .authorizationRefused(refusal, at: provider, asking: askedScopes(at: service))
    case .code(let code):
      phase = .exchangingCode(code: code, waiting)
      let grant = AuthorizationCodeGrant(code: code, verifier: waiting.verifier, redirectURI: try redirectURI)
      return try send(
        AuthorizationServerRequest(
          to: service.tokenEndpoint(for: client), of: service, as: client,
          proving: proofKey, by: grant.request),
        at: now, using: &random)
    }
  }

  /// A callback from another server than the one asked is a mix-up, errors included: RFC 9207 §2.4.
  private func requireIssuer(of callback: AuthorizationCallback, at service: OAuth2Service) throws(OAuthError) {
    guard let expected = service.issuer else {
      // A server that names itself where we know no name could be any server: our code would go to the wrong one.
      if let received = callback.issuer { throw .unknownIssuer(received) }
      return
    }
    guard let received = callback.issuer else {
      if service.requiresIssuerInCallback { throw .issuerMismatch(expected: expected, received: nil) }
      return
    }
    guard received == expected else { throw .issuerMismatch(expected: expected, received: received) }
  }
}

extension OAuth2Service {
  /// Whether callbacks of this provider can be proved.
  fileprivate var provesCallbacks: Bool { issuer != nil && self[.keySet] != nil }

  fileprivate var requiredAuthorizationEndpoint: Endpoint {
    get throws(OAuthError) {
      guard let authorizationEndpoint = self[.authorization] else { throw .nowhereToSendUsers() }
      return authorizationEndpoint
    }
  }
}

extension OAuthError {
  fileprivate static func nowhereToSendUsers() -> OAuthError {
    OAuthError(
      .unsupported, message: "The provider has no page for signing in with a browser (authorization_endpoint).",
      rule: .rfc(8414, "2"), expected: "an authorization endpoint", received: .nothing,
      remedy: "Sign in on another device, or use a grant without a user.")
  }

  fileprivate static func nothingBinds(at provider: Provider) -> OAuthError {
    OAuthError(
      .unsupported,
      message: "\(DisplayText.clean(provider.title)) does not offer tokens that are bound to a key (DPoP).",
      rule: .rfc(9449, "5.1"), expected: "a provider that takes proofs by a key of ours",
      received: .text(provider.name.text),
      remedy: "Leave out the wish for bound tokens, or use a provider that offers them.")
  }

  fileprivate static func unprovableCallback() -> OAuthError {
    OAuthError(
      .unsupported, message: "The provider has no issuer and keys, so a signed answer (JARM) cannot be verified.",
      rule: .specification("JWT Secured Authorization Response Mode", "2.4"),
      expected: "a provider with an issuer and keys", received: .described("one without"),
      remedy: "Leave out the wish for a signed callback, or complete the provider's entry.")
  }

  fileprivate static func schemeOfAnybody(_ redirectURI: RedirectURI) -> OAuthError {
    OAuthError(
      .invalidRedirectURI,
      message:
        "The scheme of “\(URLRedaction.redact(redirectURI.text))” is not made of a domain name: it has no period.",
      rule: .rfc(8252, "7.1"), expected: "a scheme made of a domain name, with a period",
      received: .url(redirectURI.text),
      remedy: "Take a scheme such as com.example.app, or better an https URL that belongs to the app.")
  }

  fileprivate static func outOfBandInOAuth2() -> OAuthError {
    OAuthError(
      .invalidRedirectURI, message: "The redirect URI “\(Client.outOfBand)” is only for OAuth 1.0a.",
      rule: .rfc(8252, "8"), expected: "a redirect URI that users come back to",
      received: .text(Client.outOfBand),
      remedy: .registerLoopbackRedirectURI)
  }

  fileprivate static func nowhereToPush() -> OAuthError {
    OAuthError(
      .malformedMetadata,
      message: "The provider demands pushed authorization requests, and names no endpoint for them.",
      rule: .rfc(9126, "5"), expected: "an endpoint to push authorization requests to",
      received: .nothing,
      remedy:
        "Correct its entry, or tell the provider.")
  }

  fileprivate static func pushDemanded() -> OAuthError {
    OAuthError(
      .unsupported,
      message: "The provider demands that the authorization request is pushed, and it was to be sent without.",
      rule: .rfc(9126, "5"), expected: "a pushed authorization request, which the provider demands",
      received: .described("one that is not pushed"),
      remedy: .allowPushing)
  }

  fileprivate static func nothingToSignWith() -> OAuthError {
    OAuthError(
      .invalidClient, message: "The provider takes only signed requests, and the client has no private key.",
      rule: .rfc(9101, "10.5"), expected: "a client with a private key", received: .nothing,
      remedy: "Register a key at the provider, and give it to the client.")
  }

  fileprivate static func issuerMismatch(expected: Issuer, received: Issuer?) -> OAuthError {
    OAuthError(
      .issuerMismatch,
      message:
        "The answer comes from \(received.map { "“\(URLRedaction.redact($0.text))”" } ?? "an issuer that it does not name"), not from “\(URLRedaction.redact(expected.text))”.",
      rule: .rfc(9207, "2.4"), expected: "the issuer “\(URLRedaction.redact(expected.text))”",
      received: .url(received?.text),
      remedy: "It may be an attack. Nothing was sent to that server; begin again.")
  }

  fileprivate static func unknownIssuer(_ received: Issuer) -> OAuthError {
    OAuthError(
      .issuerMismatch,
      message:
        "The answer names the issuer “\(URLRedaction.redact(received.text))”, and the provider's entry names none.",
      rule: .rfc(9207, "2.4"),
      expected: "a callback without an issuer, as the provider's entry names none",
      received: .url(received.text),
      remedy: "If that is the provider's issuer, add it to the provider's entry and begin again.")
  }

  fileprivate static func authorizationRefused(
    _ refusal: ProviderRefusal, at provider: Provider, asking scopes: [String]
  ) -> OAuthError {
    guard refusal.error != "access_denied" else {
      return .denied(at: provider, rule: .rfc(6749, "4.1.2.1"), refusal: refusal)
    }
    return OAuthError(
      .authorizationRefused,
      message: "\(DisplayText.clean(provider.title)) refuses the sign-in: \(Received.text(refusal.error)).",
      rule: .rfc(6749, "4.1.2.1"), expected: "a code", received: .text(refusal.error),
      remedy: "See what the provider says; the scopes and the redirect URI are what it most often refuses.",
      refusal: refusal
    ).namingScopes(scopes, of: provider)
  }

  /// The same failure, with the scopes that were asked for where it is they that the provider refuses.
  fileprivate func namingScopes(_ scopes: [String], of provider: Provider) -> OAuthError {
    guard refusal?.error == "invalid_scope", !scopes.isEmpty else { return self }
    let names = scopes.map { "“\(DisplayText.clean($0, limit: 60))”" }
    let what = names.count == 1 ? "the scope \(names[0])" : "one of the scopes \(names.joined(separator: ", "))"
    return worded("\(DisplayText.clean(provider.title)) refuses \(what).")
      .remedied(by: "Ask only for scopes that it offers; the provider's page for your app may list them.")
  }

  static func denied(at provider: Provider, rule: Rule, refusal: ProviderRefusal) -> OAuthError {
    OAuthError(
      .denied, message: "You declined at \(DisplayText.clean(provider.title)). Nothing was granted.", rule: rule,
      expected: "the user's consent", received: .described("a denial"),
      remedy: "Sign in again to choose otherwise.", refusal: refusal)
  }
}
