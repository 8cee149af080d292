import Wayleave
import WayleaveOAuth2
import WayleaveWire

/// What the article "Client credentials" shows.
struct ClientCredentialsArticle {
  let client: Client
  let tokenEndpoint: Endpoint
  let send: (RequestMessage) async -> ResponseMessage

  func session(accounts: Accounts, provider: Provider) async throws -> ResponseMessage {
    // snippet: a session in the client's own name
    let access = RequestedAccess(scopes: ["reports"])
    let session = accounts.session(
      grant: .clientCredentials(ClientCredentialsGrant(access: access)), provider: provider, client: client)
    let answer = try await session.get("https://api.example.com/reports")
    // end of snippet
    return answer
  }

  func tokens(accounts: Accounts, provider: Provider) async throws -> Credential.Tokens {
    // snippet: tokens in the client's own name
    let tokens = try await accounts.clientCredentials(
      of: provider, as: client, access: RequestedAccess(scopes: ["reports"]), minimumLifetime: .seconds(300))
    // end of snippet
    return tokens
  }

  func ask() async throws -> TokenResponse {
    // snippet: asking in the client's own name
    let grant = try ClientCredentialsGrant(
      access: RequestedAccess(scopes: ["reports"], resources: [ResourceIndicator("https://api.example.com/")]))
    let tokens = try TokenResponse(reading: await send(grant.request(to: tokenEndpoint, as: client)))
    // end of snippet
    return tokens
  }

  func answer(_ request: RequestMessage, secret: (ClientID) -> Secret?, tokens: TokenResponse) throws -> ResponseMessage
  {
    // snippet: answering a client
    let credentials = try ClientCredentials(reading: request)
    guard let shown = credentials.secret, shown == secret(credentials.id) else {
      return TokenErrorResponse("invalid_client").response()
    }
    let grant = try ClientCredentialsGrant(reading: request.bodyForm)
    guard grant.access.scopes == ["reports"] else { return TokenErrorResponse("invalid_scope").response() }
    return tokens.response()
    // end of snippet
  }
}
