import Foundation
import Testing
import WayleaveProgramRunning

@Suite("Tollgate by the command line: what an API demands, and what a sign-out leaves", .serialized)
struct ReachTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  private var browser: [String: String] { ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))] }

  @Test("RFC 9728, RFC 9470: login --api finds the server, and login --account meets what the vault demands")
  func api() async throws {
    try await EmulatedProviders.during { place in
      let vault = place.base + "/tollgate/vault"
      // The scopes of the API are shown, and asked for only when the user names them.
      let cautious = try await terminal.wayleave(
        "login", "--api", vault, "--client-id", "tollgate-native", "--account", "cautious", "--quiet", "--json",
        environment: browser)
      #expect(cautious.exit == .code(0), "\(cautious.output)\(cautious.errors)")
      #expect(try cautious.json()["scopes"] as? [String] == ["openid"])
      for text in [place.base + "/tollgate for the API \(vault)", "vault.read", "--scope"] {
        #expect(cautious.errors.contains(text), "\(cautious.errors)")
      }
      let login = try await terminal.wayleave(
        "login", "--api", vault, "--client-id", "tollgate-native", "--account", "vault", "--scope", "vault.read",
        "--json",
        environment: browser)
      #expect(login.exit == .code(0), "\(login.output)\(login.errors)")
      let answer = try login.json()
      #expect(answer["issuer"] as? String == place.base + "/tollgate" && answer["account"] as? String == "vault")
      #expect((answer["scopes"] as? [String])?.contains("vault.read") == true)
      let again = try await terminal.wayleave(
        "login", "--account", "vault", "--max-age", "60", "--acr-values", "urn:tollgate:password", "--resource", vault,
        "--json", environment: browser)
      #expect(again.exit == .code(0), "\(again.output)\(again.errors)")
      #expect(try again.json()["account"] as? String == "vault")
      let opened = try await terminal.wayleave("request", vault, "--account", "vault")
      #expect(opened.exit == .code(0), "\(opened.errors)")
      let unknown = try await terminal.wayleave("login", "--account", "nothing", "--max-age", "60")
      #expect(unknown.exit == .code(4))
    }
  }

  @Test("RFC 9728, RFC 7591: by its URL alone an API is signed in at; the program is registered once, with its port")
  func byURL() async throws {
    try await EmulatedProviders.during { place in
      let vault = place.base + "/tollgate/vault"
      for _ in 0..<2 {
        let login = try await terminal.wayleave("login", vault, "--json", environment: browser)
        #expect(login.exit == .code(0), "\(login.output)\(login.errors)")
        #expect(try login.json()["scopes"] as? [String] == ["openid", "vault.read"])
        #expect(login.errors.contains(place.base + "/tollgate for the API \(vault)"), "\(login.errors)")
      }
      #expect(terminal.kept(".client").count == 1)
      let listed = try await terminal.wayleave("clients", "list", "--json").json()["clients"] as? [[String: Any]]
      let mine = try #require(listed?.first { $0["stored"] as? Bool == true })
      let uris = try #require(mine["redirect_uris"] as? [String])
      // Servers that compare ports get the one that is tried first.
      #expect(uris.count == 2 && uris[0].contains("127.0.0.1:") && uris[1] == "http://127.0.0.1/callback")
      #expect(mine["client_auth"] as? String == "none" && mine["provider"] as? String == place.base + "/tollgate")
      // What is neither an issuer nor an API is said to be neither.
      let neither = try await terminal.wayleave("login", place.base + "/nothing", "--json", environment: browser)
      #expect(try neither.errorCode() == "discovery.malformed_metadata", "\(neither.output)\(neither.errors)")
    }
  }

  /// An API that names an issuer which does not list it, and scopes that are not for it.
  private static let hostileAPI = """
    import http.server, json, sys
    class API(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            base = "http://127.0.0.1:%d" % server.server_address[1]
            found = "well-known" in self.path
            body = json.dumps({"resource": base + "/api", "authorization_servers": [sys.argv[1]],
                               "scopes_supported": ["notes.read"]}) if found else ""
            self.send_response(200 if found else 401)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body.encode())
        def log_message(self, *arguments): pass
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), API)
    print("port", server.server_address[1], flush=True)
    server.serve_forever()
    """

  @Test(
    "RFC 9728 §4: an API that its provider does not list chooses no scopes and gets no token, unless the user allows it"
  )
  func unlisted() async throws {
    try await EmulatedProviders.during { place in
      let server = try Program(executable: URL(fileURLWithPath: "/usr/bin/env"))
        .start(["python3", "-c", Self.hostileAPI, place.base + "/tollgate"], in: FreshHome())
      let port = try await server.outputLine(containing: "port").dropFirst("port ".count)
      let origin = "http://127.0.0.1:\(port)"
      // A provider that heeds the resource would refuse this one: the user names another.
      func login(_ more: String...) async throws -> ProgramOutcome {
        let options = ["--client-id", "tollgate-native", "--account", "a", "--json"]
        let resource = ["--resource", place.base + "/tollgate/vault"]
        return try await terminal.outcome(
          of: terminal.start(["login", "--api", origin + "/api"] + options + resource + more, environment: browser))
      }
      let first = try await login()
      #expect(first.exit == .code(0), "\(first.errors)")
      #expect(try first.json()["scopes"] as? [String] == ["openid"])
      #expect(first.errors.contains("--allow-origin \(origin)"), "\(first.errors)")
      let refused = try await terminal.wayleave("request", origin + "/api", "--account", "a")
      #expect(refused.exit == .code(64) && refused.shownCode == "request.foreign_origin", "\(refused.errors)")
      let allowed = try await login("--allow-origin", origin)
      #expect(allowed.exit == .code(0), "\(allowed.errors)")
      #expect(
        try await terminal.wayleave("request", origin + "/api", "--account", "a").shownCode != "request.foreign_origin")
      server.send(SIGTERM)
      _ = try await server.outcome()
    }
  }

  @Test("7009-3: a sign-out while the server is down is exit 3, is shown, and leaves nothing usable")
  func pending() async throws {
    try await EmulatedProviders.during { place in
      let issuer = place.base + "/tollgate"
      let login = try await terminal.wayleave(
        "login", issuer, "--client-id", "tollgate-native", "--no-par", "--dpop", "--ui-locales", "en",
        environment: browser)
      #expect(login.exit == .code(0), "\(login.errors)")
      try await place.stop()
      let logout = try await terminal.wayleave("logout", "--json")
      #expect(logout.exit == .code(3), "\(logout.output)\(logout.errors)")
      #expect(try logout.json()["revocation"] as? String == "pending")
      let status = try await terminal.wayleave("status", "--json").json()
      #expect((status["accounts"] as? [[String: Any]])?.first?["state"] as? String == "revocation_pending")
      #expect(try await terminal.wayleave("token", issuer).exit == .code(4))
      #expect(try await terminal.wayleave("logout").exit == .code(3))
      let local = try await terminal.wayleave("logout", "--local", "--json")
      #expect(local.exit == .code(0) && terminal.kept(".credential").isEmpty)
    }
  }

  @Test("RP-initiated logout: the page that ends the session is opened; --local opens none")
  func sessionPage() async throws {
    try await EmulatedProviders.during { place in
      let issuer = place.base + "/tollgate"
      func login() async throws {
        let login = try await terminal.wayleave(
          "login", issuer, "--client-id", "tollgate-native", environment: browser)
        #expect(login.exit == .code(0), "\(login.errors)")
      }
      try await login()
      let log = terminal.papers.appendingPathComponent("log")
      let logout = try await terminal.wayleave(
        "logout", "--json", environment: ["BROWSER": PlainBrowser.command([], log: log)])
      #expect(logout.exit == .code(0), "\(logout.errors)")
      #expect(try logout.json()["session"] as? String == "shown" && logout.json()["revoked"] as? Bool == true)
      var page: LastPage?
      for _ in 0..<200 where page == nil {
        page = try LastPage.read(log)
        try await Task.sleep(for: .milliseconds(50))
      }
      #expect(page?.status == 200 && page?.url.contains("/tollgate/logout") == true, "\(page?.url ?? "")")
      try await login()
      #expect(try await terminal.wayleave("logout", "--local", "--json").json()["session"] as? String == "skipped")
    }
  }
}
