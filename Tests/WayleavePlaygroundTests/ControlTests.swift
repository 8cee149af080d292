import HTTPTypes
import Testing
import WayleaveJOSE
import WayleaveOAuth2
import WayleaveWire

@testable import WayleavePlayground

extension TestPlayground {
  /// The claims of the ID token, whose signature is verified.
  fileprivate func claims(of tokens: TokenResponse) async throws -> JSONWebTokenClaims {
    let text = try #require(tokens.idToken)
    let keys = try await tollgateKeys()
    return try JSONWebTokenClaims(
      decoding: JSONWebSignature(compact: text.exposedBytes).payload(verifiedBy: keys, allowing: [.rs256]))
  }
}

@Suite("Control routes: reset, clock, and who may use them")
struct ControlTests {
  static let requests: [(HTTPRequest.Method, String, JSON?)] = [
    (.get, "journal", nil), (.delete, "journal", nil), (.get, "faults", nil), (.put, "faults", []),
    (.get, "clients", nil), (.put, "clients", []), (.delete, "clients", nil),
    (.delete, "faults", nil), (.get, "clock", nil), (.post, "clock", ["advance": 1]), (.post, "reset", nil),
  ]

  // attack 262
  @Test(arguments: requests.indices)
  func `a web page of another site is refused, a program and a page of our own are not`(index: Int) async throws {
    let (method, path, body) = Self.requests[index]
    try await TestPlayground.with { playground in
      let foreign: [[String: String]] = [
        ["Origin": "http://attacker.example"], ["Origin": "null"], ["Origin": "http://127.0.0.1:1"],
        ["Origin": "http://localhost:\(playground.running.port)"],
        ["Origin": "http://attacker.example", "Sec-Fetch-Site": "same-origin"],
        ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
        ["Origin": "null", "Sec-Fetch-Site": "cross-site"], ["Origin": "null", "Sec-Fetch-Site": "none"],
      ]
      for fields in foreign {
        let refused = try await playground.control(method, path, body, fields)
        #expect(refused.status == 403 && refused.oauthError == "foreign_origin", "\(fields)")
      }
      let own: [[String: String]] = [
        [:], ["Origin": playground.base], ["Origin": playground.base, "Sec-Fetch-Site": "same-origin"],
        ["Origin": "null", "Sec-Fetch-Site": "same-origin"],
      ]
      for fields in own { #expect(try await playground.control(method, path, body, fields).status / 100 == 2) }
    }
  }

  @Test func `what a person types into the browser can read, and change nothing`() async throws {
    try await TestPlayground.with { playground in
      let typed = ["Sec-Fetch-Site": "none"]
      let (read, changed) = (
        try await playground.control(.get, "journal", nil, typed),
        try await playground.control(.post, "reset", nil, typed)
      )
      #expect(read.status == 200 && changed.status == 403)
    }
  }

  @Test(arguments: requests.indices)
  func `a foreign host is refused`(index: Int) async throws {
    let (method, path, body) = Self.requests[index]
    try await TestPlayground.with { playground in
      for host in ["attacker.example", "localhost"] {
        let refused = try await playground.control(
          method, path, body, ["Host": "\(host):\(playground.running.port)"])
        #expect(refused.status == 421)
      }
    }
  }

  @Test func `no page of another site is allowed to read an answer`() async throws {
    try await TestPlayground.with { playground in
      let answer = try await playground.control(.get, "journal")
      let name = try #require(HTTPField.Name("Access-Control-Allow-Origin"))
      #expect(answer.head.headerFields[name] == nil)
      #expect(try await playground.control(.options, "reset").status == 405)
    }
  }

  @Test func `reset ends sessions and tokens, and takes journal, log, clock and faults back to the start`() async throws
  {
    try await TestPlayground.with({ $0.faults = Faults([try Fault("/v2/users/self/friends:status=500")]) }) {
      playground in
      let token = try playground.token(of: try await playground.redeem(try await playground.code())).accessToken
      #expect(try await playground.user(token).status == 200)
      #expect(try await playground.visitor.open(playground.authorizationURL()).isConsentPage)
      try await playground.script(["path": "/oauth2/access_token", "effect": "status", "value": 500])
      await playground.running.advanceClock(by: .seconds(100))
      #expect(try await playground.control(.post, "reset").status == 204)
      #expect(try await playground.journal().isEmpty)
      #expect(await playground.running.log.isEmpty)
      #expect(
        try await playground.control(.get, "clock").json?["now"]?.integer == playground.clock.now.secondsSinceEpoch)
      let rules = try #require(try await playground.control(.get, "faults").json?["rules"]?.array)
      #expect(rules.map { $0["path"]?.string } == ["/v2/users/self/friends"])
      #expect(try await playground.user(token).status == 401)
      #expect(try await playground.visitor.open(playground.authorizationURL()).isSignInPage)
    }
  }

  @Test func `reset of one tenant leaves the others alone`() async throws {
    try await TestPlayground.with { playground in
      let tenant = try await playground.tenant("a")
      let token = try tenant.token(of: try await tenant.redeem(try await tenant.code())).accessToken
      _ = try await playground.control(.post, "reset")
      #expect(try await tenant.user(token).status == 200)
      _ = try await tenant.control(.post, "reset")
      #expect(try await tenant.user(token).status == 401)
    }
  }

  @Test func `the clock is moved by so many seconds, or to a time, and lifetimes follow`() async throws {
    try await TestPlayground.withTollgate { playground in
      let tokens = try await playground.tollgateTokens()
      let notes = playground.tollgate.notesEndpoint
      let begin = playground.clock.now.secondsSinceEpoch
      #expect(try await playground.ask(notes, with: tokens.accessToken).status == 200)
      let moved = try await playground.control(.post, "clock", ["advance": 299])
      #expect(moved.json?["now"]?.integer == begin + 299)
      #expect(try await playground.ask(notes, with: tokens.accessToken).status == 200)
      _ = try await playground.control(.post, "clock", ["advance": 1])
      #expect(try await playground.ask(notes, with: tokens.accessToken).status == 401)
      let set = try await playground.control(.post, "clock", ["set": 1_800_000_000])
      #expect(set.json?["time"] == "2027-01-15T08:00:00Z")
      // A client compares it with its own clock.
      #expect(set.date == playground.clock.now)
    }
  }

  @Test(arguments: [TollgateTestClient.web, .shared, .key])
  func `after the clock was moved, a client with the real time renews its token and signs in`(
    client: TollgateTestClient
  ) async throws {
    try await TestPlayground.withTollgate { playground in
      let key = try DPoPKey.generate()
      let first = TestProof(key: key, nonce: try await playground.serverNonce(key))
      let bound = try await playground.tollgateTokens(client, proving: first)
      _ = try await playground.control(.post, "clock", ["advance": 3600])
      let notes = playground.tollgate.notesEndpoint
      #expect(
        try await playground.ask(notes, with: bound.accessToken, proving: first).challengeError == "invalid_token")
      let proof = TestProof(key: key, nonce: try await playground.serverNonce(key))
      let renewed = try TokenResponse(
        reading: try await playground.refreshTollgate(bound.refreshToken, as: client, proving: proof),
        accepting: [.dpop])
      let fresh = TestProof(key: key, nonce: try await playground.resourceNonce(key, renewed.accessToken))
      #expect(try await playground.ask(notes, with: renewed.accessToken, proving: fresh).status == 200)
      let (before, after) = (try await playground.claims(of: bound), try await playground.claims(of: renewed))
      #expect(after.issuedAt == playground.clock.now && before["auth_time"] == after["auth_time"])
      let again = try await playground.tollgateTokens(client, proving: proof)
      #expect(try await playground.claims(of: again).issuedAt == playground.clock.now)
      guard case .active(let state) = try await playground.introspect(again.accessToken) else {
        Issue.record("inactive")
        return
      }
      #expect(state.expiresAt == playground.clock.now + .seconds(300))
    }
  }

  @Test func `after the clock was moved, a proof and an assertion still serve once`() async throws {
    try await TestPlayground.withTollgate { playground in
      let key = try DPoPKey.generate()
      _ = try await playground.control(.post, "clock", ["advance": 3600])
      let nonce = try await playground.serverNonce(key)
      let grant = RefreshTokenGrant(refreshToken: Secret("none"))
      var request = try grant.request(to: playground.tollgate.tokenEndpoint, as: playground.ready(.shared))
      var random = SystemRandomNumberGenerator()
      try request.prove(key, nonce: nonce, at: playground.clock.now, using: &random)
      #expect(try await playground.visitor.send(request).oauthError == "invalid_grant")
      #expect(try await playground.visitor.send(request).oauthError == "invalid_client")
      _ = try await playground.control(.post, "clock", ["advance": 100])
      #expect(try await playground.visitor.send(request).oauthError == "invalid_client")
    }
  }

  @Test func `after the clock was moved, a request signed with the real time is taken at Twitter`() async throws {
    try await TestPlayground.with { playground in
      let token = try await playground.twitterToken()
      _ = try await playground.control(.post, "clock", ["advance": 3600])
      let request = try playground.signed(token, .get, playground.running.twitter.userEndpoint.url.text)
      #expect(try await playground.visitor.send(request).status == 200)
    }
  }

  @Test(arguments: [
    "", "{}", "[]", "7", #"{"advance":"7"}"#, #"{"advance":1.5}"#, #"{"advance":1,"set":2}"#, #"{"back":1}"#,
    #"{"advance":99999999999999}"#,
  ])
  func `another body moves nothing`(body: String) async throws {
    try await TestPlayground.with { playground in
      var request = RequestMessage(.post, to: try AbsoluteURL(playground.base + "/playground/clock"))
      request.body = Array(body.utf8)
      let refused = try await playground.visitor.send(request)
      #expect(refused.status == 400 && refused.oauthError == "invalid_clock")
      #expect(
        try await playground.control(.get, "clock").json?["now"]?.integer == playground.clock.now.secondsSinceEpoch)
    }
  }
}
