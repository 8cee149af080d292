import Testing
import WayleaveBackport
import WayleaveOAuth1
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("An account that moves to another computer")
struct ExportedAccountTests {
  private func stored(_ account: Account = .alice, name: String? = nil) throws -> StoredCredential {
    var stored = try StoredCredential.sample(account)
    stored.name = name
    return stored
  }

  private func contents(changing edit: (inout JSON.Object) throws -> Void) throws -> Secret {
    var file = try #require(try JSON(decoding: try ExportedAccount(stored()).contents.exposedBytes).object)
    try edit(&file)
    return Secret(JSON.object(file).encoded())
  }

  @Test("it comes back as it was, without what names another record of the store")
  func roundTrip() throws {
    var stored = try stored(name: "work")
    stored.provisionalSubject = "unidentified-x"
    let read = try ExportedAccount(reading: ExportedAccount(stored).contents)
    stored.provisionalSubject = nil
    #expect(read.stored == stored)
  }

  @Test("what is no account, or that of a later version, is refused")
  func refusals() throws {
    #expect(refusal { try ExportedAccount(reading: try contents { _ in }) } == nil)
    for text in ["", "{}", "[]", "age", #"{"wayleave_account":1}"#, #"{"wayleave_account":1,"account":{}}"#] {
      #expect(refusal { try ExportedAccount(reading: Secret(text)) } == .malformedAccountFile, "\(text)")
    }
    let later = try contents { $0["wayleave_account"] = 2 }
    #expect(refusal { try ExportedAccount(reading: later) } == .malformedAccountFile)
  }

  @Test("a record of a later version is refused as such, also in a file of this version")
  func laterRecord() throws {
    let changes: [(inout JSON.Object) throws -> Void] = [
      { $0["version"] = 2 },
      { record in
        var client = try #require(record["client_entry"]?.object)
        client["authentication"] = "a way of tomorrow"
        record["client_entry"] = .object(client)
      },
    ]
    for change in changes {
      let contents = try contents { file in
        var record = try #require(file["account"]?.object)
        try change(&record)
        file["account"] = .object(record)
      }
      let error = #expect(throws: OAuthError.self) { try ExportedAccount(reading: contents) }
      #expect(error?.code == .malformedAccountFile)
      #expect(error?.rule == .wayleave("a record of a later version is not read"))
    }
  }

  @Test(
    "a record whose key names another provider or client, or whose name cannot be given, is refused",
    arguments: [("provider", "google"), ("client", "writer"), ("subject", ""), ("name", "-rf"), ("name", "a\u{1B}[2J")])
  func inconsistent(member: String, value: String) throws {
    let contents = try contents { file in
      var record = try #require(file["account"]?.object)
      record[member] = .string(value)
      file["account"] = .object(record)
    }
    #expect(refusal { try ExportedAccount(reading: contents) } == .malformedAccountFile)
  }

  @Test("an account whose tokens no answer of a provider could have brought is refused", arguments: [false, true])
  func tokens(ofOAuth1 isOAuth1: Bool) throws {
    func code(_ token: String, _ other: String, type: String = "Bearer") throws -> OAuthError.Code? {
      var stored = try stored()
      stored.credential =
        isOAuth1
        ? .oauth1(TokenCredential(token: Secret(token), secret: Secret(other)))
        : .oauth2(.init(accessToken: Secret(token), tokenType: type, refreshToken: Secret(other)))
      return refusal { try ExportedAccount(reading: ExportedAccount(stored).contents) }
    }
    #expect(try code("a", "b") == nil)
    for spoilt in ["a\r\nX: y", "a\u{0}", "a\u{1B}[2J", "a\u{7F}", "a\u{E9}"] {
      #expect(try code(spoilt, "b") == .malformedAccountFile && code("a", spoilt) == .malformedAccountFile)
    }
    #expect(try code("", "b") == .malformedAccountFile)
    // An OAuth 1.0a secret may be empty. A space may be in all but an access token of OAuth 2.
    #expect(try code("a b", "b") == (isOAuth1 ? nil : .malformedAccountFile))
    #expect(try code("a", "") == (isOAuth1 ? nil : .malformedAccountFile))
    #expect(try code("a", "b c") == nil)
    if !isOAuth1 {
      for type in ["", "Bearer\r\nX: y"] { #expect(try code("a", "b", type: type) == .malformedAccountFile) }
    }
  }

  @Test("an import stores it under its own key, and sends nothing")
  func adopted() async throws {
    let scene = Scene()
    let adopted = try await scene.accounts().adopt(try stored(name: "work"))
    #expect(try await scene.accounts().all().map(\.withoutEnrollment) == [try stored(name: "work")])
    #expect(adopted.replaced == nil && adopted.refusedName == nil && scene.server.requests.isEmpty)
  }

  @Test("an account that is there is replaced only when that is asked for")
  func existing() async throws {
    let scene = Scene()
    let accounts = scene.accounts()
    _ = try await accounts.adopt(try stored())
    let other = try StoredCredential.sample(.alice, token: "canary-other")
    #expect(await code { _ = try await accounts.adopt(other) } == .accountExists)
    #expect(try await accounts.all().map(\.withoutEnrollment) == [try stored()])
    #expect(try await accounts.adopt(other, replacing: true).replaced != nil)
    #expect(try await accounts.all().map(\.withoutEnrollment) == [other])
  }

  @Test("many are stored after one look at all accounts: each in its turn, and one that fails ends no other")
  func many() async throws {
    let store = CountedStore()
    let accounts = Scene(credentials: store).accounts()
    var bob = try StoredCredential.sample(.bob, token: "canary-bob")
    bob.credential = .oauth2(.init(accessToken: Secret("canary-bob")))
    bob.name = "work"
    let again = try StoredCredential.sample(.alice, token: "canary-other")
    let twin = try stored(.alice.of(grant: "second"))
    let results = try await accounts.adopt(all: [try stored(name: "work"), again, bob, twin], replacing: true)
    #expect(store.listings.withLock { $0 } == 1)
    let codes = results.map { result -> OAuthError.Code? in
      if case .failure(let error) = result { error.code } else { nil }
    }
    #expect(codes == [nil, .accountExists, nil, .accountExists])
    #expect(try results[2].get().refusedName == "work")
    #expect(try await accounts.stored(.alice)?.token == "canary-token")
    #expect(try await Set(accounts.all().map(\.account)) == [.alice, .bob])
    // What came before in the same import is not replaced either.
    let later = try await accounts.adopt(all: [again], replacing: true, besides: [.alice])
    #expect(refusal { try later[0].get() } == .accountExists)
  }

  /// A store that counts how often all of it is read.
  private final class CountedStore: CredentialStore {
    let listings = Lock(0)
    private let inner = CredentialRecords(in: MemoryVault())
    var location: String { inner.location }

    func load(_ account: Account) async throws -> HeldCredential? { try await inner.load(account) }

    func replace(
      _ account: Account, with stored: StoredCredential?, expecting revision: RecordRevision?
    ) async throws -> RecordRevision? { try await inner.replace(account, with: stored, expecting: revision) }

    func all() async throws -> [StoredCredential] {
      listings.withLock { $0 += 1 }
      return try await inner.all()
    }

    func withLock<Result: Sendable>(
      on account: Account, until deadline: ContinuousClock.Instant, _ body: @Sendable () async throws -> Result
    ) async throws -> Result { try await inner.withLock(on: account, until: deadline, body) }

    func probe() async throws { try await inner.probe() }
  }

  @Test("what a sign-out still has to revoke is not forgotten, and hinders no import")
  func signedOut() async throws {
    let scene = Scene()
    var earlier = try StoredCredential.sample(.alice, token: "canary-earlier")
    earlier.credential = .oauth2(.init(accessToken: Secret("canary-earlier"), refreshToken: Secret("canary-old")))
    earlier.pendingRevocations = [PendingRevocation(of: earlier.credential, since: Example.now)]
    try await scene.credentials.replace(.alice, with: earlier, expecting: nil)
    _ = try await scene.accounts().adopt(try stored())
    let held = try #require(try await scene.accounts().stored(.alice))
    #expect(held.token == "canary-token" && held.pendingRevocations == earlier.pendingRevocations)
    #expect(!held.isSignedOut)
  }

  @Test("a name of another account stays there, and a token that another account has is refused")
  func taken() async throws {
    let scene = Scene()
    let accounts = scene.accounts()
    var bob = try StoredCredential.sample(.bob, token: "canary-bob")
    bob.credential = .oauth2(.init(accessToken: Secret("canary-bob")))
    bob.name = "work"
    _ = try await accounts.adopt(bob)
    let alice = try await accounts.adopt(try stored(name: "work"))
    #expect(alice.refusedName == "work" && alice.stored.name == nil)
    #expect(try await accounts.stored(.bob)?.name == "work")
    var twin = try stored(.alice.of(grant: "second"))
    twin.name = "second"
    #expect(await code { _ = try await accounts.adopt(twin, replacing: true) } == .accountExists)
  }

  @Test("what only a new sign-in brings back is not exported")
  func ended() async throws {
    let scene = Scene()
    _ = try await scene.accounts().adopt(try stored())
    #expect(try await scene.accounts().exported(.alice).stored.withoutEnrollment == stored())
    var ended = try StoredCredential.sample(.bob, token: "canary-bob")
    ended.credential = .oauth2(.init(accessToken: Secret("canary-bob")))
    ended.endedBecause = "revoked"
    try await scene.credentials.replace(.bob, with: ended, expecting: nil)
    #expect(await code { _ = try await scene.accounts().exported(.bob) } == .signInNeeded)
    let unknown = Account(provider: "twitter", client: "reader", subject: "eve")
    #expect(await code { _ = try await scene.accounts().exported(unknown) } == .unknownAccount)
  }
}

extension StoredCredential {
  /// The same without the random name that an import gives it.
  fileprivate var withoutEnrollment: StoredCredential {
    var stored = self
    stored.enrollment = nil
    stored.machines = []
    return stored
  }
}
