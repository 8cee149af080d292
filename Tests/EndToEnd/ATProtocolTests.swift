import Foundation
import Testing
import WayleaveProgramRunning

/// The personal data server (PDS) is the playground's, and the account Ada's, whose document `localhost` has.
@Suite("AT Protocol, OAuth: wayleave login did:web:… at a personal data server", .serialized)
struct ATProtocolTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  /// Runs a test beside a PDS, and gives the DID of Ada and the URL that says who is signed in.
  private func withPDS(
    _ ways: [String] = [], _ test: (_ place: EmulatedProviders, _ did: String, _ session: String) async throws -> Void
  ) async throws {
    try await EmulatedProviders.during(faults: (["origin-is-pds"] + ways).map { "*:way=\($0)" }) { place in
      let port = try #require(place.base.split(separator: ":").last)
      try await test(place, "did:web:localhost%3A\(port)", place.base + "/xrpc/com.atproto.server.getSession")
    }
  }

  private func login(_ name: String, as person: Person = .ada, _ options: String...) async throws -> ProgramOutcome {
    try await terminal.outcome(
      of: terminal.start(
        ["login", name] + options, environment: ["BROWSER": PlainBrowser.command(person.orders(.allow))]))
  }

  /// How often a server demanded its nonce, in what `--trace` shows.
  private func demands(_ run: ProgramOutcome) -> Int { run.errors.components(separatedBy: "use_dpop_nonce").count - 1 }

  @Test("§ Summary of Authorization Flow: DID, PDS, issuer, pushed request, tokens, request, renewal, sign-out")
  func whole() async throws {
    try await withPDS { place, did, session in
      let login = try await login(did, "--json", "--trace")
      #expect(login.exit == .code(0), "\(login.output)\(login.errors)")
      let answer = try login.json()
      #expect(answer["subject"] as? String == did && answer["issuer"] as? String == place.base)
      #expect((answer["scopes"] as? [String])?.contains("atproto") ?? false)
      // § Localhost Client Development; § Demonstrating Proof of Possession: one demand, and its nonce serves the next request.
      #expect((answer["client"] as? String)?.hasPrefix("http://localhost?") ?? false)
      #expect(demands(login) == 1 && login.errors.contains("[RFC 9126 §2.1]"), "\(login.errors)")

      let told = try await terminal.wayleave("request", session, "--trace")
      #expect(told.exit == .code(0) && told.output.contains(did), "\(told.errors)")
      #expect(demands(told) == 1, "\(told.errors)")
      // A refresh token is sent once: the nonce is asked for without it (bluesky-social/atproto #3859).
      let renewed = try await terminal.wayleave("token", "--force", "--trace")
      #expect(renewed.exit == .code(0) && demands(renewed) == 1, "\(renewed.errors)")
      #expect(renewed.errors.components(separatedBy: "refresh_token  <secret").count - 1 == 2, "\(renewed.errors)")
      #expect(place.count(of: "token.refreshed") == 1)
      #expect(try await terminal.wayleave("request", session).output.contains(did))

      // § Identity Authentication: the same user again, and no one else.
      let other = try await self.login(did, as: .ravi, "--json")
      #expect(try other.exit == .code(5) && other.errorCode() == "answer.unexpected", "\(other.output)")
      #expect(try await terminal.wayleave("request", session).output.contains(did))
      let logout = try await terminal.wayleave("logout", "--json").json()
      #expect(logout["removed"] as? Bool == true && logout["revocation"] as? String == "revoked")
    }
  }

  @Test(
    "§ Identity Authentication, § Authorization Scopes, § Demonstrating Proof of Possession: nothing is stored where",
    arguments: [
      ("other-issuer", 3, nil), ("other-subject", 5, "answer.unexpected"), ("no-atproto", 5, "token.malformed_answer"),
      ("no-nonce", 5, "sign_in.refused"),
    ] as [(String, Int32, String?)])
  func refused(way: String, exit: Int32, code: String?) async throws {
    try await withPDS([way]) { _, did, _ in
      let refused = try await login(did)
      #expect(refused.exit == .code(exit), "\(refused.errors)")
      // How a name that does not exist is found out is the system's.
      if let code { #expect(refused.shownCode == code, "\(refused.errors)") }
      #expect(terminal.kept(".credential").isEmpty)
    }
  }

  @Test("DID § DID Documents: a document that is about another account, or names the server of one, signs no one in")
  func foreignDocument() async throws {
    try await withPDS { place, ada, _ in
      let folder = terminal.papers.appendingPathComponent(".well-known")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let server = try Program(executable: URL(fileURLWithPath: "/usr/bin/env")).start(
        ["python3", "-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory", terminal.papers.path, "0"],
        in: try FreshHome())
      let result: Result<Void, any Error>
      do {
        let line = try await server.outputLine(containing: "http://")
        let own = "did:web:localhost%3A\(try #require(line.firstMatch(of: #/127\.0\.0\.1:([0-9]+)/#)).output.1)"
        for (id, code) in [(own, "answer.unexpected"), (ada, "discovery.issuer_mismatch")] {
          _ = try terminal.paper(
            ".well-known/did.json",
            """
            {"id":"\(id)","alsoKnownAs":[],"service":[{"id":"#atproto_pds","type":"AtprotoPersonalDataServer",
            "serviceEndpoint":"\(place.base)"}]}
            """)
          let refused = try await login(own, "--json")
          #expect(try refused.exit == .code(5) && refused.errorCode() == code, "\(refused.output)")
          #expect(terminal.kept(".credential").isEmpty)
        }
        result = .success(())
      } catch { result = .failure(error) }
      server.send(SIGTERM)
      _ = try await server.outcome()
      try result.get()
    }
  }
}
