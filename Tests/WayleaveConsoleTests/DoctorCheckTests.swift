import Testing
import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

@Suite("wayleave doctor: what each check decides")
struct DoctorCheckTests {
  private let now = Instant(secondsSinceEpoch: 1_000_000)

  @Test(
    "the clock is good as long as ID tokens are read by the provider's, and wrong beyond that",
    arguments: [
      (0, "good", "agree"), (5, "good", "agree"), (-42, "good", "42 seconds behind"),
      (300, "good", "5 minutes ahead of"),
      (301, "failed", "5 minutes ahead of"), (-90_000, "failed", "1 day behind"),
    ])
  func clock(seconds: Int, result: String, words: String) {
    let finding = ClockCheck.finding(for: now + .seconds(-seconds), isFromCache: false, of: "shop", at: now)
    #expect(finding.json["result"]?.string == result && finding.message.contains(words), "\(finding.message)")
  }

  @Test("an answer without a date, or from a cache, says nothing of the clock")
  func noClock() {
    for date in [nil, now + .seconds(-9000)] {
      let finding = ClockCheck.finding(for: date, isFromCache: date != nil, of: "shop", at: now)
      #expect(finding.verdict == .skipped(because: nil))
    }
  }

  @Test(
    "a request that fails names the stage: the name, the connection, TLS, or the answer",
    arguments: [
      (.notSent(.unknownHost), [], .name), (.notSent(.refused), [.name], .connection),
      (.notSent(.noRoute), [.name], .connection), (.notSent(.proxy("p:1", .refused)), [.name], .connection),
      (.notSent(.certificateTrust), [.name, .connection], .tls),
      (.notSent(.certificateName), [.name, .connection], .tls),
      (.notSent(.tls("x")), [.name, .connection], .tls), (.timedOut(wasSent: false), [.name], .connection),
      (.timedOut(wasSent: true), [.name, .connection, .tls], .answer),
      (.answerLost(.reset), [.name, .connection, .tls], .answer), (nil, [.name, .connection, .tls], .answer),
    ] as [(TransportFailure?, [Checkpoint], Checkpoint)])
  func reach(failure: TransportFailure?, good: [Checkpoint], failed: Checkpoint) throws {
    let check = ReachCheck(of: try AbsoluteURL("https://shop.example/x"), subject: "shop")
    let findings = check.findings(after: .failed(failure, .sample(received: "x")))
    #expect(findings.filter { $0.verdict == .good }.map(\.check) == good)
    #expect(findings.last?.check == failed && findings.last?.verdict == .failed && findings.count == good.count + 1)
  }

  @Test("an answer of any status means that every stage is good; a proxy looks up the name")
  func answer() throws {
    let check = ReachCheck(of: try AbsoluteURL("https://shop.example/x"), subject: "shop", proxy: "proxy.example:3128")
    let findings = check.findings(after: .answered(404))
    #expect(
      findings.map(\.check) == [.name, .connection, .tls, .answer] && findings.allSatisfy { $0.verdict == .good })
    #expect(findings[0].message.contains("proxy.example:3128") && findings[3].message.contains("404"))
  }

  @Test("that there is no network is said once, where several providers are not found and none is")
  func network() {
    let lost = ReachCheck.Outcome.failed(.notSent(.unknownHost), .sample(received: "x"))
    #expect(ReachCheck.network(after: [lost, lost])?.check == .network)
    #expect(ReachCheck.network(after: [lost]) == nil && ReachCheck.network(after: [lost, .answered(200)]) == nil)
    #expect(ReachCheck.network(after: []) == nil)
  }

  // FS26
  @Test(
    "a redirect URI is good where a browser can come back by it",
    arguments: [
      ("http://127.0.0.1/callback", .unknown, "good"), ("http://127.0.0.1:8400/callback", .isFree, "good"),
      ("http://127.0.0.1:8400/callback", .isTaken, "failed"), ("https://app.example/cb", .unknown, "good"),
      ("com.example.app:/cb", .standing(.ours), "good"), ("com.example.app:/cb", .standing(.none), "warning"),
      ("com.example.app:/cb", .standing(.other("app.desktop")), "warning"), ("app:/cb", .standing(.none), "warning"),
      ("fsoauthexample:/cb", .standing(.ours), "warning"), ("com.example.app:/cb", .standing(.unknown), "skipped"),
      ("com.example.app:/cb", .unknown, "skipped"), ("http://app.example/cb", .unknown, "failed"),
    ] as [(String, RedirectURICheck.Surroundings, String)])
  func redirectURI(text: String, surroundings: RedirectURICheck.Surroundings, result: String) throws {
    let check = RedirectURICheck(try RedirectURI(text, allowingHTTP: true), of: "mine", subject: "shop")
    let finding = check.finding(in: surroundings)
    #expect(finding.json["result"]?.string == result && finding.message.contains("“mine”"), "\(finding.message)")
    #expect((finding.remedy != nil) == ["failed", "warning"].contains(result))
  }

  // TU7
  @Test("a variable with a secret is a warning, a file of one that others can read a failure; no value is shown")
  func secrets() {
    let secret = "a-secret-that-no-one-may-see"
    let found = SecretsCheck.findings(
      variable: { ["CLIENT_SECRET": secret, "KEY_FILE": "/tmp/key.pem", "STORE_PASSPHRASE_FILE": "/gone"][$0] },
      readers: { $0 == "/gone" ? .unknown : .others })
    #expect(found.map(\.verdict) == [.warning, .failed, .failed])
    #expect(found.contains { $0.remedy?.contains("`chmod 600 /tmp/key.pem`") == true })
    #expect(!found.contains { $0.json.encodedText().contains(secret) })
    let good = SecretsCheck.findings(variable: { $0 == "KEY_FILE" ? "/k" : nil }, readers: { _ in .owner })
    #expect(good.map(\.verdict) == [.good])
  }

  @Test(
    "what holds secrets is the user's alone; what decides where tokens go is written by the user alone",
    arguments: [
      (0o700, true, 0o077, nil), (0o755, true, 0o077, "chmod 700"), (0o755, true, 0o022, nil),
      (0o775, true, 0o022, "chmod go-w"), (0o700, false, 0o077, "another user"),
    ] as [(UInt32, Bool, Int, String?)])
  func places(mode: UInt32, isOwn: Bool, forbidden: Int, words: String?) {
    let check = forbidden == 0o077 ? PlaceCheck.secret("/home/ada/x") : .trusted("/home/ada/x")
    let fault = check.fault(in: .present(mode: mode, isOwn: isOwn))
    #expect((fault == nil) == (words == nil))
    if let words { #expect("\(fault?.message ?? "") \(fault?.remedy ?? "")".contains(words)) }
    #expect(check.fault(in: .absent) == nil && check.fault(in: .unreadable("input/output error"))?.verdict == .failed)
  }

  private func metadata(_ change: (inout JSON.Object) -> Void = { _ in }) throws -> MetadataCheck {
    var members = JSON.Object()
    members["issuer"] = "https://shop.example"
    members["authorization_endpoint"] = "https://shop.example/authorize"
    members["token_endpoint"] = "https://shop.example/token"
    members["code_challenge_methods_supported"] = ["S256"]
    members["response_types_supported"] = ["code"]
    members["token_endpoint_auth_methods_supported"] = ["client_secret_post"]
    members["authorization_response_iss_parameter_supported"] = true
    change(&members)
    return MetadataCheck(
      try AuthorizationServerMetadata(members, for: try AbsoluteURL("https://shop.example")), of: "shop")
  }

  private func results(_ check: MetadataCheck, _ method: ClientAuthenticationMethod = .post) -> [String] {
    check.findings(for: [("mine", method)]).compactMap { $0.json["result"]?.string }
  }

  @Test("metadata that has what a sign-in needs is good, with one sentence")
  func fitting() throws { #expect(try results(metadata()) == ["good"]) }

  @Test("RFC 8414 §2: a server without codes, and one without any endpoint for users, signs no one in")
  func responseTypes() throws {
    #expect(try results(metadata { $0["response_types_supported"] = ["token"] }) == ["failed"])
    #expect(try results(metadata { $0["response_types_supported"] = ["code id_token"] }) == ["good"])
    #expect(try results(metadata { $0["authorization_endpoint"] = nil }) == ["failed"])
    let device = try metadata {
      $0["authorization_endpoint"] = nil
      $0["device_authorization_endpoint"] = "https://shop.example/device"
    }
    #expect(results(device) == ["good"])
  }

  @Test("a client that authenticates otherwise than the server lists fails; where it lists nothing, it is a warning")
  func authentication() throws {
    #expect(try results(metadata(), .privateKeyJWT) == ["failed"])
    #expect(try results(metadata(), .publicClient) == ["good", "warning"])
    let silent = try metadata { $0["token_endpoint_auth_methods_supported"] = nil }
    #expect(results(silent, .basic) == ["good"] && results(silent, .basicRaw) == ["good"])
    #expect(results(silent, .post) == ["good", "warning"])
  }

  @Test("what is left open about PKCE, and an endpoint that cannot be used, are warnings")
  func warnings() throws {
    #expect(try results(metadata { $0["code_challenge_methods_supported"] = nil }) == ["good", "warning"])
    #expect(try results(metadata { $0["revocation_endpoint"] = "http://shop.example/revoke" }) == ["good", "warning"])
    #expect(try results(metadata { $0["authorization_response_iss_parameter_supported"] = nil }) == ["good", "good"])
  }

  @Test("an account: valid, expired, signed out, ended")
  func account() throws {
    func finding(of stored: StoredCredential) -> Finding {
      AccountCheck.finding(for: stored, named: "my work", of: "shop", at: Instant(secondsSinceEpoch: 2000))
    }
    var stored = try StoredCredential.sample()
    #expect(finding(of: stored).message == "The account “my work” is valid until it is revoked.")
    func tokens(_ end: Int64, refresh: Bool) -> Credential {
      .oauth2(
        .init(
          accessToken: Secret("a-token-that-is-secret"), refreshToken: refresh ? Secret("a-refresh-token") : nil,
          expiresAt: Instant(secondsSinceEpoch: end)))
    }
    for (end, refresh, verdict, words) in [
      (2600, true, .good, "10 minutes; then it is renewed"), (2600, false, .good, "its user signs in again"),
      (1999, true, .good, "renewed at its next use"), (1999, false, .failed, "nothing can renew it"),
    ] as [(Int64, Bool, Finding.Verdict, String)] {
      stored.credential = tokens(end, refresh: refresh)
      let found = finding(of: stored)
      #expect(found.verdict == verdict && found.message.contains(words), "\(found.message)")
      if verdict == .failed { #expect(found.remedy == "Sign in again: `wayleave login --account 'my work'`.") }
    }
    stored.pendingRevocations = [PendingRevocation(of: stored.credential, since: stored.obtainedAt)]
    #expect(finding(of: stored).verdict == .warning && finding(of: stored).remedy?.contains("wayleave logout") == true)
    stored.pendingRevocations = []
    stored.endedBecause = "the provider refused it"
    #expect(finding(of: stored).verdict == .failed && finding(of: stored).message.contains("the provider refused it"))
  }

  @Test("a provider without a client fails with the command that saves one; a secret that has expired fails")
  func client() throws {
    let provider = try Provider(
      entry: #"{"name":"shop","title":"Shop","protocol":"oauth2","token_endpoint":"https://shop.example/token"}"#)
    let check = ClientCheck(at: provider, subject: "shop", at: now)
    let none = check.findings(for: [])
    #expect(none.first?.verdict == .failed && none.first?.remedy?.contains("`wayleave clients add shop") == true)
    func findings(_ client: Client, expires: Instant? = nil) throws -> Finding.Verdict? {
      var registered = try RegisteredClient(name: "mine", provider: "shop", client: client)
      registered.secretExpiresAt = expires
      return check.findings(for: [registered]).first?.verdict
    }
    let secret = Secret("a-secret-of-a-client")
    #expect(try findings(Client(id: "x", secret: secret)) == .good)
    #expect(try findings(Client(id: "x", secret: secret), expires: now) == .failed)
    #expect(try findings(Client(id: "x", secret: secret, authentication: .publicClient)) == .warning)
    #expect(try findings(Client(id: "x")) == .warning)
  }

  @Test("a client at a playground that the user has saved is called that; one that the playground brings is not")
  func playedClient() throws {
    let provider = try Provider(
      entry: #"{"name":"playground-shop","protocol":"oauth2","token_endpoint":"https://shop.example/token"}"#)
    let client = try Client(id: "x", secret: Secret("a-secret-of-a-client"))
    let registered = try RegisteredClient(name: "mine", provider: provider.name, client: client)
    for (isPlayed, words) in [(true, "comes with the playground"), (false, "is saved here")] {
      let check = ClientCheck(at: provider, subject: "s", at: now, isPlayed: isPlayed)
      #expect(check.findings(for: [registered]).first?.message.contains(words) == true)
    }
  }

  // FS15
  @Test("a client with a secret is a warning where the entry says that the client of a program has none")
  func needlessSecret() throws {
    func finding(_ entry: String, secret: Bool) throws -> Finding? {
      let provider = try #require(Provider.builtIn(named: ProviderName(entry)))
      let client = try Client(id: "x", secret: secret ? Secret("a-secret-of-a-client") : nil)
      let registered = try RegisteredClient(name: "mine", provider: provider.name, client: client)
      return ClientCheck(at: provider, subject: entry, at: now).findings(for: [registered]).first
    }
    let warning = try #require(try finding("x", secret: true))
    #expect(warning.verdict == .warning && warning.message.contains("“mine” has a secret"), "\(warning.message)")
    #expect(warning.remedy?.contains("`wayleave clients add mine --provider x --client-id x --replace`") == true)
    #expect(try finding("x", secret: false)?.verdict == .good)
    #expect(try finding("foursquare", secret: true)?.verdict == .good)
    let bare = try #require(try finding("foursquare", secret: false))
    #expect(bare.remedy?.contains("--client-secret-file - --replace`") == true, "\(bare.remedy ?? "")")
  }

  // FS26
  @Test(
    "a redirect URI that the provider does not take is a warning; what stands on its page is said to be unknown",
    arguments: [
      ("x", [], "compares the port"), ("x", ["http://127.0.0.1/callback"], "compares the port"),
      ("x", ["http://127.0.0.1:8400/callback"], nil), ("x", ["http://127.0.0.1:9999/mine"], nil),
      ("x", ["http://localhost:8400/callback"], "takes no localhost"), ("x", ["https://app.example/cb"], nil),
      ("microsoft", ["http://127.0.0.1/callback"], "takes no 127.0.0.1"),
      ("microsoft", ["http://localhost/callback"], nil),
      ("snapchat", [], "takes nothing on this machine"), ("snapchat", ["https://app.example/cb"], nil),
      ("github", [], nil), ("github", ["com.example.app:/cb"], nil),
    ] as [(String, [String], String?)])
  func registeredURIs(entry: String, uris: [String], fault: String?) throws {
    let provider = try #require(Provider.builtIn(named: ProviderName(entry)))
    let client = try Client(id: "x", redirectURIs: try uris.map { try RedirectURI($0, allowingHTTP: true) })
    let registered = try RegisteredClient(name: "mine", provider: provider.name, client: client)
    let found = RegisteredURICheck(of: registered, at: provider, subject: entry).findings
    let finding = try #require(found.first)
    #expect(found.count == 1 && finding.message.contains(fault ?? "is not known here"), "\(finding.message)")
    #expect(finding.verdict == (fault == nil ? .skipped(because: nil) : .warning))
    #expect((finding.remedy != nil) == (fault != nil), "\(finding.remedy ?? "")")
  }

  // FS26
  @Test("RFC 7591 §3.2.1: the redirect URIs that a registration answered are known")
  func answeredURIs() throws {
    let provider = try Provider(issuer: "https://op.example")
    let client = try Client(id: "x", redirectURIs: [try RedirectURI("http://127.0.0.1/callback")])
    let registered = try RegisteredClient(
      name: "mine", provider: provider.name, client: client,
      configuration: ClientConfiguration(endpoint: try Endpoint("https://op.example/c"), accessToken: Secret("a-token"))
    )
    let found = RegisteredURICheck(of: registered, at: provider, subject: "op").findings
    #expect(found.map(\.verdict) == [.good])
  }

  @Test("each finding that is a warning or a failure says what to do")
  func remedies() throws {
    let provider = try #require(Provider.builtIn(named: "foursquare"))
    let error = OAuthError.sample(received: "x")
    let url = try AbsoluteURL("https://shop.example/x")
    var found = ClientCheck(at: provider, subject: "s", at: now).findings(for: [])
    for (secret, method, end) in [
      (nil, nil, nil), ("a-secret-of-a-client", nil, now), ("a-secret-of-a-client", .publicClient, nil),
    ] as [(String?, ClientAuthenticationMethod?, Instant?)] {
      let client = try Client(id: "x", secret: secret.map { Secret($0) }, authentication: method)
      var registered = try RegisteredClient(name: "mine", provider: provider.name, client: client)
      registered.secretExpiresAt = end
      found += ClientCheck(at: provider, subject: "s", at: now).findings(for: [registered])
    }
    found += SecretsCheck.findings(
      variable: { ["CLIENT_SECRET": "x", "KEY_FILE": "/k", "PASSWORD_FILE": "/p"][$0] },
      readers: { $0 == "/k" ? .others : .unknown })
    found += ReachCheck(of: url, subject: "s").findings(after: .failed(.notSent(.refused), error))
    found += [
      ReachCheck.network(after: [ReachCheck.Outcome](repeating: .failed(.notSent(.unknownHost), error), count: 2))
    ]
    .compactMap(\.self)
    found += [ClockCheck.finding(for: now + .seconds(9000), isFromCache: false, of: "s", at: now)]
    found += [.present(mode: 0o777, isOwn: true), .present(mode: 0o700, isOwn: false), .unreadable("x")].compactMap {
      PlaceCheck.secret("/x").fault(in: $0)
    }
    found += EntriesCheck.findings(of: [EntryCheck(of: "name: a\nprotocol: oauth9\n", at: "a.yaml")])
    found += try metadata {
      $0["response_types_supported"] = ["token"]
      $0["code_challenge_methods_supported"] = nil
      $0["revocation_endpoint"] = "http://shop.example/revoke"
    }.findings(for: [("mine", .privateKeyJWT)])
    let faults = found.filter { [.warning, .failed].contains($0.verdict) }
    #expect(faults.count > 15 && Set(faults.map(\.check)).count > 6, "\(faults.count)")
    for fault in faults { #expect(fault.remedy?.isEmpty == false, "\(fault.message)") }
  }

  @Test("a provider file that cannot be used is a warning with its place; without files nothing is said")
  func entries() {
    let wrong = EntriesCheck.findings(of: [EntryCheck(of: "name: a\nprotocol: oauth9\n", at: "a.yaml")])
    #expect(wrong.first?.verdict == .warning && wrong.first?.message.contains("a.yaml:2:") == true, "\(wrong)")
    #expect(EntriesCheck.findings(of: []).isEmpty)
  }
}
