import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveTestSupport
import WayleaveWire

@Suite("OpenID Connect Discovery §2: from a user's address to the issuer")
struct IssuerLookupTests {
  @Test(
    "§2.1.2: what was typed becomes an account or an address",
    arguments: [
      ("joe@example.com", "acct:joe@example.com", "example.com"),
      (
        "acct:juliet%40capulet.example@shop.example.com", "acct:juliet%40capulet.example@shop.example.com",
        "shop.example.com"
      ),
      ("https://example.com/joe#f", "https://example.com/joe", "example.com"),
      ("example.com:8080", "https://example.com:8080", "example.com:8080"),
      ("example.com/joe", "https://example.com/joe", "example.com"),
    ])
  func typed(typed: String, resource: String, host: String) throws {
    let lookup = try IssuerLookup(of: typed)
    #expect(lookup.resource == resource)
    let request = try lookup.request()
    #expect(request.url?.hasPrefix("https://\(host)/.well-known/webfinger?") == true)
    let query = try Form(decoding: request.query ?? "")
    #expect(try query.text(of: "resource") == resource)
    #expect(try query.text(of: "rel") == "http://openid.net/specs/connect/1.0/issuer")
  }

  @Test(
    "§2.1: what is no address is refused before anything is sent",
    arguments: [
      "", "#", "=joe", "@joe", "!joe", "joe@", "http://example.com", "ftp://example.com", "a@b@c", "a b",
      "joe@ex\r\nample.com", "joe@[::1",
    ])
  func malformed(typed: String) throws {
    #expect(try refusal { try IssuerLookup(of: typed).request() } != nil)
  }

  private func issuer(_ links: JSON, status: HTTPResponse.Status = .ok) throws -> String {
    let document: JSON = ["subject": "acct:joe@example.com", "links": links]
    return try IssuerLookup(of: "joe@example.com").issuer(in: ResponseMessage(status, json: document)).text
  }

  private func link(_ href: JSON, _ relation: JSON = .string(IssuerLookup.relation)) -> JSON {
    ["rel": relation, "href": href]
  }

  @Test("§2.2: the issuer is the link of that relation, whatever stands next to it")
  func found() throws {
    let links: JSON = [
      link("https://other.example", "http://openid.net/specs/connect/1.0/"), link("https://op.example/a"),
    ]
    #expect(try issuer(links) == "https://op.example/a")
    #expect(try refusal { try issuer([link("https://op.example", .null)]) } == .malformedMetadata)
    #expect(try refusal { try issuer([]) } == .malformedMetadata)
    #expect(try refusal { try issuer([5, "x"]) } == .malformedMetadata)
    #expect(try refusal { try issuer([link("https://op.example")], status: .notFound) } == .malformedMetadata)
    #expect(try refusal { try issuer([link("https://op.example")], status: .found) } == .unexpectedRedirect)
  }

  @Test(
    "124: a link to no https URL is refused",
    arguments: [
      ("http://op.example", .insecureURL), ("http://127.0.0.1:9", .malformedMetadata),
      ("https://127.0.0.1:9", .malformedMetadata), ("https://localhost", .malformedMetadata),
      ("https://10.0.0.1", .malformedMetadata), ("https://[::1]", .malformedMetadata),
      ("file:///etc/passwd", .insecureURL),
      ("javascript:alert(1)", .insecureURL), ("https://op.example/?x=1", .malformedMetadata),
      ("https://op.example/#f", .malformedURL), ("//op.example", .malformedURL),
      ("https://good@evil.example", .malformedURL),
    ] as [(String, OAuthError.Code)])
  func hostile(href: String, expected: OAuthError.Code) throws {
    #expect(try refusal { try issuer([link(.string(href))]) } == expected)
  }

  @Test("124: and the issuer's own metadata must name it, byte for byte")
  func verified() throws {
    let found = try AbsoluteURL(issuer([link("https://op.example")]))
    var members = JSON.Object()
    members["authorization_endpoint"] = "https://op.example/authorize"
    members["token_endpoint"] = "https://op.example/token"
    members["issuer"] = "https://victim.example"
    let refused = try refusal {
      try AuthorizationServerMetadata(reading: ResponseMessage(.ok, json: .object(members)), for: found)
    }
    #expect(refused == .metadataIssuerMismatch)
    members["issuer"] = "https://op.example"
    #expect(
      try refusal { try AuthorizationServerMetadata(reading: ResponseMessage(.ok, json: .object(members)), for: found) }
        == nil
    )
  }
}
