import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

@testable import WayleavePlayground

@Suite("Tenants: isolated playgrounds at one port")
struct TenantTests {
  @Test func `a tenant has every personality, and its addresses begin with its path`() async throws {
    try await TestPlayground.with { playground in
      let tenant = try await playground.tenant("suite-1")
      #expect(tenant.base == playground.base + "/t/suite-1")
      #expect(try await tenant.user(tenant.token(of: tenant.redeem(tenant.code())).accessToken).status == 200)
      let credential = try await tenant.twitterToken()
      let url = tenant.running.twitter.userEndpoint.url.text
      #expect(try await tenant.visitor.send(tenant.signed(credential, .get, url)).status == 200)
    }
  }

  @Test(arguments: [
    "/.well-known/oauth-authorization-server/t/a/tollgate", "/t/a/tollgate/.well-known/openid-configuration",
  ])
  func `RFC 8414 §3.1: the metadata of a tenant are where its issuer puts them`(path: String) async throws {
    try await TestPlayground.with { playground in
      let metadata = try #require(try await playground.visitor.open(playground.base + path).json)
      #expect(metadata["issuer"]?.string == playground.base + "/t/a/tollgate")
      #expect(metadata["token_endpoint"]?.string == playground.base + "/t/a/tollgate/token")
      let keys = try await playground.visitor.open(metadata["jwks_uri"]?.string ?? "")
      #expect(keys.json?["keys"]?.array?.isEmpty == false)
    }
  }

  @Test func `a token of one tenant opens no other, and each has its own log`() async throws {
    try await TestPlayground.with { playground in
      let (first, second) = (try await playground.tenant("a"), try await playground.tenant("b"))
      let token = try first.token(of: try await first.redeem(try await first.code())).accessToken
      #expect(try await first.user(token).status == 200)
      #expect(try await second.user(token).status == 401)
      #expect(try await playground.user(token).status == 401)
      #expect(await first.running.log.contains { $0.kind == .tokenIssued })
      #expect(await !second.running.log.contains { $0.kind == .tokenIssued })
      #expect(await !playground.running.log.contains { $0.kind == .tokenIssued })
    }
  }

  @Test func `a person who signed in at one tenant is asked again at another`() async throws {
    try await TestPlayground.with { playground in
      let visitor = playground.visitor
      let (first, second) = (try await playground.tenant("a", visitor), try await playground.tenant("b", visitor))
      _ = try await playground.code()
      _ = try await first.code()
      #expect(try await visitor.open(second.authorizationURL()).isSignInPage)
      #expect(try await visitor.open(first.authorizationURL()).isConsentPage)
      #expect(try await visitor.open(playground.authorizationURL()).isConsentPage)
    }
  }

  @Test func `faults of one tenant leave the others alone`() async throws {
    try await TestPlayground.with { playground in
      let tenant = try await playground.tenant("a")
      await tenant.running.use(Faults([try Fault("/v2/users/self:unavailable=3")]))
      #expect(try await tenant.user(Secret("none")).status == 503)
      #expect(try await playground.user(Secret("none")).status == 401)
    }
  }

  @Test func `the pages of a tenant lead to the tenant`() async throws {
    try await TestPlayground.with { playground in
      for base in [playground.base, playground.base + "/t/a"] {
        let root = base.dropFirst(playground.base.count)
        let page = try await playground.visitor.open(base + "/")
        #expect(page.text.contains("href=\"\(root)/playground/style.css\""))
        #expect(page.text.contains("<a href=\"\(root)/tollgate/device\">"))
        #expect(try await playground.visitor.open(base + "/playground/style.css").status == 200)
        #expect(try await playground.visitor.open(base + "/tollgate/device").formAction == root + "/tollgate/device")
      }
    }
  }

  @Test(arguments: ["", "a b", "a.b", "ü", String(repeating: "a", count: 41)])
  func `another name is no tenant`(name: String) async throws {
    try await TestPlayground.with { playground in
      let running = playground.running
      let error = await #expect(throws: OAuthError.self) { _ = try await running.tenant(name) }
      #expect(error?.code == .invalidValue)
      let path = PercentEncoding.encode(name)
      let page = try await playground.visitor.open(playground.base + "/t/\(path)/")
      #expect(page.status == 404)
    }
  }

  @Test func `each tenant is an actor of its own, and the same one for the same name`() throws {
    let tenants = try Tenants(configuration: PlaygroundConfiguration())
    #expect(tenants.tenant("a") == nil)
    tenants.open(port: 8080)
    #expect(tenants.tenant("a") === tenants.tenant("a") && tenants.tenant("a") !== tenants.tenant("b"))
    #expect(tenants.tenant(nil) !== tenants.tenant("a"))
  }

  @Test func `there are 256 tenants at most, and a foreign host creates none`() async throws {
    let tenants = try Tenants(configuration: PlaygroundConfiguration())
    tenants.open(port: 8080)
    func status(_ host: String, _ name: Int) async throws -> HTTPResponse.Status {
      await tenants.answer(RequestMessage(.get, to: try AbsoluteURL("http://\(host)/t/\(name)/"))).head.status
    }
    for name in 0..<300 { #expect(try await status("evil.example:8080", name) == .misdirectedRequest) }
    for name in 0..<256 { #expect(try await status("127.0.0.1:8080", name) == .ok) }
    #expect(try await status("127.0.0.1:8080", 256) == .serviceUnavailable)
    #expect(try await status("127.0.0.1:8080", 255) == .ok)
    #expect(tenants.tenant(nil) != nil)
  }
}

@Suite("Personalities")
struct PersonalityTests {
  private func personalities() throws -> [any Personality] {
    let address = TenantAddress(origin: "http://127.0.0.1:1", encryptedOrigin: nil, name: nil)
    let context = TenantContext(configuration: try PlaygroundConfiguration(), address: address, pages: try Pages())
    return Personalities.all.map { $0.make(context) }
  }

  @Test func `each has the name of its line in the list, and paths of its own`() throws {
    let personalities = try personalities()
    #expect(personalities.map(\.provider) == PlaygroundProvider.all)
    #expect(Set(PlaygroundProvider.all.map(\.name)).count == personalities.count)
    let paths = personalities.flatMap { personality in personality.routes.map(personality.path) }
    #expect(Set(paths).count == paths.count)
    #expect(paths.allSatisfy { $0.hasPrefix("/") && KnownPaths.contains($0) })
  }

  @Test(arguments: [
    ("/a/x/b", "/a/*/b", true), ("/a/b", "/a/*/b", false), ("/a/x/y/b", "/a/*/b", false), ("/a/x/c", "/a/*/b", false),
    ("/a/x", "/a/x", true), ("/a/é", "/a/e\u{301}", false),
  ])
  func `a star in a path stands for one segment`(path: String, pattern: String, matches: Bool) {
    #expect(PathPattern.matches(PathPattern.segments(of: path), PathPattern.segments(of: pattern)) == matches)
  }

  @Test func `each is an entry of a catalogue that names this machine only`() throws {
    for personality in try personalities() {
      for played in try personality.played() {
        #expect(played.provider.name.text == "playground-\(personality.provider.name)")
        #expect(!played.clients.isEmpty)
        let text = played.provider.json.encodedText()
        let hosts = text.matches(of: /https?:\/\/([^\/"]+)/).map { String($0.1) }
        #expect(Set(hosts) == ["127.0.0.1:1"], "\(text)")
      }
    }
  }
}
