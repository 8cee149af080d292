import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 6749 §4.4: tokens for the client itself")
struct ClientCredentialsTests {
  private let scene = Scene()
  private let desk = TokenDesk()

  init() { desk.sit(at: scene) }

  @Test("the request is the grant as the client, with what is asked for")
  func request() async throws {
    let access = RequestedAccess(
      scopes: ["read", "write"], resources: [try ResourceIndicator("https://api.example/v1")])
    let tokens = try await scene.accounts().clientCredentials(
      of: Example.provider(), as: Example.client(), access: access, audiences: ["service"])
    #expect(tokens.accessToken == Secret("canary-direct-1") && tokens.scopes == ["read", "write"])
    #expect(tokens.expiresAt == Example.now + 3600)
    let grant = try ClientCredentialsGrant(reading: try #require(desk.forms.first))
    #expect(grant == ClientCredentialsGrant(access: access, audiences: ["service"]))
    let request = try #require(scene.server.requests.first)
    #expect(try ClientCredentials(reading: request).secret == Secret("canary-client-secret"))
    #expect(scene.eventNames == [.requestSent, .answerReceived, .credentialIssued])
    #expect(try await scene.accounts().all().isEmpty)
  }

  @Test(
    "92: what is granted beyond or below what was asked for is reported, and the token knows what it allows",
    arguments: [
      ("a b", []), (nil, []), ("b a", []), ("a", ["not granted: b"]),
      ("a b c", ["granted, and not asked for: c"]), ("c", ["not granted: a b", "granted, and not asked for: c"]),
    ] as [(String?, [String])])
  func scopes(granted: String?, reported: [String]) async throws {
    desk.state.withLock { $0.additional["scope"] = granted.map(JSON.string) }
    let tokens = try await scene.accounts().clientCredentials(
      of: Example.provider(), as: Example.client(), access: .init(scopes: ["a", "b"]))
    #expect(tokens.scopes == granted.map { $0.split(separator: " ").map(String.init) } ?? ["a", "b"])
    #expect(scene.events.filter { $0.name == .scopesDiffer }.map(\.detail) == reported)
  }

  @Test("6749-17: a public client is refused, and nothing is sent")
  func publicClient() async throws {
    let client = try Client(id: "reader")
    let provider = try Example.provider()
    #expect(
      await code { _ = try await scene.accounts().clientCredentials(of: provider, as: client) } == .invalidClient)
    #expect(scene.server.requests.isEmpty)
  }

  @Test("a provider of OAuth 1.0a has nothing for a client alone")
  func oauth1() async throws {
    let provider = try Example.oauth1()
    let client = try Example.client()
    #expect(await code { _ = try await scene.accounts().clientCredentials(of: provider, as: client) } == .unsupported)
  }

  @Test(
    "what is good is not asked for again; what ends within the minute is",
    arguments: [(0, 1), (3539, 1), (3540, 1), (3541, 2), (4000, 2)] as [(Int64, Int)])
  func cached(seconds: Int64, requests: Int) async throws {
    let accounts = scene.accounts()
    _ = try await accounts.clientCredentials(of: Example.provider(), as: Example.client())
    scene.wait(seconds)
    _ = try await accounts.clientCredentials(of: Example.provider(), as: Example.client())
    #expect(desk.forms.count == requests)
  }

  @Test(
    "a token that never was good for a minute is used for half of its time; one without an end for five minutes",
    arguments: [(30, 15, 1), (30, 16, 2), (1, 0, 1), (1, 1, 2), (0, 240, 1), (nil, 240, 1), (nil, 241, 2)]
      as [(Int64?, Int64, Int)])
  func shortLived(lifetime: Int64?, seconds: Int64, requests: Int) async throws {
    desk.state.withLock { $0.lifetime = lifetime }
    let accounts = scene.accounts()
    _ = try await accounts.clientCredentials(of: Example.provider(), as: Example.client())
    scene.wait(seconds)
    _ = try await accounts.clientCredentials(of: Example.provider(), as: Example.client())
    #expect(desk.forms.count == requests)
  }

  @Test("what differs in scope, API, audience, client or provider is another token, and each is kept")
  func keys() async throws {
    let accounts = scene.accounts()
    let other = try Example.provider { $0.tokenEndpoint = try Endpoint("https://other.example/token") }
    let asked: [(Provider, Client, RequestedAccess, [String])] = [
      (try Example.provider(), try Example.client(), .init(), []),
      (try Example.provider(), try Example.client(), .init(scopes: ["a", "b"]), []),
      (try Example.provider(), try Example.client(), .init(scopes: ["a"]), ["b"]),
      (try Example.provider(), try Example.client(), .init(resources: [try .init("https://a.example")]), []),
      (try Example.provider(), try Example.client(), .init(), ["\u{E9}"]),
      (try Example.provider(), try Example.client(), .init(), ["e\u{301}"]),
      (try Example.provider(), try Client(id: "writer", secret: Secret("canary-other")), .init(), []),
      (other, try Example.client(), .init(), []),
    ]
    for _ in 1...2 {
      var tokens: [Secret] = []
      for (provider, client, access, audiences) in asked {
        tokens.append(
          try await accounts.clientCredentials(of: provider, as: client, access: access, audiences: audiences)
            .accessToken)
      }
      #expect(tokens == asked.indices.map { Secret("canary-direct-\($0 + 1)") })
    }
  }

  @Test("159: ten thousand who want the same at once cause one request, and all get its token")
  func singleFlight() async throws {
    let accounts = scene.accounts()
    let (provider, client) = (try Example.provider(), try Example.client())
    let tokens = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<10_000 {
        group.addTask { try await accounts.clientCredentials(of: provider, as: client).accessToken.exposedText }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(tokens == ["canary-direct-1"] && desk.forms.count == 1)
  }

  @Test("a waiter who is cancelled does not stop the request of the others")
  func cancelled() async throws {
    desk.sit(at: scene, pausing: .milliseconds(100))
    let accounts = scene.accounts()
    let (provider, client) = (try Example.provider(), try Example.client())
    let first = Task { try await accounts.clientCredentials(of: provider, as: client) }
    while scene.server.requests.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    let second = Task { try await accounts.clientCredentials(of: provider, as: client).accessToken }
    first.cancel()
    #expect(try await second.value == Secret("canary-direct-1"))
    #expect(desk.forms.count == 1)
  }

  @Test("a refusal reaches all who wait, is not stored, and holds nothing secret")
  func refused() async throws {
    let accounts = scene.accounts()
    let (provider, client) = (try Example.provider(), try Example.client())
    scene.server.setFault { request in
      TokenErrorResponse("invalid_client", description: "no \(request.head.headerFields[.authorization] ?? "")")
        .response()
    }
    let error = await #expect(throws: OAuthError.self) {
      try await accounts.clientCredentials(of: provider, as: client)
    }
    #expect(error?.code == .clientRefused)
    let basic = try #require(scene.server.requests.first?.head.headerFields[.authorization]).dropFirst(6)
    #expect(error.map { !"\($0)".contains(basic) && !String(reflecting: $0).contains(basic) } == true)
    desk.sit(at: scene)
    #expect(try await accounts.clientCredentials(of: provider, as: client).accessToken == Secret("canary-direct-1"))
  }

  @Test("asked for again, they are fetched again, and the next one gets those")
  func renewing() async throws {
    let accounts = scene.accounts()
    let grant = DirectGrant.clientCredentials(.init())
    for (renewing, token) in [(false, 1), (true, 2), (false, 2)] {
      let tokens = try await accounts.tokens(
        by: grant, of: Example.provider(), as: Example.client(), renewing: renewing)
      #expect(tokens.accessToken == Secret("canary-direct-\(token)"))
    }
  }

  @Test("an issuer that is known by name alone is asked for its metadata first; a token that is held needs none")
  func discovery() async throws {
    let accounts = scene.accounts()
    let provider = try Provider(issuer: "https://as.example")
    for _ in 1...2 { _ = try await accounts.clientCredentials(of: provider, as: Example.client()) }
    #expect(scene.server.paths == ["/.well-known/openid-configuration", "/token"])
  }

  @Test("7523-1: a client that signs asserts itself to the issuer")
  func assertion() async throws {
    let key = try JSONWebKey.generate(for: .es256)
    let client = try Client(id: "reader", key: key)
    _ = try await scene.accounts().clientCredentials(of: Example.provider(), as: client)
    let request = try #require(scene.server.requests.first)
    let assertion = try #require(try ClientCredentials(reading: request).assertion)
    let keys = try JSONWebKeySet([try #require(key.publicKey)])
    #expect(
      try assertion.proof(by: keys, allowing: [.es256], to: "https://as.example", at: Example.now).subject == "reader")
  }

  @Test("more than a thousand tokens are not held: the one that ends first goes")
  func bounded() async throws {
    let held = DirectCredentials()
    func credential(_ number: Int) async -> Int64 {
      let asked = Lock(false)
      let result = await held.credential(
        of: Array("\(number)".utf8), lasting: nil, at: Example.now, isGood: { _ in true }
      ) {
        asked.withLock { $0 = true }
        do {
          var stored = try StoredCredential.sample(
            Account(provider: "example", client: "reader", subject: "\(number)"), token: "\(number)")
          stored.obtainedAt = Example.now
          stored.credential = .oauth2(
            .init(accessToken: Secret("\(number)"), expiresAt: Example.now + Int64(1000 + number)))
          return .success(stored)
        } catch { return .failure(.outOfOrder("\(error)")) }
      }
      #expect((try? result.get()) != nil)
      return asked.withLock { $0 } ? 1 : 0
    }
    var requests: Int64 = 0
    for number in 0...DirectCredentials.maximumCount { requests += await credential(number) }
    #expect(requests == Int64(DirectCredentials.maximumCount) + 1)
    #expect(await credential(1) == 0)
    #expect(await credential(0) == 1)
  }
}
