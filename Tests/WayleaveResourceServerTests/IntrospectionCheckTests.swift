import HTTPTypes
import Testing
import Wayleave
import WayleaveOAuth2
import WayleaveResourceServer
import WayleaveWire

@Suite("RFC 7662: an API asks about opaque tokens")
struct IntrospectionCheckTests {
  private let issuer: ExampleIssuer
  private let client: Client
  private let token = Secret("opaque-token-of-ravi")

  init() throws {
    issuer = try ExampleIssuer()
    client = try Client(id: "notes-api", secret: Secret("s3cret"))
  }

  private func resource(clients: [ClientID]? = nil, also others: [TrustedIssuer] = []) throws -> ProtectedResource {
    try issuer.resource(.introspecting(issuer.url, as: client, clients: clients), also: others)
  }

  private var questions: Int { issuer.asked.count { $0 == "/introspect" } }

  private func say(_ changes: [String: JSON?] = [:]) {
    let own: [String: JSON?] = [
      "active": true, "sub": "ravi", "client_id": "app", "scope": "notes.read", "aud": .string(ExampleIssuer.api),
      "iss": .string(issuer.url.text), "exp": JSON(ExampleIssuer.start.secondsSinceEpoch + 3600),
    ]
    issuer.say(own.merging(changes) { $1 }.compactMapValues(\.self))
  }

  @Test("7662-1: a token that is active says who calls; the question is the API's own, and goes once a minute")
  func accepted() async throws {
    say()
    let api = try resource()
    let caller = try await api.check(request(token), scopes: ["notes.read"])
    #expect(caller.subject == "ravi" && caller.clientID == "app" && caller.verification == .introspection)
    let question = try #require(issuer.lastQuestion)
    #expect(question.head.method == .post && question.head.headerFields[.authorization]?.hasPrefix("Basic ") == true)
    #expect(try question.bodyForm.text(of: "token") == "opaque-token-of-ravi")
    issuer.passTime(59)
    _ = try await api.check(request(token))
    #expect(questions == 1)
    issuer.passTime(1)
    say(["active": false])
    #expect(await api.refusal(of: request(token))?.summary == "401 invalid_token access_token.expired")
    #expect(questions == 2)
  }

  @Test("7662-3: what is remembered ends with the token")
  func ending() async throws {
    say(["exp": JSON(ExampleIssuer.start.secondsSinceEpoch + 10)])
    let api = try resource()
    _ = try await api.check(request(token))
    issuer.say(["active": false])
    issuer.passTime(9)
    #expect(await api.refusal(of: request(token)) == nil)
    issuer.passTime(1)
    #expect(await api.refusal(of: request(token))?.reason?.code == .expiredAccessToken)
    // One that is over is not asked about with each request.
    #expect(await api.refusal(of: request(token)) != nil)
    #expect(questions == 2)
  }

  @Test(
    "7662-4: active is not enough: another API, issuer, client or kind, and a token that is over, are refused",
    arguments: [
      (["active": false], "access_token.expired"),
      (["aud": "https://other.example"], "access_token.audience"),
      (["aud": nil], "access_token.audience"), (["aud": .null], "access_token.audience"),
      (["iss": "https://other.example"], "access_token.issuer"),
      (["client_id": "other"], "access_token.audience"), (["client_id": nil], "access_token.audience"),
      (["token_type": "refresh_token"], "access_token.malformed"),
      // Bound, as the server says, and to what key it does not say.
      (["token_type": "DPoP"], "access_token.malformed"),
      (["typ": "Refresh"], "access_token.malformed"), (["token_use": "id"], "access_token.malformed"),
      (["exp": JSON(ExampleIssuer.start.secondsSinceEpoch - 60)], "access_token.expired"),
      (["nbf": JSON(ExampleIssuer.start.secondsSinceEpoch + 61)], "access_token.expired"),
    ] as [([String: JSON?], String)])
  func refused(changes: [String: JSON?], code: String) async throws {
    say(changes)
    // With "aud" absent, the named clients decide: see below.
    let clients: [ClientID]? = changes.keys.contains("aud") ? nil : ["app"]
    #expect(
      try await resource(clients: clients).refusal(of: request(token))?.summary == "401 invalid_token \(code)")
  }

  @Test(
    "a token that names another issuer is shown to no one, also where it is no good JWT",
    arguments: [
      (#"{"iss":"https://other.example","exp":"soon"}"#, false),
      (#"{"iss":"https://other.example","a":1,"a":2}"#, false),
      ("\u{FEFF}{\"iss\":\"https://other.example\"}", false), ("not JSON", true),
    ])
  func foreign(payload: String, isAsked: Bool) async throws {
    say()
    let parts = [#"{"alg":"RS256"}"#, payload, "signature"].map { Base64.url.encodedText(Array($0.utf8)) }
    let refusal = try await resource().refusal(of: request(Secret(parts.joined(separator: "."))))
    #expect((refusal == nil) == isAsked && questions == (isAsked ? 1 : 0))
  }

  @Test("a token without an audience passes from a client that is named, and from no other")
  func withoutAudience() async throws {
    say(["aud": nil])
    #expect(try await resource(clients: ["app"]).refusal(of: request(token)) == nil)
    #expect(
      try await resource(clients: ["other"]).refusal(of: request(token))?.reason?.code == .accessTokenAudienceMismatch)
  }

  @Test("of many callers with one token, one asks")
  func oneQuestion() async throws {
    say()
    let api = try resource()
    await issuer.gate.close()
    try await withThrowingTaskGroup(of: Caller.self) { group in
      for _ in 0..<20 { group.addTask { try await api.check(request(token)) } }
      while issuer.checks < 20 { await Task.yield() }
      await issuer.gate.open()
      for try await caller in group { #expect(caller.subject == "ravi") }
    }
    #expect(questions == 1)
  }

  @Test("an issuer that cannot be asked, or does not answer as one, is 503: the caller may be right")
  func unavailable() async throws {
    for response in [
      ResponseMessage(HTTPResponse(status: .unauthorized)), ResponseMessage(HTTPResponse(status: .badGateway)),
      ResponseMessage(.ok, json: ["sub": "ravi"]), ResponseMessage(.ok, json: ["active": "true"]),
    ] {
      issuer.answer("/introspect", response)
      let refused = try #require(await resource().refusal(of: request(token)))
      #expect(refused.response.status == .serviceUnavailable && refused.challenge == nil)
      #expect(refused.reason?.description.contains("opaque-token-of-ravi") == false)
    }
    say()
    issuer.fail(.timedOut(wasSent: true))
    let api = try resource()
    #expect(await api.refusal(of: request(token))?.response.status == .serviceUnavailable)
    issuer.fail(nil)
    issuer.passTime(60)
    #expect(await api.refusal(of: request(token)) == nil)
  }

  @Test(
    "§2.2: an answer that says nothing usable of the token is remembered for five seconds, like one that is not active",
    arguments: [
      (["cnf": ["another": "binding"]], "401 invalid_token access_token.binding"),
      (["scope": ["read", "write"]], "401 invalid_token jose.malformed"),
      (["exp": "tomorrow"], "401 invalid_token jose.malformed"),
      (["active": "true"], "503 - answer.unexpected"), (["active": nil], "503 - answer.unexpected"),
      // Our own client is refused, with the wrong status.
      (["error": "invalid_client"], "503 - token.client_refused"),
    ] as [([String: JSON?], String)])
  func unusable(changes: [String: JSON?], summary: String) async throws {
    say(changes)
    let api = try resource()
    for _ in 0..<3 { #expect(await api.refusal(of: request(token))?.summary == summary) }
    #expect(questions == 1)
    say()
    issuer.passTime(4)
    #expect(await api.refusal(of: request(token))?.summary == summary)
    issuer.passTime(1)
    #expect(await api.refusal(of: request(token)) == nil)
  }

  @Test(
    "of one client, or of one network of IPv6, 32 questions wait, and those of others are asked",
    .timeLimit(.minutes(1)))
  func share() async throws {
    say()
    let endpoint = try Endpoint("https://as.example/introspect")
    let api = try issuer.resource(.introspecting(issuer.url, as: client, at: endpoint))
    await issuer.gate.close()
    try await withThrowingTaskGroup(of: String?.self) { group in
      for number in 0..<32 {
        group.addTask { try await api.check(request(Secret("flood-\(number)")), from: "2001:db8::\(number)").subject }
      }
      while issuer.checks < 32 || questions < 6 { await Task.yield() }
      // A check asks a moment after it has looked at the clock.
      try await Task.sleep(for: .milliseconds(300))
      await #expect(throws: RefusedRequest.self) { try await api.check(request(token), from: "2001:db8::ffff") }
      group.addTask { try await api.check(request(token), from: "2001:db8:0:1::1").subject }
      while issuer.checks < 34 { await Task.yield() }
      await issuer.gate.open()
      for try await subject in group { #expect(subject == "ravi") }
    }
    // The share is free again.
    _ = try await api.check(request(Secret("later")), from: "2001:db8::ffff")
  }

  @Test("a client that sends many tokens waits behind one that sends few", .timeLimit(.minutes(1)))
  func fairness() async throws {
    say()
    let endpoint = try Endpoint("https://as.example/introspect")
    let api = try issuer.resource(.introspecting(issuer.url, as: client, at: endpoint))
    await issuer.gate.close()
    try await withThrowingTaskGroup(of: String?.self) { group in
      for number in 0..<20 {
        group.addTask {
          _ = try await api.check(request(Secret("flood-\(number)")), from: "192.0.2.1")
          return nil
        }
      }
      while issuer.checks < 20 || questions < 6 { await Task.yield() }
      // A check asks a moment after it has looked at the clock.
      try await Task.sleep(for: .milliseconds(300))
      group.addTask { try await api.check(request(Secret("new-user")), from: "192.0.2.2").subject }
      while issuer.checks < 21 { await Task.yield() }
      try await Task.sleep(for: .milliseconds(300))
      await issuer.gate.open()
      try await group.waitForAll()
    }
    // Six were asked about already; then it is the turn of the other client.
    let tokens = try issuer.questions.map { try $0.bodyForm.text(of: "token") ?? "" }
    #expect(tokens.count == 21 && tokens.firstIndex(of: "new-user") == 6)
  }

  @Test("an endpoint that is given needs no metadata, and metadata without one is 503")
  func endpoint() async throws {
    say()
    let endpoint = try Endpoint("https://as.example/introspect")
    let placed = try issuer.resource(.introspecting(issuer.url, as: client, at: endpoint))
    #expect(await placed.refusal(of: request(token)) == nil)
    #expect(issuer.asked == ["/introspect"])
    issuer.answer(
      "/.well-known/openid-configuration",
      ResponseMessage(
        .ok,
        json: [
          "issuer": "https://as.example", "token_endpoint": "https://as.example/token",
          "jwks_uri": "https://as.example/keys",
        ]))
    let refused = try #require(await resource().refusal(of: request(token)))
    #expect(refused.response.status == .serviceUnavailable && refused.reason?.member == "introspection_endpoint")
  }

  @Test("a client with a key asks with an assertion of its own each time")
  func assertion() async throws {
    say()
    let keyed = try Client(id: "notes-api", key: .generate(for: .es256))
    let api = try issuer.resource(.introspecting(issuer.url, as: keyed))
    var assertions: Set<String> = []
    for text in ["one", "two"] {
      _ = try await api.check(request(Secret(text)))
      assertions.insert(try #require(try issuer.lastQuestion?.bodyForm.text(of: "client_assertion")))
    }
    #expect(assertions.count == 2)
  }

  @Test(
    "a flood of tokens that no one has seen keeps no known caller waiting: six are asked about, and the others wait here",
    .timeLimit(.minutes(1)))
  func manyQuestions() async throws {
    say()
    let endpoint = try Endpoint("https://as.example/introspect")
    let api = try issuer.resource(.introspecting(issuer.url, as: client, at: endpoint))
    let known = (0...64).map { Secret("known-\($0)") }
    for token in known { _ = try await api.check(request(token)) }
    issuer.passTime(60)
    await issuer.gate.close()
    try await withThrowingTaskGroup(of: Caller.self) { group in
      let checks = issuer.checks
      for number in 0..<192 { group.addTask { try await api.check(request(Secret("token-\(number)"))) } }
      while issuer.checks < checks + 192 || questions < 65 + 6 { await Task.yield() }
      // A check asks a moment after it has looked at the clock.
      try await Task.sleep(for: .milliseconds(300))
      let refused = await api.refusal(of: request(token))
      #expect(refused?.response.status == .serviceUnavailable && questions == 65 + 6)
      for token in known.dropLast() { group.addTask { try await api.check(request(token)) } }
      while questions < 65 + 6 + 64 { await Task.yield() }
      let last = await api.refusal(of: request(known[64]))
      #expect(last?.response.status == .serviceUnavailable && questions == 65 + 6 + 64)
      await issuer.gate.open()
      for try await caller in group { #expect(caller.subject == "ravi") }
    }
    #expect(questions == 65 + 192 + 64)
    #expect(await api.refusal(of: request(token)) == nil)
  }

  @Test("the token of one issuer is shown to no other, and a JWT of the issuer that is asked goes there")
  func noLeak() async throws {
    say()
    let other = try ExampleIssuer("https://other.example")
    let stranger = try ExampleIssuer("https://stranger.example")
    let keys = try JSONWebKeySet([#require(other.key.publicKey)])
    let api = try resource(also: [TrustedIssuer(other.url, keys: .fixed(keys))])
    #expect(try await api.check(request(other.token())).verification == .signature)
    #expect(try await api.refusal(of: request(stranger.token()))?.reason?.code == .accessTokenIssuerMismatch)
    #expect(questions == 0)
    #expect(try await api.check(request(issuer.token())).verification == .introspection)
    #expect(await api.refusal(of: request(Secret("a.b.c"))) == nil)
    #expect(questions == 2)
  }
}
