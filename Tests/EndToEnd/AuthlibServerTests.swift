import Foundation
import Testing
import WayleaveProgramRunning

@Suite(
  "Authlib's authorization server of OAuth 2 alone: registration, devices, assertions, revocation", .serialized,
  .enabled(if: ForeignProgram.arePeersInstalled))
struct AuthlibServerTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  /// Runs a test beside the server, which is ended with it.
  private func duringServer(
    _ arguments: [String] = [], _ test: (_ issuer: String) async throws -> Void
  ) async throws {
    let running = try ForeignProgram.python().start(
      ["-B", ForeignProgram.script("oauth2/provider.py")] + arguments, in: FreshHome())
    let result: Result<Void, any Error>
    do {
      let issuer = try await running.outputLine(containing: "127.0.0.1", within: .seconds(60))
      result = .success(try await test(issuer.trimmingCharacters(in: .whitespacesAndNewlines)))
    } catch { result = .failure(error) }
    running.send(SIGTERM)
    let outcome = try await running.outcome()
    #expect(outcome.errors.isEmpty, "the server: \(outcome.errors)")
    try result.get()
  }

  private func register(_ method: String, at issuer: String) async throws {
    let registered = try await terminal.wayleave(
      "clients", "register", method, "--provider", issuer, "--client-auth", method, "--scope", "profile notes",
      "--grant", "client_credentials", "--json")
    #expect(registered.exit == .code(0), "\(registered.output)")
    #expect(
      try registered.json()["has_secret"] as? Bool
        == (method.contains("secret") || method == "basic" || method == "post"))
  }

  /// What the server says of a token to one who may ask.
  private func isActive(_ token: String, at issuer: String, asking client: String) async throws -> Bool {
    let listed = try await terminal.wayleave("clients", "--json").json()["clients"] as? [[String: Any]]
    let id = listed?.first { $0["name"] as? String == client }?["client_id"] as? String ?? ""
    let script = """
      import sys, requests
      print(requests.post(sys.argv[1] + "/introspect", {"token": sys.argv[2], "client_id": sys.argv[3]}).json()["active"])
      """
    let asked = try await ForeignProgram.python().run(["-c", script, issuer, token, id], in: FreshHome())
    #expect(asked.exit == .code(0), "\(asked.errors)")
    return asked.answer == "True"
  }

  static let methods = ["none", "basic", "post", "client_secret_jwt", "private_key_jwt"]

  @Test(
    "by each authentication: registration, sign-in by a browser, refresh, request, revocation, end", arguments: methods)
  func browser(_ method: String) async throws {
    try await duringServer { issuer in
      try await register(method, at: issuer)
      let login = try await terminal.wayleave(
        "login", issuer, "--scope", "profile notes", "--json",
        environment: ["BROWSER": PlainBrowser.command(["--fill", "sub=zoe", "--press", "allow"])])
      #expect(login.exit == .code(0), "\(login.output)\(login.errors)")
      #expect(try login.json()["subject"] as? String == "zoe")
      try await useUp(at: issuer, client: method)
    }
  }

  /// Uses an account in every way, and ends it and its client.
  private func useUp(at issuer: String, client: String) async throws {
    let first = try await terminal.wayleave("token").answer
    let second = try await terminal.wayleave("token", "--force").answer
    #expect(!first.isEmpty && !second.isEmpty && first != second)
    #expect(try await terminal.wayleave("request", issuer + "/userinfo").output.contains("Zoe"))
    if client == "none" { #expect(try await isActive(second, at: issuer, asking: client)) }
    let logout = try await terminal.wayleave("logout", "--json").json()
    #expect(logout["removed"] as? Bool == true && logout["revocation"] as? String == "revoked")
    if client == "none" { #expect(!(try await isActive(second, at: issuer, asking: client))) }
    let removed = try await terminal.wayleave("clients", "remove", client, "--json").json()
    #expect(removed["registration"] as? String == "ended")
  }

  @Test("8628-10, attack 205: without a display a code is shown, typed elsewhere, and polled for, slower when asked to")
  func device() async throws {
    try await duringServer { issuer in
      for (client, decision) in [("none", Person.Decision.allow), ("private_key_jwt", .allow), ("basic", .deny)] {
        try await register(client, at: issuer)
        let running = try terminal.start(
          ["login", issuer, "--scope", "profile", "--json", "--trace"], environment: ["container": "podman"])
        let code = try await DeviceCode(running)
        #expect(code.address == issuer + "/device")
        // The server wants its first question to have come later; the next comes five seconds after.
        if client == "none" { _ = try await running.errorLine(containing: "slow_down") }
        try await terminal.browse(
          code.address, ["--fill", "sub=zoe", "--fill", "user_code=\(code.text)", "--press", decision.rawValue])
        let login = try await terminal.outcome(of: running)
        #expect(login.errors.contains("Flow: device or paste, because this is a container."))
        #expect(login.errors.contains("[RFC 8628 §3.4]"))
        guard decision == .allow else {
          #expect(login.exit == .code(2), "\(login.output)")
          #expect(try login.errorCode() == "sign_in.denied")
          continue
        }
        #expect(login.exit == .code(0), "\(login.output)\(login.errors)")
        #expect(try login.json()["subject"] as? String == "zoe")
        try await useUp(at: issuer, client: client)
      }
    }
  }

  @Test(
    "--flow paste and --flow device are taken at their word; with --json and --quiet only what is to be done is shown")
  func otherFlows() async throws {
    try await duringServer { issuer in
      try await register("none", at: issuer)
      let asked = try await terminal.wayleave("login", issuer, "--flow", "paste")
      #expect(asked.exit == .code(1) && asked.errors.contains("/authorize?") && !asked.errors.contains("Flow: "))
      let quiet = try await terminal.wayleave(
        "login", issuer, "--flow", "device", "--timeout", "1", "--quiet", "--json")
      #expect(quiet.exit == .code(9), "\(quiet.output)\(quiet.errors)")
      #expect(quiet.errors.contains(issuer + "/device") && !quiet.errors.contains("Waiting"))
    }
  }
}

extension AuthlibServerTests {
  /// An authority, and by it certificates for a server of this machine and for a client; a client's of nobody's.
  private func makeCertificates() async throws {
    let curve = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
    func sign(_ name: String, _ subject: String, _ extensions: String) -> String {
      """
      openssl req \(curve) -keyout \(name).key -out \(name).csr -subj '/CN=\(subject)' 2>/dev/null && \
      printf '\(extensions)' > \(name).ext && openssl x509 -req -in \(name).csr -CA ca.pem -CAkey ca.key \
      -CAcreateserial -days 2 -extfile \(name).ext -out \(name).pem 2>/dev/null
      """
    }
    let made = try await terminal.shell(
      """
      cd '\(terminal.papers.path)' && openssl req -x509 \(curve) -keyout ca.key -out ca.pem -days 2 \
      -subj '/CN=Test authority' 2>/dev/null && \
      \(sign("server", "127.0.0.1", "subjectAltName=IP:127.0.0.1")) && \
      \(sign("client", "certified", "extendedKeyUsage=clientAuth")) && \
      \(sign("other", "other", "extendedKeyUsage=clientAuth"))
      """)
    #expect(made.exit == .code(0), "\(made.errors)")
  }

  private func addCertified(_ name: String, at issuer: String, certificate: String) async throws {
    let file = terminal.papers.appendingPathComponent(certificate).path
    let added = try await terminal.wayleave(
      "clients", "add", name, "--provider", issuer, "--client-id", "certified", "--client-auth", "tls", "--key-file",
      file + ".key", "--certificate-file", file + ".pem")
    #expect(added.exit == .code(0), "\(added.errors)")
  }

  @Test("RFC 8705 §2 and §3: a certificate authenticates the client, and goes along with its bound tokens")
  func mutualTLS() async throws {
    try await makeCertificates()
    terminal.environment["WAYLEAVE_CA_FILE"] = terminal.papers.appendingPathComponent("ca.pem").path
    try await duringServer([terminal.papers.path]) { issuer in
      try await addCertified("other", at: issuer, certificate: "other")
      let refused = try await terminal.wayleave("token", "--client", "other", "--grant", "client_credentials", "--json")
      #expect(refused.exit == .code(5), "\(refused.output)")
      #expect(try await terminal.wayleave("clients", "remove", "other").exit == .code(0))
      try await addCertified("mine", at: issuer, certificate: "client")
      let own = try await terminal.wayleave("token", "--client", "mine", "--grant", "client_credentials", "--json")
      #expect(own.exit == .code(0), "\(own.output)")
      let curl = "curl -s --cacert '\(terminal.papers.path)/ca.pem'"
      let running = try terminal.start(["login", issuer, "--scope", "profile", "--json", "--flow", "device"])
      let code = try await DeviceCode(running)
      let typed = try await terminal.shell(
        "\(curl) -d sub=zoe -d decision=allow -d user_code=\(code.text) '\(code.address)'")
      #expect(typed.exit == .code(0), "\(typed.errors)")
      let login = try await terminal.outcome(of: running)
      #expect(login.exit == .code(0), "\(login.output)\(login.errors)")
      #expect(try login.json()["subject"] as? String == "zoe")
      #expect(try await terminal.wayleave("token", "--force").exit == .code(0))
      #expect(try await terminal.wayleave("request", issuer + "/userinfo").output.contains("Zoe"))
      let logout = try await terminal.wayleave("logout", "--json").json()
      #expect(logout["revocation"] as? String == "revoked")
    }
  }
}

/// A sign-in whose code has been shown.
private struct DeviceCode {
  let address: String
  let text: String

  init(_ running: RunningProgram) async throws {
    // The code is shown with the advice against a stranger who sent it.
    _ = try await running.errorLine(containing: "Only enter it")
    let lines = running.errorsSoFar.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    func line(after beginning: String) -> String {
      lines.firstIndex { $0.hasPrefix(beginning) }.map { lines[$0 + 1] } ?? ""
    }
    address = line(after: "On any device")
    text = line(after: "and type this code")
  }
}
