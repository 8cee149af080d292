import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveProvider
import WayleaveTestSupport
import WayleaveWire

/// The messages of entries that depart in several things at once, as the documentation of the providers has them.
@Suite("Messages of entries that depart far")
struct CatalogueMessageTests {
  struct Departure: Sendable {
    let name: ProviderName
    /// What the query of the token request has.
    let query: [String: String]
    /// What it must not have.
    let without: [String]
    let contentType: String
    let answer: String
    let refusal: String
    /// The provider's word in the refusal.
    let word: String
  }

  static let departures = [
    Departure(
      name: "qq", query: ["client_id": "id", "client_secret": "s", "grant_type": "authorization_code", "fmt": "json"],
      without: [], contentType: "text/html",
      answer: #"{"access_token":"A","expires_in":"7776000","refresh_token":"R","openid":"O"}"#,
      refusal: #"{"error":100020,"error_description":"code is reused error"}"#, word: "100020"),
    Departure(
      name: "wechat", query: ["appid": "id", "secret": "s", "code": "c", "grant_type": "authorization_code"],
      without: ["client_id", "client_secret"], contentType: "text/plain",
      answer: #"{"access_token":"A","expires_in":7200,"refresh_token":"R","openid":"O","scope":"snsapi_login"}"#,
      refusal: #"{"errcode":42002,"errmsg":"refresh_token expired"}"#, word: "42002"),
    Departure(
      name: "deezer", query: ["app_id": "id", "secret": "s", "code": "c"],
      without: ["client_id", "client_secret", "grant_type", "response_type"], contentType: "text/html",
      answer: "access_token=A&expires=3600",
      refusal: #"{"error":{"code":300,"message":"Invalid OAuth access token."}}"#,
      word: "300"),
    Departure(
      name: "untappd", query: ["client_id": "id", "client_secret": "s", "response_type": "code", "code": "c"],
      without: ["grant_type", "redirect_uri"], contentType: "application/json",
      answer: #"{"meta":{"http_code":200},"response":{"access_token":"A"}}"#,
      refusal: #"{"meta":{"http_code":500,"error_detail":"gone","error_type":"invalid_auth"},"response":[]}"#,
      word: "gone"),
  ]

  private func service(_ name: ProviderName) throws -> OAuth2Service {
    var found: OAuth2Service?
    if case .oauth2(let service) = try #require(Provider.builtIn(named: name)).service { found = service }
    return try #require(found)
  }

  private func response(_ body: String, _ contentType: String) -> ResponseMessage {
    var response = ResponseMessage(HTTPResponse(status: .ok), body: Array(body.utf8))
    response.head.headerFields[.contentType] = contentType
    return response
  }

  @Test("a token is asked for by GET under the provider's names", arguments: departures)
  func request(_ departure: Departure) throws {
    let service = try service(departure.name)
    let grant = AuthorizationCodeGrant(
      code: Secret("c"), verifier: nil, redirectURI: try RedirectURI("https://app.example/cb"))
    let request = try grant.request(
      to: #require(service[.token]), as: Client(id: "id", secret: Secret("s")), dialect: service.dialect)
    let query = try Form(decoding: request.query ?? "")
    #expect(request.head.method == .get && request.body.isEmpty)
    for (name, value) in departure.query { #expect(try query.text(of: name) == value, "\(name)") }
    #expect(departure.without.allSatisfy { !query.contains($0) })
  }

  @Test("the token is found, and an error is seen although the status is 200", arguments: departures)
  func answer(_ departure: Departure) throws {
    let dialect = try service(departure.name).dialect
    let tokens = try TokenResponse(reading: response(departure.answer, departure.contentType), dialect: dialect)
    #expect(tokens.accessToken == Secret("A"))
    let error = try #require(throws: OAuthError.self) {
      try TokenResponse(reading: response(departure.refusal, departure.contentType), dialect: dialect)
    }
    #expect(error.refusal?.error == departure.word)
  }

  @Test("who the user is stands in the token answer, and is asked for by it", arguments: ["qq", "wechat", "weibo"])
  func identity(_ name: ProviderName) throws {
    let rule = try #require(Provider.builtIn(named: name)?.identity)
    var answers = IdentityAnswers(token: ["openid": "O", "uid": "O"])
    let request = try #require(rule.allRequests.first).message(knowing: answers)
    #expect(request.query?.hasSuffix("id=O") == true)
    answers.first = ["openid": "O", "nickname": "N", "screen_name": "N"]
    let identity = try rule.identity(in: answers, issuer: Issuer("https://issuer.example"))
    #expect(identity.subject == "O" && identity.displayName == "N")
  }

  @Test("a provider's own words for a token that has ended are understood")
  func refusals() throws {
    let podio = ProviderRefusal(error: "unauthorized", description: "expired_token", status: 401)
    #expect(try service("podio").dialect.refusalTable.meaning(of: podio) == .tokenInvalid)
    #expect(RefusalTable.common.meaning(of: podio) == nil)
    let deezer = ProviderRefusal(error: "300", status: 200, shape: .object)
    #expect(try service("deezer").dialect.refusalTable.meaning(of: deezer) == .tokenInvalid)
  }
}
