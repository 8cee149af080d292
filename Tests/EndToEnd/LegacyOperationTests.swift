import Foundation
import Testing
import WayleaveProgramRunning

@Suite("What OAuth 1.0a can do beyond a sign-in, from the command line", .serialized)
struct LegacyOperationTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  @Test("request --client signs by the consumer alone, goes to its provider's API only, and needs no account")
  func twoLegged() async throws {
    try await EmulatedProviders.during { place in
      for entry in EmulatedProviders.Entry.allCases { try await place.register(entry, at: terminal) }
      let address = place.base + "/1.1/statuses/show.json"
      let run = try await terminal.wayleave("request", "--client", "mine-at-stile", "--dry-run", "--json", address)
      #expect(run.exit == .code(0), "\(run.errors)")
      let parameters = try #require(try run.json()["normalized_parameters"] as? String)
      #expect(parameters.contains("oauth_consumer_key=") && !parameters.contains("oauth_token"))
      let foreign = try await terminal.wayleave("request", "--client", "mine-at-stile", "https://evil.example/")
      #expect(foreign.exit != .code(0) && foreign.shownCode == "request.foreign_origin")
      // There the client asks for a token of its own (RFC 6749 §4.4), and that provider gives none.
      let other = try await terminal.wayleave("request", "--client", "mine-at-lane", address)
      #expect(other.exit == .code(5) && other.shownCode == "token.refused", "\(other.errors)")
      let unknown = try await terminal.wayleave("request", "--client", "mine-at-stlie", address)
      #expect(unknown.exit == .code(64) && unknown.shownCode == "configuration.unknown_client")
      let both = try await terminal.wayleave("request", "--client", "mine-at-stile", "--account", "stile", address)
      #expect(both.exit == .code(64))
    }
  }

  @Test("a variable makes no request without a user of one with a user, and no echo of a token")
  func typedOnly() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .stile, at: terminal)
      let address = place.base + "/1.1/account/verify_credentials.json"
      let run = try await terminal.wayleave(
        "request", "--dry-run", "--json", address, environment: ["WAYLEAVE_CLIENT": "mine-at-stile"])
      #expect(try #require(try run.json()["normalized_parameters"] as? String).contains("oauth_token="))
      let token = try await terminal.wayleave("token", "--json", environment: ["WAYLEAVE_ECHO": address])
      #expect(try token.json()["oauth_token"] is String)
    }
  }

  @Test("token --echo prints two headers, for an address of the account's API only")
  func echo() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .stile, at: terminal)
      try await place.signIn(to: .lane, at: terminal)
      let address = place.base + "/1.1/account/verify_credentials.json"
      let run = try await terminal.wayleave("token", "stile", "--echo", address)
      #expect(run.exit == .code(0), "\(run.errors)")
      let lines = run.output.split(separator: "\n")
      #expect(lines.first == "X-Auth-Service-Provider: \(address)")
      #expect(lines.last?.hasPrefix("X-Verify-Credentials-Authorization: OAuth ") == true && lines.count == 2)
      let foreign = try await terminal.wayleave("token", "stile", "--echo", "https://evil.example/")
      #expect(foreign.shownCode == "request.foreign_origin")
      let other = try await terminal.wayleave("token", "lane", "--echo", address)
      #expect(other.exit == .code(1) && other.shownCode == "configuration.unsupported")
      #expect(try await terminal.wayleave("token", "stile", "--header", "--echo", address).exit == .code(64))
    }
  }

  @Test("login --flow xauth sends no password to a provider whose entry does not say x_auth")
  func passwordRefused() async throws {
    try await EmulatedProviders.during { place in
      try await place.register(.stile, at: terminal)
      let running = try terminal.start(
        ["login", "stile", "--flow", "xauth", "--username", "ada", "--password-file", "-", "--trace"],
        input: "canary-password\n")
      let run = try await terminal.outcome(of: running)
      #expect(run.exit == .code(1) && run.shownCode == "configuration.unsupported")
      #expect(!run.errors.contains("canary-password") && !run.errors.contains("/oauth/"))
      #expect(try await terminal.wayleave("login", "stile", "--username", "ada").exit == .code(64))
    }
  }
}
