import Testing
import Wayleave
import WayleaveBackport
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSignIn
import WayleaveWire

@testable import WayleaveHummingbird

@Suite("Records of a website that others change at the same time")
struct WebsiteRecordsTests {
  private static let name = RecordName.session([1])
  private static let json: JSON = ["until": 1]

  @Test(arguments: [0, 1, 19])
  func `238: a change and a removal are made again on what another one wrote`(conflicts: Int) async throws {
    let vault = ContendedVault()
    let records = WebsiteRecords(in: vault)
    try await records.write(Self.json, as: Self.name)
    vault.conflicts = conflicts
    var seen = 0
    try await records.change(Self.name) { json in
      seen += 1
      return json.map { _ in ["until": 2] }
    }
    #expect(seen == conflicts + 1)
    #expect(try await records.read(Self.name)?.json["until"] == 2)
    vault.conflicts = conflicts
    #expect(try await records.take(Self.name))
    #expect(try await records.read(Self.name) == nil)
    #expect(try await !records.take(Self.name))
  }

  @Test(arguments: [0, 1, 19])
  func `238: a session and the lists that name it are written together, again where another one was faster`(
    conflicts: Int
  ) async throws {
    let vault = ContendedVault()
    let records = WebsiteRecords(in: vault)
    let list = RecordName.sessions(of: "1")
    vault.conflicts = conflicts
    for text in ["a", "b"] {
      try await records.write(Self.json, as: Self.name, changing: [list]) { present in
        let (now, end) = (Instant(secondsSinceEpoch: 1), Instant(secondsSinceEpoch: 9))
        return present.map { TimedList.adding(text, until: end, to: $0, at: now, maximum: 2).json }
      }
    }
    #expect(try await records.read(Self.name)?.json["until"] == 1)
    let texts = TimedList(records: records, name: list)
    #expect(try await texts.texts(at: Instant(secondsSinceEpoch: 1)) == ["a", "b"])
    vault.conflicts = 1000
    await #expect(throws: OAuthError.self) {
      try await records.write(Self.json, as: Self.name, changing: [list]) { $0.map { $0 ?? [:] } }
    }
  }

  @Test func `they are not tried for ever: then the store is at fault`() async throws {
    let vault = ContendedVault()
    let records = WebsiteRecords(in: vault)
    try await records.write(Self.json, as: Self.name)
    vault.conflicts = 1000
    await #expect(throws: OAuthError.self) { try await records.change(Self.name) { _ in ["until": 2] } }
    await #expect(throws: OAuthError.self) { try await records.change(Self.name) { _ in nil } }
    await #expect(throws: OAuthError.self) { _ = try await records.take(Self.name) }
    #expect(try await records.read(Self.name)?.json["until"] == 1)
    // What changes nothing writes nothing, and so does a removal of nothing.
    try await records.change(Self.name) { $0 }
    try await records.change(RecordName.session([2])) { _ in nil }
  }

  @Test func `a record of other members is none: no session, and no sign-in that waits`() throws {
    let end = Instant(secondsSinceEpoch: 10)
    let path = try #require(LocalPath("/notes"))
    let waiting = WaitingSignIn(
      provider: "example", returnPath: path, link: WaitingSignIn.Link(user: "1", session: "2"))
    let account = Account(provider: ProviderName("example"), client: ClientID("website"), subject: "ada-1")
    let session = WebSession(
      user: "1", name: nil, account: account, signedInAt: end, lastSeenAt: end, browser: nil,
      identity: SessionIdentity(issuer: "https://issuer.example", subject: "ada-1", sessionID: nil), end: end)
    #expect(WaitingSignIn(json: waiting.json) == waiting && WebSession(json: session.json) == session)
    func without(_ name: String, _ json: JSON) -> JSON {
      var members = json.object ?? JSON.Object()
      members[name] = nil
      return .object(members)
    }
    for name in ["name", "return", "session"] {
      #expect(WaitingSignIn(json: without(name, waiting.json)) == nil)
    }
    for name in ["user", "account", "signed_in", "seen", "until", "issuer", "subject"] {
      #expect(WebSession(json: without(name, session.json)) == nil, "\(name)")
    }
  }

  @Test func `a session ends with the account that it began by, whatever the ID token names`() async throws {
    let site = try TestSite()
    let (sessions, now) = (site.website.sessions, site.website.now)
    let parts = [#"{"alg":"RS256"}"#, #"{"iss":"https://accounts.example","sub":"1"}"#, "signature"]
    let token = parts.map { Base64.url.encodedText(Array($0.utf8)) }.joined(separator: ".")
    // An entry without an issuer: its name stands there, and the user is the one of its API.
    let identity = SessionIdentity(
      Identity(issuer: "linkedin", subject: "ada-1"),
      credential: .oauth2(.init(accessToken: Secret("made-up"), idToken: Secret(token))))
    #expect(identity.issuer == "https://accounts.example" && identity.subject == "1")
    let account = Account(provider: ProviderName("linkedin"), client: ClientID("website"), subject: "ada-1")
    let session = WebSession(
      user: "1", name: nil, account: account, signedInAt: now, lastSeenAt: now, browser: nil, identity: identity,
      end: now + .seconds(600))
    let id = try await sessions.open(session, under: nil, at: now)
    for (issuer, subject) in [("https://accounts.example", "1"), ("linkedin", "1"), ("other", "ada-1")] {
      try await sessions.end(startedBy: Identity(issuer: Issuer(issuer), subject: subject), of: "1", at: now)
      #expect(try await sessions.session(id, at: now) != nil)
    }
    try await sessions.end(startedBy: Identity(issuer: "linkedin", subject: "ada-1"), of: "1", at: now)
    #expect(try await sessions.session(id, at: now) == nil)
  }

  @Test func `a record that cannot be read keeps no visitor from signing in`() async throws {
    let site = try TestSite()
    let name = RecordName.session([1])
    try await site.vault.replace(name, with: Secret("no JSON at all"), expecting: .anything)
    site.clock.advance(by: 601)
    try await site.browser().signIn(at: site.issuer, as: .ada)
    #expect(await site.vault.record(named: name) != nil)
  }
}

/// A vault in which another one is faster for a while: each replacement of what was read fails.
private final class ContendedVault: Vault {
  private let inner = MemoryVault()
  private let left = Lock(0)

  var conflicts: Int {
    get { left.withLock { $0 } }
    set { left.withLock { $0 = newValue } }
  }

  var location: String { "a test" }

  func record(named name: RecordName) async throws -> VaultRecord? { await inner.record(named: name) }

  func replace(
    _ name: RecordName, with contents: Secret?, expecting expected: ExpectedRecord
  ) async throws -> RecordRevision? {
    let isBeaten = left.withLock { left in
      guard left > 0 else { return false }
      left -= 1
      return true
    }
    if isBeaten { throw OAuthError.storeConflict() }
    return try await inner.replace(name, with: contents, expecting: expected)
  }

  func records(of kind: RecordKind) async throws -> [Swift.Result<VaultRecord, OAuthError>] {
    await inner.records(of: kind)
  }

  func ids(of kind: RecordKind) async throws -> [String] { await inner.ids(of: kind) }

  func remove(id: String, in state: RecordRevision?) async throws { await inner.remove(id: id, in: state) }

  func probe() {}
}
