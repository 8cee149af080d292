import HTTPTypes
import Testing
import Wayleave
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

/// https://docs.slack.dev, "Installing with OAuth", "Using token rotation", and the errors of each method.
@Suite("The playground plays Slack")
struct SlackTests {
  private static let authorize = "slack.com/oauth/v2/authorize"
  private static let tokenPath = "slack.com/api/oauth.v2.access"

  private func code(_ playground: TestPlayground, _ more: Form = ["user_scope": "users:read"]) async throws -> String {
    try await playground.entryCode("slack", Self.authorize, more)
  }

  private func ask(
    _ changes: [String: String?], at playground: TestPlayground, _ path: String = tokenPath
  ) async throws -> JSON {
    var pairs: [String: String?] = [
      "client_id": TestPlayground.entryClient, "client_secret": TestPlayground.entrySecret,
    ]
    pairs.merge(changes) { $1 }
    let form = Form(pairs.compactMapValues(\.self).map { (name: $0.key, value: $0.value) })
    let answer = try await playground.post("slack", path, form)
    #expect(answer.status == 200)
    return try #require(answer.json)
  }

  private func redeem(
    _ code: String, _ changes: [String: String?] = [:], at playground: TestPlayground
  ) async throws -> JSON {
    let pairs: [String: String?] = ["code": code, "redirect_uri": TestPlayground.callback]
    return try await ask(pairs.merging(changes) { $1 }, at: playground)
  }

  private func token(_ playground: TestPlayground, scope: String = "users:read") async throws -> String {
    let answer = try await redeem(try await code(playground, ["user_scope": scope]), at: playground)
    return try #require(answer.value(at: "authed_user.access_token")?.string)
  }

  private func call(_ method: String, _ token: String?, at playground: TestPlayground) async throws -> JSON {
    let fields = token.map { ["Authorization": "Bearer \($0)"] } ?? [:]
    let answer = try await playground.ask(.post, "slack", "slack.com/api/\(method)", fields)
    #expect(answer.status == 200)
    return try #require(answer.json)
  }

  @Test("the token of the user stands below authed_user, and the one of the bot next to it")
  func nestedTokens() async throws {
    try await TestPlayground.withEntries { playground in
      let user = try await redeem(try await code(playground), at: playground)
      #expect(user["ok"] == true && user["access_token"] == nil && user["enterprise"] == .null)
      #expect(user.value(at: "authed_user.token_type") == "user")
      #expect(user.value(at: "authed_user.scope") == "users:read")
      let both = try await redeem(
        try await code(playground, ["scope": "chat:write", "user_scope": "users:read"]), at: playground)
      #expect(both["access_token"]?.string?.hasPrefix("xoxe.xoxb-") ?? false)
      #expect(both["token_type"] == "bot" && both["scope"] == "chat:write")
      #expect(both.value(at: "authed_user.access_token")?.string?.hasPrefix("xoxe.xoxp-") ?? false)
      let bot = try await redeem(try await code(playground, ["scope": "chat:write"]), at: playground)
      #expect(bot["authed_user"] == ["id": "73001"])
      let test = try await call("auth.test", bot["access_token"]?.string, at: playground)
      #expect(test["user_id"] == bot["bot_user_id"] && test["bot_id"] != nil)
      let query =
        "client_id=\(TestPlayground.entryClient)&redirect_uri=\(TestPlayground.callback)&response_type=code&state=s"
      #expect(try await playground.get("slack", "\(Self.authorize)?\(query)").status == 400)
    }
  }

  @Test(
    "each wrong request for tokens is refused with status 200 and Slack's word, and the right one is answered",
    arguments: [
      (["client_id": "no"], "invalid_client_id"), (["client_id": nil], "invalid_client_id"),
      (["client_secret": "no"], "bad_client_secret"), (["client_secret": nil], "bad_client_secret"),
      (["code": "never-issued"], "invalid_code"), (["code": nil], "invalid_code"),
      (["redirect_uri": "http://127.0.0.1:1/callback"], "bad_redirect_uri"),
      (["redirect_uri": nil], "bad_redirect_uri"),
      (["grant_type": "magic"], "invalid_grant_type"),
      (["grant_type": "refresh_token"], "invalid_refresh_token"),
    ] as [([String: String?], String)])
  func wrongRequests(changes: [String: String?], word: String) async throws {
    try await TestPlayground.withEntries { playground in
      let code = try await code(playground)
      #expect(try await redeem(code, changes, at: playground) == ["ok": false, "error": .string(word)])
      #expect(try await redeem(code, at: playground)["ok"] == true)
      #expect(try await redeem(code, at: playground)["error"] == "code_already_used")
    }
  }

  @Test("a client may show its secret by HTTP Basic as well, as Slack recommends")
  func basic() async throws {
    try await TestPlayground.withEntries { playground in
      let form: Form = ["code": try await code(playground), "redirect_uri": TestPlayground.callback]
      let answer = try await playground.post(
        "slack", Self.tokenPath, form, ["Authorization": TestPlayground.entryBasic])
      #expect(answer.json?["ok"] == true)
    }
  }

  @Test("a token expires after twelve hours; its refresh token is good once, and the answer has the new one at its top")
  func rotation() async throws {
    try await TestPlayground.withEntries { playground in
      let first = try await redeem(try await code(playground), at: playground)
      #expect(first.value(at: "authed_user.expires_in") == 43200)
      let refresh = first.value(at: "authed_user.refresh_token")?.string
      playground.clock.advance(by: 43_201)
      let old = first.value(at: "authed_user.access_token")?.string
      #expect(try await call("auth.test", old, at: playground)["error"] == "token_expired")
      let pairs: [String: String?] = ["grant_type": "refresh_token", "refresh_token": refresh]
      let second = try await ask(pairs, at: playground)
      #expect(second["token_type"] == "user" && second["authed_user"] == nil)
      #expect(try await call("auth.test", second["access_token"]?.string, at: playground)["ok"] == true)
      #expect(try await ask(pairs, at: playground)["error"] == "invalid_refresh_token")
      #expect(try await call("auth.test", refresh, at: playground)["error"] == "invalid_auth")
    }
  }

  @Test("a token that does not expire is exchanged once for one that does")
  func exchange() async throws {
    try await TestPlayground.withEntries { playground in
      let path = "slack.com/api/oauth.v2.exchange"
      let issued = try await playground.ask(
        .post, "slack", "playground/tokens",
        json: ["person": "adafenwick", "client": .string(TestPlayground.entryClient), "scopes": ["users:read"]])
      let legacy = try #require(issued.json?["access_token"]?.string)
      #expect(try await ask(["token": legacy, "client_secret": "no"], at: playground, path)["ok"] == false)
      let answer = try await ask(["token": legacy], at: playground, path)
      #expect(answer["expires_in"] == 43200 && answer["refresh_token"] != nil)
      #expect(try await call("users.info", answer["access_token"]?.string, at: playground)["ok"] == true)
      for (token, word) in [
        (legacy, "invalid_token"), ("never-issued", "invalid_token"),
        (answer["access_token"]?.string ?? "", "token_already_exchanged"),
        (try await playground.foreignToken("slack").exposedText, "invalid_token"),
      ] {
        #expect(try await ask(["token": token], at: playground, path)["error"]?.string == word)
      }
    }
  }

  @Test(
    "a method needs its scope, and says which one is missing and which are there",
    arguments: [
      ("users.identity", "identity.basic"), ("openid.connect.userInfo", "openid"), ("users.info", "users:read"),
      ("chat.postMessage", "chat:write"),
    ])
  func missingScope(method: String, scope: String) async throws {
    try await TestPlayground.withEntries { playground in
      let refused = try await call(method, try await token(playground, scope: "emoji:read"), at: playground)
      #expect(
        refused == ["ok": false, "error": "missing_scope", "needed": .string(scope), "provided": "emoji:read"])
      #expect(try await call(method, try await token(playground, scope: scope), at: playground)["ok"] == true)
    }
  }

  @Test("a method that is not there, no token, an unknown one and an ended one have a word each")
  func words() async throws {
    try await TestPlayground.withEntries { playground in
      let token = try await token(playground)
      let test = try await call("auth.test", token, at: playground)
      #expect(test["user_id"] == "73001" && test["team_id"] == "73001" && test["user"] == "adafenwick")
      let unknown = try await call("auth.dance", token, at: playground)
      #expect(unknown["error"] == "unknown_method" && unknown["req_method"] == "auth.dance")
      #expect(try await call("auth.test", nil, at: playground)["error"] == "not_authed")
      #expect(try await call("auth.test", "never-issued", at: playground)["error"] == "invalid_auth")
      let inForm = try await ask(["token": token], at: playground, "slack.com/api/auth.test")
      #expect(inForm["ok"] == true)
      for (reason, word) in [
        ("app-removed", "token_revoked"), ("password-changed", "invalid_auth"), ("logged-out", "account_inactive"),
      ] {
        let token = try await self.token(playground)
        try await playground.end("slack", reason)
        #expect(try await call("auth.test", token, at: playground)["error"]?.string == word)
      }
    }
  }

  @Test("auth.revoke ends a token and its refresh token, unless it is a test")
  func revocation() async throws {
    try await TestPlayground.withEntries { playground in
      let user = try await redeem(try await code(playground), at: playground)
      let token = user.value(at: "authed_user.access_token")?.string
      #expect(try await call("auth.revoke?test=1", token, at: playground)["revoked"] == false)
      #expect(try await call("auth.revoke", token, at: playground) == ["ok": true, "revoked": true])
      #expect(try await call("auth.revoke", token, at: playground)["error"] == "invalid_auth")
      let refresh = user.value(at: "authed_user.refresh_token")?.string
      let renewed = try await ask(["grant_type": "refresh_token", "refresh_token": refresh], at: playground)
      #expect(renewed["error"] == "invalid_refresh_token")
    }
  }
}
