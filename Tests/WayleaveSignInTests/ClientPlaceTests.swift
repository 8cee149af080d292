import HTTPTypes
import Testing
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveProvider
import WayleaveWire

@testable import WayleaveSignIn
@testable import WayleaveExamples

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
      secretOrigins: provider.secretOrigins, apiPlaces: provider.apiPlaces)
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
      #expect(
        error?.code == .clientOfOtherHost
          && error?.remedy == .saveClientAgain(name: saved.name, provider: wrong.name.text))
    }
  }

  @Test("a client without a secret is bound too: its codes and verifiers do not go to another host either")
  func publicClient() throws {
    let saved = try Self.client(savedFor: Self.shop(at: "shop.example"), secret: nil)
    #expect(saved.isFor(try Self.shop(at: "shop.example")))
    #expect(!saved.isFor(try Self.shop(at: "evil.example")))
  }

  @Test("an endpoint for tokens that apps hand over counts where the client shows itself there")
  func inspection() throws {
    func entry(_ placement: TokenInspectionRule.Placement, at host: String) throws -> Provider {
      var entry = try Self.shop(at: "shop.example")
      entry.handOver = HandOverRule(
        inspection: TokenInspectionRule(
          endpoint: try Endpoint("https://\(host)/inspect"), client: "app_id", placement: placement,
          appTokenParameter: placement == .query ? "app_token" : nil))
      return entry
    }
    let saved = try Self.client(savedFor: Self.shop(at: "shop.example"))
    for placement in TokenInspectionRule.Placement.allCases {
      #expect(saved.isFor(try entry(placement, at: "shop.example")))
      #expect(saved.isFor(try entry(placement, at: "evil.example")) == (placement == .bearer))
      let savedThere = try Self.client(savedFor: entry(placement, at: "inspect.example"))
      #expect(savedThere.isFor(try entry(placement, at: "inspect.example")))
    }
  }

  @Test("RFC 8414 §4: of an issuer its whole URL counts; one that is named by its URL cannot be replaced")
  func issuers() throws {
    func entry(_ issuer: String) throws -> Provider {
      Provider(name: "own", title: "Own", service: .issuer(try AbsoluteURL(issuer)))
    }
    let saved = try Self.client(savedFor: entry("https://op.example/one"))
    #expect(saved.isFor(try entry("https://op.example/one")))
    for other in [
      "https://op.example/two", "https://op.example/one/", "https://op.example", "https://evil.example/one",
    ] {
      #expect(!saved.isFor(try entry(other)), "\(other)")
    }
    #expect(RegisteredClient(exposedJSON: saved.exposedJSON) == saved)
    let issuer = try Provider.issuer("https://op.example")
    let discovered = try Self.shop(at: "tokens.example", named: issuer.name)
    #expect(try Self.client(savedFor: issuer).isFor(discovered))
  }

  @Test("a client of an entry with endpoints is not for an issuer on their host, and the other way round")
  func otherKind() throws {
    let issuer = Provider(name: "shop", title: "Shop", service: .issuer(try AbsoluteURL("https://shop.example")))
    let endpoints = try Self.shop(at: "shop.example")
    for (saved, other) in [(issuer, endpoints), (endpoints, issuer)] {
      let client = try Self.client(savedFor: saved)
      #expect(client.isFor(saved) && !client.isFor(other))
      let read = try #require(RegisteredClient(exposedJSON: client.exposedJSON))
      #expect(read.isFor(saved) && !read.isFor(other))
    }
  }

  @Test("where tokens go may shrink and never grow: origins and domains of the API, and where the user is asked about")
  func apiPlaces() throws {
    func entry(_ hosts: [String], domains: [String] = [], identity: String? = nil) throws -> Provider {
      var entry = try Self.shop(at: "shop.example")
      entry.apiOrigins = try hosts.map { (host) throws(OAuthError) in try Origin("https://\(host)") }
      entry.apiDomains = domains
      entry.identity = try identity.map { (host) throws(OAuthError) in
        IdentityRule(endpoint: try Endpoint("https://\(host)/me"), subject: "{id}")
      }
      return entry
    }
    let saved = try entry(["api.example", "files.example"], domains: ["shop.example"], identity: "me.example").apiPlaces
    #expect(APIPlaces(json: saved.json) == saved)
    let same = try entry(["files.example"], domains: ["shop.example"], identity: "me.example")
    #expect(same.confined(to: saved) == same)
    // One kind of place counts for the other: a token went there already.
    let swapped = try entry(["me.example"], identity: "api.example")
    #expect(swapped.confined(to: saved) == swapped)
    let grown = try entry(
      ["api.example", "evil.example"], domains: ["shop.example", "evil.example"], identity: "evil.example")
    #expect(try grown.confined(to: saved) == entry(["api.example"], domains: ["shop.example"]))
    for origin in ["https://evil.example", "https://api.evil.example"] {
      #expect(!grown.confined(to: saved).servesAPI(at: try Origin(origin)))
    }
  }

  private static func signing(
    _ method: SignatureMethod, api: [String] = [], identity: String? = nil, verifying: String? = nil,
    checking: String? = nil
  ) throws -> Provider {
    var service = OAuth1Service(
      temporaryCredentialEndpoint: try Endpoint("https://shop.example/temporary"),
      authorizationEndpoint: try Endpoint("https://page.example/a"),
      tokenEndpoint: try Endpoint("https://shop.example/token"))
    service.dialect.signatureMethod = method
    var entry = Provider(
      name: "shop", title: "Shop", service: .oauth1(service),
      apiOrigins: try api.map { (host) throws(OAuthError) in try Origin("https://\(host)") },
      identity: try identity.map { (host) throws(OAuthError) in
        IdentityRule(endpoint: try Endpoint("https://\(host)/me"), subject: "{id}")
      })
    entry.handOver = HandOverRule(
      verifyCredentials: try verifying.map { (host) throws(OAuthError) in try Endpoint("https://\(host)/verify") },
      checkToken: try checking.map { (host) throws(OAuthError) in
        TokenCheckRule(endpoint: try Endpoint("https://\(host)/check"), subject: "{id}")
      })
    return entry
  }

  @Test("RFC 5849 §3.4.4: with PLAINTEXT every host that gets a signed request counts, and else it does not")
  func plaintext() throws {
    func entries(_ method: SignatureMethod, _ host: String) throws -> [Provider] {
      try [
        Self.signing(method, api: [host]), Self.signing(method, identity: host), Self.signing(method, verifying: host),
        Self.signing(method, checking: host),
      ]
    }
    for method in [SignatureMethod.hmacSHA1, .plaintext] {
      let saved = try Self.client(savedFor: Self.signing(method))
      for entry in try entries(method, "shop.example") { #expect(saved.isFor(entry)) }
      for entry in try entries(method, "evil.example") { #expect(saved.isFor(entry) == (method == .hmacSHA1)) }
    }
    // An entry that changes to PLAINTEXT shows the secret where the same requests hid it.
    for (before, after) in zip(try entries(.hmacSHA1, "api.example"), try entries(.plaintext, "api.example")) {
      #expect(!(try Self.client(savedFor: before).isFor(after)))
      #expect(try Self.client(savedFor: after).isFor(before))
    }
  }

  @Test(
    "an entry has no domain below which anyone can have a host",
    arguments: [
      (["shop.example"], true), (["shop.co.uk"], true), (["co.uk"], false), (["github.io"], false), (["com"], false),
    ])
  func sharedDomains(domains: [String], isRight: Bool) throws {
    var entry = try Self.signing(.hmacSHA1)
    entry.apiDomains = domains
    #expect(Provider.faults(in: entry.json).map(\.error.member) == (isRight ? [] : ["api_domains[0]"]))
    // A credential whose record has one stays readable.
    #expect(try Provider(record: entry.json).apiDomains == domains)
  }

  @Test("RFC 5849 §3.4.4: an entry with PLAINTEXT has no domains in which any host is the API")
  func plaintextDomains() throws {
    for (method, domains, isRight) in [
      (SignatureMethod.hmacSHA1, ["shop.example"], true), (.plaintext, ["shop.example"], false), (.plaintext, [], true),
    ] {
      var entry = try Self.signing(method)
      entry.apiDomains = domains
      let members = Provider.faults(in: entry.json).map(\.error.member)
      #expect(members == (isRight ? [] : ["api_domains"]))
    }
  }

  @Test(
    "RFC 5849 §3.4.4: a host that the token answer names gets no signature by PLAINTEXT, unless the entry lists the host",
    arguments: [("https://pod.shop.example", true), ("https://evil.example", false)])
  func plaintextAtNamedHost(named: String, isSent: Bool) throws {
    var entry = try Self.signing(.plaintext, api: ["pod.shop.example"], identity: "shop.example")
    entry.identity?.originMember = "pod"
    let token = TokenCredential(token: Secret("t"), secret: Secret("s"), additional: ["pod": named])
    let stored = StoredCredential(
      account: Account(provider: "shop", client: "c", subject: "7"), provider: entry,
      client: try Client(id: "c", secret: Secret("a secret")), credential: .oauth1(token), obtainedAt: Example.now)
    let rule = try #require(entry.identity)
    let known = IdentityAnswers(of: stored.credential)
    let request = try rule.allRequests[0].message(knowing: known, at: rule.origin(in: known))
    #expect(request.url == "\(named)/me")
    let authorization = RequestAuthorization(
      stored, registration: Registration(of: stored), clocks: SigningClocks(), servers: SharedServerKnowledge())
    var random = SystemRandomNumberGenerator()
    let code = try refusal { try authorization.authorize(request, at: Example.now, using: &random) }
    #expect(code == (isSent ? nil : .foreignOrigin))
  }

  private static func keyed(_ headers: [String: String]) throws -> Provider {
    var entry = try Self.shop(at: "shop.example")
    guard case .oauth2(var service) = entry.service else { return entry }
    service.dialect.api.headers = headers
    entry.service = .oauth2(service)
    entry.apiOrigins = [try Origin("https://api.shop.example")]
    return entry
  }

  @Test("an API that has the client's secret or API key with each request is a place of both")
  func placesOfKeyedAPI() throws {
    let api = SecretPlace.origin(try Origin("https://api.shop.example"))
    for (text, isPlace) in [("{client_id}", false), ("x {client_secret}", true), ("{api_key}", true)] {
      #expect(try Self.keyed(["X-Key": text]).secretOrigins.contains(api) == isPlace, "\(text)")
    }
    var asking = try Self.keyed([:])
    asking.identity = IdentityRule(endpoint: try Endpoint("https://me.shop.example/"), subject: "{id}")
    asking.identity?.headers = ["X-Key": "{api_key}"]
    #expect(asking.secretOrigins.contains(.origin(try Origin("https://me.shop.example"))))
  }

  @Test(
    "the secrets of a client go to the provider's API, and not where the user alone allowed the token, or to any host",
    arguments: [
      ("https://api.shop.example", true), ("https://user.example", false), ("https://any.shop.example", false),
    ])
  func secretsAtOrigin(origin: String, isSent: Bool) throws {
    var entry = try Self.keyed(["X-Key": "{client_id}:{client_secret}:{api_key}", "X-Id": "{client_id}"])
    entry.apiDomains = ["shop.example"]
    var client = try Client(id: "c", secret: Secret("a secret"))
    client.apiKey = Secret("a key")
    let stored = StoredCredential(
      account: Account(provider: "shop", client: "c", subject: "7"), provider: entry, client: client,
      credential: .oauth2(.init(accessToken: Secret("t"))), allowedOrigins: [try Origin("https://user.example")],
      obtainedAt: Example.now)
    let authorization = RequestAuthorization(
      stored, registration: Registration(of: stored), clocks: SigningClocks(), servers: SharedServerKnowledge())
    var random = SystemRandomNumberGenerator()
    let request = try authorization.authorize(
      RequestMessage(.get, to: AbsoluteURL("\(origin)/me")), at: Example.now, using: &random)
    let fields = request.head.headerFields
    #expect(fields[try #require(HTTPField.Name("X-Key"))] == (isSent ? "c:a secret:a key" : nil))
    #expect(fields[try #require(HTTPField.Name("X-Id"))] == "c" && fields[.authorization] == "Bearer t")
  }

  @Test("a client with an API key comes back from its record, and one of an earlier version has none")
  func apiKeyInRecord() throws {
    var client = try Client(id: "c", secret: Secret("a secret"))
    client.apiKey = Secret("a key")
    let record = client.exposedJSON
    #expect(Client(exposedJSON: record) == client)
    var earlier = try #require(record.object)
    earlier["api_key"] = nil
    #expect(Client(exposedJSON: .object(earlier))?.apiKey == nil)
  }

  @Test("OAuth 1.0a: each endpoint that gives tokens counts")
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
    // So are the places of the API, on their own.
    var older = try #require(saved.exposedJSON.object)
    older["api_places"] = nil
    let unbound = try #require(RegisteredClient(exposedJSON: .object(older)))
    #expect(unbound.bound(to: shop) == saved)
    #expect(unbound.bound(to: try Self.shop(at: "evil.example")) == nil)
    for wrong in ["https://shop.example", ["origins": ["shop"], "domains": []], ["origins": []]] as [JSON] {
      older["api_places"] = wrong
      #expect(RegisteredClient(exposedJSON: .object(older)) == nil)
    }
    #expect(saved.bound(to: try Self.shop(at: "evil.example")) == nil)
    #expect(read.bound(to: try Self.shop(at: "shop.example", named: "other")) == nil)
    for wrong in [["https://shop.example/path"], [["issuer": 1]]] as [JSON] {
      old["secret_origins"] = wrong
      #expect(RegisteredClient(exposedJSON: .object(old)) == nil)
    }
  }
}
