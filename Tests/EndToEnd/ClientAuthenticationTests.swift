import Foundation
import Testing
import WayleaveProgramRunning

@Suite("wayleave clients: every client authentication", .serialized)
struct ClientAuthenticationTests {
  let terminal: Terminal
  private let secret: String
  private let shortSecret: String

  // Of 32 bytes, as HS256 needs: RFC 7518 §3.2.
  private static let secretText = "not-a-real-secret-of-32-bytes-ok"

  init() throws {
    terminal = try Terminal()
    terminal.secrets = [Self.secretText]
    secret = try terminal.paper("secret", Self.secretText + "\n")
    shortSecret = try terminal.paper("short", "short\n")
  }

  private var key: String { terminal.papers.appendingPathComponent("key.pem").path }
  private var certificate: String { terminal.papers.appendingPathComponent("certificate.pem").path }
  private var otherKey: String { terminal.papers.appendingPathComponent("other.pem").path }

  private func makeKeys() async throws {
    let made = try await terminal.shell(
      """
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=client.example \
      -keyout '\(key)' -out '\(certificate)' 2>/dev/null && \
      openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out '\(otherKey)'
      """)
    #expect(made.exit == .code(0), "\(made.errors)")
    for file in [key, otherKey] {
      terminal.secrets += try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").dropFirst()
        .dropLast().map(String.init)
    }
  }

  private func add(_ name: String, _ options: [String], provider: String = "foursquare") async throws -> ProgramOutcome
  {
    try await terminal.outcome(
      of: try terminal.start(["clients", "add", name, "--provider", provider, "--client-id", "x", "--json"] + options))
  }

  @Test("each is kept, encrypted, and listed by its method, never by its secret")
  func every() async throws {
    try await makeKeys()
    let ways: [(method: String, options: [String], registered: String)] = [
      ("none", [], "none"), ("basic", ["--client-secret-file", secret], "client_secret_basic"),
      ("basic-raw", ["--client-secret-file", secret], "client_secret_basic_raw"),
      ("post", ["--client-secret-file", secret], "client_secret_post"),
      ("client_secret_jwt", ["--client-secret-file", secret], "client_secret_jwt"),
      ("private_key_jwt", ["--key-file", key], "private_key_jwt"),
      ("tls", ["--key-file", key, "--certificate-file", certificate], "tls_client_auth"),
    ]
    for way in ways {
      let added = try await add(way.method, ["--client-auth", way.method] + way.options)
      #expect(added.exit == .code(0), "\(added.output)")
      #expect(try added.json()["client_auth"] as? String == way.registered)
    }
    let listed = try await terminal.wayleave("clients", "list", "--json").json()
    let clients = try #require(listed["clients"] as? [[String: Any]])
    #expect(clients.compactMap { $0["client_auth"] as? String }.sorted() == ways.map(\.registered).sorted())
    #expect(clients.filter { $0["key"] is String }.count == 1)
    #expect(clients.filter { ($0["certificate"] as? String)?.count == 43 }.count == 1)
    let shown = try await terminal.wayleave("clients").answer
    for way in ways { #expect(shown.contains("  auth    \(way.method)"), "\(shown)") }
    for file in terminal.kept(".client") {
      #expect(!String(decoding: try Data(contentsOf: file), as: UTF8.self).contains("BEGIN"))
    }
  }

  @Test("what cannot be is refused with what to do, and nothing is kept")
  func impossible() async throws {
    try await makeKeys()
    let cases: [(options: [String], code: String)] = [
      (["--client-auth", "basic"], "configuration.invalid_client"),
      (["--client-auth", "client_secret_jwt"], "configuration.invalid_client"),
      (["--client-auth", "client_secret_jwt", "--client-secret-file", shortSecret], "configuration.weak_key"),
      (["--client-auth", "private_key_jwt"], "configuration.invalid_client"),
      (["--client-auth", "private_key_jwt", "--key-file", certificate], "configuration.unsupported_key"),
      (["--client-auth", "tls"], "configuration.invalid_client"),
      (["--client-auth", "tls", "--key-file", key], "configuration.invalid_client"),
      (["--client-auth", "tls", "--certificate-file", certificate], "configuration.invalid_client"),
      (
        ["--client-auth", "tls", "--key-file", otherKey, "--certificate-file", certificate],
        "configuration.invalid_client"
      ),
      (["--certificate-file", certificate], "configuration.invalid_client"),
      (["--client-auth", "none", "--client-secret-file", secret], "configuration.invalid_client"),
      (
        ["--client-auth", "private_key_jwt", "--key-file", key, "--client-secret-file", secret],
        "configuration.invalid_client"
      ),
      (["--client-auth", "post", "--client-secret-file", secret, "--key-file", key], "configuration.invalid_client"),
      (["--client-auth", "magic"], "configuration.invalid_client"),
    ]
    for (options, code) in cases {
      let added = try await add("mine", options)
      #expect(added.exit == .code(64), "\(options)")
      #expect(try added.errorCode() == code, "\(options): \(added.output)")
      let error = try #require(try added.json()["error"] as? [String: Any])
      #expect((error["remedy"] as? String)?.isEmpty == false)
    }
    let signing = try await add(
      "mine", ["--client-auth", "basic", "--client-secret-file", secret], provider: "twitter")
    #expect(try signing.errorCode() == "configuration.invalid_client")
    #expect(terminal.kept(".client").isEmpty)
  }

  @Test("a name that is taken, at any provider, and one with spaces are refused")
  func names() async throws {
    #expect(try await add("mine", []).exit == .code(0))
    #expect(try await add("mine", []).exit == .code(64))
    #expect(try await add("mine", ["--replace"]).exit == .code(0))
    #expect(try await add("mine", [], provider: "flickr").exit == .code(64))
    #expect(try await add("my own", []).exit == .code(64))
    let removed = try await terminal.wayleave("clients", "remove", "mine", "--json").json()
    #expect(removed["registration"] as? String == "not_offered")
    #expect(try await terminal.wayleave("clients", "remove", "mine").exit == .code(64))
  }

  @Test("what to type next: the sign-in that works, with the client where a sign-in would not find it")
  func next() async throws {
    func next(_ name: String, at provider: String, _ options: [String]) async throws -> [Substring] {
      let added = try await terminal.outcome(
        of: try terminal.start(["clients", "add", name, "--provider", provider, "--client-id", "x"] + options))
      #expect(added.exit == .code(0) && added.output == "Saved \(name).\n", "\(added.errors)")
      return added.errors.split(separator: "\n")
    }
    let withSecret = ["--client-secret-file", secret]
    let issuer = "https://issuer.example"
    // An issuer says in its metadata only whether a client can ask for itself: one that can authenticate may.
    let itself = "For the client itself: wayleave token --client"
    #expect(
      try await next("svc", at: issuer, withSecret)
        == ["Next: wayleave login \(issuer)", "\(itself) svc --grant client_credentials"])
    #expect(try await next("app", at: issuer, []) == ["Next: wayleave login \(issuer) --client app"])
    let web = withSecret + ["--redirect-uri", "http://127.0.0.1/callback"]
    #expect(
      try await next("web", at: "https://other.example", web)
        == ["Next: wayleave login https://other.example", "\(itself) web --grant client_credentials"])
    #expect(try await next("mine", at: "foursquare", withSecret) == ["Next: wayleave login foursquare"])
    let bare = try await next("bare", at: "foursquare", [])
    #expect(bare.count == 1 && bare[0].contains("expects a secret") && !bare[0].contains("wayleave login"), "\(bare)")
    #expect(try await next("reader", at: "twitter", withSecret) == ["Next: wayleave login twitter"])
    #expect(try await next("x", at: "x", []) == ["Next: wayleave login x"])
    #expect(try await next("second", at: "x", []) == ["Next: wayleave login x --client second"])
    #expect(try await next("slack", at: "slack", withSecret) == ["Next: wayleave login slack --flow paste"])
    let quiet = try await terminal.outcome(
      of: try terminal.start(
        ["clients", "add", "two", "--provider", "twitter", "--client-id", "x", "--quiet"] + withSecret))
    #expect(quiet.errors.isEmpty)
  }
}
