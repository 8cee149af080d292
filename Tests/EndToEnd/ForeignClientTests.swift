import Foundation
import Testing
import WayleaveProgramRunning

/// Each script says who is wrong where both differ; those for entries have a table with a row for a provider.
@Suite(
  "Clients that others wrote from the real providers", .serialized,
  .enabled(
    if: ForeignProgram.arePeersInstalled && ForeignProgram.hasRubyOAuth
      && ForeignProgram.isInstalled("git-credential-oauth")))
struct ForeignClientTests {
  /// A script of `Tests/Peers/playground`.
  enum Client: String, CaseIterable {
    case socialCore = "social.py"
    case requestsOAuthlibAndAuthlib = "sessions.py"
    /// django-allauth, httpx-oauth, fastapi-sso, and libraries for one provider each.
    case libraries = "libraries.py"
    case gitCredentialOAuth = "git_credential.py"
    case rubyOAuth = "ruby_oauth.rb"
    /// With pushed requests and tokens bound to a key, at Tollgate.
    case requestsOAuth2client = "strict_client.py"
    /// It knows the address of an API of Tollgate alone.
    case modelContext = "mcp_client.py"
    /// It knows an account of the AT Protocol alone.
    case atprotoOAuth = "atproto_client.py"

    func program() throws -> Program { try self == .rubyOAuth ? ForeignProgram.ruby() : ForeignProgram.python() }

    /// What the playground does as other servers do it.
    var faults: [String] { self == .atprotoOAuth ? ["*:way=origin-is-pds"] : [] }
  }

  @Test(
    "they sign in at the entries and the server that the playground plays, and say what is wrong",
    arguments: Client.allCases)
  func entries(client: Client) async throws {
    try await EmulatedProviders.during(faults: client.faults) { place in
      let run = try await client.program().run(
        [ForeignProgram.script("playground/\(client.rawValue)"), place.base], in: FreshHome())
      #expect(run.exit == .code(0), "\(run.output)\(run.errors)")
    }
  }

  @Test(
    "programs that know the real URLs alone sign in, through a proxy that brings them here",
    arguments: ["gh", "rclone"].filter { ForeignProgram.isInstalled($0) })
  func program(name: String) async throws {
    try await EmulatedProviders.during { place in
      let run = try await ForeignProgram.python().run(
        [ForeignProgram.script("playground/programs.py"), place.base, name], in: FreshHome())
      #expect(run.exit == .code(0), "\(run.output)\(run.errors)")
    }
  }

  @Test("RFC 9728 §5 and RFC 6750 §3.1: the MCP SDK and Authlib call the sample's API, of which they know the address")
  func guardedAPI() async throws {
    try await EmulatedProviders.during { place in
      let url = "http://127.0.0.1:\(try LoopbackPort().number)/mcp"
      let home = try FreshHome()
      let server = try Program.sample("MCPServerSample").start(
        in: home, environment: ["ISSUER": "\(place.base)/tollgate", "URL": url])
      let run = try await ForeignProgram.python().run(
        [ForeignProgram.script("playground/api_clients.py"), place.base, url], in: home)
      #expect(run.exit == .code(0), "\(run.output)\(run.errors)")
      server.send(SIGTERM)
      _ = try await server.outcome()
    }
  }
}
