import Foundation
import Testing
import WayleaveProgramRunning

@Suite("wayleave request, with an agent", .serialized)
struct AgentRequestTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  private static let gitlab = "playground-gitlab"
  private static let twitter = "playground-twitter"
  private static let user = "/entries/gitlab/gitlab.com/api/v4/user"
  private static let verify = "/1.1/account/verify_credentials.json"

  private func base() throws -> String { try terminal.playgroundAddress() }

  private func request(_ words: String) async throws -> ProgramOutcome {
    try await terminal.askingShell("\"$0\" request \(words)")
  }

  private func allow(_ account: String) async throws {
    let words = " agent grants allow /bin/sh --account \(account) --scope requests"
    let allowed = try await terminal.atTerminal(words, answer: "yes")
    #expect(allowed.exit == .code(0), "\(allowed.output)\(allowed.errors)")
  }

  @Test("a program without a grant is refused with exit 7, and the request is not sent by the store")
  func refused() async throws {
    try await terminal.withAgent(accounts: [Self.gitlab]) { _, _ in
      let refused = try await request("--json \(try base())\(Self.user)")
      #expect(refused.exit == .code(7), "\(refused.output)\(refused.errors)")
      #expect(try refused.errorCode() == "agent.denied")
      let no = try await terminal.atTerminal(" request \(try base())\(Self.user)", answer: "no")
      #expect(no.exit == .code(7), "\(no.output)")
      let yes = try await terminal.atTerminal(" request \(try base())\(Self.user)", answer: "yes")
      #expect(yes.exit == .code(0) && yes.output.contains("username"), "\(yes.output)")
    }
  }

  @Test("the agent chooses the account by the address, authorizes by both protocols, and the command needs no key")
  func requests() async throws {
    try await terminal.withAgent(accounts: [Self.gitlab, Self.twitter]) { _, _ in
      try await allow(Self.gitlab)
      try await allow(Self.twitter)
      try await terminal.withoutKey {
        let base = try base()
        let plain = try await request("-i -v \(base)\(Self.user) --account \(Self.gitlab)")
        #expect(plain.exit == .code(0) && plain.output.hasPrefix("HTTP 200\n"), "\(plain.errors)")
        #expect(plain.errors.contains("> Authorization: Bearer <secret "), "\(plain.errors)")
        let signed = try await request("--json '\(base)\(Self.verify)?skip_status=true' --account \(Self.twitter)")
        #expect(try signed.json()["status"] as? Int == 200, "\(signed.output)")
        let form = try await request("--dry-run --json -d 'status=a+b' \(base)/x --account \(Self.twitter)")
        #expect(try (form.json()["base_string"] as? String)?.contains("status%3Da%2520b") == true, "\(form.output)")
        let whole = try await request("--dry-run --show-credential \(base)/x --account \(Self.twitter)")
        #expect(whole.output.contains("oauth_signature="), "\(whole.output)")
        let foreign = try await request("--json https://evil.example/ --account \(Self.gitlab)")
        #expect(try foreign.errorCode() == "request.foreign_origin" && foreign.exit == .code(64), "\(foreign.output)")
        // None of them may go there: the sign-in at the provider of that API is named.
        let none = try await request("https://api.github.com/user")
        #expect(none.exit == .code(64) && none.shownCode == "request.foreign_origin", "\(none.errors)")
        #expect(none.errors.contains("`wayleave login github`"), "\(none.errors)")
        // Both may go to the playground: which one is meant has to be said.
        let several = try await request("--json \(base)\(Self.user)")
        #expect(try several.errorCode() == "agent.account_choice_needed" && several.exit == .code(64))
      }
    }
  }

  // EI4
  @Test("of several accounts the person chooses one, and the agent gives it: the command opens no store")
  func choice() async throws {
    try await terminal.withAgent(accounts: [Self.gitlab, Self.twitter]) { _, _ in
      func chosen(_ words: String, _ answers: [[String]]) async throws -> ProgramOutcome {
        let run = try await terminal.atTerminal(words, answers: [["Which one?", Self.gitlab]] + answers)
        #expect(run.exit == .code(0), "\(words): \(run.output)")
        return run
      }
      let stored = try await terminal.wayleave("token", Self.gitlab, "--no-refresh").answer
      // It has the agent open the store, and make the vault of the grants.
      try await allow(Self.gitlab)
      try await terminal.withoutKey {
        let (base, yes) = (try base(), [["Type yes", "yes"]])
        // The first question of the agent comes after the choice; then its grant stands.
        for answers in [yes, []] { #expect(try await chosen(" token", answers).output.contains(stored)) }
        #expect(try await chosen(" token --header", []).output.contains("Authorization: Bearer \(stored)"))
        #expect(try await chosen(" request \(base)\(Self.user)", []).output.contains("username"))
        let log = try #require(terminal.kept("audit.log").first.map { try String(contentsOf: $0, encoding: .utf8) })
        #expect(log.contains("\"given\""), "\(log)")
        let none = try await terminal.atTerminal(" token", answers: [["Which one?", ""]])
        #expect(none.exit == .code(2) && none.output.contains("You chose no account."), "\(none.output)")
      }
      // What the agent leaves to the command is for the chosen account, too: the person is asked once.
      let left = try await terminal.atTerminal(
        " token", answers: [["Which one?", Self.twitter], ["Type yes", "yes"]])
      #expect(left.exit == .code(0), "\(left.output)")
      #expect(left.output.components(separatedBy: "Which one?").count == 2, "\(left.output)")
    }
  }

  @Test("RFC 6750 §3.1: a 401 is followed by one renewal and one repetition, and the next 401 within minutes stands")
  func renewal() async throws {
    // The sign-in asks there once, too.
    let faults = ["--fault", "\(Self.user):status=401,nth=2", "--fault", "\(Self.user):status=401,from=4"]
    try await terminal.withAgent(accounts: [Self.gitlab], playground: faults) { providers, _ in
      try await allow(Self.gitlab)
      func count(_ event: String) -> Int { providers.errorsSoFar.components(separatedBy: " \(event) ").count - 1 }
      let again = try await request("\(try base())\(Self.user)")
      #expect(again.exit == .code(0) && again.output.contains("username"), "\(again.errors)")
      #expect(count("token.refreshed") == 1 && count("fault.begun") == 1)
      let stands = try await request("--json \(try base())\(Self.user)")
      #expect(try stands.exit == .code(5) && stands.json()["status"] as? Int == 401, "\(stands.output)")
      // It is not sent again.
      #expect(count("token.refreshed") == 1 && count("fault.begun") == 2)
    }
  }

  @Test("a 401 for a token that cannot be renewed is exit 4 with the line to type, as without an agent")
  func ended() async throws {
    try await terminal.withAccounts([Self.twitter]) { _ in
      let dead = try await terminal.wayleave("request", "-X", "POST", "\(try base())/1.1/oauth/invalidate_token")
      #expect(dead.exit == .code(0), "\(dead.errors)")
      try await terminal.withAgent { _ in
        try await allow(Self.twitter)
        let ended = try await request("--json \(try base())\(Self.verify)")
        #expect(try ended.exit == .code(4) && ended.errorCode() == "credential.sign_in_needed", "\(ended.output)")
        #expect(ended.output.contains("wayleave login \(Self.twitter)"), "\(ended.output)")
        #expect(!ended.errors.contains("cannot be asked"), "\(ended.errors)")
      }
    }
  }

  @Test("a token that has expired is renewed by the agent, before the request")
  func expired() async throws {
    // The first token alone is said to end so soon.
    let (name, fault) = ("playground-tollgate", "/tollgate/token?grant_type=authorization_code:expires-in=1,nth=1")
    try await terminal.withAgent(accounts: [name], playground: ["--fault", fault]) { providers, _ in
      try await allow(name)
      try await Task.sleep(for: .milliseconds(1100))
      let run = try await request("-v \(try base())/tollgate/userinfo")
      #expect(run.exit == .code(0) && run.errors.components(separatedBy: "> GET ").count == 2, "\(run.errors)")
      #expect(providers.errorsSoFar.contains(" token.refreshed "))
    }
  }

  @Test("RFC 5849 §3.3: a request that is refused for its time is signed again by the provider's clock")
  func clock() async throws {
    let faults = ["--fault", "\(Self.verify):skewed-clock=3600,from=2"]
    try await terminal.withAgent(accounts: [Self.twitter], playground: faults) { providers, _ in
      try await allow(Self.twitter)
      let run = try await request("\(try base())\(Self.verify)")
      #expect(run.exit == .code(0), "\(run.output)\(run.errors)")
      #expect(providers.errorsSoFar.components(separatedBy: " fault.begun ").count - 1 == 2)
    }
  }

  @Test("RFC 9449 §9: a bound token goes with a proof, whose key stays in the agent, and with the nonce of the API")
  func bound() async throws {
    try await terminal.withAgent(accounts: []) { _, _ in
      let name = "playground-tollgate"
      let login = try await terminal.wayleave(
        "login", name, "--dpop", environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))])
      #expect(login.exit == .code(0), "\(login.errors)")
      try await allow(name)
      try await terminal.withoutKey {
        let run = try await request("-v \(try base())/tollgate/userinfo")
        #expect(run.exit == .code(0) && run.errors.contains("> DPoP: "), "\(run.output)\(run.errors)")
      }
    }
  }

  @Test("RFC 5849 §3.4.2: what signs is the secret that the client has now, and not that of the sign-in")
  func secret() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .stile, at: terminal)
      let clients = try await terminal.wayleave("clients", "--json").json()["clients"] as? [[String: Any]]
      let id = try #require(clients?.first?["client_id"] as? String)
      let right = try #require(try place.secret(of: id))
      try await terminal.withAgent { _ in
        try await allow("stile")
        let words = "\(place.base)\(EmulatedProviders.Entry.stile.userPath) --account stile"
        #expect(try await request(words).exit == .code(0))
        for (secret, status) in [("another", 5), (right, 0)] as [(String, Int32)] {
          let file = try terminal.paper("secret", secret)
          let added = try await terminal.wayleave(
            "clients", "add", "mine-at-stile", "--provider", "stile", "--client-id", id, "--client-secret-file", file,
            "--redirect-uri", "http://127.0.0.1/callback", "--replace")
          #expect(added.exit == .code(0), "\(added.errors)")
          let run = try await request(words)
          #expect(run.exit == .code(status), "\(run.output)\(run.errors)")
        }
      }
    }
  }

  @Test("an entry that the user corrects counts at the next request, also where its file is written in place")
  func entry() async throws {
    try await EmulatedProviders.during { place in
      try await place.signIn(to: .lane, at: terminal)
      try await terminal.withAgent { _ in
        try await allow("lane")
        let words = "--dry-run --show-credential \(place.base)\(EmulatedProviders.Entry.lane.userPath) --account lane"
        #expect(try await request(words).output.contains("v=20260101"))
        let file = try #require(terminal.kept("lane.yaml").first)
        let text = EmulatedProviders.Entry.lane.text(at: place.base)
        try Data(text.replacing("20260101", with: "20270101").utf8).write(to: file)
        let corrected = try await request(words)
        #expect(corrected.output.contains("v=20270101"), "\(corrected.output)\(corrected.errors)")
        // One that is no entry any more is as none: the entry of the sign-in counts.
        try Data("protocol: none".utf8).write(to: file)
        let without = try await request(words)
        #expect(without.output.contains("v=20260101"), "\(without.output)\(without.errors)")
      }
    }
  }
}
