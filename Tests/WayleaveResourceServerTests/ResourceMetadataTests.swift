import HTTPTypes
import Testing
import Wayleave
import WayleaveOAuth2
import WayleaveResourceServer
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 9728: an API says what it is")
struct ResourceMetadataTests {
  private let issuer: ExampleIssuer

  init() throws { issuer = try ExampleIssuer() }

  private func get(_ path: String, _ method: HTTPRequest.Method = .get) -> HTTPRequest {
    HTTPRequest(method: method, scheme: "https", authority: "api.example", path: path)
  }

  @Test("9728-1: at its well-known address a client reads whose tokens it accepts")
  func metadata() throws {
    var settings = ProtectedResource.Settings()
    settings.scopes = ["notes.read", "notes.write"]
    settings.metadata["resource_name"] = "Notes"
    let api = try issuer.resource(settings: settings)
    #expect(api.metadataPath == "/.well-known/oauth-protected-resource/notes")
    let answer = try #require(api.metadataAnswer(to: get(api.metadataPath)))
    let read = try ProtectedResourceMetadata(reading: answer, for: api.identifier)
    #expect(read.authorizationServers == [Issuer(issuer.url)] && read.scopes == ["notes.read", "notes.write"])
    #expect(read.raw["bearer_methods_supported"] == ["header"] && read.raw["resource_name"] == "Notes")
    #expect(!read.requiresDPoP && answer.head.headerFields[.accessControlAllowOrigin] == "*")
    #expect(try issuer.resource().metadata.scopes == nil)
  }

  @Test("another path is none of its, HEAD has no body, and nothing else is allowed there")
  func otherRequests() throws {
    let api = try issuer.resource()
    for path in ["/", "/.well-known/oauth-protected-resource", api.metadataPath + "/", api.metadataPath + "?x"] {
      #expect(api.metadataAnswer(to: get(path)) == nil, "\(path)")
    }
    let head = try #require(api.metadataAnswer(to: get(api.metadataPath, .head)))
    #expect(head.status == 200 && head.body.isEmpty)
    let post = try #require(api.metadataAnswer(to: get(api.metadataPath, .post)))
    #expect(post.status == 405 && post.head.headerFields[.allow] == "GET, HEAD")
    // RFC 9112 §3.2.2: "a server MUST accept the absolute-form in requests".
    #expect(api.metadataAnswer(to: get("https://api.example" + api.metadataPath))?.status == 200)
    #expect(api.metadataAnswer(to: get("." + api.metadataPath)) == nil)
  }

  @Test("an API for a whole origin, and one with a query, have their addresses")
  func paths() throws {
    for (identifier, path) in [
      ("https://api.example", "/.well-known/oauth-protected-resource"),
      ("https://api.example/", "/.well-known/oauth-protected-resource"),
      ("http://127.0.0.1:8080/a?b=c", "/.well-known/oauth-protected-resource/a?b=c"),
    ] {
      let api = try ProtectedResource(AbsoluteURL(identifier), trusting: [TrustedIssuer(issuer.url)], over: issuer)
      #expect(api.metadataPath == path)
    }
  }

  @Test("what makes no sense is refused before the API starts")
  func senseless() throws {
    let client = try Client(id: "api", secret: Secret("s"))
    let other = try AbsoluteURL("https://other.example")
    let good = TrustedIssuer(issuer.url)
    let clear = try AbsoluteURL("http://as.example")
    func code(
      _ issuers: [TrustedIssuer], at identifier: String = ExampleIssuer.api,
      _ change: (inout ProtectedResource.Settings) -> Void = { _ in }
    ) throws -> OAuthError.Code? {
      var settings = ProtectedResource.Settings()
      change(&settings)
      return try refusal {
        try ProtectedResource(AbsoluteURL(identifier), trusting: issuers, over: issuer, settings: settings)
      }
    }
    #expect(try code([good]) == nil)
    #expect(try code([]) == .invalidValue)
    #expect(try code([good, good]) == .invalidValue)
    #expect(try code([good], at: "http://api.example/") == .invalidValue)
    #expect(try code([good], at: "https://api.example/#x") == .invalidValue)
    #expect(
      try code([.introspecting(issuer.url, as: client), .introspecting(other, as: client)]) == .invalidValue)
    #expect(try code([TrustedIssuer(issuer.url, profile: .cognito)]) == .invalidValue)
    #expect(try code([TrustedIssuer(issuer.url, profile: .cognito, clients: ["app"])]) == nil)
    #expect(try code([good]) { $0.scopes = ["offline_access"] } == .invalidValue)
    #expect(try code([good]) { $0.nonceKey = Secret("short") } == .invalidValue)
    for issuer in [TrustedIssuer(clear), .introspecting(clear, as: client)] {
      #expect(try code([issuer]) == .invalidValue)
      #expect(try code([issuer]) { $0.allowsHTTP = true } == nil)
    }
    #expect(try code([TrustedIssuer(AbsoluteURL("http://127.0.0.1:9765/tollgate"))]) == nil)
    let query = try AbsoluteURL("https://api.example/?a")
    #expect(try code([good]) { $0.addresses = [query] } == .invalidValue)
  }

  @Test("RFC 6749 §3.3: a scope includes what the table says, through others too, and a circle has an end")
  func hierarchy() {
    let scopes: ScopeHierarchy = ["admin": ["write"], "write": ["read", "list"], "a": ["b"], "b": ["a"]]
    #expect(scopes.covers(["read", "list", "admin"], by: ["admin"]))
    #expect(scopes.covers(["a", "b"], by: ["a"]) && scopes.covers(["a", "b"], by: ["b"]))
    #expect(scopes.covers(["x"], by: ["x"]) && scopes.covers([], by: []))
    #expect(!scopes.covers(["write"], by: ["read"]) && !scopes.covers(["read", "x"], by: ["admin"]))
    #expect(scopes != ["admin": ["write"]] && ScopeHierarchy(["a": ["b"]]) == ["a": ["b"]])
    // "K" and the Kelvin sign are two scopes, although Swift holds them for equal.
    #expect(!ScopeHierarchy(["K": ["read"]]).covers(["read"], by: ["\u{212A}"]))
  }
}
