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
    let page = try service.requiredAuthorizationEndpoint
    try requireOwnScheme(at: service)
    guard !terms.wantsSecuredCallback || service.provesCallbacks else { throw .unprovableCallback() }
    let waiting = WaitingCode(
      state: Secret(RandomText.base64URL(bytes: 32, using: &random)),
      verifier: service.dialect.supportsPKCE ? CodeVerifier(using: &random) : nil,
      nonce: Secret(RandomText.base64URL(bytes: 32, using: &random)))
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
    guard let prefix = service.dialect.appSchemePrefix, !prefix.isEmpty,
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
    let url = try PushedAuthorizationResponse(reading: response)
      .url(at: service.requiredAuthorizationEndpoint, clientID: client.id)
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
    case .refused(let refusal): throw .authorizationRefused(refusal)
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
  fileprivate var provesCallbacks: Bool { issuer != nil && keySetEndpoint != nil }

  fileprivate var requiredAuthorizationEndpoint: Endpoint {
    get throws(OAuthError) {
      guard let authorizationEndpoint else { throw .nowhereToSendUsers() }
      return authorizationEndpoint
    }
  }
}

extension OAuthError {
  fileprivate static func nowhereToSendUsers() -> OAuthError {
    OAuthError(
      .unsupported, rule: .rfc(8414, "2"), expected: "an authorization endpoint", received: .nothing,
      remedy: "The provider sends no browser anywhere. Sign in on another device, or take a grant without a user.")
  }

  fileprivate static func nothingBinds(at provider: Provider) -> OAuthError {
    OAuthError(
      .unsupported, rule: .rfc(9449, "5.1"), expected: "a provider that takes proofs by a key of ours",
      received: .text(provider.name.text), remedy: "Ask for tokens that are bound where that is offered.")
  }

  fileprivate static func unprovableCallback() -> OAuthError {
    OAuthError(
      .unsupported, rule: .specification("JWT Secured Authorization Response Mode", "2.4"),
      expected: "a provider with an issuer and keys", received: .described("one without"),
      remedy: "Leave out the wish for a signed callback, or complete the provider's entry.")
  }

  fileprivate static func schemeOfAnybody(_ redirectURI: RedirectURI) -> OAuthError {
    OAuthError(
      .invalidRedirectURI, rule: .rfc(8252, "7.1"), expected: "a scheme made of a domain name, with a period",
      received: .url(redirectURI.text),
      remedy: "Take a scheme such as com.example.app, or better an https address that belongs to the app.")
  }

  fileprivate static func outOfBandInOAuth2() -> OAuthError {
    OAuthError(
      .invalidRedirectURI, rule: .rfc(8252, "8"), expected: "a redirect URI that users come back to",
      received: .text(Client.outOfBand),
      remedy: .registerLoopbackRedirectURI)
  }

  fileprivate static func nowhereToPush() -> OAuthError {
    OAuthError(
      .malformedMetadata, rule: .rfc(9126, "5"), expected: "an endpoint to push authorization requests to",
      received: .nothing,
      remedy:
        "The provider demands that requests are pushed and names no endpoint for it. Correct its entry, or tell it.")
  }

  fileprivate static func pushDemanded() -> OAuthError {
    OAuthError(
      .unsupported, rule: .rfc(9126, "5"), expected: "a pushed authorization request, which the provider demands",
      received: .described("one that is not pushed"),
      remedy: .allowPushing)
  }

  fileprivate static func nothingToSignWith() -> OAuthError {
    OAuthError(
      .invalidClient, rule: .rfc(9101, "10.5"), expected: "a client with a private key", received: .nothing,
      remedy: "The provider takes signed requests only. Register a key there, and give it to the client.")
  }

  fileprivate static func issuerMismatch(expected: Issuer, received: Issuer?) -> OAuthError {
    OAuthError(
      .issuerMismatch, rule: .rfc(9207, "2.4"), expected: "the issuer “\(URLRedaction.redact(expected.text))”",
      received: .url(received?.text),
      remedy: "The answer may come from another server. Nothing was sent to it; begin again.")
  }

  fileprivate static func unknownIssuer(_ received: Issuer) -> OAuthError {
    OAuthError(
      .issuerMismatch, rule: .rfc(9207, "2.4"),
      expected: "a callback without an issuer, as the provider's entry names none",
      received: .url(received.text),
      remedy: "If that is the provider's issuer, add it to the provider's entry and begin again.")
  }

  fileprivate static func authorizationRefused(_ refusal: ProviderRefusal) -> OAuthError {
    guard refusal.error != "access_denied" else {
      return .denied(rule: .rfc(6749, "4.1.2.1"), refusal: refusal)
    }
    return OAuthError(
      .authorizationRefused, rule: .rfc(6749, "4.1.2.1"), expected: "a code", received: .text(refusal.error),
      remedy: "See what the provider says; the scopes and the redirect URI are what it most often refuses.",
      refusal: refusal)
  }

  package static func denied(rule: Rule, refusal: ProviderRefusal) -> OAuthError {
    OAuthError(
      .denied, rule: rule, expected: "the user's consent", received: .described("a denial"),
      remedy: "Nothing was granted. Sign in again to choose otherwise.", refusal: refusal)
  }
}
