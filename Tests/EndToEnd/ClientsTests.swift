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

  @Test("OAuth Client ID Metadata Document § Client Identifier URL: such a client needs no provider, and has no secret")
  func clientIDURL() async throws {
    let url = "https://app.example/client.json"
    let secret = try terminal.paper("secret", "a secret of some length\n")
    terminal.secrets.append("a secret of some length")
    func add(_ arguments: String...) async throws -> ProgramOutcome {
      try await terminal.outcome(of: terminal.start(["clients", "add", "me", "--json"] + arguments))
    }
    // What is refused saves nothing.
    for refused in [
      ["--client-id", url, "--client-secret-file", secret], ["--client-id", url, "--client-auth", "tls"],
      ["--client-id", "https://app.example"], ["--client-id", url + "#me"],
      ["--client-id", "https://me@app.example/c"],
      ["--client-id", "app"],
    ] {
      let outcome = try await terminal.outcome(of: terminal.start(["clients", "add", "me", "--json"] + refused))
      #expect(outcome.exit == .code(64), "\(refused): \(outcome.output)\(outcome.errors)")
    }
    let withSecret = try await add(
      "--client-id", url, "--provider", "https://as.example", "--client-secret-file", secret)
    let rule = (try withSecret.json()["error"] as? [String: Any])?["rule"] as? String
    #expect(rule?.contains("Credential and Key Material Restrictions") == true, "\(withSecret.output)")
    let added = try await add("--client-id", url)
    #expect(added.exit == .code(0), "\(added.output)\(added.errors)")
    #expect(try added.json()["provider"] is NSNull && added.json()["client_id"] as? String == url)
    #expect(try await terminal.wayleave("clients").output.contains("any server"))
    let queried = try await add("--client-id", url + "?a=1", "--replace")
    #expect(queried.exit == .code(0) && queried.errors.contains("no query"), "\(queried.errors)")
    let removed = try await terminal.wayleave("clients", "remove", "me")
    #expect(removed.exit == .code(0) && removed.errors.contains("Its document stays"), "\(removed.errors)")
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
