import Wayleave
import WayleaveOAuth2
import WayleaveWire

/// What the article "Refreshing" shows.
struct RefreshingArticle {
  let client: Client
  let tokenEndpoint: Endpoint
  let send: (RequestMessage) async -> ResponseMessage

  func fresh(accounts: Accounts, account: Account) async throws -> StoredCredential {
    // snippet: a fresh credential
    let stored = try await accounts.fresh(account, minimumLifetime: .seconds(300))
    // end of snippet
    return stored
  }

  func refresh(_ refreshToken: Secret) async throws -> (Secret, Secret) {
    // snippet: refreshing
    let refresh = try RefreshTokenGrant(refreshToken: refreshToken).request(to: tokenEndpoint, as: client)
    let answer = try TokenResponse(reading: await send(refresh))
    let next = answer.refreshToken ?? refreshToken
    // end of snippet
    return (answer.accessToken, next)
  }

  func rotate(
    _ request: RequestMessage, owner: (Secret) -> ClientID?, spend: (Secret) -> Bool, tokens: TokenResponse
  ) throws -> ResponseMessage {
    // snippet: rotating
    let credentials = try ClientCredentials(reading: request)
    let grant = try RefreshTokenGrant(reading: request.bodyForm)
    guard owner(grant.refreshToken) == credentials.id, spend(grant.refreshToken) else {
      return TokenErrorResponse("invalid_grant").response()
    }
    return tokens.response()
    // end of snippet
  }
}
