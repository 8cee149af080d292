package import WayleaveOAuth2
import WayleaveOpenID
package import WayleaveWire
package import WayleaveProvider

extension SignIn {
  /// Takes tokens as the end of the sign-in, once their ID token is verified where there has to be one.
  mutating func accept(_ received: ReceivedTokens, at now: Instant) throws(OAuthError) -> Turn {
    provider = try provider.at(serverOf: received.callbackMembers)
    let service = try oauth2Service
    try provider.atProtocol?.check(received.answer)
    tolerated = received.answer.tolerated
    var tokens = Credential.Tokens(received.answer, scopes: askedScopes(at: service), of: service, at: sentAt ?? now)
    if !received.callbackMembers.members.isEmpty {
      tokens.add(JSON.Object(members: [.init(name: "callback", value: .object(received.callbackMembers))]))
    }
    tokens.keep(proofKey)
    let ownKeys = try service.idTokenKeys(of: client)
    guard askedScopes(at: service).contains("openid"), ownKeys != nil || service[.keySet] != nil else {
      return .done(.oauth2(tokens))
    }
    guard let idToken = tokens.idToken else { throw .missingIDToken() }
    let unverified = UnverifiedTokens(
      tokens: tokens, idToken: idToken, code: received.code, nonce: received.nonce, state: received.state)
    let secret = service.ownKeys(ownKeys, for: idToken)
    let source = KeySource(service[.keySet] ?? service.tokenEndpoint, isRefetch: secret != nil)
    if let secret { return try verify(unverified, by: secret, from: source, at: now) }
    return .step(.verify(source), .verifying(unverified, source))
  }

  /// The types of token that are taken.
  var acceptedTokenTypes: Set<TokenType> {
    TokenType.accepted(provingKey: proofKey != nil, demandingBinding: terms.binding == .required)
  }

  /// What is asked for; only an ID token can show that some terms are met.
  package func askedScopes(at service: OAuth2Service) -> [String] {
    service.scopes(asking: scopes, needingIDToken: terms.needsIDToken)
  }

  /// What a request without a page asks for.
  func requestedAccess(at service: OAuth2Service) -> RequestedAccess {
    RequestedAccess(scopes: askedScopes(at: service), resources: resources, details: terms.details)
  }

  /// The APIs that its requests name, and those of each refresh: the same in all of them.
  ///
  /// RFC 8707 §2.
  package var resources: [ResourceIndicator] {
    terms.sendsResources && provider.takesResources ? terms.resources : []
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
}
