import Foundation
import Testing
import WayleaveProgramRunning

@Suite(
  "wayleave token for other programs: --env and --curl-config", .serialized,
  .enabled(if: ForeignProgram.arePeersInstalled))
struct TokenFormTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  /// Runs a test beside a server whose tokens hold every character, and a client that asks for them.
  private func duringOddTokens(
    dialect: String = "", _ test: (_ base: String, _ order: String) async throws -> Void
  ) async throws {
    let running = try ForeignProgram.python().start(
      ["-B", ForeignProgram.script("oauth2/odd_tokens.py")], in: FreshHome())
    let result: Result<Void, any Error>
    do {
      let base = try await running.outputLine(containing: "127.0.0.1", within: .seconds(60)).trimmingCharacters(
        in: .whitespacesAndNewlines)
      let entry = try terminal.paper(
        "odd.yaml",
        """
        format: 1
        name: odd
        protocol: oauth2
        token_endpoint: \(base)/token
        api_origins:
          - \(base)
        dialect:
          client_authentication: client_secret_post
        \(dialect)
        """)
      let secret = try terminal.paper("secret", "not-a-real-secret\n")
      #expect(try await terminal.wayleave("providers", "add", entry).exit == .code(0))
      let added = try await terminal.wayleave(
        "clients", "add", "service", "--provider", "odd", "--client-id", "x", "--client-secret-file", secret)
      // Nobody can be sent to a page: only the client itself is served.
      #expect(
        added.errors == "Next: wayleave token --client service --grant client_credentials\n", "\(added.output)")
      result = .success(try await test(base, "\"$0\" token --client service --grant client_credentials"))
    } catch { result = .failure(error) }
    running.send(SIGTERM)
    _ = try await running.outcome()
    try result.get()
  }

  /// The odd tokens, as the server has them.
  private static let oddToken =
    String(decoding: UInt8(0x21)..<0x7F, as: UTF8.self) + "''\"\"\\\\$(exit9)`exit9`"

  @Test("a shell takes the lines into its environment, whatever characters the token has", arguments: ["sh", "bash"])
  func env(shell: String) async throws {
    try await duringOddTokens { _, order in
      let seen = try await terminal.shell(
        """
        exec \(shell) -c 'eval "$(\(order) --env)" && WAYLEAVE_CLIENT= env' "$0"
        """)
      #expect(seen.exit == .code(0), "\(seen.errors)")
      let lines = seen.output.split(separator: "\n")
      #expect(lines.contains("WAYLEAVE_ACCESS_TOKEN=\(Self.oddToken)"), "\(seen.output)")
      #expect(lines.contains("WAYLEAVE_TOKEN_TYPE=Bearer"))
      let end = lines.first { $0.hasPrefix("WAYLEAVE_EXPIRES_AT=") }.flatMap { Double($0.dropFirst(20)) }
      #expect((3500...3601).contains((end ?? 0) - Date().timeIntervalSince1970))
      #expect(!seen.errors.contains(Self.oddToken))
    }
  }

  @Test("curl sends the token as it is, and it stands in no list of processes")
  func curl() async throws {
    try await duringOddTokens { base, order in
      let reply = try await terminal.shell("\(order) --curl-config | curl --silent --config - '\(base)/who'")
      #expect(try reply.json()["by_header"] as? Bool == true, "\(reply.errors)")
      let lines = try await terminal.shell("\(order) --curl-config").output
      #expect(lines.hasPrefix("header = \"Authorization: Bearer !\\\"#$%&'()*+") && lines.hasSuffix("\"\n"))
    }
  }

  @Test("where the provider wants the token in the query, with parameters of its own, curl puts them there")
  func curlQuery() async throws {
    try await duringOddTokens(dialect: "  token_query_parameter: oauth_token\n  api_parameters: { v: \"2026\" }") {
      base, order in
      let reply = try await terminal.shell("\(order) --curl-config | curl --silent --config - '\(base)/who?a=b'").json()
      #expect(reply["by_query"] as? Bool == true && reply["by_header"] as? Bool == false)
      #expect(reply["version"] as? String == "2026")
    }
  }

  @Test("a token that the provider wants in the body is no configuration of curl: exit 1, and what to do instead")
  func curlForm() async throws {
    try await duringOddTokens(dialect: "  token_form_parameter: token") { _, order in
      for form in ["--curl-config", "--header"] {
        let refused = try await terminal.shell("\(order) \(form)")
        #expect(refused.exit == .code(1) && refused.shownCode == "configuration.unsupported" && refused.output.isEmpty)
        #expect(refused.errors.contains("wayleave request"))
      }
    }
  }

  @Test("how the API wants to be called is said by today's entry, not by that of the sign-in")
  func mended() async throws {
    try await EmulatedProviders.during(tokenLifetime: 3600) { place in
      try await place.signIn(to: .lane, at: terminal)
      let token = try await terminal.wayleave("token").answer
      let before = try await terminal.wayleave("token", "--curl-config").output
      #expect(before == "url-query = \"oauth_token=\(token)\"\nurl-query = \"v=20260101\"\n")
      let entry = EmulatedProviders.Entry.lane.text(at: place.base).replacingOccurrences(
        of: "  token_query_parameter: oauth_token\n", with: "")
      let mended = try terminal.paper("mended.yaml", entry)
      #expect(try await terminal.wayleave("providers", "add", "--replace", mended).exit == .code(0))
      let after = try await terminal.wayleave("token", "--curl-config").output
      #expect(after == "header = \"Authorization: Bearer \(token)\"\nurl-query = \"v=20260101\"\n")
    }
  }

  @Test("both halves of OAuth 1.0a are lines too; no configuration of curl signs: exit 1")
  func oauth1() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .stile, at: terminal)
      let json = try await terminal.wayleave("token", "--json").json()
      let seen = try await terminal.shell("eval \"$(\"$0\" token --env)\" && env")
      for (name, key) in [("OAUTH_TOKEN", "oauth_token"), ("OAUTH_TOKEN_SECRET", "oauth_token_secret")] {
        #expect(seen.output.contains("WAYLEAVE_\(name)=\(json[key] as? String ?? "-")\n"))
      }
      #expect(seen.output.contains("WAYLEAVE_EXPIRES_AT=\n") && seen.errors.isEmpty)
      let refused = try await terminal.wayleave("token", "--curl-config")
      #expect(refused.exit == .code(1) && refused.shownCode == "configuration.unsupported" && refused.output.isEmpty)
      #expect(refused.errors.contains("wayleave request"))
    }
  }

  @Test("RFC 9449 §7.1: a bound token is no configuration of curl; as lines it comes with a warning")
  func bound() async throws {
    try await EmulatedProviders.during { place in
      let issuer = place.base + "/tollgate"
      let login = try await terminal.wayleave(
        "login", issuer, "--client-id", "tollgate-native",
        environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))])
      #expect(login.exit == .code(0), "\(login.errors)")
      let refused = try await terminal.wayleave("token", "--curl-config")
      #expect(refused.exit == .code(1) && refused.shownCode == "configuration.unsupported", "\(refused.errors)")
      let lines = try await terminal.wayleave("token", "--env")
      #expect(lines.output.contains("export WAYLEAVE_TOKEN_TYPE='DPoP'\n"))
      #expect(lines.errors.contains("bound to a key"))
      // A script that takes the token alone is warned, and JSON has the type.
      let bare = try await terminal.wayleave("token")
      #expect(bare.exit == .code(0) && !bare.answer.isEmpty && bare.errors.contains("useless without it"))
      #expect(try await terminal.wayleave("token", "--json").json()["token_type"] as? String == "DPoP")
    }
  }

  @Test("one form at a time; what is typed silences the variables of the others, and --json all of them")
  func exclusive() async throws {
    try await EmulatedProviders.during(tokenLifetime: 3600) { place in
      let both = try await terminal.wayleave("token", "--env", "--curl-config")
      #expect(both.exit == .code(64) && both.output.isEmpty)
      try await place.signIn(to: .lane, at: terminal)
      let typed = try await terminal.wayleave("token", "--curl-config", environment: ["WAYLEAVE_TOKEN_ENV": "1"])
      #expect(typed.answer.hasPrefix("url-query = \"oauth_token="), "\(typed.errors)")
      let json = try await terminal.wayleave("token", "--json", environment: ["WAYLEAVE_TOKEN_ENV": "1"]).json()
      let lines = try await terminal.wayleave("token", environment: ["WAYLEAVE_TOKEN_ENV": "1"])
      let token = json["access_token"] as? String ?? "-"
      #expect(lines.output.contains("export WAYLEAVE_ACCESS_TOKEN='\(token)'\n"))
      #expect(lines.output.contains("export WAYLEAVE_OAUTH_TOKEN=''\n"))
      let other = try await terminal.wayleave("token", environment: ["WAYLEAVE_ENV": "production"])
      #expect(other.answer == token, "a variable that is set for another purpose changes nothing")
      // Whoever evaluates lines must not be given JSON: the shell would show the token in its complaint.
      let sasl = ["--sasl", "xoauth2", "--user", "a@b.example"]
      for (form, environment) in [
        (["--env"], ["WAYLEAVE_JSON": "1"]), (["--env", "--json"], [:]), (sasl + ["--json"], [:]),
      ] {
        let mixed = try await terminal.outcome(of: terminal.start(["token"] + form, environment: environment))
        #expect(mixed.exit == .code(64) && !mixed.output.contains(token), "\(mixed.errors)")
      }
      // RFC 7628 §3.1: it goes wherever the mail server is, whatever the provider's API wants; variables change nothing.
      let response = try await terminal.wayleave(
        "token", "--sasl", "xoauth2", "--user", "a@b.example",
        environment: ["WAYLEAVE_TOKEN_ENV": "1", "WAYLEAVE_USER": "b", "WAYLEAVE_MAIL": "b"])
      #expect(
        Data(base64Encoded: response.answer) == Data("user=a@b.example\u{1}auth=Bearer \(token)\u{1}\u{1}".utf8),
        "\(response.errors)")
      let agreeing = try await terminal.wayleave("token", environment: ["WAYLEAVE_ACCEPT_DOWNGRADE": "1"])
      #expect(agreeing.answer == token, "\(agreeing.errors)")
    }
  }
}
