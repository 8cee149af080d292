import HTTPTypes
import Testing
import WayleaveOAuth2
import WayleavePlayground
import WayleaveProvider
import WayleaveWire

@Suite("What the documentation of a provider says is read from its row")
struct DocumentedRuleTableTests {
  @Test("each row has a page and is of the format", arguments: DocumentedRules.names)
  func row(_ name: String) throws {
    let rules = try #require(DocumentedRules.of(ProviderName(name)), "ProviderRules/\(name).yaml")
    #expect(rules.page.host?.contains(".") == true)
    #expect(rules.seen.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil)
  }

  @Test(
    "a row with another key, another value or no page is none",
    arguments: [
      #"{"rules": {}}"#, #"{"page": "x", "rules": {}}"#, #"{"page": "https://a.example/", "rules": {"redirekt": "x"}}"#,
      #"{"page": "https://a.example/", "rules": {"redirect": "any"}}"#,
      #"{"page": "https://a.example/", "rules": {"pkce": true}}"#,
      #"{"page": "https://a.example/", "rules": {"client_authentication": ["basic", "jwt"]}}"#,
      #"{"page": "https://a.example/", "rules": {"refresh_token": "sometimes"}}"#,
      #"{"page": "https://a.example/", "rules": {"revocation": {"authenticated_by": "user"}}}"#,
    ])
  func unusable(_ text: String) throws {
    #expect(DocumentedRules(try JSON(decoding: Array(text.utf8))) == nil)
  }
}

@Suite("An entry is played by the documentation of its provider")
struct DocumentedRuleTests {
  /// The playground with a client `app` at an entry whose documentation says this.
  private func during(
    _ rules: String, at entry: String, redirectURI: String = "http://127.0.0.1:3000/callback",
    _ test: @Sendable (TestPlayground) async throws -> Void
  ) async throws {
    let json = try JSON(decoding: Array(#"{"page": "https://a.example/docs", "rules": {\#(rules)}}"#.utf8))
    let read = try #require(DocumentedRules(json))
    try await TestPlayground.with({
      $0.approval = .automatic(TestPlayground.ada)
      $0.rules = [entry: read]
    }) { playground in
      let registered = try await playground.control(
        .put, "clients",
        [
          "client_id": "app", "client_secret": "made-up", "provider": .string(entry),
          "redirect_uris": [.string(redirectURI)],
        ])
      #expect(registered.status == 200, "\(registered.text)")
      try await test(playground)
    }
  }

  private func ask(
    _ playground: TestPlayground, _ entry: String, _ path: String, _ more: Form = Form(),
    redirectURI: String = "http://127.0.0.1:3000/callback"
  ) async throws -> ResponseMessage {
    var form: Form = ["client_id": "app", "redirect_uri": redirectURI, "response_type": "code", "state": "s"]
    form.append(contentsOf: more)
    let query = String(decoding: form.encodedForQuery(), as: UTF8.self)
    return try await playground.visitor.open("\(playground.address(entry, path))?\(query)", following: false)
  }

  @Test(
    "RFC 8252 §7.3: a redirect URI is compared as the provider compares it",
    arguments: [
      ("loopback_any_port", "http://127.0.0.1:3000/callback", "http://127.0.0.1:4000/callback", true),
      ("loopback_any_port", "http://127.0.0.1:3000/callback", "http://127.0.0.1:3000/other", false),
      ("loopback_ip_any_port", "http://127.0.0.1/callback", "http://127.0.0.1:4000/callback", true),
      ("loopback_ip_any_port", "http://[::1]/callback", "http://[::1]:4000/callback", true),
      ("loopback_ip_any_port", "http://127.0.0.1:3000/callback", "http://127.0.0.1:4000/callback", false),
      ("loopback_ip_any_port", "https://app.example/callback", "https://app.example/callback", true),
      ("loopback_exact", "http://127.0.0.1:3000/callback", "http://127.0.0.1:3000/callback", true),
      ("loopback_exact", "http://127.0.0.1:3000/callback", "http://127.0.0.1:4000/callback", false),
      ("localhost_any_port", "http://localhost:3000/callback", "http://localhost:4000/callback", true),
      ("localhost_exact", "http://localhost:3000/callback", "http://localhost:4000/callback", false),
      ("https_only", "https://app.example/callback", "https://app.example/callback", true),
      ("https_only", "https://app.example/callback", "https://app.example/callback/", false),
    ])
  func compared(rule: String, registered: String, sent: String, isTaken: Bool) async throws {
    try await during("\"redirect\": \"\(rule)\"", at: "gitlab", redirectURI: registered) { playground in
      let answer = try await ask(playground, "gitlab", "gitlab.com/oauth/authorize", redirectURI: sent)
      #expect(answer.status == (isTaken ? 303 : 400))
      #expect(isTaken ? answer.location?.hasPrefix(sent) == true : answer.text.contains("redirect_uri_mismatch"))
      #expect(isTaken || answer.text.contains("GitLab (playground)"), "the page names the provider")
    }
  }

  @Test(
    "a redirect URI that the provider refuses cannot be registered",
    arguments: [
      ("https_only", "http://127.0.0.1:3000/callback"), ("https_only", "http://localhost/callback"),
      ("localhost_exact", "http://127.0.0.1:3000/callback"), ("localhost_any_port", "http://127.0.0.1/callback"),
      ("none_local", "https://localhost/callback"), ("loopback_ip_any_port", "http://localhost:3000/callback"),
      ("loopback_ip_any_port", "https://localhost/callback"),
    ])
  func refused(rule: String, redirectURI: String) async throws {
    try await during("\"redirect\": \"\(rule)\"", at: "gitlab", redirectURI: "https://app.example/cb") { playground in
      let answer = try await playground.control(
        .put, "clients",
        ["client_id": "other", "provider": "gitlab", "redirect_uris": [.string(redirectURI)]])
      #expect(answer.status == 400 && answer.json?["member"]?.string == "redirect_uris")
      #expect(answer.text.contains("The real provider refuses"))
    }
  }

  @Test(
    "RFC 7636: a code challenge is demanded, refused or taken",
    arguments: [("required", false, 400), ("required", true, 303), ("refused", true, 400), ("refused", false, 303)])
  func challenge(rule: String, isSent: Bool, status: Int) async throws {
    try await during("\"pkce\": \"\(rule)\"", at: "gitlab") { playground in
      let challenge: Form = [
        "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", "code_challenge_method": "S256",
      ]
      let answer = try await ask(
        playground, "gitlab", "gitlab.com/oauth/authorize", isSent ? challenge : Form())
      #expect(answer.status == status)
    }
  }

  @Test("RFC 6749 §3.3: scopes have the separator of the provider", arguments: [("a,b", 303), ("a b", 400)])
  func separator(scopes: String, status: Int) async throws {
    try await during("\"scope_separator\": \",\"", at: "gitlab") { playground in
      let answer = try await ask(playground, "gitlab", "gitlab.com/oauth/authorize", ["scope": scopes])
      #expect(answer.status == status)
    }
  }

  @Test(
    "RFC 6749 §2.3.1: the secret is taken where the provider takes it, and the refusal names the way",
    arguments: [("post", true, false), ("post", false, true), ("basic", true, true), ("basic", false, false)])
  func authentication(method: String, byBasic: Bool, isTaken: Bool) async throws {
    try await during("\"client_authentication\": [\"\(method)\"]", at: "linear") { playground in
      var form: Form = [
        "grant_type": "authorization_code", "code": "x", "redirect_uri": "http://127.0.0.1:3000/callback",
      ]
      var fields: [String: String] = [:]
      if byBasic {
        fields["Authorization"] = "Basic " + Base64.standard.encodedText(Array("app:made-up".utf8))
      } else {
        form.append(contentsOf: ["client_id": "app", "client_secret": "made-up"])
      }
      let answer = try await playground.post("linear", "api.linear.app/oauth/token", form, fields)
      #expect(answer.oauthError == (isTaken ? "invalid_grant" : "invalid_client"))
      let sentence = answer.json?["error_description"]?.string ?? ""
      #expect(isTaken || sentence.contains(byBasic ? "by HTTP Basic" : "in the body"))
    }
  }

  @Test("a client without a secret is refused where each has one", arguments: [true, false])
  func publicClient(isTaken: Bool) async throws {
    try await during("\"public_clients\": \(isTaken)", at: "gitlab") { playground in
      let answer = try await playground.control(
        .put, "clients",
        [
          "client_id": "native", "provider": "gitlab", "token_endpoint_auth_method": "none",
          "redirect_uris": ["http://127.0.0.1/callback"],
        ])
      #expect(answer.status == (isTaken ? 200 : 400))
    }
  }

  @Test(
    "RFC 6749 §6: a refresh token is given when the provider gives one, and another one where it rotates",
    arguments: [
      (#""refresh_token": "always""#, true), (#""refresh_token": "never""#, false),
      (#""refresh_token": {"parameter": "keep", "value": "yes"}"#, false),
      (#""refresh_token": {"scope": "offline"}"#, false), (#""refresh_token_rotates": false"#, true),
    ])
  func refreshToken(rule: String, isGiven: Bool) async throws {
    try await during(rule, at: "gitlab") { playground in
      let answer = try await ask(playground, "gitlab", "gitlab.com/oauth/authorize", ["scope": "read_user"])
      let code = try #require(try answer.callback.text(of: "code"))
      let client: Form = ["client_id": "app", "client_secret": "made-up"]
      var form: Form = [
        "grant_type": "authorization_code", "code": code, "redirect_uri": "http://127.0.0.1:3000/callback",
      ]
      form.append(contentsOf: client)
      let tokens = try await playground.post("gitlab", "gitlab.com/oauth/token", form)
      let refresh = tokens.json?["refresh_token"]?.string
      #expect((refresh != nil) == isGiven, "\(tokens.text)")
      guard let refresh, rule.contains("rotates") else { return }
      for _ in 1...2 {
        var again: Form = ["grant_type": "refresh_token", "refresh_token": refresh]
        again.append(contentsOf: client)
        let renewed = try await playground.post("gitlab", "gitlab.com/oauth/token", again)
        #expect(renewed.status == 200 && renewed.json?["refresh_token"] == nil)
      }
    }
  }

  @Test("a header field that each API request needs is demanded", arguments: [true, false])
  func header(isSent: Bool) async throws {
    try await during(#""api_headers": {"X-Client": "{client_id}"}"#, at: "gitlab") { playground in
      let answer = try await ask(playground, "gitlab", "gitlab.com/oauth/authorize", ["scope": "read_user"])
      let code = try #require(try answer.callback.text(of: "code"))
      let tokens = try await playground.post(
        "gitlab", "gitlab.com/oauth/token",
        [
          "grant_type": "authorization_code", "code": code, "redirect_uri": "http://127.0.0.1:3000/callback",
          "client_id": "app", "client_secret": "made-up",
        ])
      var fields = ["Authorization": "Bearer \(tokens.json?["access_token"]?.string ?? "")"]
      if isSent { fields["X-Client"] = "app" }
      #expect(try await playground.get("gitlab", "gitlab.com/api/v4/user", fields).status == (isSent ? 200 : 401))
    }
  }
}

@Suite("An entry that contradicts the documentation of its provider is noticed")
struct EntryDisagreementTests {
  private func entry(_ change: (inout OAuth2Service) -> Void = { _ in }) throws -> Provider {
    var entry = try #require(
      try Provider.builtIn(named: "gitlab") ?? Provider.builtInTemplate(named: "gitlab")?.example())
    guard case .oauth2(var service) = entry.service else { return entry }
    change(&service)
    entry.service = .oauth2(service)
    return entry
  }

  private func rules(_ text: String) throws -> DocumentedRules {
    try #require(
      DocumentedRules(try JSON(decoding: Array(#"{"page": "https://a.example/docs", "rules": {\#(text)}}"#.utf8))))
  }

  @Test(arguments: [
    (#""redirect": "https_only""#, "redirect"), (#""scope_separator": ",""#, "scope_separator"),
    (#""pkce": "refused""#, "pkce"), (#""api_headers": {"X-Version": "2"}"#, "api_headers"),
    (#""device_flow": false"#, "device_flow"),
    (#""refresh_token": {"parameter": "access_type", "value": "offline"}"#, "refresh_token"),
    (#""revocation": {"endpoint": "https://gitlab.com/other"}"#, "revocation"),
    (#""client_authentication": ["private_key_jwt"]"#, "client_authentication"),
  ])
  func `each rule has its disagreement, and a rule that agrees has none`(rule: String, name: String) throws {
    var entry = try entry()
    entry.registration = RegistrationGuide(page: try AbsoluteURL("https://gitlab.com/apps"))
    let found = EntryDisagreement.all(of: entry, by: try rules(rule))
    #expect(found.map(\.rule) == [name], "\(found)")
    #expect(EntryDisagreement.all(of: entry, by: try rules("")).isEmpty)
  }

  @Test func `a refresh is noticed where none comes, and a port where it is compared`() throws {
    var entry = try entry { $0.dialect.refresh.parameters = ["keep": "yes"] }
    let never = EntryDisagreement.all(of: entry, by: try rules(#""refresh_token": "never""#))
    #expect(never.map(\.rule) == ["refresh_token"])
    entry.registration = RegistrationGuide(page: try AbsoluteURL("https://gitlab.com/apps"))
    #expect(
      EntryDisagreement.all(of: entry, by: try rules(#""redirect": "loopback_exact""#)).map(\.rule) == ["redirect"])
    #expect(EntryDisagreement.all(of: entry, by: try rules(#""redirect": "loopback_any_port""#)).isEmpty)
  }
}
