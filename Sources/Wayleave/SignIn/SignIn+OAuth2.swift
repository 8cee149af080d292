import HTTPTypes
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveWire

extension SignIn {
  mutating func fetchMetadata(of issuer: AbsoluteURL, form: MetadataForm) throws(OAuthError) -> Step {
    phase = .discovering(issuer, form)
    let address =
      switch form {
      case .openID: try WellKnownAddress.openIDConfiguration(of: issuer)
      case .authorizationServer: try WellKnownAddress.authorizationServer(of: issuer)
      }
    var request = RequestMessage(.get, to: address)
    request.head.headerFields[.accept] = ContentType.json
    return .send(request, .metadata)
  }

  mutating func receiveMetadata(
    _ response: ResponseMessage, of issuer: AbsoluteURL, form: MetadataForm,
    using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    // A server that speaks OAuth alone has its document at the other place: RFC 8414 §3.1.
    if form == .openID, response.status == 404 { return try fetchMetadata(of: issuer, form: .authorizationServer) }
    let name = IDTokenDialect(of: issuer.text).metadataIssuer(for: issuer.text)
    let metadata = try AuthorizationServerMetadata(reading: response, for: issuer, named: name)
    // A list without S256 is what an attacker would leave of it.
    guard metadata.supportsS256 ?? true else { throw .missingS256(at: issuer) }
    // "REQUIRED": OpenID Connect Discovery §3. Without keys no ID token can be proved.
    guard form == .authorizationServer || metadata.keySetEndpoint != nil else { throw .missingKeys(at: issuer) }
    let service = provider.adopt(metadata, of: issuer, isOpenID: form == .openID)
    return try showAuthorization(of: service, using: &random)
  }

  mutating func showAuthorization(
    of service: OAuth2Service, using random: inout some RandomNumberGenerator
  ) throws(OAuthError) -> Step {
    let state = Secret(RandomText.base64URL(bytes: 32, using: &random))
    let verifier = service.dialect.supportsPKCE ? CodeVerifier(using: &random) : nil
    let nonce = Secret(RandomText.base64URL(bytes: 32, using: &random))
    let asked = scopes.isEmpty ? service.scopes : scopes
    var additional = Form()
    if asked.contains("openid") { additional.append("nonce", nonce) }
    let request = AuthorizationRequest(
      clientID: client.id, redirectURI: try redirectURI, scopes: asked, state: state,
      codeChallenge: verifier.map(CodeChallenge.init(of:)), additional: additional)
    let url = try request.url(at: service.authorizationEndpoint, dialect: service.dialect)
    phase = .waitingForCode(state: state, verifier: verifier, nonce: nonce)
    return .show(url)
  }

  /// Where the user comes back to; OAuth 2 knows no other way.
  private var redirectURI: RedirectURI {
    get throws(OAuthError) {
      guard let redirectURI = redirect.redirectURI else { throw .outOfBandInOAuth2() }
      return redirectURI
    }
  }

  mutating func receiveCode(
    _ callback: AuthorizationCallback, verifier: CodeVerifier?, nonce: Secret
  ) throws(OAuthError) -> Step {
    guard case .oauth2(let service) = provider.service else {
      throw .outOfOrder("a provider whose endpoints are known")
    }
    phase = .done
    try requireIssuer(of: callback, at: service)
    switch callback.outcome {
    case .refused(let refusal): throw .authorizationRefused(refusal)
    case .code(let code):
      phase = .exchangingCode(code: code, nonce: nonce)
      let grant = AuthorizationCodeGrant(code: code, verifier: verifier, redirectURI: try redirectURI)
      let request = try grant.request(to: service.tokenEndpoint, as: client, dialect: service.dialect)
      return .send(request, .token)
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
    guard received.hasSameBytes(as: expected) else { throw .issuerMismatch(expected: expected, received: received) }
  }

  mutating func receiveTokens(
    _ response: ResponseMessage, code: Secret, nonce: Secret, at now: Instant
  ) throws(OAuthError) -> Step {
    guard case .oauth2(let service) = provider.service else {
      throw .outOfOrder("a provider whose endpoints are known")
    }
    phase = .done
    let answer = try TokenResponse(reading: response, dialect: service.dialect)
    tolerated = answer.tolerated
    let asked = scopes.isEmpty ? service.scopes : scopes
    let tokens = Credential.Tokens(answer, scopes: asked, at: now)
    let ownKeys = try service.idTokenKeys(of: client)
    guard asked.contains("openid"), ownKeys != nil || service.keySetEndpoint != nil else {
      return .done(.oauth2(tokens))
    }
    guard let idToken = tokens.idToken else { throw .missingIDToken() }
    let unproven = UnprovenTokens(tokens: tokens, idToken: idToken, code: code, nonce: nonce)
    let source = KeySource(endpoint: service.keySetEndpoint ?? service.tokenEndpoint, isRefetch: ownKeys != nil)
    phase = .provingIDToken(unproven, source)
    guard let ownKeys else { return .prove(source) }
    return try receive(ownKeys, at: now)
  }
}

extension Credential.Tokens {
  /// The tokens of an answer; what was asked for is granted when the answer does not say otherwise: RFC 6749 §5.1.
  init(_ answer: TokenResponse, scopes asked: [String], at now: Instant) {
    self.init(
      accessToken: answer.accessToken, tokenType: answer.tokenType, refreshToken: answer.refreshToken,
      scopes: answer.scopes ?? asked, expiresAt: answer.expiresIn.map { now + $0 }, idToken: answer.idToken,
      additional: answer.additional)
  }
}

extension OAuthError {
  fileprivate static func outOfBandInOAuth2() -> OAuthError {
    OAuthError(
      .invalidRedirectURI, rule: .rfc(8252, "8"), expected: "a redirect URI that users come back to",
      received: .text(Client.outOfBand),
      remedy: "“oob” is for OAuth 1.0a. Register http://127.0.0.1/callback, or paste the answer with --flow paste.")
  }

  fileprivate static func missingKeys(at issuer: AbsoluteURL) -> OAuthError {
    OAuthError(
      .malformedMetadata, rule: .openID("Discovery", "3"), expected: "jwks_uri in the metadata of \(issuer)",
      received: .nothing, remedy: "Its ID tokens cannot be proved. Tell the provider.")
  }

  fileprivate static func missingS256(at issuer: AbsoluteURL) -> OAuthError {
    OAuthError(
      .malformedMetadata, rule: .rfc(9700, "2.1.1"), expected: "S256 among the code challenge methods of \(issuer)",
      received: .described("a list without it"),
      remedy:
        "The sign-in would be open to code injection. If the provider has no PKCE, describe it in a file with “pkce: false”."
    )
  }

  fileprivate static func issuerMismatch(expected: String, received: String?) -> OAuthError {
    OAuthError(
      .issuerMismatch, rule: .rfc(9207, "2.4"), expected: "the issuer “\(URLRedaction.redact(expected))”",
      received: .url(received), remedy: "The answer may come from another server. Nothing was sent to it; begin again.")
  }

  fileprivate static func unknownIssuer(_ received: String) -> OAuthError {
    OAuthError(
      .issuerMismatch, rule: .rfc(9207, "2.4"),
      expected: "a callback without an issuer, as the provider's entry names none",
      received: .url(received),
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

  static func denied(rule: Rule, refusal: ProviderRefusal) -> OAuthError {
    OAuthError(
      .denied, rule: rule, expected: "the user's consent", received: .described("a denial"),
      remedy: "Nothing was granted. Sign in again to choose otherwise.", refusal: refusal)
  }
}
