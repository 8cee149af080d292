import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 9126: a request is pushed")
struct PushedAuthorizationTests {
  private let endpoint: Endpoint
  private let authorization: AuthorizationRequest

  init() throws {
    endpoint = try Endpoint("https://as.example.com/as/par")
    var random = SeededGenerator()
    authorization = try AuthorizationRequest(
      clientID: "s6BhdRkqt3", redirectURI: RedirectURI("https://client.example.org/cb"),
      scopes: ["account-information"],
      state: Secret("af0ifjsldkj"), codeChallenge: CodeChallenge(of: CodeVerifier(using: &random)),
      resources: [ResourceIndicator("https://a.example/"), ResourceIndicator("https://b.example/")])
  }

  @Test(
    "9126-1: a POST, authenticated as at the token endpoint, the client id among its parameters once",
    arguments: [ClientAuthenticationMethod.basic, .post, .publicClient])
  func request(method: ClientAuthenticationMethod) throws {
    let client = try Client(id: "s6BhdRkqt3", secret: Secret("s"), authentication: method)
    let request = try PushedAuthorizationRequest(authorization).request(to: endpoint, as: client)
    #expect(request.head.method == .post && (request.head.headerFields[.authorization] != nil) == (method == .basic))
    let form = try request.bodyForm
    #expect(form.values(of: "client_id").count == 1)
    let credentials = try ClientCredentials(reading: request)
    #expect(credentials.id == "s6BhdRkqt3" && credentials.method == method)
    let read = try PushedAuthorizationRequest(reading: form, from: credentials.id)
    #expect(try read.parameters == .plain(authorization.form()))
    guard case .plain(let parameters) = read.parameters else { return }
    #expect(try AuthorizationRequest(reading: parameters) == authorization)
  }

  @Test("a request object is pushed as it is")
  func object() throws {
    let pushed = try PushedAuthorizationRequest(.object(Secret("a.b.c"), clientID: "id"))
    let request = try pushed.request(to: endpoint, as: Client(id: "id"))
    #expect(request.body == Array("client_id=id&request=a.b.c".utf8))
    #expect(try PushedAuthorizationRequest(reading: request.bodyForm, from: "id") == pushed)
  }

  @Test("9126-2: the name of another request is not pushed")
  func reference() throws {
    #expect(try refusal { try PushedAuthorizationRequest(.reference("urn:x", clientID: "id")) } == .tokenRefused)
    #expect(try refusal { try PushedAuthorizationRequest(.plain(["request_uri": "urn:x"])) } == .tokenRefused)
    let form: Form = ["client_id": "id", "request_uri": "urn:x"]
    #expect(try refusal { try PushedAuthorizationRequest(reading: form, from: "id") } == .tokenRefused)
  }

  @Test("a request that names another client than the one that pushes is refused, on both sides")
  func otherClient() throws {
    let pushed = try PushedAuthorizationRequest(authorization)
    #expect(try refusal { try pushed.request(to: endpoint, as: Client(id: "other")) } == .invalidClient)
    #expect(
      try refusal { try PushedAuthorizationRequest(reading: authorization.form(), from: "other") } == .invalidClient)
    #expect(
      try PushedAuthorizationRequest(reading: ["a": "b"], from: "id").parameters
        == .plain(["a": "b", "client_id": "id"]))
  }

  @Test("9126-3: 201 with a name and a lifetime, as the example of the specification has it")
  func answer() throws {
    let published = try TokenResponseVectorTests.body(of: "rfc9126-2.2")
    let answer = try PushedAuthorizationResponse(reading: ResponseMessage(.created, json: published))
    #expect(
      answer.requestURI == "urn:ietf:params:oauth:request_uri:6esc_11ACC5bwc014ltc14eY22c" && answer.expiresIn == 60)
    #expect(try PushedAuthorizationResponse(reading: answer.response()) == answer)
    func code(_ response: ResponseMessage) throws -> OAuthError.Code? {
      try refusal { try PushedAuthorizationResponse(reading: response) }
    }
    #expect(try code(ResponseMessage(.ok, json: published)) == .unexpectedAnswer)
    #expect(try code(ResponseMessage(.created, json: ["request_uri": "urn:x"])) == .unexpectedAnswer)
    #expect(try code(ResponseMessage(.created, json: ["request_uri": "a\nb", "expires_in": 5])) == .unexpectedAnswer)
    #expect(try code(ResponseMessage(.created, json: ["request_uri": "urn:x", "expires_in": 0])) == .unexpectedAnswer)
    #expect(try code(TokenErrorResponse("invalid_request").response()) == .authorizationRefused)
    #expect(try code(TokenErrorResponse("invalid_client").response()) == .clientRefused)
    #expect(try code(ResponseMessage(HTTPResponse(status: .tooManyRequests))) == .serverUnavailable)
  }

  @Test(
    "RFC 9126 §2.3: a word that says what is wrong with the request leads to it, any other to a request that is not pushed",
    arguments: [
      ("invalid_request", false), ("invalid_redirect_uri", false), ("invalid_scope", false), ("server_error", true),
      ("invalid_target", false), ("invalid_dpop_proof", false), ("temporarily_unavailable", true), ("own_word", true),
    ])
  func remedies(word: String, isUnpushed: Bool) {
    let error = #expect(throws: OAuthError.self) {
      try PushedAuthorizationResponse(reading: TokenErrorResponse(word).response())
    }
    #expect(error?.refusal?.error == word && (error?.remedy == .sendUnpushed) == isUnpushed)
  }

  @Test("9126-4: at the authorization endpoint stand the client id and the name, and nothing else")
  func url() throws {
    let answer = PushedAuthorizationResponse(requestURI: "urn:ietf:params:oauth:request_uri:x", expiresIn: 60)
    let url = try answer.url(at: Endpoint("https://as.example.com/authorize"), clientID: "s6BhdRkqt3")
    #expect(
      url.text
        == "https://as.example.com/authorize?client_id=s6BhdRkqt3"
        + "&request_uri=urn%3Aietf%3Aparams%3Aoauth%3Arequest_uri%3Ax")
    #expect(
      try AuthorizationParameters(reading: Form(decoding: url.query ?? ""))
        == .reference("urn:ietf:params:oauth:request_uri:x", clientID: "s6BhdRkqt3"))
    #expect(
      try refusal { try answer.url(at: Endpoint("https://as.example.com/authorize?client_id=x"), clientID: "id") }
        == .duplicateParameter)
  }
}
