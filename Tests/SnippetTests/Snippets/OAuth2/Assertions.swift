import Wayleave
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

/// What the article "Assertions" shows.
struct AssertionsArticle {
  let issuer: Issuer
  let tokenEndpoint: Endpoint
  let now: Instant
  let send: (RequestMessage) async -> ResponseMessage

  func client(pem: Secret) throws -> Client {
    // snippet: a client with a key
    let client = try Client(id: "your client id", key: JSONWebKey(pem: pem, keyID: "2026-11", algorithm: "ES256"))
    // end of snippet
    return client
  }

  func ask(
    _ grant: ClientCredentialsGrant, as client: Client, random: inout some RandomNumberGenerator
  ) async throws -> TokenResponse {
    // snippet: asserting oneself
    let shown = try client.asserting(to: issuer, at: now, using: &random)
    let tokens = try TokenResponse(reading: await send(grant.request(to: tokenEndpoint, as: shown)))
    // end of snippet
    return tokens
  }

  func verify(_ request: RequestMessage, keys: JSONWebKeySet, isNew: (String?) -> Bool) throws -> ClientID? {
    // snippet: verifying a client's assertion
    let credentials = try ClientCredentials(reading: request)
    let verified = try credentials.assertion?.proof(by: keys, allowing: [.es256], to: issuer, at: now)
    guard let verified, isNew(verified.tokenID) else { return nil }
    return credentials.id
    // end of snippet
  }

  func tokens(
    accounts: Accounts, provider: Provider, client: Client, key: JSONWebKey
  ) async throws -> Credential.Tokens {
    // snippet: tokens for a statement
    let statement = try JWTAssertion(issuer: "robot@example.com", subject: "robot@example.com", audience: issuer.text)
    let grant = DirectGrant.jwtBearer(statement, signedBy: key, access: RequestedAccess(scopes: ["files"]))
    let tokens = try await accounts.tokens(by: grant, of: provider, as: client)
    // end of snippet
    return tokens
  }

  func present(_ key: JSONWebKey, random: inout some RandomNumberGenerator) async throws -> TokenResponse {
    // snippet: presenting a statement
    let statement = try JWTAssertion(issuer: "robot@example.com", subject: "robot@example.com", audience: issuer.text)
    let grant = JWTBearerGrant(
      assertion: try statement.sign(with: key, at: now, using: &random), access: RequestedAccess(scopes: ["files"]))
    let tokens = try TokenResponse(reading: await send(grant.request(to: tokenEndpoint, as: nil)))
    // end of snippet
    return tokens
  }

  func accept(_ request: RequestMessage, keys: JSONWebKeySet) throws -> String {
    // snippet: verifying a statement
    let grant = try JWTBearerGrant(reading: request.bodyForm)
    let verified = try VerifiedAssertion(
      grant.assertion, verifiedBy: keys, allowing: [.es256], to: [issuer.text], at: now)
    // end of snippet
    return verified.subject
  }
}
