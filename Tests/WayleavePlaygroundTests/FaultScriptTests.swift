import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleaveWire

@testable import WayleavePlayground

@Suite("Faults, scripted from outside")
struct FaultScriptTests {
  /// The statuses of some requests for who the user is, with a token that is not valid: 401 without a fault.
  private func statuses(_ playground: TestPlayground, _ count: Int) async throws -> [Int] {
    var statuses: [Int] = []
    for _ in 0..<count { statuses.append(try await playground.user(Secret("none")).head.status.code) }
    return statuses
  }

  static let occurrences: [(JSON, [Int])] = [
    (.object(JSON.Object()), [500, 500, 500, 500]), (["nth": 2], [401, 500, 401, 401]),
    (["from": 3], [401, 401, 500, 500]), (["every": 2], [401, 500, 401, 500]),
  ]

  @Test(arguments: occurrences.indices)
  func `a rule is for the n-th request, from it on, or for each n-th`(index: Int) async throws {
    let (occurrence, expected) = Self.occurrences[index]
    try await TestPlayground.with { playground in
      var rule: JSON.Object = occurrence.object ?? JSON.Object()
      rule["path"] = "/v2/users/self"
      rule["effect"] = "status"
      rule["value"] = 500
      try await playground.script(.object(rule))
      #expect(try await statuses(playground, 4) == expected)
      let seen = try await playground.control(.get, "faults").json?.value(at: "rules.0.seen")
      #expect(seen == 4)
    }
  }

  @Test func `a rule is for one client, whichever way it names itself`() async throws {
    try await TestPlayground.with { playground in
      try await playground.script(
        ["client": "wayleave-demo", "effect": "error", "value": "temporarily_unavailable"],
        ["client": "wayleave-demo-consumer", "effect": "status", "value": 502])
      for method in [ClientAuthenticationMethod.basic, .post] {
        let answer = try await playground.redeem(Secret("none"), as: playground.client(method))
        #expect(answer.oauthError == "temporarily_unavailable")
      }
      #expect(try await playground.visitor.open(playground.authorizationURL()).status == 400)
      #expect(try await playground.visitor.send(playground.temporaryRequest()).status == 502)
      let other = try Client(id: "public")
      #expect(try await playground.redeem(Secret("none"), as: other).oauthError == "invalid_grant")
    }
  }

  @Test func `a rule is for some fields of a form`() async throws {
    try await TestPlayground.withTollgate { playground in
      try await playground.script(
        ["path": "/tollgate/token", "where": ["grant_type": "refresh_token"], "effect": "status", "value": 500])
      let tokens = try await playground.tollgateTokens()
      #expect(try await playground.refreshTollgate(tokens.refreshToken).status == 500)
    }
  }

  @Test func `a rule for every path leaves the control routes and the front page alone`() async throws {
    try await TestPlayground.with { playground in
      try await playground.script(["effect": "status", "value": 500])
      #expect(try await playground.visitor.open(playground.authorizationURL()).status == 500)
      #expect(try await playground.visitor.open(playground.base + "/").status == 200)
      #expect(try await playground.control(.get, "journal").status == 200)
      #expect(try await playground.control(.delete, "faults").status == 204)
      #expect(try await playground.visitor.open(playground.authorizationURL()).status == 200)
    }
  }

  @Test func `a request that a reset overtakes is in no journal`() async throws {
    let pause = HeldPause()
    try await TestPlayground.with({ $0.sleep = { _ in try await pause.wait() } }) { playground in
      try await playground.script(["path": "/v2/users/self", "effect": "pause-before-request", "value": 1500])
      async let paused = playground.user(Secret("none"))
      while try await playground.journal().isEmpty { try await Task.sleep(for: .milliseconds(10)) }
      _ = try await playground.control(.post, "reset")
      _ = try await playground.redeem(Secret("none"))
      pause.end()
      #expect(try await paused.status == 401)
      let journal = try await playground.journal()
      #expect(journal.map { $0["path"]?.string } == ["/oauth2/access_token"] && journal[0]["status"] == 400)
    }
  }

  @Test func `rules are read, replaced and removed while it runs`() async throws {
    try await TestPlayground.with { playground in
      let rule: JSON = [
        "path": "/v2/users/self", "client": "a", "where": ["b": "c"], "from": 2, "effect": "unavailable", "value": 7,
      ]
      try await playground.script(rule)
      var read = try #require(try await playground.control(.get, "faults").json?.value(at: "rules.0")?.object)
      #expect(read["seen"] == 0)
      read["seen"] = nil
      #expect(read == rule.object)
      #expect(try await playground.control(.delete, "faults").status == 204)
      #expect(try await playground.control(.get, "faults").json?["rules"]?.array?.isEmpty == true)
    }
  }

  @Test func `with DPoP, a request that only fetches a nonce is not counted, and nothing goes wrong with it`()
    async throws
  {
    try await TestPlayground.withTollgate { playground in
      try await playground.script(
        ["path": "/tollgate/token", "nth": 1, "effect": "status", "value": 500],
        ["path": "/tollgate/notes", "from": 1, "effect": "status", "value": 502])
      let key = try DPoPKey.generate()
      let proof = TestProof(key: key, nonce: try await playground.serverNonce(key))
      #expect(try await playground.refreshTollgate(Secret("none"), proving: proof).status == 500)
      let token = try await playground.tollgateTokens(proving: proof).accessToken
      let nonce = try await playground.resourceNonce(key, token)
      let notes = playground.tollgate.notesEndpoint
      #expect(try await playground.ask(notes, with: token, proving: TestProof(key: key, nonce: nonce)).status == 502)
      let rules = try await playground.control(.get, "faults").json
      #expect(rules?.value(at: "rules.0.seen") == 2 && rules?.value(at: "rules.1.seen") == 1)
      // A nonce that has expired fetches the next one.
      playground.clock.advance(by: 3600)
      try await playground.script(["path": "/tollgate/token", "nth": 1, "effect": "status", "value": 500])
      #expect(try await playground.refreshTollgate(Secret("none"), proving: proof).oauthError == "use_dpop_nonce")
      // A rule for every request has this one too.
      try await playground.script(["path": "/tollgate/token", "effect": "status", "value": 500])
      #expect(try await playground.refreshTollgate(Secret("none"), proving: proof).status == 500)
    }
  }

  static let wrongRules: [(body: String, member: String?, expected: String)] = [
    (#"[{"path":"/v2/users/self"}]"#, "effect", "an effect"), (#"[{"effect":"explode"}]"#, "effect", "one of"),
    (#"[{"effect":"denyy"}]"#, "effect", "deny"), (#"[{"effect":"status"}]"#, "value", "200 to 599"),
    (#"[{"effect":"status","value":9}]"#, "value", "200 to 599"),
    (#"[{"effect":"unavailable","value":"x"}]"#, "value", "a whole number of seconds"),
    (#"[{"effect":"deny","value":1}]"#, "value", "no value"),
    (#"[{"effect":"status","value":true}]"#, "value", "200 to 599"),
    (#"[{"effect":"status","value":500},{"effect":"status","value":500,"colour":1}]"#, "colour", "only path"),
    (#"[{"effect":"status","value":500,"nth":1,"from":2}]"#, "from", "only one of"),
    (#"[{"effect":"status","value":500,"nth":0}]"#, "nth", "from 1 on"),
    (#"[{"effect":"status","value":500,"every":"2"}]"#, "every", "from 1 on"),
    (#"[{"effect":"deny","path":"/tollgate/tokn"}]"#, "path", "/tollgate/token"),
    (
      #"[{"effect":"deny","path":"/entries/githb/api.github.com/user"}]"#, "path", "/entries/github/api.github.com/user"
    ),
    (#"[{"effect":"deny","path":"/entries/twitch/id.twitch.tv/oauth2/tokn"}]"#, "path", "tv/oauth2/token"),
    (#"[{"effect":"deny","path":"/entries/discord/nowhere"}]"#, "path", "/entries/discord/discord.com/"),
    (#"[{"effect":"deny","path":"/playground/clock"}]"#, "path", "a path of the playground"),
    (#"[{"effect":"deny","where":7}]"#, "where", "an object"),
    (#"[{"effect":"deny","where":{"a":1}}]"#, "where.a", "a text"),
    (#"[{"effect":"deny","client":1}]"#, "client", "a text"),
    (#"{"rules":[],"other":[]}"#, nil, "one member"), (#"{"effect":"deny"}"#, nil, "a list"), ("nonsense", nil, ""),
  ]

  @Test(arguments: wrongRules.indices)
  func `rules that cannot be used are refused whole, in their own terms, and those before stay`(
    index: Int
  ) async throws {
    let (body, member, expected) = Self.wrongRules[index]
    try await TestPlayground.with { playground in
      try await playground.script(["path": "/v2/users/self", "effect": "status", "value": 500])
      var request = RequestMessage(.put, to: try AbsoluteURL(playground.base + "/playground/faults"))
      request.body = Array(body.utf8)
      let refused = try await playground.visitor.send(request)
      #expect(refused.status == 400 && refused.oauthError == "invalid_faults")
      #expect(refused.json?["expected"]?.string?.contains(expected) == true, "\(refused.text)")
      // One name is no choice.
      #expect(refused.json?["expected"]?.string != "one of \(expected)")
      #expect(refused.json?["member"]?.string == member && !refused.text.contains("PATH["))
      #expect(try await statuses(playground, 1) == [500])
    }
  }

  @Test(arguments: [
    "/entries/discord/discord.com/api/oauth2/token", "/entries/*/api.github.com/user", "/entries/github/**",
    "/entries/github/github.com/login/device/code", "/entries/github/api.github.com/repos/a/b",
    "/entries/github/playground/tokens", "/entries/github/playground/end", "/entries/apple/playground/key",
    "/entries/okta/*/**", "/entries/google/**",
  ])
  func `a path of an entry is taken where some request can have it`(path: String) throws {
    #expect(try Fault(at: path, .dropAnswer).path == path)
  }

  @Test func `the refusal names the rule by its number`() throws {
    let rules: JSON = [["effect": "deny"], ["effect": "explode"]]
    let error = #expect(throws: OAuthError.self) { try Faults(json: rules) }
    #expect(error?.code == .invalidValue && error?.message.contains("Rule 2") == true)
  }
}
