package import WayleaveOAuth2
import WayleaveOpenID
package import WayleaveWire
package import WayleaveProvider

extension SignIn {
  mutating func receiveTokens(
    _ response: ResponseMessage, code: Secret, _ waiting: WaitingCode, at now: Instant
  ) throws(OAuthError) -> Step {
    let service = try oauth2Service
    let answer = try TokenResponse(reading: response, dialect: service.dialect, accepting: acceptedTokenTypes)
    return try acceptTokens(
      answer, of: service, code: code, nonce: waiting.nonce, state: waiting.state, at: now)
  }

  /// Takes tokens as the end of the sign-in, once their ID token is proved where there has to be one.
  package mutating func acceptTokens(
    _ answer: TokenResponse, of service: OAuth2Service, code: Secret? = nil, nonce: Secret? = nil, state: Secret? = nil,
    at now: Instant
  ) throws(OAuthError) -> Step {
    phase = .done
    tolerated = answer.tolerated
    var tokens = Credential.Tokens(answer, scopes: askedScopes(at: service), of: service, at: now)
    if !callbackMembers.members.isEmpty {
      tokens.add(JSON.Object(members: [.init(name: "callback", value: .object(callbackMembers))]))
    }
    tokens.keep(proofKey)
    let ownKeys = try service.idTokenKeys(of: client)
    guard askedScopes(at: service).contains("openid"), ownKeys != nil || service[.keySet] != nil else {
      return .done(.oauth2(tokens))
    }
    guard let idToken = tokens.idToken else { throw .missingIDToken() }
    let unproven = UnprovenTokens(tokens: tokens, idToken: idToken, code: code, nonce: nonce, state: state)
    let secret = service.ownKeys(ownKeys, for: idToken)
    let source = KeySource(service[.keySet] ?? service.tokenEndpoint, isRefetch: secret != nil)
    phase = .provingIDToken(unproven, source)
    guard let secret else { return .prove(source) }
    return try proveIDToken(by: secret, at: now)
  }

  /// The types of token that are taken.
  var acceptedTokenTypes: Set<TokenType> {
    TokenType.accepted(provingKey: proofKey != nil, demandingBinding: terms.binding == .required)
  }

  /// What is asked for: what the caller names, or the provider's own choice.
  package func askedScopes(at service: OAuth2Service) -> [String] {
    let asked = scopes.isEmpty ? service.scopes : scopes
    // Only an ID token can show that these terms are met.
    guard terms.needsIDToken, !asked.contains("openid"), service.scopes.contains("openid") else { return asked }
    return ["openid"] + asked
  }

  /// The endpoints, once they are known.
  var oauth2Service: OAuth2Service {
    get throws(OAuthError) {
      guard case .oauth2(let service) = provider.service else {
        throw .outOfOrder("a provider whose endpoints are known")
      }
      return service
    }
  }
}

extension Credential.Tokens {
  /// The tokens of an answer to a request for these scopes.
  ///
  /// Where the access token itself brings the next one, it is its own refresh token.
  package init(_ answer: TokenResponse, scopes asked: [String], of service: OAuth2Service? = nil, at now: Instant) {
    let exchanged = service?.dialect.refresh.exchange == nil ? nil : answer.accessToken
    self.init(
      accessToken: answer.accessToken, tokenType: answer.tokenType, refreshToken: answer.refreshToken ?? exchanged,
      scopes: answer.scopes(grantedFor: asked), expiresAt: answer.expiresAt ?? answer.expiresIn.map { now + $0 },
      idToken: answer.idToken, additional: answer.additional)
  }

  /// Whether the access token itself brings the next one, which it can do only while it is good.
  package var isItsOwnRefreshToken: Bool { refreshToken == accessToken }
}
