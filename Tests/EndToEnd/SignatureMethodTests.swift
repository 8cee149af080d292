import Foundation
import Testing
import WayleaveProgramRunning

@Suite(
  "RFC 5849 §3.4: an OAuth 1.0a provider of oauthlib's, by each signature method", .serialized,
  .enabled(if: ForeignProgram.arePeersInstalled))
struct SignatureMethodTests {
  let terminal: Terminal

  init() throws {
    terminal = try Terminal()
    terminal.secrets = [Self.consumerSecret]
  }

  // What Tests/Peers/oauth1/servers.py knows the consumer by.
  private static let consumerKey = "wayleave-consumer-0001"
  private static let consumerSecret = "c&o nsumer/secret+\u{e9}"

  static let methods = [
    "HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512", "RSA-SHA1", "RSA-SHA256", "RSA-SHA512", "PLAINTEXT",
  ]

  /// Runs a test beside the provider, which is ended with it.
  private func duringProvider(_ test: (_ base: String) async throws -> Void) async throws {
    let key = terminal.papers.appendingPathComponent("consumer.pem").path
    let publicKey = terminal.papers.appendingPathComponent("public.pem").path
    let made = try await terminal.shell(
      "openssl genpkey 2>/dev/null -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out '\(key)' && openssl pkey -in '\(key)' -pubout -out '\(publicKey)'"
    )
    #expect(made.exit == .code(0), "\(made.errors)")
    terminal.secrets += try String(contentsOfFile: key, encoding: .utf8).split(separator: "\n").dropFirst().dropLast()
      .map(String.init)
    let running = try ForeignProgram.python().start(
      ["-B", ForeignProgram.script("oauth1/provider.py"), publicKey], in: FreshHome())
    let result: Result<Void, any Error>
    do { result = .success(try await test(try await running.outputLine(containing: "http://"))) } catch {
      result = .failure(error)
    }
    running.send(SIGTERM)
    _ = try await running.outcome()
    try result.get()
  }

  private func entry(_ method: String, at base: String) -> String {
    """
    name: meadow
    protocol: oauth1
    temporary_credential_endpoint: \(base)/request_token
    authorization_endpoint: \(base)/authorize
    token_endpoint: \(base)/access_token
    api_origins: ["\(base)"]
    identity:
      endpoint: \(base)/me
      subject: "{id}"
    dialect:
      signature_method: \(method)

    """
  }

  private func register(_ method: String, at base: String) async throws {
    let file = try terminal.paper("meadow.yaml", entry(method, at: base))
    #expect(try await terminal.wayleave("providers", "add", "--replace", file).exit == .code(0))
    let secret = try terminal.paper("secret", Self.consumerSecret + "\n")
    let added = try await terminal.wayleave(
      "clients", "add", "mine", "--provider", "meadow", "--client-id", Self.consumerKey, "--client-secret-file", secret,
      "--key-file", terminal.papers.appendingPathComponent("consumer.pem").path, "--redirect-uri", "oob")
    #expect(added.exit == .code(0), "\(added.errors)")
  }

  @Test("login with a PIN, and a request, at a provider that a file describes", arguments: methods)
  func everyMethod(method: String) async throws {
    try await duringProvider { base in
      try await register(method, at: base)
      let line = terminal.papers.appendingPathComponent("line").path
      #expect(mkfifo(line, 0o600) == 0)
      let keyboard = try #require(FileHandle(forUpdatingAtPath: line))
      let running = try terminal.startShell("exec \"$0\" login meadow --json <'\(line)'")
      let pin = try await terminal.browse(try await WaitingSignIn(running).authorizationURL, ["--show", "pin"])
      try keyboard.write(contentsOf: Data("\(pin)\n".utf8))
      let login = try await terminal.outcome(of: running)
      #expect(login.exit == .code(0), "\(login.errors)")
      #expect(try login.json()["subject"] as? String == "ada")
      let reply = try await terminal.wayleave("request", base + "/me?x=1&y=%C3%A9", "--json")
      #expect(reply.exit == .code(0), "\(reply.errors)")
      #expect((try reply.json()["body"] as? [String: Any])?["signed_by"] as? String == method)
      try await verify(method, at: base)
    }
  }

  /// What was signed is verified by the other half of the key, or by the secrets; PLAINTEXT is never printed.
  private func verify(_ method: String, at base: String) async throws {
    guard method != "PLAINTEXT" else { return }
    let dry = try await terminal.wayleave("request", "--dry-run", "--show-credential", base + "/me?x=1").output
    let token = try await terminal.wayleave("token", "--json").json()
    let secret = ["WAYLEAVE_TOKEN_SECRET": token["oauth_token_secret"] as? String ?? ""]
    let publicKey = terminal.papers.appendingPathComponent("public.pem").path
    let options = ["verify", "oauth1", "--json"]
    let clients =
      method.hasPrefix("RSA")
      ? [["--client", "mine"], ["--client-id", Self.consumerKey, "--public-key-file", publicKey]]
      : [["--client", "mine"]]
    for client in clients {
      let running = try terminal.start(options + client, environment: secret, input: dry)
      let seen = try VerificationSeen(try await terminal.outcome(of: running))
      #expect(seen.isVerified && seen.facts["signature_method"] == method, "\(seen.failures) \(seen.code ?? "")")
    }
  }

  @Test("an RSA method without a key, and an HMAC method without a secret, are refused before anyone is asked")
  func wrongKind() async throws {
    try await duringProvider { base in
      let secret = try terminal.paper("secret", Self.consumerSecret + "\n")
      let key = terminal.papers.appendingPathComponent("consumer.pem").path
      for (method, option, file) in [
        ("RSA-SHA256", "--client-secret-file", secret), ("HMAC-SHA256", "--key-file", key),
      ] {
        let description = try terminal.paper("meadow.yaml", entry(method, at: base))
        #expect(try await terminal.wayleave("providers", "add", "--replace", description).exit == .code(0))
        let login = try await terminal.wayleave(
          "login", "meadow", "--client-id", Self.consumerKey, option, file, "--redirect-uri", "oob")
        #expect(login.exit == .code(64) && login.shownCode == "configuration.invalid_client", "\(login.errors)")
      }
    }
  }

  @Test("the key is kept encrypted, and shown by its thumbprint; a file that is no key, and a short key, are refused")
  func key() async throws {
    try await duringProvider { base in
      try await register("RSA-SHA1", at: base)
      let clients = try await terminal.wayleave("clients", "--json").json()
      let client = try #require((clients["clients"] as? [[String: Any]])?.first)
      #expect((client["key"] as? String)?.count == 43 && client["has_secret"] as? Bool == true)
      for file in terminal.kept("") where (try? Data(contentsOf: file)) != nil {
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        #expect(!text.contains("PRIVATE") && !text.contains("\"kty\""), "\(file.path)")
      }
      let none = try terminal.paper("none.pem", "no key\n")
      let short = terminal.papers.appendingPathComponent("short.pem").path
      let made = try await terminal.shell(
        "openssl genpkey 2>/dev/null -algorithm RSA -pkeyopt rsa_keygen_bits:1024 -out '\(short)'")
      #expect(made.exit == .code(0))
      for (file, code) in [(none, "configuration.unsupported_key"), (short, "configuration.weak_key")] {
        let added = try await terminal.wayleave(
          "clients", "add", "other", "--provider", "meadow", "--client-id", "x", "--key-file", file)
        #expect(added.exit == .code(64) && added.shownCode == code, "\(added.errors)")
      }
    }
  }
}
