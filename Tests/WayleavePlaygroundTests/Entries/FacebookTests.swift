import Testing
import Wayleave
import WayleaveOAuth2
import WayleavePlayground
import WayleaveProvider
import WayleaveWire

@Suite("The playground plays Facebook")
struct FacebookTests {
  private static let dialog = "www.facebook.com/v25.0/dialog/oauth"
  private static let tokenPath = "graph.facebook.com/v25.0/oauth/access_token"
  private static let appToken = "\(TestPlayground.entryClient)%7C\(TestPlayground.entrySecret)"

  private func tokenForm(_ code: String, _ changes: [String: String] = [:]) -> Form {
    var pairs = [
      "client_id": TestPlayground.entryClient, "client_secret": TestPlayground.entrySecret, "code": code,
      "redirect_uri": TestPlayground.callback,
    ]
    pairs.merge(changes) { $1 }
    return Form(pairs.map { (name: $0.key, value: $0.value) })
  }

  private func redeem(
    _ code: String, _ changes: [String: String] = [:], at playground: TestPlayground
  ) async throws -> ResponseMessage {
    let query = String(decoding: tokenForm(code, changes).encodedForQuery(), as: UTF8.self)
    return try await playground.get("facebook", "\(Self.tokenPath)?\(query)")
  }

  private func token(_ scope: String = "email,public_profile", at playground: TestPlayground) async throws -> String {
    let code = try await playground.entryCode("facebook", Self.dialog, ["scope": scope])
    return try #require(try await redeem(code, at: playground).json?["access_token"]?.string)
  }

  private func proof(of token: String) -> String {
    let client = try? Client(id: ClientID(TestPlayground.entryClient), secret: Secret(TestPlayground.entrySecret))
    guard var request = try? RequestMessage(.get, to: AbsoluteURL("https://graph.facebook.com/me")) else { return "" }
    try? request.authorize(
      with: Secret(token), dialect: OAuth2Dialect { $0.api.adapter = .appSecretProof }, client: client)
    return (try? Form(decoding: request.query ?? "").text(of: "appsecret_proof") ?? "") ?? ""
  }

  private func graph(
    _ path: String, _ token: String, at playground: TestPlayground
  ) async throws -> ResponseMessage {
    let mark = path.contains("?") ? "&" : "?"
    return try await playground.get(
      "facebook", "graph.facebook.com/\(path)\(mark)access_token=\(token)&appsecret_proof=\(proof(of: token))")
  }

  private func debug(_ token: String, at playground: TestPlayground) async throws -> JSON? {
    try await playground.get(
      "facebook", "graph.facebook.com/debug_token?input_token=\(token)&access_token=\(Self.appToken)"
    ).json?["data"]
  }

  private func error(_ answer: ResponseMessage) -> [Int64?] {
    [answer.json?.value(at: "error.code")?.integer, answer.json?.value(at: "error.error_subcode")?.integer]
  }

  @Test("a callback ends with #_=_; a code is exchanged by GET and by POST")
  func exchange() async throws {
    try await TestPlayground.withEntries { playground in
      #expect(try await playground.callback("facebook", Self.dialog).hasSuffix("&state=s#_=_"))
      let first = try await playground.entryCode("facebook", Self.dialog)
      let answer = try await redeem(first, at: playground)
      #expect(answer.status == 200 && answer.json?["expires_in"]?.integer == 3600)
      let second = try await playground.entryCode("facebook", Self.dialog)
      let form = tokenForm(second, ["grant_type": "authorization_code"])
      #expect(try await playground.post("facebook", Self.tokenPath, form).status == 200)
    }
  }

  @Test("a wrong secret, an old code, a used code, a malformed code and another redirect URI have their own codes")
  func wrongCodes() async throws {
    try await TestPlayground.withEntries { playground in
      let code = try await playground.entryCode("facebook", Self.dialog)
      #expect(error(try await redeem(code, ["client_secret": "no"], at: playground)) == [1, nil])
      #expect(error(try await redeem(code, ["client_id": "no"], at: playground)) == [101, nil])
      let elsewhere = ["redirect_uri": "http://127.0.0.1:1/callback"]
      #expect(error(try await redeem(code, elsewhere, at: playground)) == [100, 36008])
      #expect(error(try await redeem("short", at: playground)) == [100, nil])
      #expect(try await redeem(code, at: playground).status == 200)
      #expect(error(try await redeem(code, at: playground)) == [100, 36009])
      let old = try await playground.entryCode("facebook", Self.dialog)
      playground.clock.advance(by: 700)
      #expect(error(try await redeem(old, at: playground)) == [100, 36007])
    }
  }

  @Test("the fields of a person are those that were asked for; an unknown one is refused")
  func fields() async throws {
    try await TestPlayground.withEntries { playground in
      let token = try await token(at: playground)
      let short = try await graph("v25.0/me", token, at: playground).json
      #expect(short == ["name": "Ada Fenwick", "id": "73001"])
      let long = try await graph("me?fields=id,email,picture.type(large)", token, at: playground).json
      #expect(long?["email"]?.string == TestPlayground.ada.email && long?["name"] == nil)
      #expect(long?.value(at: "picture.data.url")?.string != nil)
      #expect(error(try await graph("me?fields=shoe_size", token, at: playground)) == [100, nil])
      #expect(error(try await graph("999", token, at: playground)) == [100, 33])
      #expect(try await graph("73001", token, at: playground).status == 200)
      let silent = try await self.token("public_profile", at: playground)
      #expect(try await graph("me?fields=email", silent, at: playground).json == ["id": "73001"])
    }
  }

  @Test("the proof of the app secret is compared, and must be there")
  func proofIsCompared() async throws {
    try await TestPlayground.withEntries { playground in
      let token = try await token(at: playground)
      let me = "graph.facebook.com/me?access_token=\(token)"
      #expect(try await playground.get("facebook", "\(me)&appsecret_proof=\(proof(of: token))").status == 200)
      let refused = try await playground.get("facebook", "\(me)&appsecret_proof=\(proof(of: "another"))")
      #expect(error(refused) == [100, nil])
      #expect(refused.json?.value(at: "error.type")?.string == "GraphMethodException")
      #expect(error(try await playground.get("facebook", me)) == [100, nil])
      #expect(error(try await playground.get("facebook", "graph.facebook.com/me")) == [2500, nil])
    }
  }

  @Test(
    "a token that has ended says why, at the API and to debug_token",
    arguments: [("app-removed", 458), ("password-changed", 460), ("logged-out", 467), ("expired", 463), ("", 463)]
      as [(String, Int64)])
  func deadTokens(reason: String, subcode: Int64) async throws {
    try await TestPlayground.withEntries { playground in
      let token = try await token(at: playground)
      #expect(try await graph("me", token, at: playground).status == 200)
      if reason.isEmpty { playground.clock.advance(by: 3601) } else { try await playground.end("facebook", reason) }
      #expect(error(try await graph("me", token, at: playground)) == [190, subcode])
      let data = try await debug(token, at: playground)
      #expect(data?["is_valid"] == false && data?.value(at: "error.subcode")?.integer == subcode)
      #expect(error(try await graph("me", "never-issued", at: playground)) == [190, nil])
    }
  }

  @Test(
    "a fault ends a token for a reason, and our client needs another sign-in",
    arguments: ["app-removed", "password-changed", "logged-out", "expired"])
  func scripted(reason: String) async throws {
    try await TestPlayground.withEntries { playground in
      let accounts = try playground.accounts()
      let signedIn = try await playground.signIn(to: "facebook", by: accounts)
      let me = playground.address("facebook", "graph.facebook.com/v25.0/me")
      let path = "/entries/facebook/graph.facebook.com/v25.0/me"
      await playground.running.use(
        try Faults(json: [["path": .string(path), "nth": 2, "effect": "end-tokens", "value": .string(reason)]]))
      let session = accounts.session(for: signedIn.account)
      #expect(try await session.get(me).status == 200)
      let error = await #expect(throws: OAuthError.self) { try await session.get(me) }
      #expect(error?.code == .signInNeeded)
      #expect(throws: OAuthError.self) {
        try Faults(json: [["path": .string(path), "effect": "end-tokens", "value": "boredom"]])
      }
    }
  }

  @Test("a wrong secret is no trouble that passes: our client says that the provider refuses the client")
  func wrongSecret() async throws {
    try await TestPlayground.withEntries { playground in
      let client = try Client(id: ClientID(TestPlayground.entryClient), secret: Secret("another"))
      let error = await #expect(throws: OAuthError.self) {
        try await playground.signIn(to: "facebook", as: client, by: try playground.accounts())
      }
      #expect(error?.recommendedAction == .giveUp, "\(String(describing: error))")
    }
  }

  @Test("debug_token describes a token of our app, to our app alone")
  func debugToken() async throws {
    try await TestPlayground.withEntries { playground in
      let token = try await token(at: playground)
      let data = try #require(try await debug(token, at: playground))
      #expect(data["app_id"]?.string == TestPlayground.entryClient && data["type"] == "USER")
      #expect(data["is_valid"] == true && data["user_id"] == "73001")
      #expect(data["scopes"] == ["email", "public_profile"])
      let end = playground.clock.now.secondsSinceEpoch + 3600
      #expect(data["expires_at"]?.integer == end)
      let other = try await debug(playground.foreignToken("facebook").exposedText, at: playground)
      #expect(other?["is_valid"] == false && other?["app_id"] == nil && other?.value(at: "error.code") == 100)
      for asking in ["", "&access_token=\(token)", "&access_token=\(TestPlayground.entryClient)%7Cwrong"] {
        let path = "graph.facebook.com/debug_token?input_token=\(token)\(asking)"
        #expect(error(try await playground.get("facebook", path)) == [100, nil])
      }
    }
  }

  @Test("an app token is its id and secret; a token is exchanged for one that lives longer")
  func otherTokens() async throws {
    try await TestPlayground.withEntries { playground in
      let app = try await redeem("", ["grant_type": "client_credentials"], at: playground)
      #expect(app.json?["access_token"]?.string == "\(TestPlayground.entryClient)|\(TestPlayground.entrySecret)")
      let grant = ["grant_type": "fb_exchange_token", "fb_exchange_token": try await token(at: playground)]
      let longer = try await redeem("", grant, at: playground)
      #expect(longer.json?["expires_in"]?.integer == 5_184_000)
      let dead = ["grant_type": "fb_exchange_token", "fb_exchange_token": "never-issued"]
      #expect(error(try await redeem("", dead, at: playground)) == [190, nil])
    }
  }

  @Test("a permission that was taken away is denied until the app asks for it again")
  func permissions() async throws {
    try await TestPlayground.withEntries { playground in
      let token = try await token(at: playground)
      let path = "graph.facebook.com/v25.0/73001/permissions"
      let rights = "access_token=\(token)&appsecret_proof=\(proof(of: token))"
      #expect(try await playground.ask(.delete, "facebook", "\(path)/email?\(rights)").json == ["success": true])
      let list = try await playground.get("facebook", "\(path)?\(rights)").json
      #expect(list?.value(at: "data.0") == ["permission": "email", "status": "declined"])
      let partly = try await playground.callback(
        "facebook", Self.dialog, ["scope": "email,public_profile", "return_scopes": "true"])
      #expect(partly.contains("granted_scopes=public_profile&denied_scopes=email"))
      let again = try await playground.callback(
        "facebook", Self.dialog, ["scope": "email", "return_scopes": "true", "auth_type": "rerequest"])
      #expect(again.contains("granted_scopes=email&denied_scopes=&") || again.contains("denied_scopes=#_=_"))
      #expect(try await playground.ask(.delete, "facebook", "\(path)?\(rights)").json == ["success": true])
      #expect(error(try await graph("me", token, at: playground)) == [190, 458])
    }
  }

  @Test("a person who cancels is named as the reason")
  func cancelled() async throws {
    try await TestPlayground.withEntries { playground in
      await playground.running.use(
        try Faults(json: [["path": .string("/entries/facebook/\(Self.dialog)"), "effect": "deny"]]))
      let callback = try await playground.callback("facebook", Self.dialog)
      let query = try Form(decoding: AbsoluteURL(callback).query ?? "")
      #expect(try query.text(of: "error") == "access_denied" && query.text(of: "error_code") == "200")
      #expect(try query.text(of: "error_reason") == "user_denied" && query.text(of: "state") == "s")
    }
  }

  @Test("a backend accepts a token of our app, and refuses another app's and a dead one")
  func handOver() async throws {
    try await TestPlayground.withEntries { playground in
      let token = Secret(try await token(at: playground))
      let verified = try await playground.verify(.accessToken(token), at: "facebook")
      #expect(verified.identity.subject == "73001" && verified.identity.displayName == "Ada Fenwick")
      #expect(verified.scopes == ["email", "public_profile"])
      let foreign = try await playground.foreignToken("facebook")
      await #expect(throws: OAuthError.self) { try await playground.verify(.accessToken(foreign), at: "facebook") }
      try await playground.end("facebook", "logged-out")
      let error = await #expect(throws: OAuthError.self) {
        try await playground.verify(.accessToken(token), at: "facebook")
      }
      #expect(error?.code == .refusedHandOver)
    }
  }

  @Test("a page of another site cannot end tokens")
  func foreignPages() async throws {
    try await TestPlayground.withEntries { playground in
      let answer = try await playground.ask(
        .post, "facebook", "playground/end", ["Origin": "http://evil.example"],
        json: ["person": .string(TestPlayground.ada.handle), "reason": "logged-out"])
      #expect(answer.status == 403)
      try await playground.end("facebook", "logged-out")
    }
  }
}
