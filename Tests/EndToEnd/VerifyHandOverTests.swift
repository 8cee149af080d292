import Foundation
import Testing
import WayleaveProgramRunning

@Suite("wayleave verify handover: what an app hands over, at the playground", .serialized)
struct VerifyHandOverTests {
  let terminal: Terminal

  init() throws { terminal = try Terminal() }

  /// Signs in at the playground's Twitter, whose entry then says how a hand-over is verified.
  private func signInAtStile(in place: EmulatedProviders) async throws {
    let rule = "hand_over:\n  verify_credentials: \(place.base)\(EmulatedProviders.Entry.stile.userPath)\n"
    try await place.signIn(to: .stile, at: terminal)
    let entry = try terminal.paper("ruled.yaml", EmulatedProviders.Entry.stile.text(at: place.base) + rule)
    let added = try await terminal.wayleave("providers", "add", "--replace", entry)
    #expect(added.exit == .code(0), "\(added.errors)")
  }

  private func verify(
    _ kind: String, _ input: String, at provider: String, _ options: [String] = []
  ) async throws -> VerificationSeen {
    try VerificationSeen(
      try await terminal.outcome(
        of: terminal.start(
          ["verify", "handover", kind, "--json", "--provider", provider] + options, input: input)))
  }

  @Test("Twitter: a token with its secret, by our consumer's signature; a wrong secret is refused, exit 8")
  func tokenAndSecret() async throws {
    try await EmulatedProviders.during { place in
      try await signInAtStile(in: place)
      let token = try await terminal.wayleave("token", "stile", "--json").json()
      let secret = try #require(token["oauth_token_secret"] as? String)
      let handedOver = "oauth_token=\(token["oauth_token"] as? String ?? "")&oauth_token_secret="
      terminal.secrets.append(secret)
      let seen = try await verify("token-and-secret", handedOver + secret, at: "stile")
      #expect(seen.exit == .code(0) && seen.isVerified, "\(seen.failures) \(seen.code ?? "")")
      #expect(seen.facts["name"] == "Ada Fenwick" && seen.facts["check"] == "verify_credentials")
      let wrong = try await verify("token-and-secret", handedOver + "wrong", at: "stile")
      #expect(wrong.exit == .code(8) && wrong.firstFailure == "provider" && wrong.code == "hand_over.refused")
      let other = try await verify("token-and-secret", handedOver + secret, at: "stile", ["--subject", "1"])
      #expect(other.exit == .code(8) && other.firstFailure == "user" && other.code == "hand_over.foreign_user")
    }
  }

  @Test("Twitter: an Echo, once; one to another URL is not sent")
  func echo() async throws {
    try await EmulatedProviders.during { place in
      try await signInAtStile(in: place)
      let address = place.base + EmulatedProviders.Entry.stile.userPath
      let echo = try await terminal.wayleave("token", "stile", "--echo", address).output
      let seen = try await verify("echo", echo, at: "stile")
      #expect(seen.exit == .code(0) && seen.isVerified, "\(seen.failures) \(seen.code ?? "")")
      #expect(seen.facts["name"] == "Ada Fenwick" && seen.verdicts["replay"] == "not_asked")
      // One run remembers nothing, but the playground has seen this nonce.
      let again = try await verify("echo", echo, at: "stile")
      #expect(again.exit == .code(8) && again.firstFailure == "provider" && again.code == "hand_over.refused")
      let answered = place.count(of: "api.answered")
      let foreign = try await terminal.wayleave("token", "stile", "--echo", address + "?x=1").output
      let refused = try await verify("echo", foreign, at: "stile")
      #expect(refused.exit == .code(8) && refused.code == "oauth1.foreign_echo")
      #expect(refused.verdicts["provider"] == "not_reached" && place.count(of: "api.answered") == answered)
    }
  }

  @Test("Tollgate: an ID token, and an access token by introspection; each for another client is refused")
  func tollgate() async throws {
    try await EmulatedProviders.during { place in
      let issuer = place.base + "/tollgate"
      let secret = try #require(try place.secret(of: "tollgate-web"))
      terminal.secrets.append(secret)
      let file = try terminal.paper("web.secret", secret + "\n")
      let paper = terminal.papers.appendingPathComponent("id-token").path
      let client = ["--client-id", "tollgate-web", "--client-secret-file", file]
      let login = try await terminal.outcome(
        of: terminal.start(
          ["login", issuer, "--save-id-token", paper] + client,
          environment: ["BROWSER": PlainBrowser.command(Person.ada.orders(.allow))]))
      #expect(login.exit == .code(0), "\(login.errors)")
      let idToken = try String(contentsOfFile: paper, encoding: .utf8)
      let seen = try await verify("id-token", idToken, at: issuer, client)
      #expect(seen.exit == .code(0) && seen.isVerified, "\(seen.failures) \(seen.code ?? "")")
      #expect(seen.facts["subject"] == "73001" && seen.facts["check"] == "id_token")
      let foreign = try await verify("id-token", idToken, at: issuer, ["--client-id", "other"])
      #expect(foreign.exit == .code(8) && foreign.code == "id_token.audience" && foreign.facts.isEmpty)
      let token = try await terminal.wayleave("token", issuer).answer
      let introspected = try await verify("access-token", token, at: issuer, client)
      #expect(introspected.firstFailure == nil || introspected.firstFailure == "binding", "\(introspected.failures)")
      #expect(introspected.verdicts["client"] == "passed")
      let spent = try await verify("access-token", "not-a-token", at: issuer, client)
      #expect(spent.exit == .code(8) && spent.firstFailure == "valid" && spent.code == "hand_over.refused")
    }
  }

  @Test("a bare token of a provider that cannot name its client: exit 1, and the code is asked for")
  func bare() async throws {
    let secret = try terminal.paper("secret", "s3cr3t-of-mine")
    let client = ["--client-id", "x", "--client-secret-file", secret]
    let bare = try await terminal.outcome(
      of: terminal.start(["verify", "handover", "access-token", "--provider", "foursquare"] + client, input: "token"))
    #expect(bare.exit == .code(1) && bare.shownCode == "hand_over.unverifiable", "\(bare.errors)")
    #expect(bare.errors.contains("the code instead"))
    let empty = try await terminal.outcome(
      of: terminal.start(["verify", "handover", "code", "--provider", "foursquare"] + client, input: " \n"))
    #expect(empty.exit == .code(64), "\(empty.errors)")
  }
}
