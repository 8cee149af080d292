import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

/// Each row is a request that a provider's page shows.
@Suite("A token is given back by the request that the entry describes")
struct RevocationFormTests {
  struct Row: Sendable {
    let name: String
    let path: String
    let method: HTTPRequest.Method
    var authorization: String?
    var body = ""
    let form: @Sendable (inout RevocationForm) -> Void
  }

  private static let rows = [
    Row(name: "SoundCloud", path: "/end", method: .post, body: #"{"access_token":"a"}"#) {
      ($0.format, $0.tokenParameter, $0.authorization) = (.json, "access_token", .nothing)
    },
    Row(name: "Oura", path: "/end?access_token=a", method: .get) {
      ($0.format, $0.tokenParameter, $0.authorization) = (.get, "access_token", .nothing)
    },
    Row(
      name: "Square", path: "/end", method: .post, authorization: "Client s",
      body: #"{"access_token":"a","client_id":"id"}"#
    ) {
      ($0.format, $0.tokenParameter, $0.authorization) = (.json, "access_token", .nothing)
      $0.parameters = ["client_id": "{client_id}"]
      $0.headers = ["Authorization": "Client {client_secret}"]
    },
    Row(
      name: "Naver", path: "/end", method: .post,
      body: "access_token=a&grant_type=delete&service_provider=NAVER&client_id=id&client_secret=s"
    ) {
      $0.tokenParameter = "access_token"
      $0.parameters = ["grant_type": "delete", "service_provider": "NAVER"]
    },
    Row(
      name: "Stripe", path: "/end", method: .post,
      body: "account=acct_1&client_id=id&client_secret=s"
    ) {
      $0.tokenParameter = ""
      $0.parameters = ["account": "{token.stripe_user_id}", "client_id": "{client_id}"]
    },
    Row(
      name: "Seznam", path: "/end", method: .post, authorization: "Bearer b",
      body: #"{"token":"a","token_type_hint":"access_token"}"#
    ) {
      ($0.format, $0.authorization, $0.takesRefreshTokens) = (.json, .token, true)
    },
  ]

  @Test("the method, the pairs, the fields and who authorizes it are as the entry has them", arguments: rows)
  func requests(row: Row) throws {
    var revocation = RevocationRequest(token: Secret("a"), kind: .accessToken)
    (revocation.accessToken, revocation.tokenAnswer) = (Secret("b"), ["stripe_user_id": "acct_1"])
    let dialect = OAuth2Dialect {
      $0.request.clientAuthentication = .post
      var form = RevocationForm()
      row.form(&form)
      $0.revocationForm = form
    }
    let request = try revocation.request(
      to: Endpoint("https://as.example/end"), as: Client(id: "id", secret: Secret("s")), dialect: dialect)
    #expect(request.head.method == row.method && request.head.path == row.path, "\(row.name)")
    #expect(request.head.headerFields[.authorization] == row.authorization, "\(row.name)")
    #expect(String(decoding: request.body, as: UTF8.self) == row.body, "\(row.name)")
  }

  @Test("what the token answer did not have, and a secret that the client does not have, cannot be named")
  func missing() throws {
    func request(as client: Client, _ change: (inout RevocationForm) -> Void) throws -> RequestMessage {
      let dialect = OAuth2Dialect {
        var form = RevocationForm()
        change(&form)
        $0.revocationForm = form
      }
      return try RevocationRequest(token: Secret("a"), kind: .accessToken)
        .request(to: Endpoint("https://as.example/end"), as: client, dialect: dialect)
    }
    let client = try Client(id: "id")
    #expect(try refusal { try request(as: client) { $0.parameters = ["a": "{token.user}"] } } == .unsupported)
    #expect(try refusal { try request(as: client) { $0.headers = ["A": "{client_secret}"] } } == .invalidClient)
  }

  @Test("RFC 7009 §2.2: a refusal that means a dead token confirms the revocation, in the provider's own word too")
  func deadTokens() throws {
    let twitch = OAuth2Dialect {
      $0.revocation = .accessToken
      $0.answer.errorPath = "message"
      $0.refusals = [.init("Invalid token", means: .tokenInvalid)]
    }
    func confirm(_ status: HTTPResponse.Status, _ word: String) throws {
      try RevocationRequest.confirm(ResponseMessage(status, json: ["message": .string(word)]), dialect: twitch)
    }
    try confirm(.badRequest, "Invalid token")
    #expect(try refusal { try confirm(.badRequest, "missing client id") } == .tokenRefused)
    #expect(try refusal { try confirm(.notFound, "client does not exist") } == .tokenRefused)
  }

  @Test("an answer with status 200 that refuses is no confirmation")
  func refusedWith200() throws {
    let naver = OAuth2Dialect { $0.revocationForm = RevocationForm() }
    try RevocationRequest.confirm(ResponseMessage(.ok, json: ["result": "success"]), dialect: naver)
    try RevocationRequest.confirm(ResponseMessage(HTTPResponse(status: .ok)), dialect: naver)
    #expect(
      try refusal {
        try RevocationRequest.confirm(ResponseMessage(.ok, json: ["error": "invalid_request"]), dialect: naver)
      } == .tokenRefused)
  }
}
