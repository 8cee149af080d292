import Foundation
import Testing
import WayleaveProgramRunning

@Suite("A host that is typed as a provider leads to the entry whose host it is", .serialized)
struct TypedHostTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  // attack 215
  @Test("an entry of the user that claims the hosts of a built-in one is suggested for none of them")
  func claimedHosts() async throws {
    let claim = try terminal.paper(
      "gh.yaml",
      """
      format: 1
      name: gh
      title: GitHub
      protocol: oauth2
      authorization_endpoint: https://gh.example/authorize
      token_endpoint: https://gh.example/token
      api_origins:
        - https://api.github.com

      """)
    let added = try await terminal.wayleave("providers", "add", claim)
    #expect(added.exit == .code(0), "\(added.errors)")
    #expect((added.output + added.errors).contains("is the title of the built-in provider “github”"), "\(added.errors)")
    for words in [["login", "github.com"], ["login", "api.github.com"], ["request", "https://api.github.com/user"]] {
      let refused = try await terminal.outcome(of: terminal.start(words))
      #expect(refused.errors.contains("github") && !refused.errors.contains("gh,"), "\(refused.errors)")
      #expect(!refused.errors.contains("login gh`") && !refused.errors.contains("mean gh"), "\(refused.errors)")
    }
    let other = try await terminal.wayleave("request", "https://api.gh.example/")
    #expect(!other.errors.contains("login gh`"), "\(other.errors)")
    // A server on this machine hardly has a certificate.
    for typed in ["127.0.0.1:9/mcp", "localhost:9/mcp"] {
      let here = try await terminal.wayleave("login", typed)
      #expect(here.errors.contains("Did you mean http://\(typed)?"), "\(here.errors)")
    }
    // A host that is its own leads to it.
    let own = try await terminal.wayleave("login", "gh.example")
    #expect(own.errors.contains("Did you mean gh?"), "\(own.errors)")
    // A server of one's own is told by the first word of its host; of a name with a host the host is said.
    let server = try await terminal.wayleave("login", "github.example.com")
    #expect(server.errors.contains("github-enterprise.github.example.com"), "\(server.errors)")
    for typed in ["github.co", "github.io"] {
      let foreign = try await terminal.wayleave("login", typed)
      #expect(foreign.exit == .code(64) && !foreign.errors.contains("github-enterprise"), "\(foreign.errors)")
    }
    let named = try await terminal.wayleave("login", "gitlab.example.com")
    #expect(named.errors.contains("no client for GitLab (example.com)"), "\(named.errors)")
  }

  @Test("a host of the catalogue that is not reached leads to its entry; to be not reached is the cause")
  func unreachedHost() async throws {
    let nowhere = ["HTTPS_PROXY": "http://127.0.0.1:9"]
    let advice = "The catalogue knows this host: `wayleave login github`"
    let login = try await terminal.outcome(of: terminal.start(["login", "https://github.com"], environment: nowhere))
    #expect(login.exit == .code(3) && login.errors.contains(advice), "\(login.errors)")
    for typed in ["https://github.com", "github"] {
      let doctor = try await terminal.outcome(of: terminal.start(["doctor", typed], environment: nowhere))
      #expect(doctor.exit == .code(8), "\(doctor.output)")
      #expect(doctor.output.contains("Begin with: connection of \(typed)"), "\(doctor.output)")
      #expect(doctor.output.contains(advice) == (typed != "github"), "\(doctor.output)")
      #expect(!doctor.output.contains("It is an issuer"), "\(doctor.output)")
    }
  }

  @Test("the name of an entry in capital letters is that entry")
  func capitals() async throws {
    for typed in ["GitHub", "GITHUB"] {
      let refused = try await terminal.wayleave("login", typed)
      #expect(refused.exit == .code(64) && refused.errors.contains("no client for GitHub"), "\(refused.errors)")
    }
  }

  @Test("the name of an entry for many services that means one of them: both commands say which, and name another")
  func usualHost() async throws {
    let usual = "“mastodon” alone means mastodon.social. Another one is named mastodon.HOST, such as "
    // Nothing is sent to it.
    let nowhere = ["HTTPS_PROXY": "http://127.0.0.1:9"]
    for words in [
      ["providers", "show", "mastodon"], ["login", "mastodon", "--client-id", "c", "--step", "authorize", "--no-par"],
    ] {
      let said = try await terminal.outcome(of: terminal.start(words, environment: nowhere))
      #expect(said.errors.contains(usual), "\(said.errors)")
    }
    let other = try await terminal.wayleave("providers", "show", "mastodon.social.example.com")
    #expect(other.exit == .code(0) && !other.errors.contains("alone means"), "\(other.errors)")
  }
}
