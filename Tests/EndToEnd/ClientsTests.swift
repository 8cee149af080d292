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

  @Test("RFC 8252 §8.4: a scheme that any program can have is saved with a warning that names it")
  func sharedScheme() async throws {
    let rows = [
      ("fsoauthexample://authorize", true), ("com.example.app:/callback", false), ("http://127.0.0.1/callback", false),
    ]
    for (uri, isWarned) in rows {
      let added = try await add("foursquare", "--client-id", "one", "--redirect-uri", uri, "--replace")
      #expect(added.exit == .code(0), "\(uri): \(added.errors)")
      #expect(added.errors.contains("the scheme fsoauthexample") == isWarned, "\(uri): \(added.errors)")
      let clients = try await terminal.wayleave("clients", "--json")
      #expect(clients.output.contains(uri), "\(uri): \(clients.output)")
    }
  }
}
