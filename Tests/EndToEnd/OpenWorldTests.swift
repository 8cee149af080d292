import Foundation
import Testing
import WayleaveProgramRunning

/// An API whose provider has never heard of the program; the ways are those of `Documentation/playground.md`, and what
/// comes of each stands in `Documentation/security/open-world.md`.
@Suite("Model Context Protocol 2025-11-25, Authorization: one command signs in at an API by its URL", .serialized)
struct OpenWorldTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  private static let ada = ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))]

  private func login(_ arguments: String...) async throws -> ProgramOutcome { try await login(arguments) }

  private func login(_ arguments: [String]) async throws -> ProgramOutcome {
    try await terminal.outcome(of: terminal.start(["login"] + arguments, environment: Self.ada))
  }

  /// What a tool of the API says through `wayleave mcp`, or the error.
  private func tool(_ call: String, at api: String, options: [String] = []) async throws -> String {
    let lines = [
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"#
        + #""clientInfo":{"name":"test","version":"1"}}}"#,
      #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":\#(call)}}"#,
    ]
    let run = try await terminal.outcome(
      of: terminal.start(["mcp", api] + options, input: lines.joined(separator: "\n") + "\n"))
    #expect(run.exit == .code(0), "\(run.errors)")
    return run.output.split(separator: "\n").first { $0.contains(#""id":1,"#) }.map(String.init) ?? run.output
  }

  private static let echo = #""echo","arguments":{"text":"over the stile"}"#
  private static let count = #""count","arguments":{"to":3}"#

  private static let metadata = "/.well-known/oauth-protected-resource/tollgate/mcp"

  @Test(
    "§ Authorization Server Location, § Client Registration Approaches, § Scope Selection Strategy: it works where",
    arguments: [
      [], ["*:way=exact-redirect-uri"], ["*:way=client-id-in-body"], ["*:way=client-id-once"], ["*:way=no-challenge"],
      ["*:way=other-scheme-first"], ["*:way=open-initialize"], ["*:way=origin-is-server"], ["*:way=no-documents"],
      ["*:way=registration-adds-secret"], ["*:way=registration-drops-secret"], ["*:way=no-s256"],
      ["*:way=root-metadata"], ["*:way=root-metadata", "\(metadata):status=401"],
      ["*:way=root-metadata", "*:way=resource-is-origin"],
      ["*:way=origin-is-server", "/.well-known/oauth-authorization-server:status=404"],
    ])
  func works(faults: [String]) async throws {
    try await EmulatedProviders.during(faults: faults) { place in
      let api = place.base + "/tollgate/mcp"
      let first = try await login(api)
      #expect(first.exit == .code(0), "\(first.errors)")
      // § Authorization Code Protection: a server that is silent on PKCE is used, and not unseen.
      #expect(first.errors.contains("PKCE with S256") == faults.contains("*:way=no-s256"), "\(first.errors)")
      #expect(try await tool(Self.echo, at: api).contains("over the stile"))
      #expect(try await terminal.wayleave("token", "--force").exit == .code(0))
      #expect(try await tool(Self.echo, at: api).contains("over the stile"))
      // The next sign-in uses the same registration, with the same port.
      let second = try await login("--account", try #require(try await name()))
      #expect(second.exit == .code(0), "\(second.errors)")
      #expect(terminal.kept(".client").count == 1 && place.count(of: "client.registered") == 1)
    }
  }

  /// The only account.
  private func name() async throws -> String? {
    let all = try await terminal.wayleave("status", "--json").json()["accounts"] as? [[String: Any]]
    return all?.first?["account"] as? String
  }

  /// A server at which one command does not do.
  struct Obstacle: Sendable, CustomTestStringConvertible {
    let faults: [String]
    let exit: Int32
    let code: String
    /// What the user is told to type, with BASE and API for the URLs; nil where nothing helps.
    let command: String?
    /// The options of the sign-in that works; empty where none does.
    var then: [String] = []

    var testDescription: String { faults.joined(separator: " ") }
  }

  @Test(
    "it says what to type where one command cannot do",
    arguments: [
      Obstacle(
        faults: ["*:way=issuer-slash"], exit: 5, code: "discovery.issuer_mismatch",
        command: "`wayleave login ISSUER --allow-origin BASE --resource API`"),
      Obstacle(
        faults: ["*:way=resource-is-origin"], exit: 5, code: "discovery.issuer_mismatch",
        command: "`wayleave login ISSUER --allow-origin BASE --resource API`"),
      Obstacle(
        faults: ["*:way=no-registration"], exit: 64, code: "configuration.unknown_client",
        command: "--client-id https://…", then: ["API", "--client-id", "tollgate-native", "--scope", "openid tools"]),
      Obstacle(
        faults: ["*:way=no-registration", "*:way=no-documents"], exit: 64, code: "configuration.unknown_client",
        command: "wayleave clients add NAME --provider BASE/tollgate --client-id ID"),
      Obstacle(
        faults: ["/tollgate/register:status=403"], exit: 5, code: "registration.refused",
        command: "wayleave clients add NAME --provider BASE/tollgate --client-id ID",
        then: ["API", "--client-id", "tollgate-native", "--scope", "openid tools"]),
      Obstacle(
        faults: ["*:way=no-resource"], exit: 5, code: "sign_in.refused", command: "--no-resource",
        then: ["API", "--no-resource"]),
      Obstacle(
        faults: ["*:way=no-openid"], exit: 5, code: "sign_in.refused", command: "`wayleave login API --scope tools`",
        then: ["API", "--scope", "tools"]),
      Obstacle(
        faults: [
          "*:way=origin-is-server", "/.well-known/oauth-authorization-server:status=404", "/authorize:status=404",
        ], exit: 5, code: "discovery.malformed_metadata",
        command: "`wayleave login ISSUER --allow-origin BASE --resource API`"),
      Obstacle(
        faults: ["/tollgate/authorize:callback-altered=iss"], exit: 5, code: "sign_in.issuer_mismatch",
        command: nil),
    ])
  func says(obstacle: Obstacle) async throws {
    try await EmulatedProviders.during(faults: obstacle.faults) { place in
      let api = place.base + "/tollgate/mcp"
      func filled(_ text: String) -> String {
        text.replacingOccurrences(of: "API", with: api).replacingOccurrences(of: "BASE", with: place.base)
      }
      let refused = try await login(api)
      #expect(refused.exit == .code(obstacle.exit) && refused.shownCode == obstacle.code, "\(refused.errors)")
      if let command = obstacle.command { #expect(refused.errors.contains(filled(command)), "\(refused.errors)") }
      #expect(terminal.kept(".credential").isEmpty)
      guard !obstacle.then.isEmpty else { return }
      let allowed = try await login(obstacle.then.map(filled))
      #expect(allowed.exit == .code(0), "\(allowed.errors)")
      #expect(try await tool(Self.echo, at: api).contains("over the stile"))
      #expect(try await terminal.wayleave("token", "--force").exit == .code(0))
    }
  }

  /// The server allows a client no other scopes than those that it registered for.
  @Test("§ Scope Challenge Handling: a tool wants another scope, and what is said to be typed brings a token with all")
  func stepUp() async throws {
    try await EmulatedProviders.during(faults: ["*:way=step-up"]) { place in
      let api = place.base + "/tollgate/mcp"
      let first = try await login(api)
      #expect(first.exit == .code(0), "\(first.errors)")
      #expect(try await tool(Self.count, at: api).contains("`wayleave login --account mcp --scope tools.count`"))
      let second = try await login("--account", "mcp", "--scope", "tools.count")
      #expect(second.exit == .code(0), "\(second.errors)")
      #expect(try await tool(Self.echo, at: api).contains("over the stile"))
      #expect(try await tool(Self.count, at: api).contains("1 2 3"))
    }
  }

  @Test("RFC 7591 §2: the redirect URI that the user names is registered, at a server that compares each byte")
  func redirectURI() async throws {
    try await EmulatedProviders.during(faults: ["*:way=exact-redirect-uri"]) { place in
      let uri = "http://127.0.0.1:\(try LoopbackPort().number)/back"
      let login = try await login(place.base + "/tollgate/mcp", "--redirect-uri", uri)
      #expect(login.exit == .code(0) && login.errors.contains("Waiting for the answer at \(uri)."), "\(login.errors)")
      let clients = try await terminal.wayleave("clients").output
      #expect(clients.components(separatedBy: "  back  ").count == 2 && clients.contains(uri), "\(clients)")
    }
  }
}

extension OpenWorldTests {
  /// A folder of files at a port of this machine, which ends with the test.
  private func serving(_ test: (_ base: String) async throws -> Void) async throws {
    let folder = terminal.papers.path
    let server = try Program(executable: URL(fileURLWithPath: "/usr/bin/env")).start(
      ["python3", "-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory", folder, "0"], in: try FreshHome())
    let result: Result<Void, any Error>
    do {
      let line = try await server.outputLine(containing: "http://")
      let base = try #require(line.firstMatch(of: #/http://127\.0\.0\.1:[0-9]+/#)).output
      result = .success(try await test(String(base)))
    } catch { result = .failure(error) }
    server.send(SIGTERM)
    _ = try await server.outcome()
    try result.get()
  }

  /// The server reads http on this machine, which the draft does not have.
  @Test(
    "draft-ietf-oauth-client-id-metadata-document §3, §4: a client id that is a URL, from login to request and renewal"
  )
  func clientIDURL() async throws {
    try await EmulatedProviders.during { place in
      try await serving { base in
        let (api, id) = (place.base + "/tollgate/mcp", base + "/client.json")
        func publish(_ id: String, _ uri: String) throws {
          _ = try terminal.paper(
            "client.json",
            """
            {"client_id":"\(id)","client_name":"A program of Ada","redirect_uris":["\(uri)"],
            "grant_types":["authorization_code","refresh_token"],"response_types":["code"],
            "token_endpoint_auth_method":"none","application_type":"native"}
            """)
        }
        // § Client Identifier: the document is about this very URL. A failure is not kept.
        try publish(base + "/other.json", "http://127.0.0.1/callback")
        let foreign = try await login(api, "--client-id", id, "--scope", "openid tools", "--timeout", "20")
        #expect(foreign.exit != .code(0), "\(foreign.output)")
        #expect(terminal.kept(".credential").isEmpty)
        try publish(id, "http://127.0.0.1/callback")
        let allowed = try await login(api, "--client-id", id, "--scope", "openid tools", "--json")
        #expect(allowed.exit == .code(0), "\(allowed.output)\(allowed.errors)")
        #expect(try allowed.json()["client"] as? String == id)
        #expect(try await tool(Self.echo, at: api).contains("over the stile"))
        let renewed = try await terminal.wayleave("token", "--force")
        #expect(renewed.exit == .code(0) && place.count(of: "token.refreshed") == 1, "\(renewed.errors)")
        #expect(try await tool(Self.echo, at: api).contains("over the stile"))
        // Nothing was registered, here or there.
        #expect(terminal.kept(".client").isEmpty && place.count(of: "client.registered") == 0)
      }
    }
  }
}
