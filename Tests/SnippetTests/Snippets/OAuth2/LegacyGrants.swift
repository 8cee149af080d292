import WayleaveOAuth2
import WayleaveWire

/// What the article "Legacy grants" shows.
struct LegacyGrantsArticle {
  let client: Client
  let tokenEndpoint: Endpoint
  let send: (RequestMessage) async -> ResponseMessage

  func allowing() -> OAuth2Dialect {
    // snippet: naming a legacy grant
    let dialect = OAuth2Dialect { $0.legacyGrants = [.implicit, .password] }
    // end of snippet
    return dialect
  }

  func read(_ callbackURL: AbsoluteURL, state: Secret, dialect: OAuth2Dialect) throws -> TokenResponse? {
    // snippet: reading an implicit response
    let response = try ImplicitResponse(reading: callbackURL, dialect: dialect)
    guard response.state == state, case .tokens(let tokens) = response.outcome else { return nil }
    // end of snippet
    return tokens
  }

  func ask(username: String, password: Secret, dialect: OAuth2Dialect) async throws -> TokenResponse {
    // snippet: asking with a password
    let grant = PasswordGrant(username: username, password: password)
    let request = try grant.request(to: tokenEndpoint, as: client, dialect: dialect)
    let tokens = try TokenResponse(reading: await send(request), dialect: dialect)
    // end of snippet
    return tokens
  }
}
