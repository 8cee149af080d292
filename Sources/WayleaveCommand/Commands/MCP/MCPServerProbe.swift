import Wayleave
import WayleaveConsole
import WayleaveProvider
import WayleaveSignIn
import WayleaveTerminal
import WayleaveWire

/// Asks whether an MCP server is at its URL, and where its tokens come from.
///
/// Nothing secret is sent, and nothing is stored.
struct MCPServerProbe {
  let server: AbsoluteURL
  let trustRoots: String?
  let output: OutputOptions

  /// What came of it.
  struct Answer {
    /// What to say to the user; nil where the server is there.
    var warning: String?
    /// The server that its tokens come from; nil where it names none.
    var issuer: Provider?
  }

  func ask() async -> Answer {
    let transport = OpenedTransport(trustRoots: trustRoots, certificates: ShownCertificates(), output: output) {}
    let watched = WatchedTransport(transport)
    let accounts = Accounts(
      transport: watched, credentials: CredentialRecords(in: MemoryVault()), signIns: SignInRecords(in: MemoryVault()))
    return await transport.closing {
      do throws(OAuthError) {
        let found = try await accounts.foundAPI(at: server, allowingHTTP: true, orAtItsOrigin: false)
        let isMissing = APICheck.hasFoundNothing(at: server, after: watched.steps)
        let issuer = try? found.get().provider
        return Answer(warning: issuer == nil && isMissing ? MCPAccountNote.missing(server) : nil, issuer: issuer)
      } catch {
        return Answer(warning: "Warning: \(error.message) \(error.remedy.inCommands)")
      }
    }
  }
}
