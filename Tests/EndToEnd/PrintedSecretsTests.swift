import Foundation
import Testing
import WayleaveProgramRunning

@Suite("What the program prints while it has secrets", .serialized)
struct PrintedSecretsTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  /// The tokens of an account, but for the header of a JWT, which many have alike.
  private func tokens(of account: String) async throws -> [String] {
    let json = try await terminal.wayleave("token", account, "--json").json()
    let tokens = ["access_token", "oauth_token", "oauth_token_secret"].compactMap { json[$0] as? String }
    #expect(!tokens.isEmpty)
    return tokens.flatMap(Self.parts)
  }

  private static func parts(_ token: String) -> [String] {
    let parts = token.split(separator: ".").map(String.init)
    return parts.count == 3 ? Array(parts.dropFirst()) : [token]
  }

  /// Every command that knows credentials and is not asked to print one; `typed` is a token in the place of a name.
  private static func commands(at base: String, _ issuer: String, typed: String) -> [[String]] {
    let modes: [[String]] = [[], ["--dry-run"], ["--include"], ["--trace"]]
    let requests = modes.flatMap { mode -> [[String]] in
      [
        ["request", base + "/v2/users/self", "--account", "lane"] + mode,
        ["request", base + "/1.1/account/verify_credentials.json", "--account", "stile"] + mode,
      ]
    }
    return requests + [
      ["status"], ["status", "lane"], ["status", "stile"], ["status", issuer], ["accounts", "list"],
      ["clients", "list"],
      ["providers", "show", "lane"], ["agent", "status"], ["agent", "grants"], ["store", "status"], ["version"],
      ["request", "https://api.example/x", "--account", "lane"],
      ["token", typed], ["status", typed], ["logout", typed], ["login", typed], ["accounts", "rename", typed, "x"],
      ["request", base, "--account", typed], ["clients", "remove", typed], ["providers", "remove", typed],
      ["token", "--grant", "client_credentials", "--client", typed], ["accounts", "rename", "stile", "own"],
    ]
  }

  @Test("195: no eight bytes of a token are in what a command prints, for people or as JSON, nor an ID token")
  func sweep() async throws {
    try await EmulatedProviders.during { place in
      let issuer = place.base + "/tollgate"
      let file = terminal.papers.appendingPathComponent("id-token").path
      let login = try await terminal.wayleave(
        "login", issuer, "--client-id", "tollgate-native", "--save-id-token", file,
        environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))])
      #expect(login.exit == .code(0), "\(login.errors)")
      for entry in EmulatedProviders.Entry.allCases { try await place.signIn(to: entry, at: terminal) }
      let idToken = try String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .newlines)
      var secrets = Self.parts(idToken)
      for account in ["lane", "stile"] { secrets += try await tokens(of: account) }
      let typed = try await terminal.wayleave("token", "lane").answer
      for words in Self.commands(at: place.base, issuer, typed: typed) {
        for mode in [[], ["--json"]] {
          let seen = try await terminal.outcome(of: try terminal.start(words + mode))
          #expect(seen.parts(of: secrets) == [], "\(words + mode)")
        }
      }
      for mode in [[], ["--json"]] {
        let text = "Authorization: Bearer \(typed)"
        let seen = try await terminal.outcome(of: try terminal.start(["inspect"] + mode, input: text))
        #expect(seen.parts(of: secrets) == [])
      }
      // Without a browser the page that ends the session is shown.
      let logout = try await terminal.wayleave("logout", issuer)
      #expect(logout.errors.contains("/tollgate/logout?"), "\(logout.errors)")
      #expect(logout.parts(of: secrets) == [] && !logout.errors.contains("id_token_hint"))
    }
  }
}
