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
      let login = try await terminal.wayleave(
        "login", "--api", vault, "--client-id", "tollgate-native", "--account", "vault", "--json",
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
