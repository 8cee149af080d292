import Testing
import WayleaveSignIn
import Wayleave
import WayleaveConsole
import WayleaveOAuth2
import WayleaveWire

@Suite("An account as login and status show it")
struct StoredCredentialTextTests {
  private let now = ShownTime(now: Instant(secondsSinceEpoch: 2000))
  private let ada = Identity(
    issuer: "shop", subject: "1", displayName: "Ada", handle: "ada", email: "ada@example.org", isEmailVerified: true,
    picture: "https://img.example/ada.png")

  // EI20
  @Test("N8: handle, email and picture are in the JSON, and null where the provider did not say")
  func json() throws {
    let json = try StoredCredential.sample(identity: ada).json(named: "shop", storedIn: "/store")
    #expect(json["handle"] == "ada" && json["email"] == "ada@example.org" && json["email_verified"] == true)
    #expect(json["picture"] == "https://img.example/ada.png" && json["stored_in"] == "/store")
    let unknown = try StoredCredential.sample().json(named: "shop", storedIn: "/store")
    for name in ["handle", "email", "email_verified", "picture"] { #expect(unknown[name] == .null) }
  }

  @Test("the client and the time of the sign-in are in the JSON")
  func origin() throws {
    let json = try StoredCredential.sample(identity: ada).json(named: "shop", storedIn: "/store")
    #expect(json["client"] == "x" && json["since"] == 1000)
  }

  // EI20
  @Test("N8, N11: the text shows who, where, by which client and where it is stored")
  func text() throws {
    let text = try StoredCredential.sample(identity: ada).text(named: "shop", storedIn: "/store", works: nil, at: now)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(3) == [
        "shop", "  who      Ada (ada), ada@example.org (verified)", "  at       The Shop (an entry that you added)",
      ])
    #expect(lines.contains("  picture  https://img.example/ada.png") && lines.contains("  client   x"))
    #expect(lines.contains("  stored   in /store") && lines.contains("  state    valid until it is revoked"))
  }

  @Test("RFC 8707 §2: the API for which an account was signed in is shown")
  func api() throws {
    var stored = try StoredCredential.sample(identity: ada)
    func text() -> String { stored.text(named: "shop", storedIn: "/store", works: nil, at: now) }
    #expect(stored.json(named: "shop", storedIn: "/")["apis"] == [] && !text().contains("  api "))
    stored.resources = try ["https://a.example/mcp", "https://b.example/x"].map { try ResourceIndicator($0) }
    #expect(stored.json(named: "shop", storedIn: "/")["apis"] == ["https://a.example/mcp", "https://b.example/x"])
    #expect(text().contains("  api      https://a.example/mcp, https://b.example/x\n"), "\(text())")
    // The one for which its client was made counts alone.
    stored.clientMadeFor = "https://c.example/mcp"
    #expect(stored.json(named: "shop", storedIn: "/")["apis"] == ["https://c.example/mcp"])
  }

  @Test("an origin that the sign-in or --allow-origin added is shown: the account's requests may go there, too")
  func allowedOrigins() throws {
    var stored = try StoredCredential.sample(identity: ada)
    func text() -> String { stored.text(named: "shop", storedIn: "/store", works: nil, at: now) }
    #expect(!text().contains("allowed"))
    stored.allowedOrigins = try ["https://a.example", "https://b.example:8443"].map { try Origin($0) }
    #expect(
      text().contains(
        "  allowed  requests to https://a.example, https://b.example:8443, by the sign-in or --allow-origin"),
      "\(text())")
  }

  @Test(
    "a provider that is built in, or of a playground, is shown by its title alone",
    arguments: ["github", "playground-github"])
  func known(name: String) throws {
    let sample = try StoredCredential.sample()
    let stored = StoredCredential(
      account: Account(provider: ProviderName(name), client: "x", subject: "1"), provider: sample.provider,
      client: sample.client, credential: sample.credential, obtainedAt: sample.obtainedAt)
    let lines = stored.text(named: "a", storedIn: "/store", works: nil, at: now).split(separator: "\n")
    #expect(lines.contains("  at      The Shop"))
  }

  @Test("a line is broken between words", arguments: [30, 40, 80])
  func narrow(width: Int) throws {
    let stored = try StoredCredential.sample(identity: ada)
    let text = stored.text(
      named: "shop", storedIn: "/a store/with words", works: nil, at: now, in: TextLayout(width: width))
    let lines = text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= width })
    let words = text.split { $0 == " " || $0 == "\n" }
    #expect(words.contains("store/with") && words.contains("ada@example.org,") != words.contains("ada@example.org"))
  }

  /// The row that says what can be done.
  private func state(of stored: StoredCredential, named name: String = "my work") -> String? {
    let time = ShownTime(now: Instant(secondsSinceEpoch: 2000), secondsAheadOfUTC: { _ in 3600 })
    return stored.text(named: name, storedIn: "/", works: nil, at: time).split(separator: "\n")
      .first { $0.hasPrefix("  state") }.map { String($0.dropFirst("  state".count).drop { $0 == " " }) }
  }

  @Test(
    "S10: what can be done, how far off that is, and by the clock on the wall",
    arguments: [
      (2240, true, "expires in 4 minutes, renews itself (01:37)"),
      (1990, true, "expired; renews at the next use (01:33)"),
      (9200, false, "expires in 2 hours, then sign in again with `wayleave login --account 'my work'` (03:33)"),
      (1990, false, "ended: sign in again with `wayleave login --account 'my work'` (01:33)"),
      (200_000, true, "expires in 2 days, renews itself (1970-01-03 08:33)"), (nil, false, "valid until it is revoked"),
    ] as [(Int64?, Bool, String)])
  func lifetime(end: Int64?, isRefreshable: Bool, expected: String) throws {
    var stored = try StoredCredential.sample()
    stored.credential = .oauth2(
      .init(
        accessToken: Secret("a"), refreshToken: isRefreshable ? Secret("r") : nil,
        expiresAt: end.map { Instant(secondsSinceEpoch: $0) }))
    #expect(state(of: stored) == expected)
  }

  @Test("less than a second off is now", arguments: [(500, "now"), (1000, "in 1 second")])
  func soon(milliseconds: Int, text: String) {
    #expect(now.distance(to: now.now + .milliseconds(milliseconds)) == text)
  }

  @Test("S4: an account that has ended says how to sign in again, and one that is signed out how to finish that")
  func ended() throws {
    var stored = try StoredCredential.sample()
    stored.endedBecause = "revoked"
    #expect(state(of: stored) == "ended (revoked): sign in again with `wayleave login --account 'my work'`")
    stored.pendingRevocations = [PendingRevocation(of: stored.credential, since: stored.obtainedAt)]
    #expect(state(of: stored, named: "w")?.hasSuffix("`wayleave logout w` asks again") == true)
  }

  @Test("L2: neither a title nor a profile can move the cursor")
  func control() throws {
    let mallory = Identity(issuer: "shop", subject: "1", displayName: "\u{1B}[1A", email: "\u{9B}2J@x")
    let text = try StoredCredential.sample(title: "Shop\u{1B}]0;x\u{7}", identity: mallory)
      .text(named: "shop", storedIn: "/store", works: nil, at: now)
    #expect(!text.unicodeScalars.contains { $0 != "\n" && ($0.value < 0x20 || (0x7F..<0xA0).contains($0.value)) })
  }
}
