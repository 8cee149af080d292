import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveProvider
import WayleaveWire

/// What the entries of single providers say that no other entry says.
@Suite("Entries that depart in a surprising way")
struct SurprisingEntryTests {
  private let client = Result { try Client(id: "id", secret: Secret("secret")) }

  private func service(_ provider: Provider) throws -> OAuth2Service {
    guard case .oauth2(let service) = provider.service else { throw NotOAuth2() }
    return service
  }

  private struct NotOAuth2: Error {}

  private func answer(_ body: String, of provider: Provider) throws -> TokenResponse {
    var response = ResponseMessage(HTTPResponse(status: .ok), body: Array(body.utf8))
    response.head.headerFields[.contentType] = "application/json"
    return try TokenResponse(reading: response, dialect: service(provider).dialect)
  }

  private func exchange(at provider: Provider) throws -> RequestMessage {
    let service = try service(provider)
    return try AuthorizationCodeGrant(
      code: Secret("c"), verifier: nil, redirectURI: RedirectURI("https://app.example/callback")
    ).request(to: service.tokenEndpoint, as: client.get(), dialect: service.dialect)
  }

  private func page(of provider: Provider) throws -> Form {
    let service = try service(provider)
    let request = AuthorizationRequest(
      clientID: "id", redirectURI: try RedirectURI("https://app.example/callback"), scopes: service.scopes,
      state: Secret("x"), codeChallenge: nil)
    return try request.url(at: try #require(service[.authorization]), dialect: service.dialect).queryForm
  }

  @Test("Slack's token of the user stands below the answer, and is a bearer token whatever its type says")
  func slack() throws {
    #expect(try page(of: .slack).text(of: "user_scope") == "users:read" && !page(of: .slack).contains("scope"))
    let body = """
      {"ok":true,"app_id":"A","team":{"id":"T1"},
      "authed_user":{"id":"U1","scope":"users:read,chat:write","access_token":"xoxp","token_type":"user"}}
      """
    let tokens = try answer(body, of: .slack)
    #expect(tokens.accessToken == Secret("xoxp") && tokens.tokenType == "Bearer")
    #expect(tokens.scopes == ["users:read", "chat:write"])
    #expect(throws: OAuthError.self) { try answer(#"{"ok":false,"error":"invalid_code"}"#, of: .slack) }
  }

  @Test(
    "Instagram's first token is read alone and in a list",
    arguments: [
      #"{"data":[{"access_token":"a","user_id":"1","permissions":"instagram_business_basic,b"}]}"#,
      #"{"access_token":"a","user_id":1,"permissions":["instagram_business_basic","b"]}"#,
    ])
  func instagram(_ body: String) throws {
    let tokens = try answer(body, of: .instagram)
    #expect(tokens.accessToken == Secret("a") && tokens.scopes == ["instagram_business_basic", "b"])
  }

  @Test("TikTok calls the client id by another name everywhere, also where a token is given back")
  func tiktok() throws {
    #expect(try page(of: .tiktok).text(of: "client_key") == "id" && !page(of: .tiktok).contains("client_id"))
    #expect(try exchange(at: .tiktok).bodyForm.text(of: "client_key") == "id")
    let service = try service(.tiktok)
    let revocation = try RevocationRequest(token: Secret("t"), kind: .accessToken).request(
      to: try #require(service[.revocation]), as: client.get(), dialect: service.dialect)
    #expect(try revocation.bodyForm.text(of: "client_key") == "id")
  }

  @Test("TikTok for Business answers below `data`, and refuses with a code and status 200")
  func tiktokAds() throws {
    let form = try exchange(at: .tiktokAds)
    let json = try JSON(decoding: form.body)
    #expect(json["app_id"] == "id" && json["secret"] == "secret" && json["auth_code"] == "c")
    #expect(json["grant_type"] == nil)
    let tokens = try answer(#"{"code":0,"message":"OK","data":{"access_token":"a","scope":[1,2]}}"#, of: .tiktokAds)
    #expect(tokens.accessToken == Secret("a"))
    #expect(throws: OAuthError.self) {
      try answer(#"{"code":40110,"message":"auth_code is used","data":{}}"#, of: .tiktokAds)
    }
  }

  @Test("Notion gets JSON without what it does not know")
  func notion() throws {
    let service = try service(.notion)
    let revocation = try RevocationRequest(token: Secret("t"), kind: .accessToken).request(
      to: try #require(service[.revocation]), as: client.get(), dialect: service.dialect)
    #expect(try JSON(decoding: revocation.body) == ["token": "t"])
    #expect(revocation.head.headerFields[try #require(HTTPField.Name("Notion-Version"))] != nil)
    #expect(revocation.head.headerFields[.authorization]?.hasPrefix("Basic ") == true)
    #expect(try page(of: .notion).text(of: "owner") == "user")
  }

  @Test(
    "Microsoft's tokens of one tenant have its issuer, and only those of several tenants have a template",
    arguments: [
      ("common", true), ("organizations", true), ("consumers", false), ("72f988bf-86f1-41af-91ab-2d7cd011db47", false),
    ])
  func microsoft(_ tenant: String, _ hasTemplate: Bool) throws {
    let service = try service(Provider.microsoft(tenant))
    if case .tenantTemplate? = service.idTokenRules.dialect?.issuerForm {
      #expect(hasTemplate)
    } else {
      #expect(!hasTemplate)
      #expect(service.issuer?.text.contains("-") == true)
    }
    #expect(throws: OAuthError.self) { try Provider.microsoft("contoso.example") }
  }

  @Test("GitHub's token is given back by the client, with its id in the address")
  func github() throws {
    let service = try service(.github)
    let revocation = try RevocationRequest(token: Secret("t"), kind: .accessToken).request(
      to: try #require(service[.revocation]), as: client.get(), dialect: service.dialect)
    #expect(revocation.head.method == .delete && revocation.head.path == "/applications/id/token")
    #expect(throws: OAuthError.self) {
      try answer(#"{"error":"bad_verification_code","error_description":"The code is old."}"#, of: .github)
    }
  }
}
