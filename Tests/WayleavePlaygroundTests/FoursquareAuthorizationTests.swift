import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleavePlayground
import WayleaveWire

@Suite("RFC 6749 §4.1.1: Foursquare's authorization endpoint")
struct FoursquareAuthorizationTests {
  @Test func `who signs in and allows comes back with a code and the state`() async throws {
    try await TestPlayground.with { playground in
      let callback = try await playground.allow(playground.authorizationURL()).callback
      #expect(callback.fields.map { String(decoding: $0.name, as: UTF8.self) } == ["code", "state"])
      #expect(try callback.text(of: "state") == "s t&ate")
      let kinds = await playground.running.log.map(\.kind)
      #expect(kinds == [.authorizationRequested, .signedIn, .allowed])
    }
  }

  @Test func `without a state none comes back`() async throws {
    try await TestPlayground.with { playground in
      let callback = try await playground.allow(playground.authorizationURL("/oauth2/authorize", ["state": nil]))
        .callback
      #expect(!callback.contains("state"))
      #expect(callback.contains("code"))
    }
  }

  @Test func `who denies comes back with access_denied, before or after signing in`() async throws {
    try await TestPlayground.with { playground in
      let page = try await playground.visitor.open(playground.authorizationURL())
      let early = try await playground.visitor.submit(page, ["decision": "deny"])
      #expect(try early.callback == ["error": "access_denied", "state": "s t&ate"])
      let consent = try await playground.signIn(try await playground.visitor.open(playground.authorizationURL()))
      let late = try await playground.visitor.submit(consent, ["decision": "deny"])
      #expect(try late.callback == ["error": "access_denied", "state": "s t&ate"])
      #expect(await playground.running.log.last?.kind == .denied)
    }
  }

  @Test(arguments: [
    ("adafenwick", "wrong"), ("nobody", "open-gate"), ("adafenwick", ""), ("adafenwick", "narrow-lane"),
  ])
  func `a handle and a password that do not belong together are refused, and the right ones then taken`(
    handle: String, password: String
  ) async throws {
    try await TestPlayground.with { playground in
      let page = try await playground.visitor.open(playground.authorizationURL())
      let wrong = try await playground.visitor.submit(
        page, ["username": handle, "password": password, "decision": "sign-in"])
      #expect(wrong.status == 403)
      #expect(wrong.isSignInPage)
      #expect(wrong.text.contains("role=\"alert\""))
      #expect(try await playground.signIn(wrong).isConsentPage)
      #expect(await playground.running.log.map(\.kind) == [.authorizationRequested, .wrongPassword, .signedIn])
    }
  }

  @Test func `authenticate asks once, authorize each time`() async throws {
    try await TestPlayground.with { playground in
      let authenticate = playground.authorizationURL("/oauth2/authenticate")
      #expect(try await playground.visitor.open(authenticate).isSignInPage)
      _ = try await playground.allow(authenticate)
      #expect(try await playground.visitor.open(authenticate).callback.contains("code"))
      let native = playground.authorizationURL("/native/oauth2/authenticate")
      #expect(try await playground.visitor.open(native).callback.contains("code"))
      #expect(try await playground.visitor.open(playground.authorizationURL()).isConsentPage)
    }
  }

  @Test(arguments: ["query", "form_post"])
  func `what Foursquare does not know is ignored: a response_mode`(mode: String) async throws {
    try await TestPlayground.with { playground in
      let url = playground.authorizationURL("/oauth2/authorize", ["response_mode": mode])
      let callback = try await playground.allow(url).callback
      #expect(callback.contains("code"))
    }
  }

  @Test func `a denial is not remembered as a consent`() async throws {
    try await TestPlayground.with { playground in
      let authenticate = playground.authorizationURL("/oauth2/authenticate")
      let consent = try await playground.signIn(try await playground.visitor.open(authenticate))
      _ = try await playground.visitor.submit(consent, ["decision": "deny"])
      #expect(try await playground.visitor.open(authenticate).isConsentPage)
    }
  }

  @Test(arguments: [
    ["client_id": "nobody"], ["client_id": nil], ["client_id": "Wayleave-demo"],
    ["redirect_uri": nil], ["redirect_uri": "http://127.0.0.1:49152/callback/"],
    ["redirect_uri": "http://127.0.0.1:49152/Callback"], ["redirect_uri": "http://127.0.0.1:49152/callback?x=1"],
    ["redirect_uri": "http://localhost:49152/callback"], ["redirect_uri": "http://[::1]:49152/callback"],
    ["redirect_uri": "https://127.0.0.1:49152/callback"], ["redirect_uri": "https://attacker.example/callback"],
    ["redirect_uri": "http://127.0.0.1@attacker.example/callback"], ["redirect_uri": "javascript:alert(1)"],
    ["redirect_uri": "http://127.0.0.1:49152/callback#x"], ["redirect_uri": "not a uri"],
  ])
  func `an unknown client or redirect URI is refused on a page, without a redirect`(
    changes: [String: String?]
  ) async throws {
    try await TestPlayground.with { playground in
      let answer = try await playground.visitor.open(playground.authorizationURL("/oauth2/authorize", changes))
      #expect(answer.status == 400)
      #expect(answer.location == nil)
      #expect(answer.head.headerFields[.contentType] == "text/html; charset=utf-8")
      #expect(await playground.running.log.map(\.kind) == [.refused])
    }
  }

  @Test(arguments: ["http://127.0.0.1/callback", "http://127.0.0.1:1/callback", "http://127.0.0.1:65535/callback"])
  func `the port of a loopback address is free`(redirectURI: String) async throws {
    try await TestPlayground.with { playground in
      let url = playground.authorizationURL("/oauth2/authorize", ["redirect_uri": redirectURI])
      let location = try await playground.allow(url).location ?? ""
      #expect(location.hasPrefix(redirectURI + "?code="))
    }
  }

  @Test(arguments: [
    (["response_type": "id_token"], "unsupported_response_type"), (["response_type": nil], "invalid_request"),
    (["code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"], "invalid_request"),
    (
      ["code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", "code_challenge_method": "plain"],
      "invalid_request"
    ),
    (["code_challenge": "short", "code_challenge_method": "S256"], "invalid_request"),
  ])
  func `what else is wrong is reported at the callback`(changes: [String: String?], error: String) async throws {
    try await TestPlayground.with { playground in
      let answer = try await playground.visitor.open(playground.authorizationURL("/oauth2/authorize", changes))
      #expect(try answer.callback == ["error": error, "state": "s t&ate"])
    }
  }

  // TU1
  @Test func `RFC 6749 §4.2.2: response_type=token brings the token and the state in the fragment, and no more`()
    async throws
  {
    try await TestPlayground.with { playground in
      let answer = try await playground.allow(playground.implicitURL).fragment
      #expect(answer.fields.map { String(decoding: $0.name, as: UTF8.self) } == ["access_token", "state"])
      #expect(try answer.text(of: "state") == "s t&ate")
      let token = Secret(try #require(try answer.text(of: "access_token")))
      #expect(try await playground.user(token).status == 200)
      let kinds = await playground.running.log.map(\.kind)
      #expect(kinds == [.authorizationRequested, .signedIn, .allowed, .tokenIssued, .apiAnswered])
    }
  }

  @Test func `RFC 6749 §4.2.2: a token that ends says when, and no refresh token comes with it`() async throws {
    try await TestPlayground.with({ $0.accessTokenLifetime = .seconds(60) }) { playground in
      let answer = try await playground.allow(playground.implicitURL).fragment
      #expect(
        answer.fields.map { String(decoding: $0.name, as: UTF8.self) } == ["access_token", "expires_in", "state"])
      #expect(try answer.text(of: "expires_in") == "60")
    }
  }

  @Test func `RFC 6749 §4.2.2.1: who denies, and what is wrong with the request, come in the fragment too`()
    async throws
  {
    try await TestPlayground.with { playground in
      let page = try await playground.visitor.open(playground.implicitURL)
      let denied = try await playground.visitor.submit(page, ["decision": "deny"])
      #expect(try denied.fragment == ["error": "access_denied", "state": "s t&ate"])
      let wrong = playground.authorizationURL(
        "/oauth2/authorize", ["response_type": "token", "response_mode": "query"])
      #expect(try await playground.visitor.open(wrong).fragment == ["error": "invalid_request", "state": "s t&ate"])
    }
  }

  @Test(arguments: [
    ("callback-without", "state", ["access_token"]), ("callback-without", "access_token", ["state"]),
    ("callback-answer", "error=access_denied", ["error", "state"]), ("callback-answer", "code=A", ["code", "state"]),
  ])
  func `what goes wrong with a callback goes wrong in the fragment too`(
    effect: String, value: String, names: [String]
  ) async throws {
    try await TestPlayground.with { playground in
      try await playground.script(
        ["path": "/oauth2/authorize", "effect": .string(effect), "value": .string(value)])
      let answer = try await playground.allow(playground.implicitURL).fragment
      #expect(answer.fields.map { String(decoding: $0.name, as: UTF8.self) }.sorted() == names)
    }
  }

  @Test func `a repeated parameter is refused, a repeated state is not sent back`() async throws {
    try await TestPlayground.with { playground in
      let answer = try await playground.visitor.open(playground.authorizationURL() + "&state=two")
      #expect(try answer.callback == ["error": "invalid_request"])
      let two = try await playground.visitor.open(playground.authorizationURL() + "&client_id=wayleave-demo")
      #expect(two.status == 400)
    }
  }

  @Test func `a client without a secret needs PKCE`() async throws {
    try await TestPlayground.with { playground in
      let bare = playground.authorizationURL("/oauth2/authorize", ["client_id": "public"])
      let refused = try await playground.visitor.open(bare).callback
      #expect(try refused.text(of: "error") == "invalid_request")
      var random = SystemRandomNumberGenerator()
      let challenge = CodeChallenge(of: CodeVerifier(using: &random)).text
      #expect(
        try await playground.visitor.open(bare + "&code_challenge_method=S256&code_challenge=\(challenge)").isSignInPage
      )
    }
  }

  @Test func `a private-use scheme is sent to, and the page's policy lets the form lead there`() async throws {
    try await TestPlayground.with { playground in
      let url = playground.authorizationURL(
        "/oauth2/authorize",
        [
          "client_id": "public", "redirect_uri": "com.example.app:/cb", "code_challenge_method": "S256",
          "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        ])
      let page = try await playground.visitor.open(url)
      #expect(page.head.headerFields[.contentSecurityPolicy]?.contains("form-action 'self' com.example.app:;") == true)
      let location = try await playground.allow(url).location ?? ""
      #expect(location.hasPrefix("com.example.app:/cb?code="))
    }
  }

  @Test func `with automatic approval no one is asked`() async throws {
    try await TestPlayground.with {
      $0.approval = .automatic(PlaygroundPerson.residents[1])
    } _: { playground in
      let callback = try await playground.visitor.open(playground.authorizationURL()).callback
      let code = Secret(try callback.text(of: "code") ?? "")
      let token = try playground.token(of: try await playground.redeem(code))
      let user = try await playground.user(token.accessToken).json
      #expect(user?.value(at: "response.user.id")?.string == "73002")
      #expect(await playground.running.log.map(\.kind).contains(.allowedAutomatically))
    }
  }
}

extension TestPlayground {
  fileprivate var implicitURL: String { authorizationURL("/oauth2/authorize", ["response_type": "token"]) }
}

extension ResponseMessage {
  /// The pairs behind the `#` of a redirect; the query has none.
  fileprivate var fragment: Form {
    get throws {
      let url = try AbsoluteURL(location ?? "")
      #expect(url.query == nil)
      return try Form(decoding: url.fragment ?? "")
    }
  }
}
