import Foundation
import Testing
import WayleaveProgramRunning

/// The MCP SDK's API and its authorization server are on hosts of their own, in network namespaces: `mcp_hosts.py`.
@Suite(
  "An API behind another origin, on hosts of their own", .serialized,
  .enabled(if: ForeignProgram.arePeersInstalled && Ability.canSeparateHosts))
struct SeparateHostsTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  private static let api = "https://notes.example/mcp"
  private static let server = "https://door.example"

  /// What the hosts have seen.
  private struct Told: Decodable {
    let resources: [String]
    let issued: Int
    let live: Int
    /// How many servers inside the user's network were asked.
    let inside: Int
  }

  /// Runs a test beside the hosts, and gives what they have seen. `command` runs a line on the user's machine, in which
  /// `$0` is the program.
  private func duringHosts(
    _ test: (_ command: (_ line: String) async throws -> ProgramOutcome) async throws -> Void
  ) async throws -> Told {
    let folder = terminal.papers.path
    let python = try ForeignProgram.python().executable.path
    let hosts = try Program(executable: URL(fileURLWithPath: "/usr/bin/env")).start(
      ["unshare", "-m", "-n", python, "-B", ForeignProgram.script("strangers/mcp_hosts.py"), folder], in: FreshHome())
    let result: Result<Void, any Error>
    do {
      let process = try await hosts.outputLine(containing: "process ").dropFirst("process ".count)
      // The browser trusts the hosts by this, too.
      let trust = ["SSL_CERT_FILE": folder + "/ca.pem", "BROWSER": PlainBrowser.command(["--press", "allow"])]
      result = .success(
        try await test { [terminal] line in
          try await terminal.shell("exec nsenter -t \(process) -m -n \(line)", environment: trust)
        })
    } catch { result = .failure(error) }
    hosts.send(SIGTERM)
    let outcome = try await hosts.outcome()
    try result.get()
    let line = try #require(outcome.output.split(separator: "\n").last, "\(outcome.errors)")
    return try JSONDecoder().decode(Told.self, from: Data(line.utf8))
  }

  /// RFC 9728 §2 and §5.1; MCP authorization 2025-11-25, Roles: the server may be "hosted with the resource server or a
  /// separate entity".
  @Test("one command finds the server on the other host; each token goes to its own host, from sign-in to revocation")
  func life() async throws {
    // What comes before a session.
    let body = try terminal.paper(
      "initialize.json",
      """
      {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},\
      "clientInfo":{"name":"test","version":"1"}}}
      """)
    let told = try await duringHosts { command in
      let login = try await command("\"$0\" login \(Self.api) --json")
      #expect(login.exit == .code(0), "\(login.output)\(login.errors)")
      #expect(try (login.json()["issuer"] as? String)?.hasPrefix(Self.server) == true, "\(login.output)")
      #expect(login.errors.contains("for the API \(Self.api)"), "\(login.errors)")
      let request = try await command(
        "\"$0\" request \(Self.api) -X POST --json-body '\(body)' -H 'Accept: application/json, text/event-stream'")
      #expect(request.exit == .code(0) && request.output.contains(#""name":"Notes""#), "\(request.output)")
      #expect(try await command("\"$0\" token --force").exit == .code(0))
      // The SDK's client, with the token that was renewed.
      let script = ForeignProgram.script("strangers/mcp_stdio_client.py")
      let python = try ForeignProgram.python().executable.path
      let session = try await command("'\(python)' -B '\(script)' 2025-11-25 \"$0\" mcp \(Self.api)")
      #expect(session.exit == .code(0), "\(session.errors)")
      #expect(try session.json()["after"] as? String == "mend the gate")
      let logout = try await command("\"$0\" logout --json").json()
      #expect(logout["revocation"] as? String == "revoked", "\(logout)")
    }
    #expect(told.resources == [Self.api] && told.issued == 2 && told.live == 0, "\(told)")
  }

  @Test("RFC 9728 §7.7: an API outside may name no server inside the user's network, nor one on the user's machine")
  func inside() async throws {
    let told = try await duringHosts { command in
      for place in ["network", "machine"] {
        let login = try await command("\"$0\" login https://notes.example/inside/\(place) --json")
        #expect(login.exit == .code(5), "\(login.output)\(login.errors)")
        let error = try #require(try login.json()["error"] as? [String: Any])
        #expect(error["code"] as? String == "discovery.malformed_metadata", "\(error)")
        #expect(error["rule"] as? String == "RFC 9728 §7.7", "\(error)")
      }
    }
    #expect(told.inside == 0 && told.issued == 0, "\(told)")
  }
}
