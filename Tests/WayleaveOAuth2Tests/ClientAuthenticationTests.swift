import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 6749 §2.3.1: clients authenticate")
struct ClientAuthenticationTests {
  struct Vectors: Decodable {
    struct Case: Decodable {
      let client_id: String
      let client_secret: String
      let header: String
      let header_without_form_encoding: String
    }
    let cases: [Case]
  }

  private let endpoint: Endpoint

  init() throws {
    endpoint = try Endpoint("https://as.example/token")
  }

  // ZA8
  @Test("every published id and secret gives its header, with the form encoding and without")
  func written() throws {
    let vectors = try VectorFile.read("client_basic_auth", as: Vectors.self).cases
    #expect(vectors.count == 6)
    for vector in vectors {
      for (method, header) in [
        (ClientAuthenticationMethod.basic, vector.header), (.basicRaw, vector.header_without_form_encoding),
      ] {
        let client = try Client(
          id: ClientID(vector.client_id), secret: Secret(vector.client_secret), authentication: method)
        let request = try client.request(posting: ["a": "b"], to: endpoint)
        #expect(request.head.headerFields[.authorization] == header)
        #expect(try request.bodyForm == ["a": "b"])
      }
    }
  }

  @Test("every published header is read back as its id and secret")
  func read() throws {
    for vector in try VectorFile.read("client_basic_auth", as: Vectors.self).cases {
      var request = RequestMessage(posting: Form(), to: endpoint)
      try request.setHeader(.authorization, to: vector.header)
      let credentials = try ClientCredentials(reading: request)
      #expect(credentials.id == ClientID(vector.client_id))
      #expect(credentials.secret == Secret(vector.client_secret))
      #expect(credentials.method == .basic)
    }
  }

  @Test("a secret in the body, and a public client, are read back as what they are")
  func body() throws {
    let confidential = try Client(id: "id", secret: Secret("s&="), authentication: .post)
    let request = try confidential.request(posting: Form(), to: endpoint)
    #expect(request.head.headerFields[.authorization] == nil)
    let credentials = try ClientCredentials(reading: request)
    #expect(credentials.id == "id" && credentials.secret == Secret("s&=") && credentials.method == .post)
    let open = try ClientCredentials(reading: Client(id: "id").request(posting: Form(), to: endpoint))
    #expect(open.id == "id" && open.secret == nil && open.method == .publicClient)
  }

  @Test("the client's own method wins over the dialect's, and without a secret there is none")
  func methods() throws {
    let dialect = OAuth2Dialect { $0.request.clientAuthentication = .post }
    #expect(try Client(id: "id", secret: Secret("s")).authenticationMethod(by: dialect) == .post)
    #expect(
      try Client(id: "id", secret: Secret("s"), authentication: .basicRaw).authenticationMethod(by: dialect)
        == .basicRaw)
    #expect(try Client(id: "id").authenticationMethod(by: dialect) == .publicClient)
  }

  // FS3
  @Test("no id, an id outside its alphabet, and a method without its secret are refused")
  func refused() throws {
    for id in ["", "a\nb", "ä", "a\u{7F}"] { #expect(try refusal { try Client(id: ClientID(id)) } == .invalidClient) }
    for method in [ClientAuthenticationMethod.basic, .basicRaw, .post] {
      #expect(try refusal { try Client(id: "id", authentication: method) } == .invalidClient)
    }
  }

  @Test("two ways of authenticating, two ids, and none at all are refused")
  func ambiguous() throws {
    func code(_ form: Form, _ header: String?) throws -> OAuthError.Code? {
      var request = RequestMessage(posting: form, to: endpoint)
      request.head.headerFields[.authorization] = header
      return try refusal { try ClientCredentials(reading: request) }
    }
    #expect(try code(["client_id": "id"], "Basic aWQ6cw==") == nil)
    #expect(try code(["client_id": "id"], "bASIC aWQ6cw==") == nil)
    #expect(try code(["client_id": "other"], "Basic aWQ6cw==") == .clientRefused)
    #expect(try code(["client_id": "id", "client_secret": "s"], "Basic aWQ6cw==") == .clientRefused)
    #expect(try code([:], nil) == .clientRefused)
    #expect(try code(["client_id": "id", "client_id": "id"], nil) == .duplicateParameter)
    for header in ["Bearer x", "Basic", "Basic aWQ", "Basic aWQ6cw=", "Basic aWQ6cx==", "Basic =", "Basic aWQ="] {
      #expect(try code([:], header) == .clientRefused, "\(header)")
    }
  }
}
