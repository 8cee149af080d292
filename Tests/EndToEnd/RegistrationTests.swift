import Foundation
import Testing
import WayleaveProgramRunning

@Suite("RFC 7591 and RFC 7592: wayleave clients register, at the playground's Tollgate", .serialized)
struct RegistrationTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  @Test("a registration by each method is kept, used for a sign-in, and ended at the provider")
  func whole() async throws {
    try await EmulatedProviders.during { place in
      let issuer = place.base + "/tollgate"
      for method in [nil, "none", "post", "client_secret_jwt", "private_key_jwt"] {
        let registered = try await terminal.outcome(
          of: try terminal.start(
            ["clients", "register", "mine", "--provider", issuer, "--json", "--trace"]
              + (method.map { ["--client-auth", $0] } ?? [])))
        #expect(registered.exit == .code(0), "\(registered.output)\(registered.errors)")
        try CommandsPage().expect("wayleave clients register", toHave: try registered.json())
        #expect(try registered.json()["removable_at_provider"] as? Bool == true)
        #expect(registered.errors.contains("[RFC 7591 §3.1]"))
        let login = try await terminal.wayleave(
          "login", issuer, "--json", environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))])
        #expect(login.exit == .code(0), "\(method ?? "-"): \(login.output)\(login.errors)")
        #expect(try await terminal.wayleave("token", "--force").exit == .code(0))
        let logout = try await terminal.wayleave("logout", "--json").json()
        #expect(logout["revocation"] as? String == "revoked", "\(method ?? "-")")
        let removed = try await terminal.wayleave("clients", "remove", "mine", "--json", "--trace")
        #expect(try removed.json()["registration"] as? String == "ended")
        #expect(removed.errors.contains("[RFC 7592 §2.3]"))
        #expect(terminal.kept(".client").isEmpty)
      }
    }
  }

  @Test("what the provider does not offer is refused before it is asked; a second of that name as well")
  func refused() async throws {
    try await EmulatedProviders.during { place in
      let issuer = place.base + "/tollgate"
      let register = ["clients", "register", "mine", "--json", "--provider"]
      func code(_ arguments: [String], exit: Int32 = 64) async throws -> String? {
        let outcome = try await terminal.outcome(of: try terminal.start(register + arguments))
        #expect(outcome.exit == .code(exit), "\(outcome.output)")
        return try outcome.errorCode()
      }
      #expect(try await code([issuer, "--client-auth", "tls"]) == "configuration.invalid_client")
      #expect(try await code([issuer, "--client-auth", "magic"]) == "configuration.invalid_client")
      let key = try terminal.paper("key", "none")
      #expect(try await code([issuer, "--client-auth", "basic", "--key-file", key]) == "configuration.invalid_client")
      #expect(try await code([issuer, "--key-file", key]) == "configuration.unsupported_key")
      #expect(try await code(["foursquare"], exit: 1) == "configuration.unsupported")
      #expect(try await code(["twitter"], exit: 1) == "configuration.unsupported")
      #expect(terminal.kept(".client").isEmpty)
      #expect(try await terminal.outcome(of: try terminal.start(register + [issuer])).exit == .code(0))
      #expect(try await code([issuer]) == "configuration.invalid_value")
    }
  }

  @Test("where the provider cannot be reached nothing is forgotten, unless --local says so")
  func unreachable() async throws {
    try await EmulatedProviders.during { place in
      let issuer = place.base + "/tollgate"
      let registered = try await terminal.wayleave("clients", "register", "mine", "--provider", issuer)
      #expect(registered.exit == .code(0), "\(registered.errors)")
      try await place.stop()
      let refused = try await terminal.wayleave("clients", "remove", "mine")
      #expect(refused.exit == .code(3), "\(refused.errors)")
      // Typed as it stands there it works, below.
      #expect(refused.errors.contains("`wayleave clients remove mine --local`"), "\(refused.errors)")
      #expect(terminal.kept(".client").count == 1)
      let removed = try await terminal.wayleave("clients", "remove", "mine", "--local", "--json").json()
      #expect(removed["registration"] as? String == "skipped")
      #expect(terminal.kept(".client").isEmpty)
    }
  }

  // RFC 7592 §2.3
  @Test("a registration that an account needs is not ended; gone all the same, logout says how to forget the account")
  func used() async throws {
    try await EmulatedProviders.during { place in
      let issuer = place.base + "/tollgate"
      let registered = try await terminal.wayleave("clients", "register", "mine", "--provider", issuer)
      #expect(registered.exit == .code(0), "\(registered.errors)")
      let login = try await terminal.wayleave(
        "login", issuer, "--account", "ada", "--json",
        environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))])
      #expect(login.exit == .code(0), "\(login.output)\(login.errors)")
      let refused = try await terminal.wayleave("clients", "remove", "mine", "--json")
      #expect(try refused.exit == .code(64) && refused.errorCode() == "configuration.invalid_value")
      for command in ["`wayleave logout ada`", "`wayleave clients remove mine --local`"] {
        #expect(refused.output.contains(command), "\(refused.output)")
      }
      // Nothing was changed: the account is renewed as before.
      #expect(try await terminal.wayleave("token", "--force").exit == .code(0))
      let copy = terminal.papers.appendingPathComponent("copy")
      try FileManager.default.copyItem(at: terminal.home.wayleave, to: copy)
      #expect(try await terminal.wayleave("logout", "ada", "--json").json()["revocation"] as? String == "revoked")
      let removed = try await terminal.wayleave("clients", "remove", "mine", "--json").json()
      #expect(removed["registration"] as? String == "ended")
      let kept = try await terminal.wayleave("logout", "ada", environment: ["WAYLEAVE_HOME": copy.path])
      #expect(kept.exit == .code(5) && kept.output.contains("`wayleave logout --local ada`"), "\(kept.output)")
      #expect(!kept.output.contains("asks again"), "\(kept.output)")
    }
  }

  @Test("what to type next is what was registered")
  func next() async throws {
    try await EmulatedProviders.during { place in
      let issuer = place.base + "/tollgate"
      let registered = try await terminal.wayleave(
        "clients", "register", "svc", "--provider", issuer, "--grant", "client_credentials", "--grant", "exchange")
      let order = "wayleave token --client svc --grant"
      #expect(
        registered.errors == """
          Next: wayleave login \(issuer)
          For the client itself: \(order) client_credentials
          For the client itself: \(order) exchange --subject-token-file FILE

          """)
      let second = try await terminal.wayleave("clients", "register", "other", "--provider", issuer)
      #expect(second.errors == "Next: wayleave login \(issuer) --client other\n")
    }
  }

  /// A server of Mastodon's kind at the playground, by an entry of the user.
  private func addServer(at base: String) async throws {
    let server = "\(base)/entries/mastodon/mastodon.social"
    let entry = """
      name: social
      protocol: oauth2
      authorization_endpoint: \(server)/oauth/authorize
      token_endpoint: \(server)/oauth/token
      registration_endpoint: \(server)/api/v1/apps
      scopes: [read:accounts]
      identity:
        endpoint: \(server)/api/v1/accounts/verify_credentials
        subject: "{id}"
        handle: "{acct}"
      dialect:
        client_authentication: client_secret_post
        registration_by_form: true

      """
    let added = try await terminal.wayleave("providers", "add", try terminal.paper("social.yaml", entry))
    #expect(added.exit == .code(0), "\(added.errors)")
  }

  @Test("docs.joinmastodon.org, apps: where the entry says so, one command registers by a form and signs in")
  func form() async throws {
    try await EmulatedProviders.during { place in
      try await addServer(at: place.base)
      func login() async throws -> ProgramOutcome {
        try await terminal.wayleave(
          "login", "social", environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))])
      }
      let first = try await login()
      #expect(first.exit == .code(0), "\(first.errors)")
      #expect(first.errors.contains("registered there now, as “social”"), "\(first.errors)")
      // It is kept for this server, and used again.
      let second = try await login()
      #expect(second.exit == .code(0) && !second.errors.contains("registered there now"), "\(second.errors)")
      #expect(terminal.kept(".client").count == 1)
    }
  }

  @Test("a registration by a form that is refused is said in the server's words, and nothing is kept")
  func refusedForm() async throws {
    try await EmulatedProviders.during(faults: ["/entries/mastodon/mastodon.social/api/v1/apps:status=422"]) { place in
      try await addServer(at: place.base)
      let refused = try await terminal.wayleave("login", "social", "--json")
      #expect(refused.exit != .code(0) && terminal.kept(".client").isEmpty, "\(refused.output)")
    }
  }
}
