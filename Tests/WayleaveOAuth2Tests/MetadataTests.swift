import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 8414 §3: metadata of an authorization server")
struct MetadataTests {
  struct Vectors: Decodable {
    struct Issuer: Decodable {
      let expected: String
      let got: String
      let equal: Bool
    }
    struct Address: Decodable {
      let issuer: String
      let rfc8414: String
      let oidc: String
    }
    struct Resource: Decodable {
      let resource: String
      let metadata: String
    }
    let issuer_equal: [Issuer]
    let well_known: [Address]
    let protected_resource: [Resource]
  }

  private let vectors: Vectors

  init() throws {
    vectors = try VectorFile.read("discovery_urls", as: Vectors.self)
  }

  private func document(issuer: String, _ changes: [String: JSON?] = [:]) -> ResponseMessage {
    var members = JSON.Object()
    members["issuer"] = .string(issuer)
    members["authorization_endpoint"] = "https://as.example/authorize"
    members["token_endpoint"] = "https://as.example/token"
    for (name, value) in changes { members[name] = value }
    return ResponseMessage(.ok, json: .object(members))
  }

  @Test("8414-3, 8414-4, attack 11: an issuer is the one that was asked for to the byte, or another")
  func issuers() throws {
    #expect(vectors.issuer_equal.count == 9)
    for vector in vectors.issuer_equal {
      let code = try refusal {
        try AuthorizationServerMetadata(reading: document(issuer: vector.got), for: AbsoluteURL(vector.expected))
      }
      let isASCII = vector.expected.utf8.allSatisfy { $0 < 0x80 }
      #expect(code == (vector.equal ? nil : isASCII ? .metadataIssuerMismatch : .malformedURL), "\(vector.got)")
    }
  }

  @Test("8414-7: signed metadata is ignored, whatever it says: the plain members count")
  func signedMetadata() throws {
    let issuer = try AbsoluteURL("https://as.example")
    let claims = Base64.url.encodedText(
      Array(#"{"iss":"https://as.example","token_endpoint":"https://evil.example/token"}"#.utf8))
    for signed in [.string("e30.\(claims).AAAA"), .string("no token"), 7, .null] as [JSON] {
      let response = document(issuer: issuer.text, ["signed_metadata": signed])
      let metadata = try AuthorizationServerMetadata(reading: response, for: issuer)
      #expect(metadata.tokenEndpoint.url.text == "https://as.example/token")
    }
  }

  @Test("an issuer that only looks like the one asked for is another")
  func homograph() throws {
    let vector = try #require(vectors.issuer_equal.last)
    #expect(
      try refusal {
        try AuthorizationServerMetadata(reading: document(issuer: vector.expected), for: AbsoluteURL(vector.got))
      } == .metadataIssuerMismatch)
    #expect(
      try refusal {
        try AuthorizationServerMetadata(
          reading: document(issuer: "", ["issuer": nil]), for: AbsoluteURL("https://as.example"))
      } == .metadataIssuerMismatch)
  }

  @Test("8414-1: §3.1 and OpenID Connect Discovery §4: where metadata lives")
  func wellKnown() throws {
    #expect(vectors.well_known.count == 4)
    for vector in vectors.well_known {
      let issuer = try AbsoluteURL(vector.issuer)
      #expect(try WellKnownAddress.authorizationServer(of: issuer).text == vector.rfc8414)
      #expect(try WellKnownAddress.openIDConfiguration(of: issuer).text == vector.oidc)
    }
  }

  @Test("RFC 9728 §3.1: where the metadata of a protected resource lives")
  func protectedResource() throws {
    #expect(vectors.protected_resource.count == 3)
    for vector in vectors.protected_resource {
      #expect(try WellKnownAddress.protectedResource(of: AbsoluteURL(vector.resource)).text == vector.metadata)
    }
  }

  @Test("RFC 8259 §8.1: a byte order mark before a document is passed over")
  func byteOrderMark() throws {
    let issuer = try AbsoluteURL("https://as.example")
    var response = document(issuer: issuer.text)
    response.body = [0xEF, 0xBB, 0xBF] + response.body
    #expect(try AuthorizationServerMetadata(reading: response, for: issuer).issuer == Issuer(issuer))
    let resource = try AbsoluteURL("https://api.example")
    var described = ResponseMessage(.ok, json: ["resource": .string(resource.text)])
    described.body = [0xEF, 0xBB, 0xBF] + described.body
    #expect(try ProtectedResourceMetadata(reading: described, for: resource).resource == resource)
  }

  @Test("what the server says is read, what it does not say has its default")
  func read() throws {
    let issuer = try AbsoluteURL("https://as.example")
    let least = try AuthorizationServerMetadata(reading: document(issuer: issuer.text), for: issuer)
    #expect(least.tokenEndpoint.url.text == "https://as.example/token")
    #expect(least.revocationEndpoint == nil && least.userInfoEndpoint == nil && least.scopes == nil)
    #expect(least.supportsS256 == nil && !least.sendsIssuerInCallback)
    #expect(least.clientAuthenticationMethods == [.basic] && least.preferredClientAuthentication == .basic)
    let full = try AuthorizationServerMetadata(
      reading: document(
        issuer: issuer.text,
        [
          "revocation_endpoint": "https://as.example/revoke", "code_challenge_methods_supported": ["plain", "S256"],
          "authorization_response_iss_parameter_supported": true, "scopes_supported": ["a", "b"],
          "token_endpoint_auth_methods_supported": ["private_key_jwt", "client_secret_post"],
        ]), for: issuer)
    #expect(full.revocationEndpoint?.url.text == "https://as.example/revoke")
    #expect(full.supportsS256 == true && full.sendsIssuerInCallback && full.scopes == ["a", "b"])
    #expect(full.clientAuthenticationMethods == [.privateKeyJWT, .post] && full.preferredClientAuthentication == .post)
  }

  @Test(
    "8414-5, attacks 108, 110 and 120: an endpoint in clear text, or on this machine for an issuer elsewhere, is refused"
  )
  func endpoints() throws {
    let issuer = try AbsoluteURL("https://as.example")
    func code(_ name: String, _ value: JSON?) throws -> OAuthError.Code? {
      try refusal {
        try AuthorizationServerMetadata(reading: document(issuer: issuer.text, [name: value]), for: issuer)
      }
    }
    #expect(try code("token_endpoint", "http://as.example/token") == .insecureURL)
    #expect(try code("token_endpoint", "https://127.0.0.1/token") == .insecureURL)
    #expect(try code("token_endpoint", "http://127.0.0.1:6379/") == .insecureURL)
    #expect(try code("jwks_uri", "http://as.example/keys") == .insecureURL)
    #expect(try code("jwks_uri", "file:///etc/keys.json") == .insecureURL)
    #expect(try code("jwks_uri", "data:application/json,{}") == .malformedURL)
    #expect(try code("jwks_uri", "https://as.example/keys") == nil)
    #expect(try code("token_endpoint", nil) == .malformedMetadata)
    #expect(try code("authorization_endpoint", "https://as.example/#f") == .malformedURL)
    #expect(try code("authorization_endpoint", .number("1")) == .malformedMetadata)
    // One that a sign-in does not rest on is left out.
    for value: JSON in ["javascript:alert(1)", "https://as.example/#f", .number("1")] {
      #expect(try code("revocation_endpoint", value) == nil)
    }
    // A server whose grants send users nowhere names none: RFC 8414 §2.
    #expect(try code("authorization_endpoint", nil) == nil)
    let local = try AbsoluteURL("http://127.0.0.1:8080")
    let changes: [String: JSON?] = ["token_endpoint": "http://127.0.0.1:8080/token"]
    #expect(
      try refusal { try AuthorizationServerMetadata(reading: document(issuer: local.text, changes), for: local) } == nil
    )
  }

  @Test("8414-2: what is no metadata document is refused")
  func noDocument() throws {
    let issuer = try AbsoluteURL("https://as.example")
    func code(_ response: ResponseMessage) throws -> OAuthError.Code? {
      try refusal { try AuthorizationServerMetadata(reading: response, for: issuer) }
    }
    #expect(try code(ResponseMessage(.ok, json: [])) == .malformedMetadata)
    #expect(try code(ResponseMessage(.notFound, json: [:])) == .malformedMetadata)
    #expect(try code(ResponseMessage(.found, json: [:])) == .unexpectedRedirect)
    #expect(try code(ResponseMessage(.ok, form: ["issuer": issuer.text])) == .malformedJSON)
  }
}
