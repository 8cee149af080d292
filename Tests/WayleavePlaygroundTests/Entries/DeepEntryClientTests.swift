import HTTPTypes
import Testing
import Wayleave
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

@Suite("Our client understands how these providers refuse")
struct DeepEntryClientTests {
  private func code(_ body: () async throws(OAuthError) -> Void) async -> OAuthError? {
    do {
      try await body()
      return nil
    } catch { return error }
  }

  @Test("Slack's missing_scope asks for a sign-in with the scope that is needed, and costs no token")
  func missingScope() async throws {
    try await TestPlayground.withEntries { playground in
      let accounts = try playground.accounts()
      let session = accounts.session(for: try await playground.signIn(to: "slack", accounts))
      let url = playground.address("slack", "slack.com/api/chat.postMessage")
      let error = await code { () async throws(OAuthError) in _ = try await session.get(url) }
      #expect(error?.code == .scopeNeeded && error?.refusal?.demand?.scopes == ["chat:write"])
      #expect(try await session.get(playground.address("slack", "slack.com/api/users.info")).json?["ok"] == true)
      let wider = try await playground.signIn(to: "slack", accounts, scopes: ["users:read", "chat:write"])
      #expect(try await accounts.session(for: wider).get(url).json?["ok"] == true)
    }
  }

  @Test("a method that Slack does not have is an answer like any other")
  func unknownMethod() async throws {
    try await TestPlayground.withEntries { playground in
      let accounts = try playground.accounts()
      let session = accounts.session(for: try await playground.signIn(to: "slack", accounts))
      let answer = try await session.get(playground.address("slack", "slack.com/api/auth.dance"))
      #expect(answer.json?["error"] == "unknown_method")
    }
  }

  @Test(
    "a token that the provider has ended marks the account, whether or not another one can be had",
    arguments: [
      ("foursquare", nil, "api.foursquare.com/v2/users/self"), ("github", nil, "api.github.com/user"),
      ("github-app", nil, "api.github.com/user"), ("slack", nil, "slack.com/api/users.info"),
      ("slack-oidc", nil, "slack.com/api/auth.test"),
      ("twitter", nil, "api.twitter.com/1.1/account/verify_credentials.json"), ("x", nil, "api.x.com/2/users/me"),
      ("zatar", nil, "beta-api.zatar.com/v2/devices"),
    ] as [(String, [String]?, String)], ["app-removed", "password-changed", "logged-out"])
  func deadTokens(entry: (name: String, scopes: [String]?, path: String), reason: String) async throws {
    try await TestPlayground.withEntries { playground in
      let accounts = try playground.accounts()
      let account = try await playground.signIn(to: entry.name, accounts, scopes: entry.scopes)
      let url = playground.address(entry.name, entry.path)
      let session = accounts.session(for: account)
      #expect(try await session.get(url).status == 200)
      try await playground.end(entry.name, reason)
      for _ in 0..<2 {
        #expect(await code { () async throws(OAuthError) in _ = try await session.get(url) }?.code == .signInNeeded)
      }
    }
  }

  @Test("a token of X that cannot be refreshed and was ended is a 401 for the app: “Unauthorized” says no more")
  func deadTokenAtX() async throws {
    try await TestPlayground.withEntries { playground in
      let accounts = try playground.accounts()
      let account = try await playground.signIn(to: "x", accounts, scopes: ["users.read", "tweet.read"])
      try await playground.end("x", "app-removed")
      let answer = try await accounts.session(for: account).get(playground.address("x", "api.x.com/2/users/me"))
      #expect(answer.status == 401)
      #expect(try await accounts.all().map(\.endedBecause) == [nil])
    }
  }

  // EI10
  @Test("an account that Twitter suspends is refused with 64, and our client names that")
  func suspended() async throws {
    try await TestPlayground.withEntries { playground in
      let accounts = try playground.accounts()
      let account = try await playground.signIn(to: "twitter", accounts)
      let path = "/entries/twitter/api.twitter.com/1.1/account/verify_credentials.json"
      try await playground.script(["path": .string(path), "effect": "end-tokens", "value": "account-suspended"])
      let error = await code { () async throws(OAuthError) in _ = try await accounts.check(account).get() }
      #expect(error?.code == .accountSuspended && error?.refusal?.error == "64")
    }
  }

  // TU1
  @Test("our client takes Foursquare's token from the fragment where it asks for that, and uses it")
  func implicit() async throws {
    try await TestPlayground.withEntries { playground in
      let accounts = try playground.accounts()
      var options = SignInOptions()
      options.terms.usesImplicitGrant = true
      let played = try #require(await playground.running.entry(named: "foursquare"))
      let url = try await accounts.begin(
        played.provider, as: played.clients[0], redirectURI: RedirectURI(TestPlayground.callback), options: options)
      let location = try #require(try await playground.visitor.open(url.text, following: false).location)
      #expect(location.hasPrefix("\(TestPlayground.callback)#access_token="))
      guard case .completed(let signedIn) = try await accounts.receive(location) else {
        Issue.record("an account")
        return
      }
      #expect(signedIn.stored.identity?.subject == "\(TestPlayground.ada.id)")
      let users = playground.address("foursquare", "api.foursquare.com/v2/users/self")
      #expect(try await accounts.session(for: signedIn.account).get(users).status == 200)
      guard case .unsolicited = try await accounts.receive(location) else {
        Issue.record("a callback counts once")
        return
      }
    }
  }

  @Test(
    "an access token that has expired is renewed without the user, and a sign-out after that ends it",
    arguments: [
      ("github-app", "api.github.com/user"), ("slack", "slack.com/api/users.info"), ("x", "api.x.com/2/users/me"),
    ])
  func expiredTokens(entry: String, path: String) async throws {
    try await TestPlayground.withEntries { playground in
      let accounts = try playground.accounts()
      let account = try await playground.signIn(to: entry, accounts)
      playground.clock.advance(by: 50_000)
      let answer = try await accounts.session(for: account).get(playground.address(entry, path))
      #expect(answer.status == 200 && answer.json?["error"] == nil)
      playground.clock.advance(by: 50_000)
      #expect(try await accounts.signOut(account).revocation == .revoked)
      #expect(try await accounts.all().isEmpty)
    }
  }

  @Test("a sign-out of a Slack account whose token is gone already is done, and nothing stays to be sent")
  func deadSignOut() async throws {
    try await TestPlayground.withEntries { playground in
      let accounts = try playground.accounts()
      let account = try await playground.signIn(to: "slack", accounts)
      try await playground.end("slack", "app-removed")
      #expect(try await accounts.signOut(account).revocation == .revoked)
      #expect(try await accounts.all().isEmpty)
    }
  }

  // ZA10
  @Test("Zatar's null tokens and violations are refusals, and no account is stored")
  func zatar() async throws {
    try await TestPlayground.withEntries { playground in
      let accounts = try playground.accounts()
      let error = await #expect(throws: OAuthError.self) {
        try await playground.signIn(to: "zatar", accounts, scopes: ["fly"])
      }
      #expect(error?.code == .malformedTokenResponse)
      #expect(try await accounts.all().isEmpty)
      let listed = ResponseMessage(.badRequest, json: ["violations": [["code": "is missing"]]])
      let refused = #expect(throws: OAuthError.self) { try TokenResponse(reading: listed, dialect: .common) }
      #expect(refused?.refusal?.error == "violations" && refused?.refusal?.description?.contains("code") == true)
    }
  }
}
