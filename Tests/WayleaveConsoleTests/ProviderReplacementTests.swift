import Testing
import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveWire

@Suite("Today's entry for an old credential: it must never send the credential to another place")
struct ProviderReplacementTests {
  private func shop(
    token: String = "https://shop.example/token", api: [String] = ["https://api.shop.example"],
    identity: String? = "https://api.shop.example/me", dialect: String = "{}"
  ) throws -> Provider {
    let rule = identity.map { #","identity":{"endpoint":"\#($0)","subject":"{id}"}"# } ?? ""
    return try Provider(
      entry: """
        {"name":"shop","protocol":"oauth2","token_endpoint":"\(token)",
         "api_origins":[\(api.map { "\"\($0)\"" }.joined(separator: ","))],"dialect":\(dialect)\(rule)}
        """)
  }

  @Test("a corrected dialect counts at once")
  func corrected() throws {
    let entry = try #require(try shop(dialect: #"{"pkce":false}"#).replacing(try shop()))
    #expect(
      !entry.dialect.authorization.supportsPKCE && entry.apiOrigins.map(\.description) == ["https://api.shop.example"])
  }

  @Test("M3: API origins and the identity endpoint may shrink and never grow")
  func origins() throws {
    let elsewhere = try shop(
      api: ["https://api.shop.example", "https://evil.example"], identity: "https://evil.example/me")
    let entry = try #require(try elsewhere.replacing(try shop()))
    #expect(entry.apiOrigins.map(\.description) == ["https://api.shop.example"])
    #expect(entry.identity?.endpoint?.url.text == "https://api.shop.example/me")
    let smaller = try #require(try shop(api: [], identity: nil).replacing(try shop()))
    #expect(smaller.apiOrigins.isEmpty && smaller.identity == nil)
    let without = try #require(try elsewhere.replacing(try shop(identity: nil)))
    #expect(without.identity == nil)
  }

  @Test("another token endpoint's origin needs a new sign-in; another path there does not")
  func tokenEndpoint() throws {
    #expect(try shop(token: "https://evil.example/token").replacing(try shop()) == nil)
    #expect(try shop(token: "https://shop.example/v2/token").replacing(try shop()) != nil)
  }

  @Test(
    "an entry that comes to show the client's secret or API key to the API needs a new sign-in",
    arguments: [
      ("{client_id}", "{client_secret}", false), ("{client_id}", "{api_key}", false), ("1", "{client_id}", true),
      ("{client_secret}", "{client_id}:{client_secret}", true), ("{client_secret}", "1", true),
    ])
  func shownSecrets(before: String, after: String, isAllowed: Bool) throws {
    func entry(_ value: String) throws -> Provider { try shop(dialect: #"{"api_headers":{"X-Key":"\#(value)"}}"#) }
    #expect((try entry(after).replacing(try entry(before)) != nil) == isAllowed)
  }

  @Test(
    "the same for an openid entry: the server that tells who the user is has had the token, and not the secret",
    arguments: [
      ("{client_id}", "{client_secret}", false), ("1", "{api_key}", false), ("1", "{client_id}", true),
      ("{client_secret}", "{client_secret}", true),
    ])
  func shownSecretsOfIssuer(before: String, after: String, isAllowed: Bool) throws {
    func entry(_ value: String) throws -> Provider {
      try Provider(
        entry: """
          {"name":"shop","protocol":"openid","issuer":"https://shop.example","identity":
           {"endpoint":"https://api.shop.example/me","subject":"{id}","headers":{"X-Key":"\(value)"}}}
          """)
    }
    // As the sign-in has stored it: with the endpoints that it found.
    var found = try entry(before)
    guard case .oauth2(var service) = try shop().service else { return }
    service.issuer = "https://shop.example"
    found.service = .oauth2(service)
    #expect((try entry(after).replacing(found) != nil) == isAllowed)
    #expect((try entry(after).replacing(try entry(before)) != nil) == isAllowed)
  }

  @Test("RFC 5849 §3.4.4: an entry that changes to PLAINTEXT would show the secret to the API: it needs a new sign-in")
  func plaintext() throws {
    func entry(_ method: String, api: String) throws -> Provider {
      try Provider(
        entry: """
          {"name":"shop","protocol":"oauth1","token_endpoint":"https://shop.example/t",
           "temporary_credential_endpoint":"https://shop.example/r","authorization_endpoint":"https://shop.example/a",
           "api_origins":["https://\(api)"],"dialect":{"signature_method":"\(method)"}}
          """)
    }
    for (before, after, api, isAllowed) in [
      ("HMAC-SHA1", "HMAC-SHA256", "api.example", true), ("PLAINTEXT", "HMAC-SHA1", "api.example", true),
      ("PLAINTEXT", "PLAINTEXT", "api.example", true), ("HMAC-SHA1", "PLAINTEXT", "api.example", false),
      ("HMAC-SHA1", "PLAINTEXT", "shop.example", true),
    ] {
      let replacement = try entry(after, api: api).replacing(try entry(before, api: api))
      #expect((replacement != nil) == isAllowed, "\(before) \(after) \(api)")
    }
  }

  @Test("M3: an openid entry counts only with the issuer of the sign-in")
  func issuer() throws {
    func openID(_ issuer: String) throws -> Provider {
      try Provider(entry: #"{"name":"shop","protocol":"openid","issuer":"\#(issuer)"}"#)
    }
    var found = try shop()
    guard case .oauth2(var service) = found.service else { return }
    service.issuer = "https://shop.example"
    found.service = .oauth2(service)
    #expect(try openID("https://shop.example").replacing(found) != nil)
    #expect(try openID("https://evil.example").replacing(found) == nil)
    #expect(try openID("https://shop.example").replacing(try shop()) == nil)
    #expect(try openID("https://shop.example").replacing(try openID("https://shop.example")) != nil)
    #expect(try openID("https://evil.example").replacing(try openID("https://shop.example")) == nil)
  }

  @Test("M3: another protocol, or another name, never counts")
  func otherProtocol() throws {
    let signing = try Provider(
      entry: """
        {"name":"shop","protocol":"oauth1","temporary_credential_endpoint":"https://shop.example/t",
         "authorization_endpoint":"https://shop.example/a","token_endpoint":"https://shop.example/token"}
        """)
    #expect(try signing.replacing(try shop()) == nil)
    #expect(try shop().replacing(signing) == nil)
    #expect(signing.replacing(signing) != nil)
  }
}
