import Wayleave
import WayleaveOAuth2
import WayleaveWire

/// What the article "The authorization code" shows.
struct AuthorizationCodeArticle {
  let client: Client
  let redirectURI: RedirectURI
  let authorizationEndpoint: Endpoint
  let tokenEndpoint: Endpoint
  let issuer: Issuer
  let send: (RequestMessage) async -> ResponseMessage

  func signIn(accounts: Accounts, provider: Provider) async throws -> ResponseMessage {
    // snippet: signing in with a code
    let options = SignInOptions(scopes: ["profile"])
    let signedIn = try await accounts.signIn(to: provider, as: client, options: options)
    let answer = try await accounts.session(for: signedIn.account).get("https://api.example.com/me")
    // end of snippet
    return answer
  }

  func ask(random: inout some RandomNumberGenerator) throws -> (AbsoluteURL, AuthorizationSecrets) {
    // snippet: asking for a code
    let secrets = AuthorizationSecrets(using: &random)
    let page = try AuthorizationRequest(
      clientID: client.id, redirectURI: redirectURI, scopes: ["profile"], state: secrets.state,
      codeChallenge: CodeChallenge(of: secrets.verifier)
    ).url(at: authorizationEndpoint)
    // end of snippet
    return (page, secrets)
  }

  func exchange(_ callbackURL: AbsoluteURL, secrets: AuthorizationSecrets) async throws -> TokenResponse? {
    // snippet: exchanging a code
    guard redirectURI.received(callbackURL) else { return nil }
    let callback = try AuthorizationCallback(reading: callbackURL)
    guard callback.state == secrets.state, callback.issuer == issuer else { return nil }
    guard case .code(let code) = callback.outcome else { return nil }
    let exchange = try AuthorizationCodeGrant(code: code, verifier: secrets.verifier, redirectURI: redirectURI)
      .request(to: tokenEndpoint, as: client)
    let tokens = try TokenResponse(reading: await send(exchange))
    // end of snippet
    return tokens
  }

  func answer(_ request: RequestMessage, code: Secret) throws -> String {
    // snippet: answering with a code
    let asked = try AuthorizationRequest(reading: request)
    let callback = AuthorizationCallback(.code(code), state: asked.state, issuer: issuer)
    let location = callback.url(to: asked.redirectURI)
    // end of snippet
    return location
  }

  func give(_ request: RequestMessage, asked: AuthorizationRequest, tokens: TokenResponse) throws -> ResponseMessage {
    // snippet: giving tokens for a code
    let credentials = try ClientCredentials(reading: request)
    let grant = try AuthorizationCodeGrant(reading: request.bodyForm)
    guard credentials.id == asked.clientID, grant.redirectURI == asked.redirectURI,
      let verifier = grant.verifier, asked.codeChallenge?.isMet(by: verifier) == true
    else { return TokenErrorResponse("invalid_grant").response() }
    return tokens.response()
    // end of snippet
  }
}
