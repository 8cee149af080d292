import Foundation
import Testing
import WayleaveProgramRunning

@Suite("Servers that others wrote, each with a whole life", .serialized, .enabled(if: ForeignProgram.arePeersInstalled))
struct ForeignServerTests {
  let terminal: Terminal

  /// A script of `Tests/Peers/strangers`.
  enum Server: String {
    case django = "django_provider.py"
    case canaille = "canaille_provider.py"
    case modelContext = "mcp_server.py"
  }

  init() throws { terminal = try Terminal() }

  /// Runs a test beside a server, which is ended with it.
  private func during(
    _ server: Server, _ arguments: String..., test: (_ address: String) async throws -> Void
  ) async throws {
    let running = try ForeignProgram.python().start(
      ["-B", ForeignProgram.script("strangers/\(server.rawValue)")] + arguments, in: FreshHome())
    let result: Result<Void, any Error>
    do {
      let address = try await running.outputLine(containing: "http://", within: .seconds(60))
      result = .success(try await test(address.trimmingCharacters(in: .whitespacesAndNewlines)))
    } catch { result = .failure(error) }
    running.send(SIGTERM)
    _ = try await running.outcome()
    try result.get()
  }

  /// Asks a server as another client would, and gives the status and the body, with a space between.
  private func ask(_ url: String, form: [String: String]? = nil, header: String = "", user: String = "") async throws
    -> String
  {
    let script = """
      import json, sys, requests
      url, form, header, user = sys.argv[1:]
      form = json.loads(form)
      answer = requests.request(
          "GET" if form is None else "POST", url, data=form, timeout=30,
          headers={"Authorization": header} if header else {}, auth=tuple(user.split(":")) if user else None)
      print(answer.status_code, answer.text)
      """
    let body = try form.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) } ?? "null"
    let asked = try await ForeignProgram.python().run(["-c", script, url, body, header, user], in: FreshHome())
    #expect(asked.exit == .code(0), "\(asked.errors)")
    return asked.answer
  }

  private func browser(_ orders: [String]) -> [String: String] { ["BROWSER": PlainBrowser.command(orders)] }

  /// How zoe signs in at Django's page, and which button of the toolkit's page she presses.
  private func django(_ button: String) -> [String: String] {
    browser(["--fill", "username=zoe", "--fill", "password=stone-stile", "--press", button])
  }

  /// How zoe signs in at Canaille's pages, and which button she presses.
  private func canaille(_ button: String) -> [String: String] {
    browser(["--fill", "login=zoe", "--fill", "password=stone-stile", "--press", button])
  }
}

extension ForeignServerTests {
  private static let deskSecret = "desk-secret-not-real"

  /// The API beside an issuer.
  private func notes(of issuer: String) -> String { issuer.replacingOccurrences(of: "/o", with: "/api/notes") }

  /// What the toolkit says of a token.
  private func isActive(_ token: String, at issuer: String) async throws -> Bool {
    try await ask(issuer + "/introspect/", form: ["token": token], user: "desk:" + Self.deskSecret)
      .contains("\"active\": true")
  }

  @Test("Django OAuth Toolkit, OAuth 2 alone: registration, denial, sign-in, renewal, request, revocation, end")
  func djangoOAuth() async throws {
    try await during(.django, "oauth", "3600") { issuer in
      terminal.secrets = [Self.deskSecret]
      let registered = try await terminal.wayleave(
        "clients", "register", "mine", "--provider", issuer, "--scope", "notes", "--json")
      #expect(registered.exit == .code(0), "\(registered.output)")
      let denied = try await terminal.wayleave(
        "login", issuer, "--scope", "notes", "--json", environment: django("Cancel"))
      #expect(denied.exit == .code(2), "\(denied.output)")
      #expect(try denied.errorCode() == "sign_in.denied")
      let login = try await terminal.wayleave(
        "login", issuer, "--scope", "notes", "--json", environment: django("Authorize"))
      #expect(login.exit == .code(0), "\(login.output)\(login.errors)")
      #expect(try login.json()["scopes"] as? [String] == ["notes"])

      let first = try await terminal.wayleave("token").answer
      let last = try await terminal.wayleave("token", "--force").answer
      #expect(first != last)
      #expect(try await isActive(last, at: issuer))
      #expect(try await terminal.wayleave("request", notes(of: issuer)).output.contains("mend the gate"))
      let logout = try await terminal.wayleave("logout", "--json").json()
      #expect(logout["removed"] as? Bool == true && logout["revocation"] as? String == "revoked")
      #expect(try await !isActive(last, at: issuer))
      let removed = try await terminal.wayleave("clients", "remove", "mine", "--json").json()
      #expect(removed["registration"] as? String == "ended")
    }
  }

  @Test("Django OAuth Toolkit: a token whose life is over is renewed before the next request")
  func expiry() async throws {
    try await during(.django, "oauth", "2") { issuer in
      terminal.secrets = [Self.deskSecret]
      let secret = try terminal.paper("secret", Self.deskSecret + "\n")
      let login = try await terminal.wayleave(
        "login", issuer, "--client-id", "desk", "--client-secret-file", secret, "--scope", "notes", "--json",
        environment: django("Authorize"))
      #expect(login.exit == .code(0), "\(login.output)\(login.errors)")
      let first = try await terminal.wayleave("token").answer
      let deadline = ContinuousClock.now + .seconds(60)
      while try await isActive(first, at: issuer) { try #require(.now < deadline, "it does not end") }
      let reply = try await terminal.wayleave("request", notes(of: issuer), "--trace")
      #expect(reply.exit == .code(0) && reply.output.contains("mend the gate"), "\(reply.errors)")
      #expect(reply.errors.contains("refresh.began"))
    }
  }

  @Test("Django OAuth Toolkit as an OpenID provider: a wrong secret, a scope it has not, a token revoked elsewhere")
  func djangoOpenID() async throws {
    try await during(.django, "openid", "3600") { issuer in
      terminal.secrets = [Self.deskSecret]
      let secret = try terminal.paper("secret", Self.deskSecret + "\n")
      let wrong = try terminal.paper("wrong", "not the secret\n")
      func login(_ secret: String, scope: String = "openid notes") async throws -> ProgramOutcome {
        try await terminal.wayleave(
          "login", issuer, "--client-id", "desk", "--client-secret-file", secret, "--scope", scope, "--json", "--trace",
          environment: django("Authorize"))
      }
      let refused = try await login(wrong)
      #expect(refused.exit == .code(5), "\(refused.output)")
      #expect(try refused.errorCode() == "token.client_refused")
      let unknown = try await login(secret, scope: "openid fish")
      #expect(unknown.exit == .code(5), "\(unknown.output)")
      #expect(try unknown.errorCode() == "sign_in.refused")
      #expect(terminal.kept(".credential").isEmpty)

      let allowed = try await login(secret)
      #expect(allowed.exit == .code(0), "\(allowed.output)\(allowed.errors)")
      #expect(allowed.errors.contains("id_token.verified"))
      // It calls its users by their numbers.
      #expect(try allowed.json()["subject"] as? String == "1")
      let renewed = try await terminal.wayleave("token", "--force")
      #expect(renewed.exit == .code(0), "\(renewed.errors)")
      #expect(try await terminal.wayleave("request", notes(of: issuer)).output.contains("mend the gate"))

      let revoked = try await ask(
        issuer + "/revoke_token/", form: ["token": renewed.answer], user: "desk:" + Self.deskSecret)
      #expect(revoked.hasPrefix("200"), "\(revoked)")
      let ended = try await terminal.wayleave("request", issuer + "/userinfo/", "--json")
      #expect(ended.exit == .code(4), "\(ended.output)")
      #expect(try ended.errorCode() == "credential.sign_in_needed")

      // Its OpenID document names no revocation endpoint. Its OAuth document does (RFC 8414 §3).
      let again = try await login(secret)
      #expect(again.exit == .code(0), "\(again.output)\(again.errors)")
      let last = try await terminal.wayleave("token").answer
      #expect(try await ask(issuer + "/userinfo/", header: "Bearer " + last).hasPrefix("200"))
      let logout = try await terminal.wayleave("logout", "--json").json()
      #expect(logout["removed"] as? Bool == true && logout["revocation"] as? String == "revoked")
      #expect(try await !ask(issuer + "/userinfo/", header: "Bearer " + last).hasPrefix("200"))
      // So is its registration.
      let registered = try await terminal.wayleave(
        "clients", "register", "mine", "--provider", issuer, "--scope", "openid", "--json")
      #expect(registered.exit == .code(0), "\(registered.output)\(registered.errors)")
    }
  }

  /// Canaille compares redirect URIs by each byte, the port included.
  @Test("Canaille: denial, sign-in at its own pages, identity, renewal, request, revocation, a wrong secret")
  func canailleLife() async throws {
    try await during(.canaille) { issuer in
      let redirectURI = "http://127.0.0.1:\(try LoopbackPort().number)/callback"
      let registered = try await terminal.wayleave(
        "clients", "register", "mine", "--provider", issuer, "--scope", "openid profile email", "--redirect-uri",
        redirectURI, "--json")
      #expect(registered.exit == .code(0), "\(registered.output)")
      let client = try #require(try registered.json()["client_id"] as? String)
      let denied = try await terminal.wayleave("login", issuer, "--json", environment: canaille("deny"))
      #expect(denied.exit == .code(2), "\(denied.output)")
      #expect(try denied.errorCode() == "sign_in.denied")
      let login = try await terminal.wayleave("login", issuer, "--json", "--trace", environment: canaille("accept"))
      #expect(login.exit == .code(0) && login.errors.contains("id_token.verified"), "\(login.output)\(login.errors)")
      let answer = try login.json()
      #expect(answer["issuer"] as? String == issuer && answer["subject"] as? String == "zoe")
      #expect(answer["email"] as? String == "zoe@example.com")

      let first = try await terminal.wayleave("token").answer
      let second = try await terminal.wayleave("token", "--force").answer
      #expect(!first.isEmpty && !second.isEmpty && first != second)
      let userInfo = issuer + "/oauth/userinfo"
      #expect(try await terminal.wayleave("request", userInfo).output.contains("zoe@example.com"))
      #expect(try await ask(userInfo, header: "Bearer " + second).hasPrefix("200"))
      let logout = try await terminal.wayleave("logout", "--json").json()
      #expect(logout["removed"] as? Bool == true && logout["revocation"] as? String == "revoked")
      #expect(try await ask(userInfo, header: "Bearer " + second).hasPrefix("401"))
      let wrong = try terminal.paper("wrong", "not the secret\n")
      let refused = try await terminal.wayleave(
        "login", issuer, "--client-id", client, "--client-secret-file", wrong, "--redirect-uri", redirectURI, "--json",
        environment: canaille("accept"))
      #expect(refused.exit == .code(5), "\(refused.output)")
      #expect(try refused.errorCode() == "token.client_refused")
    }
  }
}

extension ForeignServerTests {
  /// What the server has seen.
  private struct Told: Decodable {
    let resources: [String]
    let issued: Int
    let clients: Int
    let live: Int
    let cancelled: Int
    /// The revision that each call named; null for one that named none.
    let revisions: [String?]
  }

  private func told(at issuer: String) async throws -> Told {
    let answer = try await ask(issuer + "/told").drop { $0 != "{" }
    return try JSONDecoder().decode(Told.self, from: Data(answer.utf8))
  }

  /// Its server compares redirect URIs by each byte, and wants the client id in the body.
  @Test("the MCP SDK's server: found by its API, denial, sign-in for this API, a tool called, renewal, revocation")
  func modelContext() async throws {
    try await during(.modelContext) { api in
      let issuer = api.replacingOccurrences(of: "/mcp", with: "")
      func login(_ button: String) async throws -> ProgramOutcome {
        try await terminal.wayleave(
          "login", api, "--json", environment: browser(["--press", button]))
      }
      // One command: the server is found by the API, and registers the program. It is registered once.
      #expect(try await login("deny").errorCode() == "sign_in.denied")
      #expect(terminal.kept(".client").count == 1)
      #expect(try await terminal.wayleave("clients").output.contains("  used    by no account"))
      // A registration that the server does not take is not used again.
      let refused = try await login("refuse")
      #expect(try refused.errorCode() == "sign_in.refused", "\(refused.output)")
      #expect(terminal.kept(".client").isEmpty, "\(refused.output)")
      let allowed = try await login("allow")
      #expect(allowed.exit == .code(0), "\(allowed.output)\(allowed.errors)")

      #expect(try await !terminal.wayleave("clients").output.contains("by no account"))

      let call = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read_notes","arguments":{}}}"#
      let body = try terminal.paper("call.json", call)
      func request() async throws -> ProgramOutcome {
        try await terminal.wayleave(
          "request", api, "-X", "POST", "--json-body", body, "-H", "Accept: application/json, text/event-stream")
      }
      #expect(try await request().output.contains("mend the gate"))
      #expect(try await terminal.wayleave("token", "--force").exit == .code(0))
      #expect(try await request().output.contains("mend the gate"))
      // The token is for this API alone, and each refresh token served once.
      let before = try await told(at: issuer)
      #expect(before.resources == [api, api, api] && before.issued == 2 && before.live == 3)

      let logout = try await terminal.wayleave("logout", "--json").json()
      #expect(logout["removed"] as? Bool == true && logout["revocation"] as? String == "revoked")
      #expect(try await told(at: issuer).live == 0)

      #expect(try await login("allow").exit == .code(0))
      #expect(try await ask(issuer + "/forget", form: [:]).hasPrefix("200"))
      #expect(try await request().exit == .code(4))
      #expect(try await terminal.wayleave("status", "--check").exit == .code(4))
    }
  }

  /// Its server allows a client the scopes of its registration alone, and changes no registration (no RFC 7592).
  @Test("the MCP SDK's server: for more scopes the program registers again, and the account keeps its name and its key")
  func moreScopes() async throws {
    try await during(.modelContext) { api in
      let issuer = api.replacingOccurrences(of: "/mcp", with: "")
      func login(_ arguments: String..., press button: String = "allow") async throws -> ProgramOutcome {
        try await terminal.outcome(
          of: try terminal.start(
            ["login", "--json"] + arguments, environment: browser(["--press", button])))
      }
      let first = try await login(api)
      #expect(first.exit == .code(0), "\(first.output)\(first.errors)")
      let name = try #require(try first.json()["account"] as? String)
      // A registration that was made for nothing yet is used by the next sign-in.
      let denied = try await login("--account", name, "--scope", "birds", press: "deny")
      #expect(try denied.errorCode() == "sign_in.denied", "\(denied.output)")
      #expect(try await told(at: issuer).clients == 2)
      #expect(terminal.kept(".client").count == 2)
      #expect(try await terminal.wayleave("token", "--force").exit == .code(0))
      let wider = try await login("--account", name, "--scope", "birds")
      #expect(wider.exit == .code(0), "\(wider.output)\(wider.errors)")
      let (before, after) = (try first.json(), try wider.json())
      #expect(after["scopes"] as? [String] == ["notes", "birds"] && after["account"] as? String == name)
      #expect(after["client"] as? String != before["client"] as? String)
      // The registration of before is gone, as no account needs it.
      #expect(try await told(at: issuer).clients == 2)
      #expect(terminal.kept(".client").count == 1 && terminal.kept(".credential").count == 1)
      #expect(try await terminal.wayleave("token", "--force").exit == .code(0))
      // A sign-in by the URL finds it, and the account.
      let again = try await login(api)
      #expect(again.exit == .code(0), "\(again.output)\(again.errors)")
      #expect(try again.json()["account"] as? String == name)
      #expect(try again.json()["client"] as? String == after["client"] as? String)
      #expect(try await told(at: issuer).clients == 2 && terminal.kept(".credential").count == 1)

      // The registration is lost here: the account keeps its name with the next one.
      #expect(try await terminal.wayleave("clients", "remove", "mcp-2", "--local").exit == .code(0))
      let registered = try await login(api)
      #expect(registered.exit == .code(0), "\(registered.output)\(registered.errors)")
      #expect(try registered.json()["account"] as? String == name && terminal.kept(".credential").count == 1)
      #expect(try await told(at: issuer).clients == 3)
      #expect(try await terminal.wayleave("token", "--force").exit == .code(0))

      // A name that is taken is found before another server registers anything.
      try await during(.modelContext) { other in
        let taken = try await login(other, "--account", name)
        #expect(try taken.errorCode() == "configuration.name_taken", "\(taken.output)")
        #expect(try await told(at: other.replacingOccurrences(of: "/mcp", with: "")).clients == 0)
        #expect(terminal.kept(".client").count == 1)
      }
    }
  }

  /// What the SDK's client says of a session with the SDK's server, through `wayleave mcp`.
  private func session(
    _ mode: String, at api: String, options: [String] = [], environment: [String: String] = [:]
  ) async throws -> [String: Any] {
    let script = ForeignProgram.script("strangers/mcp_stdio_client.py")
    let run = try await ForeignProgram.python().run(
      ["-B", script, mode, Program.wayleave().executable.path, "mcp", api] + options, in: terminal.home,
      environment: environment)
    #expect(run.exit == .code(0), "\(mode): \(run.errors)")
    return try run.json()
  }

  /// Every revision of the protocol that the SDK speaks, and the one that it finds by itself.
  ///
  /// Up to 2025-11-25 there are sessions and event streams; 2026-07-28 has neither handshake nor session, and cancels by
  /// the end of a stream.
  private static let revisions = [
    "2024-11-05": "2024-11-05", "2025-03-26": "2025-03-26", "2025-06-18": "2025-06-18", "2025-11-25": "2025-11-25",
    "2026-07-28": "2026-07-28", "auto": "2026-07-28",
  ]

  @Test("the MCP SDK's client through wayleave mcp: what to type, a sign-in, tools, progress, cancellation, renewal")
  func modelContextClient() async throws {
    try await during(.modelContext, "3600", "streams") { api in
      let issuer = api.replacingOccurrences(of: "/mcp", with: "")
      let refused = try await session("2025-11-25", at: api)
      #expect((refused["refused"] as? String)?.contains("`wayleave login \(api)`") ?? false, "\(refused)")
      #expect((refused["data"] as? [String: Any])?["code"] as? String == "configuration.unknown_account")
      let asked = browser(["--press", "allow"])
      var named: [String?] = []
      for (number, (mode, revision)) in Self.revisions.sorted(by: { $0.key < $1.key }).enumerated() {
        // The first one opens the browser, since it was told to.
        let said = try await session(
          mode, at: api, options: number == 0 ? ["--sign-in"] : [], environment: number == 0 ? asked : [:])
        #expect(said["revision"] as? String == revision, "\(mode): \(said)")
        #expect(said["tools"] as? [String] == ["count", "read_notes", "wait"], "\(mode): \(said)")
        #expect(said["steps"] as? [Int] == [1, 2, 3], "\(mode): \(said)")
        #expect(said["counted"] as? String == "counted to 3", "\(mode): \(said)")
        #expect(said["meanwhile"] as? String == "mend the gate" && said["after"] as? String == "mend the gate")
        // Each request names the revision, which the server would take for 2025-03-26 otherwise.
        named += [revision, revision]
        #expect(try await told(at: issuer).revisions == named, "\(mode)")
        // A server sees the end of a stream when it next looks.
        let deadline = ContinuousClock.now + .seconds(60)
        while try await told(at: issuer).cancelled <= number { try #require(.now < deadline, "\(mode): not cancelled") }
      }
      // Its access tokens are gone: each is refused once, and renewed.
      #expect(try await ask(issuer + "/expire", form: [:]).hasPrefix("200"))
      #expect(try await session("2025-11-25", at: api)["after"] as? String == "mend the gate")
      #expect(try await told(at: issuer).issued == 2)
    }
  }
}
