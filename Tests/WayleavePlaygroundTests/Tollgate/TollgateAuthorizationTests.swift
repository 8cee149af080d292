import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

@Suite("9700-2, 9700-14, 2.1-8, RFC 6749 §4.1.1 to §4.1.2.1: Tollgate's authorization endpoint")
struct TollgateAuthorizationTests {
  @Test func `a sound request is answered with a code, the state and the issuer, and nothing else`() async throws {
    try await TestPlayground.withTollgate(approval: .byPage) { playground in
      let callback = try await playground.allow(try playground.tollgateURL()).callback
      #expect(callback.fields.map { String(decoding: $0.name, as: UTF8.self) } == ["code", "state", "iss"])
      #expect(try callback.text(of: "state") == "s t&ate")
      #expect(try callback.text(of: "iss") == playground.tollgate.issuer.text)
    }
  }

  @Test func `POST is as good as GET: OpenID Connect Core §3.1.2.1`() async throws {
    try await TestPlayground.withTollgate { playground in
      let answer = try await playground.visitor.post(
        try playground.tollgateParameters(), to: "/tollgate/authorize", origin: "https://app.example")
      #expect(try answer.callback.contains("code"))
    }
  }

  @Test(
    arguments: [
      ("client_id", nil), ("client_id", "nobody"), ("redirect_uri", nil),
      ("redirect_uri", "https://attacker.example/callback"), ("redirect_uri", "http://127.0.0.1:49152/callback/"),
      ("redirect_uri", "http://127.0.0.1:49152/callback?x=1"), ("redirect_uri", "http://localhost:49152/callback"),
      ("redirect_uri", "http://127.0.0.1:49152/Callback"),
    ] as [(String, String?)])
  func `263: with an unknown client or address no one is sent anywhere`(name: String, value: String?) async throws {
    try await TestPlayground.withTollgate { playground in
      let page = try await playground.visitor.open(try playground.tollgateURL([name: value]))
      #expect(page.status == 400 && page.location == nil)
      #expect(try await playground.visitor.open(try playground.tollgateURL()).status == 303)
    }
  }

  @Test(arguments: [
    ("http://127.0.0.1:1/callback", true), ("http://127.0.0.1/callback", true), ("http://[::1]:50000/callback", true),
    ("http://[::1]:50000/elsewhere", false),
  ])
  func `263: a loopback address may have any port, and nothing else may differ (RFC 8252 §7.3)`(
    redirectURI: String, isTaken: Bool
  ) async throws {
    try await TestPlayground.withTollgate { playground in
      let answer = try await playground.visitor.open(try playground.tollgateURL(["redirect_uri": redirectURI]))
      #expect((answer.status == 303) == isTaken)
    }
  }

  /// A parameter, what it is set to, and the word that comes back.
  static let refusals: [(String, String?, String)] = [
    ("response_type", nil, "invalid_request"), ("response_type", "token", "unsupported_response_type"),
    ("response_type", "code id_token", "unsupported_response_type"), ("code_challenge", nil, "invalid_request"),
    ("code_challenge", "too-short", "invalid_request"), ("code_challenge_method", nil, "invalid_request"),
    ("code_challenge_method", "plain", "invalid_request"), ("response_mode", "fragment", "invalid_request"),
    ("scope", "openid everything", "invalid_scope"), ("resource", "https://api.example/", "invalid_target"),
    ("resource", "not an address", "invalid_target"), ("prompt", "none login", "invalid_request"),
    ("max_age", "-1", "invalid_request"), ("authorization_details", "{}", "invalid_authorization_details"),
    ("authorization_details", #"[{"type":"payment"}]"#, "invalid_authorization_details"),
  ]

  @Test(arguments: refusals)
  func `a known client learns what is wrong with its request, with state and issuer`(
    name: String, value: String?, word: String
  ) async throws {
    try await TestPlayground.withTollgate { playground in
      let callback = try await playground.visitor.open(try playground.tollgateURL([name: value])).callback
      #expect(try callback.text(of: "error") == word)
      #expect(try callback.text(of: "state") == "s t&ate")
      #expect(try callback.text(of: "iss") == playground.tollgate.issuer.text)
      #expect(!callback.contains("code"))
    }
  }

  @Test func `a client may not use a response type for which it is not registered`() async throws {
    try await TestPlayground.withTollgate({
      $0.tollgate.clients.append(
        try TollgateClient(
          id: "only-device",
          metadata: ClientMetadata(
            redirectURIs: [try RedirectURI(TestPlayground.callback)], authentication: .publicClient,
            grantTypes: [DeviceCodeGrant.grantType])))
    }) { playground in
      let callback = try await playground.visitor.open(try playground.tollgateURL(["client_id": "only-device"]))
        .callback
      #expect(try callback.text(of: "error") == "unauthorized_client")
    }
  }

  @Test func `RFC 7591 §2: a client that registered scopes gets no others`() async throws {
    try await TestPlayground.withTollgate({
      $0.tollgate.clients.append(
        try TollgateClient(
          id: "reads-notes",
          metadata: ClientMetadata(
            redirectURIs: [try RedirectURI(TestPlayground.callback)], authentication: .publicClient,
            scopes: ["notes.read", "openid"])))
    }) { playground in
      let cases: [(String, String?)] = [("openid notes.read", nil), ("notes.read vault.read", "invalid_scope")]
      for (scope, error) in cases {
        let url = try playground.tollgateURL(["client_id": "reads-notes", "scope": scope])
        let callback = try await playground.visitor.open(url).callback
        #expect(try callback.text(of: "error") == error)
      }
    }
  }

  @Test func `a request that names no scope is for the notes`() async throws {
    try await TestPlayground.withTollgate { playground in
      let tokens = try await playground.tollgateTokens(.web, ["scope": nil])
      #expect(tokens.scopes == ["notes.read"])
    }
  }

  @Test func `a parameter that comes twice is refused, and a state that does is no state`() async throws {
    try await TestPlayground.withTollgate { playground in
      for name in ["scope", "state", "code_challenge"] {
        let url = try playground.tollgateURL() + "&\(name)=second"
        let callback = try await playground.visitor.open(url).callback
        #expect(try callback.text(of: "error") == "invalid_request")
        #expect(callback.contains("state") == (name != "state"))
      }
    }
  }

  @Test func `Deny is reported with state and issuer`() async throws {
    try await TestPlayground.withTollgate(approval: .byPage) { playground in
      let page = try await playground.signIn(try await playground.visitor.open(try playground.tollgateURL()))
      #expect(page.text.contains("Open your vault") && page.text.contains("Tollgate Web Demo"))
      let callback = try await playground.visitor.submit(page, ["decision": "deny"]).callback
      #expect(try callback.text(of: "error") == "access_denied")
      #expect(try callback.text(of: "iss") == playground.tollgate.issuer.text)
    }
  }
}

@Suite("OpenID Connect Core §3.1.2.1: how Tollgate asks the person")
struct TollgatePromptTests {
  private func error(
    _ playground: TestPlayground, _ changes: [String: String?]
  ) async throws -> String? {
    try await playground.visitor.open(try playground.tollgateURL(changes)).callback.text(of: "error")
  }

  @Test func `what was allowed is not asked again, unless more is asked for, or prompt is consent`() async throws {
    try await TestPlayground.withTollgate(approval: .byPage) { playground in
      _ = try await playground.allow(try playground.tollgateURL(["scope": "openid"]))
      let again = try await playground.visitor.open(try playground.tollgateURL(["scope": "openid"]))
      #expect(try again.callback.contains("code"))
      #expect(try await playground.visitor.open(try playground.tollgateURL()).isConsentPage)
      let prompted = try playground.tollgateURL(["scope": "openid", "prompt": "consent"])
      #expect(try await playground.visitor.open(prompted).isConsentPage)
    }
  }

  @Test func `RFC 8252 §8.6: a public client's user is always asked`() async throws {
    try await TestPlayground.withTollgate(approval: .byPage) { playground in
      let url = try playground.tollgateURL(["client_id": TollgateTestClient.native.rawValue])
      _ = try await playground.allow(url)
      #expect(try await playground.visitor.open(url).isConsentPage)
    }
  }

  @Test func `prompt=none asks nothing: login_required, consent_required, or a code`() async throws {
    try await TestPlayground.withTollgate(approval: .byPage) { playground in
      #expect(try await error(playground, ["prompt": "none"]) == "login_required")
      _ = try await playground.allow(try playground.tollgateURL(["scope": "openid"]))
      #expect(try await error(playground, ["prompt": "none"]) == "consent_required")
      #expect(try await error(playground, ["prompt": "none", "scope": "openid"]) == nil)
      playground.clock.advance(by: 61)
      #expect(try await error(playground, ["prompt": "none", "scope": "openid", "max_age": "60"]) == "login_required")
    }
  }

  @Test func `prompt=login and a max_age that has passed want the password again`() async throws {
    try await TestPlayground.withTollgate(approval: .byPage) { playground in
      _ = try await playground.allow(try playground.tollgateURL())
      #expect(try await playground.visitor.open(try playground.tollgateURL(["prompt": "login"])).isSignInPage)
      playground.clock.advance(by: 30)
      #expect(try await playground.visitor.open(try playground.tollgateURL(["max_age": "30"])).status == 303)
      let late = try await playground.visitor.open(try playground.tollgateURL(["max_age": "29"]))
      #expect(late.isSignInPage)
      // Whoever has just signed in is not asked again, even for max_age=0.
      let page = try await playground.visitor.open(try playground.tollgateURL(["max_age": "0"]))
      playground.clock.advance(by: 1)
      #expect(try await playground.signIn(page).callback.contains("code"))
    }
  }

  @Test func `login_hint fills the field, and an id_token_hint of another person is no success`() async throws {
    try await TestPlayground.withTollgate(approval: .byPage) { playground in
      let hinted = try await playground.visitor.open(try playground.tollgateURL(["login_hint": "ravioduya"]))
      #expect(hinted.text.contains("value=\"ravioduya\""))
      let code = Secret(try await playground.allow(try playground.tollgateURL()).callback.text(of: "code") ?? "")
      let tokens = try TokenResponse(reading: try await playground.redeemTollgate(code))
      let hint = try #require(tokens.idToken).exposedText
      #expect(try await error(playground, ["id_token_hint": hint]) == nil)
      #expect(try await error(playground, ["id_token_hint": "not.a.token"]) == "login_required")
      await playground.visitor.forgetCookies()
      let page = try await playground.visitor.open(try playground.tollgateURL(["id_token_hint": hint]))
      let ravi = PlaygroundPerson.residents[1]
      let consent = try await playground.visitor.submit(
        page, ["username": ravi.handle, "password": ravi.password, "decision": "sign-in"])
      let answer = try await playground.visitor.submit(consent, ["decision": "allow"])
      #expect(try answer.callback.text(of: "error") == "login_required")
    }
  }
}
