import Testing
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 6454 §4: origins")
struct OriginTests {
  @Test("scheme, host and port make an origin, the scheme's own port when none is written")
  func parts() throws {
    #expect(try Origin("https://API.example") == Origin("https://api.example:443/"))
    #expect(try Origin("http://api.example") == Origin("http://api.example:80"))
    #expect(try Origin("https://api.example") != Origin("http://api.example"))
    #expect(try Origin("https://api.example") != Origin("https://api.example:8443"))
    #expect(try Origin("https://api.example") != Origin("https://api.example.evil"))
    #expect(try Origin("https://api.example") != Origin("https://api.example."))
  }

  @Test("an origin is written without the scheme's own port")
  func description() throws {
    #expect(try Origin("https://api.example:443/").description == "https://api.example")
    #expect(try Origin("http://api.example:80/").description == "http://api.example")
    #expect(try Origin("http://api.example:443").description == "http://api.example:443")
    #expect(try Origin("https://[::1]:80").description == "https://[::1]:80")
  }

  @Test(
    "anything beyond scheme, host and port is refused",
    arguments: [
      "https://a.example/p", "https://a.example//", "https://a.example?", "https://a.example#", "https://u@a.example",
      "a.example", "null",
    ])
  func beyond(text: String) throws {
    #expect(try refusal { try Origin(text) } == .malformedURL)
  }

  @Test("only http and https have origins", arguments: ["custom://a.example", "ftp://a.example:21", "app:/a"])
  func otherSchemes(text: String) throws {
    #expect(try Origin(of: AbsoluteURL(text)) == nil)
    #expect(try refusal { try Origin(text) } == .malformedURL)
  }
}

@Suite("RFC 6749 §3.1 and §3.2: endpoints")
struct EndpointTests {
  @Test("https is accepted anywhere, query and all")
  func https() throws {
    let endpoint = try Endpoint("https://a.example/token?tenant=1")
    #expect(endpoint.url.query == "tenant=1")
    #expect(endpoint.origin == (try Origin("https://a.example")))
    #expect(endpoint.description == "https://a.example/token?tenant=…")
  }

  @Test(
    "http is accepted on this machine", arguments: ["http://127.0.0.1:8080/", "http://[::1]/", "http://localhost:1/"])
  func loopback(text: String) throws {
    #expect(try Endpoint(text).url.text == text)
  }

  @Test(
    "http elsewhere is refused, unless it is allowed explicitly",
    arguments: ["http://a.example/", "http://localhost.example/", "http://192.168.0.1/", "http://127.0.0.1.example/"])
  func http(text: String) throws {
    #expect(try refusal { try Endpoint(text) } == .insecureURL)
    #expect(try Endpoint(text, allowingHTTP: true).origin.scheme == "http")
  }

  @Test(
    "other schemes are refused, allowed http or not",
    arguments: ["ftp://a.example/", "file:///etc/passwd", "javascript:alert(1)", "data:,x", "app://a.example"])
  func otherSchemes(text: String) throws {
    #expect(try [.insecureURL, .malformedURL].contains(refusal { try Endpoint(text) }))
    #expect(try [.insecureURL, .malformedURL].contains(refusal { try Endpoint(text, allowingHTTP: true) }))
  }

  @Test(
    "\"The endpoint URI MUST NOT include a fragment component\"",
    arguments: ["https://a.example/#", "https://a.example/?a#b"])
  func fragment(text: String) throws {
    #expect(try refusal { try Endpoint(text) } == .malformedURL)
  }

  @Test(
    "a value stays in its place: what would end it is escaped, and periods alone are refused",
    arguments: [
      ("ada", "ada"), ("a.b", "a.b"), ("a b", "a%20b"), ("a/b?c#d", "a%2Fb%3Fc%23d"), (".", nil), ("..", nil),
      ("...", nil), ("", nil), (nil, nil),
    ] as [(String?, String?)])
  func filled(value: String?, expected: String?) throws {
    let endpoint = try Endpoint(template: "https://a.example/users/{id}/posts?of={id}")
    let filled = try? endpoint.filled { $0 == "id" ? value : nil }
    #expect(filled?.url.text == expected.map { "https://a.example/users/\($0)/posts?of=\($0)" })
  }

  @Test("attacks.md 213: user information is refused")
  func userInformation() throws {
    #expect(try refusal { try Endpoint("https://api.good@evil/") } == .malformedURL)
    #expect(try refusal { try Endpoint("http://localhost@evil.example/") } == .malformedURL)
  }
}
