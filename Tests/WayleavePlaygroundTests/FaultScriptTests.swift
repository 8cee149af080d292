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
    try await TestPlayground.with { playground in
      try await playground.script(["path": "/v2/users/self", "effect": "pause-before-request", "value": 1500])
      async let paused = playground.user(Secret("none"))
      while try await playground.journal().isEmpty { try await Task.sleep(for: .milliseconds(10)) }
      _ = try await playground.control(.post, "reset")
      _ = try await playground.redeem(Secret("none"))
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

  @Test(arguments: [
    (#"[{"path":"/v2/users/self"}]"#, "an “effect”"), (#"[{"effect":"explode"}]"#, "EFFECT"),
    (#"[{"effect":"status","value":500},{"effect":"status","value":500,"colour":1}]"#, "no “colour”"),
    (#"[{"effect":"status","value":500,"nth":1,"from":2}]"#, "one of"),
    (#"[{"effect":"status","value":500,"nth":0}]"#, "PATH"), (#"[{"effect":"deny","path":"/none"}]"#, "PATH"),
    (#"{"rules":[],"other":[]}"#, "one member"), (#"{"effect":"deny"}"#, "a list"), ("nonsense", ""),
    (#"[{"effect":"status","value":true}]"#, "a text or a number"), (#"[{"effect":"deny","where":7}]"#, "an object"),
  ])
  func `rules that cannot be used are refused whole, and those before stay`(body: String, expected: String) async throws
  {
    try await TestPlayground.with { playground in
      try await playground.script(["path": "/v2/users/self", "effect": "status", "value": 500])
      var request = RequestMessage(.put, to: try AbsoluteURL(playground.base + "/playground/faults"))
      request.body = Array(body.utf8)
      let refused = try await playground.visitor.send(request)
      #expect(refused.status == 400 && refused.oauthError == "invalid_faults")
      #expect(refused.json?["expected"]?.string?.contains(expected) == true)
      #expect(try await statuses(playground, 1) == [500])
    }
  }

  @Test func `the refusal names the rule by its number`() throws {
    let rules: JSON = [["effect": "deny"], ["effect": "explode"]]
    let error = #expect(throws: OAuthError.self) { try Faults(json: rules) }
    #expect(error?.code == .invalidValue && error?.message.contains("Rule 2") == true)
  }
}
