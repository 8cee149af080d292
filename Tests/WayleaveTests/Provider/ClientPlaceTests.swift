import Testing
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

@testable import WayleaveSignIn

@Suite("The secret of a saved client does not follow an entry to another host")
struct ClientPlaceTests {
  private static func shop(
    at host: String, revokingAt other: String? = nil, named name: ProviderName = "shop"
  ) throws -> Provider {
    var service = OAuth2Service(tokenEndpoint: try Endpoint("https://\(host)/token"))
    service[.revocation] = try other.map { (host) throws(OAuthError) in try Endpoint("https://\(host)/revoke") }
    return Provider(name: name, title: "Shop", service: .oauth2(service))
  }

  private static func client(savedFor provider: Provider, secret: Secret? = Secret("a secret")) throws
    -> RegisteredClient
  {
    try RegisteredClient(
      name: "mine", provider: provider.name, client: try Client(id: "c", secret: secret),
      secretOrigins: provider.secretOrigins)
  }

  @Test("an entry with the same hosts, or fewer of them, is served; one with another token host is not")
  func hosts() throws {
    let saved = try Self.client(savedFor: Self.shop(at: "shop.example", revokingAt: "end.shop.example"))
    for right in [
      try Self.shop(at: "shop.example", revokingAt: "end.shop.example"), try Self.shop(at: "shop.example"),
      try Self.shop(at: "end.shop.example"),
    ] {
      #expect(saved.isFor(right))
      try saved.require(for: right)
    }
    for wrong in [
      try Self.shop(at: "evil.example"), try Self.shop(at: "shop.example", revokingAt: "evil.example"),
      try Self.shop(at: "shop.example:8443"), try Self.shop(at: "shop.example", named: "other"),
    ] {
      let error = #expect(throws: OAuthError.self) { try saved.require(for: wrong) }
      #expect(error?.code == .clientOfOtherHost && error?.remedy == .registerClient(provider: wrong.name.text))
    }
  }

  @Test("a client without a secret and without a key goes anywhere: it has nothing to lose")
  func publicClient() throws {
    let saved = try Self.client(savedFor: Self.shop(at: "shop.example"), secret: nil)
    #expect(saved.isFor(try Self.shop(at: "evil.example")))
  }

  @Test("of an issuer the issuer's own host counts; one that is named by its URL cannot be replaced")
  func issuers() throws {
    func entry(_ issuer: String) throws -> Provider {
      Provider(name: "own", title: "Own", service: .issuer(try AbsoluteURL(issuer)))
    }
    let saved = try Self.client(savedFor: entry("https://op.example/one"))
    #expect(saved.isFor(try entry("https://op.example/two")))
    #expect(!saved.isFor(try entry("https://evil.example/one")))
    let issuer = try Provider.issuer("https://op.example")
    let discovered = try Self.shop(at: "tokens.example", named: issuer.name)
    #expect(try Self.client(savedFor: issuer).isFor(discovered))
  }

  @Test("OAuth 1.0a: each endpoint that gets a signature counts, since PLAINTEXT shows the secret")
  func signatures() throws {
    func entry(_ host: String) throws -> Provider {
      Provider(
        name: "shop", title: "Shop",
        service: .oauth1(
          OAuth1Service(
            temporaryCredentialEndpoint: try Endpoint("https://\(host)/temporary"),
            authorizationEndpoint: try Endpoint("https://page.example/a"),
            tokenEndpoint: try Endpoint("https://shop.example/token"))))
    }
    let saved = try Self.client(savedFor: entry("shop.example"))
    #expect(saved.isFor(try entry("shop.example")))
    #expect(!saved.isFor(try entry("evil.example")))
  }

  @Test("the hosts are stored; a record of an earlier version has none, and is bound once, at its next use")
  func stored() throws {
    let shop = try Self.shop(at: "shop.example")
    let saved = try Self.client(savedFor: shop)
    #expect(RegisteredClient(exposedJSON: saved.exposedJSON) == saved)
    var old = try #require(saved.exposedJSON.object)
    old["secret_origins"] = nil
    let read = try #require(RegisteredClient(exposedJSON: .object(old)))
    #expect(read.secretOrigins == nil && read.isFor(shop) && read.bound(to: shop) == saved)
    #expect(saved.bound(to: try Self.shop(at: "evil.example")) == nil)
    #expect(read.bound(to: try Self.shop(at: "shop.example", named: "other")) == nil)
    old["secret_origins"] = ["https://shop.example/path"]
    #expect(RegisteredClient(exposedJSON: .object(old)) == nil)
  }
}
