import Foundation
import Testing
import WayleaveProgramRunning

@Suite("wayleave verify: tokens that PyJWT signed", .serialized, .enabled(if: ForeignProgram.arePeersInstalled))
struct VerifyTokenTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  private struct Issuer: Decodable {
    let issuer: String
    let tokens: [String: String]

    func token(_ name: String) throws -> String { try #require(tokens[name]) }
  }

  private func duringIssuer(_ test: (Issuer) async throws -> Void) async throws {
    let running = try ForeignProgram.python().start(
      ["-B", ForeignProgram.script("openid/issuer.py")], in: FreshHome())
    let result: Result<Void, any Error>
    do {
      let line = try await running.outputLine(containing: "issuer")
      result = .success(try await test(try JSONDecoder().decode(Issuer.self, from: Data(line.utf8))))
    } catch { result = .failure(error) }
    running.send(SIGTERM)
    _ = try await running.outcome()
    try result.get()
  }

  private func verify(
    _ kind: String, _ token: String, at issuer: Issuer, _ options: [String]
  ) async throws -> VerificationSeen {
    let running = try terminal.start(
      ["verify", kind, "--json", "--provider", issuer.issuer] + options, input: token + "\n")
    return try VerificationSeen(try await terminal.outcome(of: running))
  }

  @Test("OpenID Connect Core §3.1.3.7: a good ID token passes every check, by discovery and the issuer's keys")
  func good() async throws {
    try await duringIssuer { issuer in
      for name in ["good", "good_es"] {
        let access = try terminal.paper("access", "access-token")
        let seen = try await verify(
          "id-token", try issuer.token(name), at: issuer,
          ["--client-id", "reader", "--nonce", "n-0S6_WzA2Mj", "--max-age", "4000", "--access-token-file", access])
        #expect(seen.exit == .code(0) && seen.isVerified, "\(seen.failures)")
        #expect(seen.verdicts["signature"] == "passed" && seen.verdicts["nonce"] == "passed")
        #expect(seen.verdicts["at_hash"] == "passed" && seen.verdicts["c_hash"] == "not_asked")
        #expect(seen.facts["subject"] == "ada" && seen.facts["issuer"] == issuer.issuer)
      }
      let shown = try await terminal.wayleave(
        "verify", "id-token", "--provider", issuer.issuer, "--client-id", "reader",
        input: "Authorization: Bearer \(try issuer.token("good"))")
      #expect(shown.exit == .code(0) && shown.output.contains("\nVerified: the issuer signed it"), "\(shown.errors)")
      #expect(shown.output.contains("\nNot checked: ") && shown.output.contains("--nonce"), "\(shown.output)")
    }
  }

  @Test("a token that fails is exit 8, and the first check that fails is named; the others are shown all the same")
  func refused() async throws {
    try await duringIssuer { issuer in
      for (name, check, code) in [
        ("other_key", "signature", "jose.signature_mismatch"), ("other_audience", "audience", "id_token.audience"),
        ("other_issuer", "issuer", "id_token.issuer"), ("expired", "expiry", "id_token.expired"),
        ("other_nonce", "nonce", "id_token.nonce"), ("unsigned", "audience", "id_token.audience"),
        ("hmac", "signature", "jose.unsupported_algorithm"), ("access", "type", "id_token.type"),
      ] {
        let seen = try await verify(
          "id-token", try issuer.token(name), at: issuer, ["--client-id", "reader", "--nonce", "n-0S6_WzA2Mj"])
        #expect(seen.exit == .code(8) && !seen.isVerified)
        #expect(seen.firstFailure == check && seen.code == code, "\(name): \(seen.failures) \(seen.code ?? "")")
        #expect(seen.facts.isEmpty && seen.verdicts.count > 10)
      }
      let unreadable = try await verify("id-token", "no-token", at: issuer, ["--client-id", "reader"])
      #expect(unreadable.exit == .code(8) && unreadable.firstFailure == "form")
      let shown = try await terminal.wayleave(
        "verify", "id-token", "--provider", issuer.issuer, "--client-id", "reader",
        input: try issuer.token("expired"))
      #expect(shown.exit == .code(8) && shown.output.contains("NOT VERIFIED: expiry fails."), "\(shown.output)")
    }
  }

  @Test("RFC 9068 §4: an access token, each check by name")
  func accessToken() async throws {
    try await duringIssuer { issuer in
      for (name, check, code) in [
        ("access", nil, nil), ("access_expired", "time", "access_token.expired"),
        ("access_other_audience", "audience", "access_token.audience"),
        ("access_other_issuer", "issuer", "access_token.issuer"),
        ("access_without_client", "presence", "access_token.malformed"),
        ("access_other_key", "signature", "jose.signature_mismatch"), ("good", "type", "access_token.malformed"),
      ] as [(String, String?, String?)] {
        let seen = try await verify(
          "access-token", try issuer.token(name), at: issuer, ["--audience", "https://api.example"])
        #expect(seen.exit == .code(check == nil ? 0 : 8))
        #expect(seen.firstFailure == check && seen.code == code, "\(name): \(seen.failures) \(seen.code ?? "")")
        if check == nil { #expect(seen.facts["scopes"] == "read write" && seen.facts["client_id"] == "reader") }
      }
    }
  }

  @Test("an issuer that cannot be reached verifies nothing either way: exit 3; a provider without an issuer: 1")
  func unreachable() async throws {
    let down = try await terminal.wayleave(
      "verify", "id-token", "--provider", "http://127.0.0.1:9", "--client-id", "reader", input: "a.b.c")
    #expect(down.exit == .code(3), "\(down.errors)")
    let none = try await terminal.wayleave(
      "verify", "id-token", "--provider", "twitter", "--client-id", "reader", input: "a.b.c")
    #expect(none.exit == .code(1) && none.shownCode == "configuration.unsupported", "\(none.errors)")
    let nothing = try await terminal.wayleave(
      "verify", "id-token", "--provider", "twitter", "--client-id", "reader", input: " \n")
    #expect(nothing.exit == .code(64), "\(nothing.errors)")
  }

  @Test("login --save-id-token writes the verified token for its owner alone, and overwrites no file")
  func saved() async throws {
    try await EmulatedProviders.during { place in
      let issuer = place.base + "/tollgate"
      let file = terminal.papers.appendingPathComponent("id-token")
      let login = ["login", issuer, "--client-id", "tollgate-native", "--save-id-token", file.path]
      func signIn(_ decision: Person.Decision) async throws -> ProgramOutcome {
        try await terminal.outcome(
          of: terminal.start(login, environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(decision))]))
      }
      #expect(try await signIn(.deny).exit == .code(2) && !FileManager.default.fileExists(atPath: file.path))
      let signedIn = try await signIn(.allow)
      #expect(signedIn.exit == .code(0), "\(signedIn.errors)")
      let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
      let token = try String(contentsOf: file, encoding: .utf8)
      #expect(mode == 0o600 && token.split(separator: ".").count == 3 && token.hasSuffix("\n"))
      terminal.secrets = [String(token.dropLast())]
      let seen = try VerificationSeen(
        try await terminal.wayleave(
          "verify", "id-token", "--json", "--provider", issuer, "--client-id", "tollgate-native", file.path))
      #expect(seen.isVerified, "\(seen.failures)")
      let again = try await signIn(.allow)
      #expect(again.exit == .code(64) && again.shownCode == "configuration.invalid_value", "\(again.errors)")
      #expect(try String(contentsOf: file, encoding: .utf8) == token)
    }
  }

  @Test(
    "what takes the place of the file while the sign-in waits is neither written nor removed",
    arguments: [Person.Decision.allow, .deny])
  func replaced(decision: Person.Decision) async throws {
    try await EmulatedProviders.during { place in
      let (file, precious) = (
        terminal.papers.appendingPathComponent("id-token"), terminal.papers.appendingPathComponent("precious")
      )
      try Data("precious".utf8).write(to: precious)
      let running = try terminal.start(
        [
          "login", place.base + "/tollgate", "--client-id", "tollgate-native", "--save-id-token", file.path,
        ], environment: ["BROWSER": "true"])
      let signIn = try await WaitingSignIn(running)
      try FileManager.default.removeItem(at: file)
      try FileManager.default.createSymbolicLink(at: file, withDestinationURL: precious)
      try await terminal.browse(signIn.authorizationURL, Person.ada.orders(decision))
      #expect(try await terminal.outcome(of: running).exit == .code(decision == .allow ? 0 : 2))
      #expect(try String(contentsOf: precious, encoding: .utf8) == "precious")
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.path) == precious.path)
    }
  }

  @Test("a provider that sends no ID token: exit 5, no file, and the account is there")
  func notSaved() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.lane, at: terminal)
      let file = terminal.papers.appendingPathComponent("id-token").path
      let login = try await terminal.wayleave(
        "login", "lane", "--save-id-token", file,
        environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))])
      #expect(login.exit == .code(5) && login.shownCode == "id_token.missing", "\(login.errors)")
      #expect(!FileManager.default.fileExists(atPath: file))
      #expect(try await terminal.wayleave("token").exit == .code(0))
    }
  }

  @Test("verify id-token and verify echo name no option that they do not use", arguments: ["id-token", "echo"])
  func options(kind: String) async throws {
    let help = try await terminal.wayleave("verify", kind, "--help").output
    #expect(help.contains("--client-id") && help.contains("--client <"))
    for option in ["--redirect-uri", "--port", "--client-secret-file", "--key-file", "--client-auth", "--certificate"] {
      #expect(!help.contains(option), "\(option)")
    }
  }
}
