import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@Suite("An API that wants a value of the client with each request")
struct ClientValueTests {
  private func client(secret: String? = "s{client_id}", apiKey: String? = "k y") throws -> Client {
    var client = try Client(id: "id", secret: secret.map { Secret($0) })
    client.apiKey = apiKey.map { Secret($0) }
    return client
  }

  private func request(_ api: [String: String], _ query: [String: String] = [:], as client: Client) throws
    -> RequestMessage
  {
    var request = try RequestMessage(.get, to: AbsoluteURL("https://api.example/me"))
    let dialect = OAuth2Dialect { ($0.api.headers, $0.api.parameters) = (api, query) }
    try request.authorize(with: Secret("t"), dialect: dialect, client: client)
    return request
  }

  @Test(
    "id, secret and API key stand in their places, and what was filled in is no template",
    arguments: [
      ("{client_id}:{client_secret}", "id:s{client_id}"), ("{api_key}", "k y"), ("v={client_id}", "v=id"),
      ("{other}", "{other}"), ("plain", "plain"),
    ])
  func fields(written: String, sent: String) throws {
    let request = try request(["X-Api-Key": written], as: client())
    #expect(request.head.headerFields[try #require(HTTPField.Name("x-api-key"))] == sent)
  }

  @Test("an API key may stand in the query, escaped")
  func query() throws {
    #expect(try request([:], ["key": "{api_key}"], as: client()).query == "key=k%20y")
  }

  @Test("a client that lacks the value sends nothing, unless the caller has the field already")
  func missing() throws {
    let bare = try client(secret: nil, apiKey: nil)
    for text in ["{client_secret}", "{api_key}"] {
      #expect(try refusal { try request(["X-Api-Key": text], as: bare) } == .invalidClient)
      var own = try RequestMessage(.get, to: AbsoluteURL("https://api.example/me"))
      own.head.headerFields[try #require(HTTPField.Name("X-Api-Key"))] = "mine"
      try own.authorize(
        with: Secret("t"), dialect: OAuth2Dialect { $0.api.headers = ["X-Api-Key": text] }, client: bare)
      #expect(own.head.headerFields[try #require(HTTPField.Name("X-Api-Key"))] == "mine")
    }
  }

  @Test("without the secrets of the client, the fields and pairs that have one are left out, and no others")
  func withoutSecrets() {
    var api = APIDialect()
    api.headers = ["A": "{client_secret}", "B": "x {api_key}", "C": "{client_id}", "D": "1"]
    api.parameters = ["key": "{api_key}", "v": "1"]
    let plain = api.withoutClientSecrets
    #expect(plain.headers == ["C": "{client_id}", "D": "1"] && plain.parameters == ["v": "1"])
    #expect(api.clientValues == [.id, .secret, .apiKey] && plain.clientValues == [.id])
  }
}
