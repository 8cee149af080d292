import Foundation
import Testing
import WayleaveProgramRunning

@Suite(
  "Authlib's authorization server, a provider of OpenID Connect that is not ours", .serialized,
  .enabled(if: ForeignProgram.arePeersInstalled))
struct AuthlibProviderTests {
  let terminal: Terminal

  /// A client of `Tests/Peers/openid/provider.py`, by how its ID tokens are signed.
  enum Registration: String, CaseIterable {
    case es256 = "signs-es256"
    case rs256 = "signs-rs256"
    case withoutSecret = "public"

    var secret: String? {
      switch self {
      // What Basic must encode: RFC 6749 §2.3.1.
      case .es256: "e+cret/of:es256%"
      case .rs256: "secret-of-rs256"
      case .withoutSecret: nil
      }
    }
  }

  init() throws {
    terminal = try Terminal()
    terminal.secrets = Registration.allCases.compactMap(\.secret)
  }

  /// Runs a test beside the provider, which is ended with it.
  private func duringProvider(_ test: (_ issuer: String) async throws -> Void) async throws {
    let running = try ForeignProgram.python().start(
      [ForeignProgram.script("openid/provider.py")], in: FreshHome())
    let result: Result<Void, any Error>
    do {
      let issuer = try await running.outputLine(containing: "http://", within: .seconds(60))
      result = .success(try await test(issuer.trimmingCharacters(in: .whitespacesAndNewlines)))
    } catch { result = .failure(error) }
    running.send(SIGTERM)
    let outcome = try await running.outcome()
    #expect(outcome.errors.isEmpty, "the provider: \(outcome.errors)")
    try result.get()
  }

  /// Signs Zoe in, who orders a fault of the provider.
  private func signIn(
    at issuer: String, as client: Registration, fault: String = "", pressing decision: Person.Decision = .allow
  ) async throws -> ProgramOutcome {
    let secret = try client.secret.map { try terminal.paper("\(client.rawValue).secret", $0 + "\n") }
    let running = try terminal.start(
      ["login", issuer, "--client-id", client.rawValue, "--json", "--trace"]
        + (secret.map { ["--client-secret-file", $0] } ?? []),
      environment: [
        "BROWSER": PlainBrowser.command(["--fill", "sub=zoe", "--fill", "fault=\(fault)", "--press", decision.rawValue])
      ])
    return try await terminal.outcome(of: running)
  }

  @Test(
    "sign-in whole: a verified ID token, UserInfo, token, refresh with rotation, request, revocation",
    arguments: Registration.allCases)
  func whole(_ client: Registration) async throws {
    try await duringProvider { issuer in
      let login = try await signIn(at: issuer, as: client)
      #expect(login.exit == .code(0), "\(login.errors)")
      let answer = try login.json()
      #expect(answer["issuer"] as? String == issuer && answer["subject"] as? String == "zoe")
      #expect(answer["name"] as? String == "Zoe")
      #expect(answer["scopes"] as? [String] == ["openid", "profile", "email"])
      #expect(answer["refreshable"] as? Bool == true && answer["expires_at"] is Int)
      #expect(login.errors.contains("id_token.verified"))

      var tokens = [try await terminal.wayleave("token", issuer).answer]
      // Each refresh spends the token of the one before, and brings an ID token of its own.
      for _ in 1...2 {
        let renewed = try await terminal.wayleave("token", "--force")
        #expect(renewed.exit == .code(0), "\(renewed.errors)")
        tokens.append(renewed.answer)
      }
      #expect(Set(tokens).count == 3 && !tokens.contains(""))
      #expect(login.leaks(of: tokens).isEmpty)
      let reply = try await terminal.wayleave("request", issuer + "/userinfo")
      #expect(reply.exit == .code(0) && reply.output.contains("zoe@authlib.invalid"), "\(reply.errors)")
      #expect(try await terminal.wayleave("status", "--check").exit == .code(0))
      let logout = try await terminal.wayleave("logout", "--json").json()
      #expect(logout["removed"] as? Bool == true && logout["revocation"] as? String == "revoked")
      #expect(terminal.kept(".credential").isEmpty)
    }
  }

  /// A way in which an ID token is not what it must be, and what is said of it.
  ///
  /// OpenID Connect Core §3.1.3.7, in its order; RFC 7515 §5.2; RFC 8725 §2.1.
  static let faults = [
    ("no_id_token", "id_token.missing"), ("other_issuer", "id_token.issuer"), ("other_audience", "id_token.audience"),
    ("another_audience_too", "id_token.audience"), ("unsigned", "jose.unsupported_algorithm"),
    ("keyed_with_public_key", "jose.unsupported_algorithm"), ("unpublished_key", "jose.unknown_key"),
    ("forged", "jose.signature_mismatch"), ("expired", "id_token.expired"), ("other_nonce", "id_token.nonce"),
    ("no_nonce", "id_token.nonce"), ("other_access_token", "id_token.at_hash"), ("no_subject", "id_token.subject"),
  ]

  @Test(
    "a false ID token is refused by its own code, nothing is kept, and an honest one is taken after it",
    arguments: [Registration.es256, .rs256])
  func falseToken(_ client: Registration) async throws {
    try await duringProvider { issuer in
      for (fault, code) in Self.faults {
        let login = try await signIn(at: issuer, as: client, fault: fault)
        #expect(login.exit == .code(5), "\(fault): \(login.errors)")
        #expect(try login.errorCode() == code, "\(fault): \(login.output)")
        #expect(terminal.kept(".credential").isEmpty, "\(fault)")
        // No request is made with a token that came beside a false one.
        let requests = login.errors.split(separator: "\n").filter { $0.contains("request.sent") }
        #expect(requests.allSatisfy { !$0.contains("/userinfo") }, "\(fault)")
      }
      #expect(try await signIn(at: issuer, as: client).exit == .code(0))
      #expect(terminal.kept(".credential").count == 1)
    }
  }

  /// OpenID Connect Core §5.3.2: "if they do not match, the UserInfo Response values MUST NOT be used."
  @Test("UserInfo about another user is not believed: the account is that of the ID token, and has no other's name")
  func otherUserInfo() async throws {
    try await duringProvider { issuer in
      let login = try await signIn(at: issuer, as: .es256, fault: "other_user_info")
      #expect(login.exit == .code(0), "\(login.errors)")
      let answer = try login.json()
      #expect(answer["subject"] as? String == "zoe" && answer["name"] is NSNull)
      #expect(login.errors.contains("user.unidentified") && !login.errors.contains("user.identified"))
      let status = try await terminal.wayleave("status", "--json")
      #expect(status.output.contains("zoe") && !status.output.lowercased().contains("mallory"))
    }
  }

  /// OpenID Connect Core §12.2: "its sub Claim Value MUST be the same as in the ID Token issued when the original
  /// authentication occurred."
  @Test("a refresh that is about another user is refused, and its access token is not used")
  func otherUserRenewed() async throws {
    try await duringProvider { issuer in
      #expect(try await signIn(at: issuer, as: .es256, fault: "other_user_renewed").exit == .code(0))
      let before = try await terminal.wayleave("token", "--no-refresh").answer
      let renewed = try await terminal.wayleave("token", "--force", "--json")
      #expect(renewed.exit == .code(5), "\(renewed.errors)")
      #expect(try renewed.errorCode() == "id_token.renewal")
      // The refresh token that it rotated is saved; none of its other tokens is used.
      #expect(try await terminal.wayleave("token", "--no-refresh").answer == before)
    }
  }

  @Test("Deny brings the state and the issuer with it, and is taken for what it is")
  func deny() async throws {
    try await duringProvider { issuer in
      let login = try await signIn(at: issuer, as: .withoutSecret, pressing: .deny)
      #expect(login.exit == .code(2), "\(login.errors)")
      #expect(try login.errorCode() == "sign_in.denied")
      #expect(terminal.kept(".credential").isEmpty)
    }
  }
}
