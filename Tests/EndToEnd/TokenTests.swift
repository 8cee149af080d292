import Foundation
import Testing
import WayleaveProgramRunning

@Suite("wayleave token", .serialized)
struct TokenTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  /// The first token alone is said to end in a second.
  private static let firstEndsSoon = "/oauth2/access_token:expires-in=1,nth=1"

  @Test("prints the token as it is and as JSON while it is good; a header only where the provider takes one")
  func forms() async throws {
    try await EmulatedProviders.during(tokenLifetime: 3600) { place in
      try await place.signIn(to: .lane, at: terminal)
      let token = try await terminal.wayleave("token", "lane")
      #expect(token.exit == .code(0) && token.errors.isEmpty)
      #expect(token.output == token.answer + "\n")
      let json = try await terminal.wayleave("token", "--json").json()
      #expect(json["access_token"] as? String == token.answer)
      #expect(json["token_type"] as? String == "Bearer")
      #expect(json["account"] as? String == "lane")
      let end = try #require(json["expires_at"] as? Double)
      #expect((3500...3601).contains(end - Date().timeIntervalSince1970))
      // This provider wants the token in the query.
      let header = try await terminal.wayleave("token", "--header")
      #expect(header.exit == .code(1) && header.shownCode == "configuration.unsupported" && header.output.isEmpty)
      #expect(header.errors.contains("wayleave token --curl-config"))
      #expect(try await terminal.wayleave("token", "--no-refresh").answer == token.answer)
      #expect(place.count(of: "token.refreshed") == 0)
    }
  }

  @Test("--min-ttl beyond the life of the provider's tokens is exit 1, and nothing is printed; --force refreshes")
  func refresh() async throws {
    try await EmulatedProviders.during(tokenLifetime: 3600) { place in
      try await place.signIn(to: .lane, at: terminal)
      let first = try await terminal.wayleave("token").answer
      terminal.secrets.append(first)
      for options in [[], ["--no-refresh"], ["--json"]] {
        let short = try await terminal.outcome(of: terminal.start(["token", "--min-ttl", "4000"] + options))
        #expect(short.exit == .code(1), "\(short.errors)")
      }
      let set = try await terminal.wayleave("token", environment: ["WAYLEAVE_MIN_TTL": "4000"])
      #expect(set.output.isEmpty && set.shownCode == "configuration.unsupported" && set.errors.contains("4000"))
      terminal.secrets = []
      #expect(try await terminal.wayleave("token", "--min-ttl", "3000").answer == first)
      #expect(place.count(of: "token.refreshed") == 0)
      let second = try await terminal.wayleave("token", "--force").answer
      #expect(place.count(of: "token.refreshed") == 1 && second != first)
      #expect(try await terminal.wayleave("token").answer == second)
      #expect(try await terminal.wayleave("status", "--check").exit == .code(0))
    }
  }

  @Test("without --min-ttl a token that lives short is printed, with a warning")
  func shortLived() async throws {
    try await EmulatedProviders.during(tokenLifetime: 50) { place in
      try await place.signIn(to: .lane, at: terminal)
      let short = try await terminal.wayleave("token")
      #expect(short.exit == .code(0) && !short.answer.isEmpty && short.errors.contains("The token expires in "))
    }
  }

  @Test("an expired token is refreshed by the command that needs it, a request included")
  func expired() async throws {
    try await EmulatedProviders.during(tokenLifetime: 3600, faults: [Self.firstEndsSoon]) { place in
      try await place.signIn(to: .lane, at: terminal)
      try await Task.sleep(for: .milliseconds(1100))
      let reply = try await terminal.wayleave("request", place.base + "/v2/users/self")
      #expect(reply.exit == .code(0) && reply.output.contains("Ada"), "\(reply.errors)")
      #expect(place.count(of: "token.refreshed") == 1)
      let status = try await terminal.wayleave("status")
      #expect(status.output.contains("renews"))
    }
  }

  @Test("two processes that need one expired credential refresh it once, and print the same token")
  func twoProcesses() async throws {
    try await EmulatedProviders.during(tokenLifetime: 3600, faults: [Self.firstEndsSoon]) { place in
      try await place.signIn(to: .lane, at: terminal)
      try await Task.sleep(for: .milliseconds(1100))
      let both = try (0..<2).map { _ in try terminal.start(["token", "--min-ttl", "0"]) }
      var tokens: [String] = []
      for running in both {
        let outcome = try await terminal.outcome(of: running)
        #expect(outcome.exit == .code(0), "\(outcome.errors)")
        tokens.append(outcome.answer)
      }
      #expect(tokens[0] == tokens[1])
      #expect(place.count(of: "token.refreshed") == 1)
      #expect(place.count(of: "refused") == 0)
    }
  }

  @Test("an OAuth 1.0a token comes with its secret only when asked as JSON, and is no header")
  func oauth1() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .stile, at: terminal)
      let json = try await terminal.wayleave("token", "--json").json()
      let secret = try #require(json["oauth_token_secret"] as? String)
      #expect(json["consumer_key"] as? String == "wayleave-demo-consumer")
      terminal.secrets.append(secret)
      let token = try await terminal.wayleave("token")
      #expect(token.answer == json["oauth_token"] as? String)
      let header = try await terminal.wayleave("token", "--header")
      #expect(header.exit == .code(1) && header.shownCode == "configuration.unsupported" && header.output.isEmpty)
      let forced = try await terminal.wayleave("token", "--force")
      #expect(forced.exit == .code(1) && forced.output.isEmpty)
    }
  }

  @Test("a provider that is down is exit 3, and the credential is untouched")
  func providerDown() async throws {
    try await EmulatedProviders.during(tokenLifetime: 3600) { place in
      try await place.signIn(to: .lane, at: terminal)
      let token = try await terminal.wayleave("token").answer
      try await place.stop()
      for arguments in [
        ["token", "--force"], ["request", place.base + "/v2/users/self"], ["status", "--check"],
      ] {
        let run = try await terminal.outcome(of: terminal.start(arguments))
        #expect(run.exit == .code(3) && run.shownCode == "network.refused", "\(run.errors)")
        #expect(run.errors.contains("connection refused"))
        #expect(run.leaks(of: [token]).isEmpty)
      }
      #expect(try await terminal.wayleave("token").answer == token)
    }
  }
}
