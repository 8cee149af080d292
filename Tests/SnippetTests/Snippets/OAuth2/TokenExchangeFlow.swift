import Wayleave
import WayleaveOAuth2
import WayleaveWire

/// What the article "Token exchange" shows.
struct TokenExchangeArticle {
  let client: Client
  let tokenEndpoint: Endpoint
  let send: (RequestMessage) async -> ResponseMessage

  func session(accounts: Accounts, provider: Provider, usersToken: Secret) async throws -> ResponseMessage {
    // snippet: a session by exchange
    let grant = TokenExchangeGrant(
      subject: .init(usersToken, type: .accessToken), audiences: ["billing"], access: .init(scopes: ["invoices"]))
    let session = accounts.session(grant: .tokenExchange(grant), provider: provider, client: client)
    let answer = try await session.get("https://billing.example.com/invoices")
    // end of snippet
    return answer
  }

  func exchange(usersToken: Secret, ownToken: Secret) async throws -> TokenResponse? {
    // snippet: exchanging a token
    let grant = TokenExchangeGrant(
      subject: .init(usersToken, type: .accessToken), actor: .init(ownToken, type: .jwt), audiences: ["billing"])
    let answer = try TokenExchangeResponse(reading: await send(grant.request(to: tokenEndpoint, as: client)))
    guard let tokens = answer.accessTokens else { return nil }
    // end of snippet
    return tokens
  }

  func answer(_ request: RequestMessage, new: TokenResponse) throws -> ResponseMessage {
    // snippet: answering an exchange
    let grant = try TokenExchangeGrant(reading: request.bodyForm)
    guard grant.subject.type == .accessToken, grant.audiences == ["billing"] else {
      return TokenErrorResponse("invalid_target").response()
    }
    return TokenExchangeResponse(new, issuedType: .accessToken).response()
    // end of snippet
  }
}
