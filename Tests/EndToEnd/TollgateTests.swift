import Foundation
import Testing
import WayleaveProgramRunning

@Suite("Tollgate, the strict authorization server of the playground, by discovery", .serialized)
struct TollgateTests {
  let terminal: Terminal

  /// A client of Tollgate that people sign in with.
  enum Registration: String, CaseIterable {
    case web = "tollgate-web"
    case native = "tollgate-native"
  }

  init() throws { terminal = try Terminal() }

  private func signIn(
    at issuer: String, as client: Registration, in place: EmulatedProviders, pressing decision: Person.Decision = .allow
  ) async throws -> ProgramOutcome {
    let secret = try place.secret(of: client.rawValue)
    if let secret { terminal.secrets.append(secret) }
    let file = try secret.map { ["--client-secret-file", try terminal.paper("\(client.rawValue).secret", $0 + "\n")] }
    let running = try terminal.start(
      ["login", issuer, "--client-id", client.rawValue, "--json", "--trace"] + (file ?? []),
      environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(decision))])
    return try await terminal.outcome(of: running)
  }

  // ZA2
  @Test("sign-in, token, refresh with rotation, request, revocation", arguments: Registration.allCases)
  func whole(_ client: Registration) async throws {
    try await EmulatedProviders.during { place in
      let issuer = place.base + "/tollgate"
      let login = try await signIn(at: issuer, as: client, in: place)
      #expect(login.exit == .code(0), "\(login.errors)")
      let answer = try login.json()
      #expect(answer["issuer"] as? String == issuer && answer["subject"] as? String == "73001")
      #expect(answer["name"] as? String == "Ada Fenwick" && answer["refreshable"] as? Bool == true)
      #expect(login.errors.contains("id_token.verified"))

      var tokens = [try await terminal.wayleave("token", issuer).answer]
      for _ in 1...2 {
        let renewed = try await terminal.wayleave("token", issuer, "--force")
        #expect(renewed.exit == .code(0), "\(renewed.errors)")
        tokens.append(renewed.answer)
      }
      #expect(Set(tokens).count == 3 && !tokens.contains(""))
      #expect(login.leaks(of: tokens).isEmpty)
      let reply = try await terminal.wayleave("request", issuer + "/userinfo")
      #expect(reply.exit == .code(0) && reply.output.contains("ada.fenwick@example.com"), "\(reply.errors)")
      let logout = try await terminal.wayleave("logout", "--json").json()
      #expect(logout["removed"] as? Bool == true && logout["revocation"] as? String == "revoked")
      #expect(place.count(of: "token.refreshed") == 2 && place.count(of: "token.revoked") >= 1)
      #expect(terminal.kept(".credential").isEmpty)
    }
  }

  @Test("Deny brings the state and the issuer with it, and is taken for what it is")
  func deny() async throws {
    try await EmulatedProviders.during { place in
      let login = try await signIn(at: place.base + "/tollgate", as: .native, in: place, pressing: .deny)
      #expect(login.exit == .code(2), "\(login.errors)")
      #expect(try login.errorCode() == "sign_in.denied")
      #expect(terminal.kept(".credential").isEmpty)
    }
  }

  @Test(
    "Authlib and requests-oauthlib are held to every rule, and get along",
    .enabled(if: ForeignProgram.arePeersInstalled))
  func clients() async throws {
    try await EmulatedProviders.during { place in
      let run = try await ForeignProgram.python().run(
        [ForeignProgram.script("playground/tollgate.py"), place.base], in: FreshHome())
      #expect(run.exit == .code(0), "\(run.output)\(run.errors)")
    }
  }

  @Test(
    "CIBA: idpyoidc has a person asked, by polling, by ping and signed, and understands every answer",
    .enabled(if: ForeignProgram.arePeersInstalled))
  func backchannel() async throws {
    try await EmulatedProviders.during { place in
      let run = try await ForeignProgram.python().run(
        [ForeignProgram.script("playground/ciba.py"), place.base], in: FreshHome())
      #expect(run.exit == .code(0), "\(run.output)\(run.errors)")
    }
  }
}
