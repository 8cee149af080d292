import Foundation
import Testing
import WayleaveProgramRunning

@Suite("wayleave clients add", .serialized)
struct ClientsTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  private func add(_ arguments: String..., environment: [String: String] = [:]) async throws -> ProgramOutcome {
    try await terminal.outcome(
      of: terminal.start(["clients", "add", "mine", "--provider"] + arguments, environment: environment))
  }

  @Test("N6: a name that is taken is refused, and replaced only with --replace")
  func taken() async throws {
    #expect(try await add("twitter", "--client-id", "one").exit == .code(0))
    for provider in ["twitter", "flickr"] {
      let refused = try await add(provider, "--client-id", "two")
      #expect(refused.exit == .code(64) && refused.errors.contains("client one at twitter"), "\(refused.errors)")
    }
    #expect(try await terminal.wayleave("clients").output.contains("id      one"))
    let replaced = try await add("twitter", "--client-id", "two", "--replace")
    #expect(replaced.exit == .code(0) && replaced.errors.contains("client one at twitter"), "\(replaced.errors)")
    #expect(try await terminal.wayleave("clients").output.contains("id      two"))
  }

  @Test("L18: the secret of the environment goes to the client of the environment alone")
  func secret() async throws {
    let environment = ["WAYLEAVE_CLIENT_ID": "one", "WAYLEAVE_CLIENT_SECRET": "a secret of some length"]
    terminal.secrets.append("a secret of some length")
    let other = try await add("twitter", "--client-id", "two", "--json", environment: environment)
    #expect(try other.json()["has_secret"] as? Bool == false)
    let own = try await add("twitter", "--replace", "--json", environment: environment)
    #expect(try own.json()["has_secret"] as? Bool == true)
  }
}
