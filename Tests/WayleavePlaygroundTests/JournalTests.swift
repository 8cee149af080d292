import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveWire

@testable import WayleavePlayground

@Suite("The journal: what a playground received, for a test to look at")
struct JournalTests {
  @Test func `it has each request with its client, its form, its answer and the events, and no secret`() async throws {
    try await TestPlayground.withTollgate { playground in
      let tokens = try await playground.tollgateTokens()
      _ = try await playground.refreshTollgate(Secret("no-such-refresh-token-anywhere"))
      _ = try await playground.twitterToken()
      let answer = try await playground.control(.get, "journal")
      #expect(answer.status == 200 && answer.head.headerFields[.cacheControl] == "no-store")
      let requests = try #require(answer.json?["requests"]?.array)
      let token = try #require(requests.first { $0["path"] == "/tollgate/token" })
      #expect(token["method"] == "POST" && token["status"] == 200 && token["provider"] == "tollgate")
      #expect(token["client"]?.string == TollgateTestClient.web.rawValue)
      #expect(token["form"]?["grant_type"] == "authorization_code")
      #expect(token["form"]?["code"]?.string?.hasPrefix("<secret") == true)
      #expect(token["answer"]?["json"]?["access_token"]?.string?.hasPrefix("<secret") == true)
      let refused = try #require(requests.last { $0["path"] == "/tollgate/token" })
      #expect(refused["status"] == 400 && refused["answer"]?["json"]?["error"] == "invalid_grant")
      #expect(requests.contains { $0["path"] == "/oauth/request_token" && $0["client"] == "wayleave-demo-consumer" })
      #expect(answer.json?["events"]?.array?.contains { $0["kind"] == "token.issued" } == true)
      let secrets = [tokens.accessToken, tokens.refreshToken, tokens.idToken, TestPlayground.secret].compactMap(\.self)
      for secret in secrets + [Secret("playground-consumer-secret-not-real"), Secret(TestPlayground.verifier)] {
        #expect(!answer.text.contains(secret.exposedText))
      }
    }
  }

  @Test("RFC 7636 §4.2: a challenge by the method plain is the verifier, and is not shown")
  func plainChallenge() throws {
    for (method, isShown) in [("S256", true), ("plain", false)] {
      let url = "http://127.0.0.1/authorize?code_challenge=\(TestPlayground.verifier)&code_challenge_method=\(method)"
      let entry = JournalEntry(
        RequestMessage(.get, to: try AbsoluteURL(url)), at: "/authorize", provider: nil,
        instant: Instant(secondsSinceEpoch: 0), faults: [])
      let shown = entry.json(number: 1)["query"]?["code_challenge"]?.string
      #expect((shown == TestPlayground.verifier) == isShown && shown?.hasPrefix("<secret") == !isShown)
    }
  }

  @Test(arguments: [
    ("?path=/v2/users/self", 2), ("?method=POST", 1), ("?client=wayleave-demo", 1), ("?path=/nothing", 0),
    ("?path=/v2/users/self&method=POST", 0), ("", 3),
  ])
  func `it can be asked for some requests alone`(query: String, count: Int) async throws {
    try await TestPlayground.with { playground in
      for _ in 0..<2 { _ = try await playground.user(Secret("none")) }
      _ = try await playground.redeem(Secret("none"))
      #expect(try await playground.journal(query).count == count)
    }
  }

  @Test func `a filter also chooses the events: those of the requests that it chooses`() async throws {
    try await TestPlayground.withTollgate { playground in
      try await playground.script(["path": "/tollgate/token", "nth": 1, "effect": "pause-before-answer", "value": 0])
      _ = try await playground.tollgateTokens()
      _ = try await playground.redeem(Secret("none"))
      func kinds(_ query: String) async throws -> [String] {
        let events = try await playground.control(.get, "journal\(query)").json?["events"]?.array ?? []
        return events.compactMap { $0["kind"]?.string }
      }
      #expect(try await kinds("?path=/tollgate/token") == ["token.issued", "fault.begun"])
      #expect(try await kinds("?client=wayleave-demo") == ["refused"])
      #expect(try await kinds("?method=POST&client=tollgate-web") == ["token.issued", "fault.begun"])
      #expect(try await kinds("?path=/nothing").isEmpty)
      #expect(Set(try await kinds("")).isSuperset(of: ["consent.allowed_automatically", "token.issued", "refused"]))
    }
  }

  static let refusals: [(path: String, client: String, secret: String, noted: ClientID?, reason: String)] = [
    (
      "/oauth2/access_token", "wayleave-demo", "playground-secret-not-real", "wayleave-demo", "invalid_grant"
    ),
    ("/oauth2/access_token", "wayleave-demo", "wrong", "wayleave-demo", "invalid_client"),
    ("/oauth2/access_token", "nobody", "wrong", nil, "invalid_client"),
    (
      "/entries/discord/discord.com/api/oauth2/token", TestPlayground.entryClient, TestPlayground.entrySecret,
      "playground-client", "invalid_grant"
    ),
    ("/entries/discord/discord.com/api/oauth2/token", "nobody", "wrong", nil, "invalid_client"),
    ("/entries/google/oauth2.googleapis.com/token", "nobody", "wrong", nil, "invalid_client"),
    ("/entries/x/api.x.com/2/oauth2/token", "nobody", "wrong", nil, "invalid_request"),
  ]

  @Test(arguments: refusals)
  func `a refusal has the client where it is registered, and the word of the protocol alone`(
    row: (path: String, client: String, secret: String, noted: ClientID?, reason: String)
  ) async throws {
    try await TestPlayground.with { playground in
      let form: Form = [
        "grant_type": "authorization_code", "code": "none", "redirect_uri": TestPlayground.callback,
        "client_id": row.client, "client_secret": row.secret,
      ]
      let url = try Endpoint(playground.base + row.path)
      _ = try await playground.visitor.send(RequestMessage(posting: form, to: url))
      let event = try #require(await playground.running.log.last { $0.kind == .refused })
      #expect(event.client == row.noted && event.reason == row.reason)
    }
  }

  @Test func `a request without an answer is there, and so is what a fault did`() async throws {
    try await TestPlayground.with { playground in
      try await playground.script(["path": "/v2/users/self", "effect": "drop-answer"])
      await #expect(throws: (any Error).self) { _ = try await playground.user(Secret("none")) }
      let entry = try #require(try await playground.journal().first)
      #expect(entry["faults"] == ["drop-answer"] && entry["status"] == .null)
    }
  }

  @Test func `DELETE empties it, and control requests are not in it`() async throws {
    try await TestPlayground.with { playground in
      _ = try await playground.user(Secret("none"))
      #expect(try await playground.journal().count == 1)
      #expect(try await playground.control(.delete, "journal").status == 204)
      #expect(try await playground.journal().isEmpty)
    }
  }

  @Test func `the newest thousand are kept, with their numbers`() {
    var values = RecentValues<Int>(capacity: 1000)
    for number in 0..<2500 { #expect(values.append(number) == number) }
    values.update(2400) { $0 = -1 }
    values.update(1499) { _ in Issue.record("a value that is gone was changed") }
    #expect(values.total == 2500 && values.numbered.count == 1000)
    #expect(values.numbered.first?.number == 1500 && values.numbered.last?.value == 2499)
    #expect(values.numbered.first { $0.number == 2400 }?.value == -1)
  }

  @Test(arguments: [
    ("Bearer a-token-of-twenty-bytes", "Bearer <secret"), ("a-token-of-twenty-bytes", "<secret"),
    ("Token a-token-of-twenty-bytes", "<secret"),
  ])
  func `of a credential in the header the scheme alone is shown, and only a known one`(
    sent: String, shown: String
  ) async throws {
    try await TestPlayground.with { playground in
      var request = RequestMessage(.get, to: playground.running.tollgate.notesEndpoint.url)
      request.head.headerFields[.authorization] = sent
      request.head.headerFields[.cookie] = "session=a-cookie-of-twenty-bytes"
      _ = try await playground.visitor.send(request)
      let answer = try await playground.control(.get, "journal")
      let header = answer.json?.value(at: "requests.0.headers.authorization")?.string
      #expect(header?.hasPrefix(shown) == true, "\(header ?? "none")")
      #expect(!answer.text.contains("-of-twenty-bytes") && !answer.text.contains("Token"))
    }
  }

  @Test func `a large body is left out`() async throws {
    try await TestPlayground.with { playground in
      let form = Form([(name: "client_id", value: "x"), (name: "scope", value: String(repeating: "a", count: 40_000))])
      let endpoint = playground.running.foursquare.tokenEndpoint
      _ = try await playground.visitor.send(RequestMessage(posting: form, to: endpoint))
      #expect(try await playground.journal().first?["form"]?["scope"] == nil)
    }
  }
}
