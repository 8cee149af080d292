import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveProvider
import WayleaveSystem
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("S1, S2, C3: a sign-in under a name renews that account or leaves it alone", .serialized)
struct NamedSignInTests {
  private let scene = Scene()

  /// Signs in as the user of this number, with a token of its own.
  private func signIn(
    _ user: Int64? = 7, as name: String?, token: String = "canary-access-0", in accounts: Accounts? = nil
  ) async throws -> SignedIn {
    scene.server.state.withLock { ($0.accessToken, $0.refreshToken) = (token, token + "-refresh") }
    scene.server.answer("/me", with: ResponseMessage(.ok, json: user.map { ["id": JSON($0)] } ?? ["name": "x"]))
    return try await (accounts ?? scene.accounts(callbackSource: scene.allowing))
      .signIn(to: Example.provider(), as: Example.client(), options: .init(accountName: name))
  }

  private var names: [String?] { get async throws { try await scene.accounts().all().map(\.name) } }

  @Test("S1: the same user under two names is two credentials; without a name the account keeps its own")
  func sameUser() async throws {
    let work = try await signIn(as: "work", token: "canary-one")
    #expect(work.replaced == nil && work.refusedName == nil)
    let again = try await signIn(as: nil, token: "canary-two")
    #expect(again.account == work.account && again.stored.name == "work" && again.replaced?.name == "work")
    let home = try await signIn(as: "home", token: "canary-three")
    #expect(home.account != work.account && home.account.isOfSameUser(as: work.account) && home.replaced == nil)
    scene.wait(60)
    let renewed = try await signIn(as: "home", token: "canary-four")
    #expect(renewed.account == home.account && renewed.replaced?.since == Example.now)
    #expect(renewed.replaced?.scopes == ["profile"])
    let all = try await scene.accounts().all()
    #expect(Set(all.map(\.name)) == ["work", "home"] && Set(all.map(\.token)) == ["canary-two", "canary-four"])
  }

  @Test("S2: another user gets an account of their own, and the old one keeps name and credential")
  func otherUser() async throws {
    let ada = try await signIn(7, as: "work", token: "canary-ada")
    let zoe = try await signIn(8, as: "work", token: "canary-zoe")
    #expect(zoe.refusedName == "work" && zoe.stored.name == nil && zoe.replaced == nil)
    #expect(try await scene.accounts().stored(ada.account) == ada.stored)
    // With another name she is not “work” either.
    _ = try await signIn(7, as: "home")
    #expect(try await scene.accounts().stored(zoe.account)?.name == nil)
    #expect(try await signIn(8, as: "work", token: "canary-zoe-2").account == zoe.account)
    #expect(try await names.filter { $0 == "work" }.count == 1)
  }

  @Test("a sign-in that renews an account which is signed out meanwhile takes its name from no one")
  func signedOutMeanwhile() async throws {
    let work = try await signIn(7, as: "work", token: "canary-ada")
    scene.server.state.withLock { ($0.accessToken, $0.refreshToken) = ("canary-ada-2", "canary-ada-2-refresh") }
    let meanwhile = ScriptedSource { [scene] url, verdict in
      // What another process does: a sign-out that cannot be delivered, and another user under the name.
      if var held = try await scene.credentials.load(work.account) {
        held.stored.pendingRevocations = [PendingRevocation(of: held.stored.credential, since: Example.now)]
        held.stored.ending = .signedOut
        try await scene.credentials.replace(work.account, with: held.stored, expecting: held.revision)
      }
      let zoe = try await scene.hold("8")
      if var held = try await scene.credentials.load(zoe) {
        held.stored.name = "work"
        try await scene.credentials.replace(zoe, with: held.stored, expecting: held.revision)
      }
      _ = await verdict(try scene.server.allow(url))
    }
    let renewed = try await scene.accounts(callbackSource: meanwhile).signInAgain(work.account)
    #expect(renewed.stored.token == "canary-ada-2" && renewed.stored.name == nil)
    #expect(try await names.filter { $0 == "work" }.count == 1)
  }

  @Test("175: one damaged record ends no sign-in, not even that of its own user, and stays as it is")
  func damaged() async throws {
    let folder = TemporaryFolder()
    let leftOut = Lock<[OAuthError.Code]>([])
    let records = CredentialRecords(
      in: FileVault(directory: "\(folder.path)/store", key: .keyFile("\(folder.path)/key")),
      damages: RecordDamages(isLeftOut: { error in leftOut.withLock { $0.append(error.code) } }))
    let accounts = Accounts(
      transport: scene.server, callbackSource: scene.allowing, credentials: records, signIns: scene.signIns,
      now: { Example.now })
    let damaged = try await signIn(7, as: nil, token: "canary-one", in: accounts)
    let files = folder.files().keys.filter { $0.contains(".credential") && !$0.hasSuffix(".lock") }
    for file in files { try folder.overwrite("store/\(file)", with: [7]) }
    let other = try await signIn(8, as: nil, token: "canary-two", in: accounts)
    let again = try await signIn(7, as: nil, token: "canary-three", in: accounts)
    #expect(again.account != damaged.account && again.account.isOfSameUser(as: damaged.account))
    let renewed = try await signIn(7, as: nil, token: "canary-four", in: accounts)
    #expect(renewed.account == again.account && renewed.replaced != nil)
    #expect(Set(try await accounts.all().map(\.account)) == [other.account, again.account])
    #expect(!files.isEmpty && files.allSatisfy { folder.bytes("store/\($0)") == [7] })
    #expect(Set(leftOut.withLock { $0 }) == [.storeDamaged])
  }

  @Test("S2: where an ID token names the user, the same holds, and nothing is left under a provisional name")
  func byIDToken() async throws {
    let issuer = try Provider(issuer: "https://as.example")
    let accounts = scene.accounts(callbackSource: scene.allowing)
    let ada = try await accounts.signIn(to: issuer, as: Example.client(), options: .init(accountName: "work"))
    scene.server.state.withLock { $0.claims["sub"] = "user-10" }
    let zoe = try await accounts.signIn(to: issuer, as: Example.client(), options: .init(accountName: "work"))
    #expect(zoe.refusedName == "work" && zoe.account.subject == "user-10")
    #expect(try await accounts.all().map(\.account) == [zoe.account, ada.account])
    #expect(try await accounts.stored(ada.account) == ada.stored)
  }

  @Test("a name of another provider or client is refused before the user is asked; so is what is no name")
  func refusedAtOnce() async throws {
    _ = try await signIn(as: "work")
    let agent = scene.allowing
    let other = scene.accounts(callbackSource: agent)
    let count = scene.server.requests.count
    let client = try Client(id: "another", redirectURIs: [Example.redirectURI()])
    for (provider, client, name, expected) in [
      (try Example.oauth1(), try Example.client(), "work", .nameTaken),
      (try Example.provider(), client, "work", .nameTaken),
      (try Example.provider(), client, "example", .nameTaken), (try Example.provider(), client, "-x", .invalidValue),
    ] as [(Provider, Client, String, OAuthError.Code)] {
      let refused = await code {
        _ = try await other.signIn(to: provider, as: client, options: .init(accountName: name))
      }
      #expect(refused == expected)
    }
    #expect(scene.server.requests.count == count && agent.counts.withLock(\.shown) == 0)
  }

  /// Whether the account is signed in again by its name or by itself.
  enum Again: CaseIterable { case byName, byAccount }

  /// The user of the credential that is held, the one of the new credential, and whether the first is replaced.
  struct Replacement: Sendable {
    let held: Int64?
    let new: Int64?
    let isReplaced: Bool
  }

  @Test(
    "T1: a person who names an account replaces it where no user is known before and after; else only its own user does",
    arguments: [
      Replacement(held: nil, new: nil, isReplaced: true), Replacement(held: 7, new: 7, isReplaced: true),
      Replacement(held: 7, new: nil, isReplaced: false), Replacement(held: nil, new: 7, isReplaced: false),
      Replacement(held: 7, new: 8, isReplaced: false),
    ], Again.allCases)
  func replacement(row: Replacement, again: Again) async throws {
    let first = try await signIn(row.held, as: "work", token: "canary-one")
    #expect(first.stored.name == "work")
    let second: SignedIn
    switch again {
    case .byName: second = try await signIn(row.new, as: "work", token: "canary-two")
    case .byAccount:
      let me: JSON = row.new.map { ["id": JSON($0)] } ?? ["name": "x"]
      scene.server.answer("/me", with: ResponseMessage(.ok, json: me))
      scene.server.state.withLock { ($0.accessToken, $0.refreshToken) = ("canary-two", "canary-two-refresh") }
      second = try await scene.accounts(callbackSource: scene.allowing).signInAgain(first.account)
    }
    #expect(second.stored.token == "canary-two" && (second.replaced != nil) == row.isReplaced)
    #expect((second.account == first.account) == row.isReplaced)
    #expect(second.refusedName == (row.isReplaced ? nil : "work"))
    #expect(try await names.filter { $0 == "work" }.count == 1)
    if !row.isReplaced { #expect(try await scene.accounts().stored(first.account) == first.stored) }
  }

  @Test("without its name a credential without a user is not replaced, whether it has ended or not")
  func unnamedWithoutUser() async throws {
    let first = try await signIn(nil, as: "work", token: "canary-one")
    for token in ["canary-two", "canary-three"] {
      let other = try await signIn(nil, as: nil, token: token)
      #expect(other.account != first.account && other.replaced == nil && other.stored.name == nil)
      try await end(first.account)
    }
    #expect(try await scene.accounts().all().count == 3)
  }

  @Test("to sign in again by the account replaces a credential without a user that has ended, also without a name")
  func againWithoutUser() async throws {
    let first = try await signIn(nil, as: nil, token: "canary-one")
    scene.server.state.withLock { $0.accessToken = "canary-two" }
    let accounts = scene.accounts(callbackSource: scene.allowing)
    try await end(first.account)
    let again = try await accounts.signInAgain(first.account)
    #expect(again.account == first.account && again.stored.endedBecause == nil && again.stored.token == "canary-two")
  }

  private func end(_ account: Account) async throws {
    var held = try #require(try await scene.credentials.load(account))
    held.stored.endedBecause = "revoked"
    try await scene.credentials.replace(account, with: held.stored, expecting: held.revision)
  }

  @Test("a program that ends before it removes the provisional record of such a user leaves one credential")
  func cutOffWithoutUser() async throws {
    let store = CountingStore()
    let scene = Scene(credentials: store)
    scene.server.answer("/me", with: ResponseMessage(.ok, json: ["name": "x"]))
    let accounts = scene.accounts(callbackSource: scene.allowing)
    let options = Accounts.SignInOptions(accountName: "work")
    let first = try await accounts.signIn(to: Example.provider(), as: Example.client(), options: options)
    var held = try #require(await store.load(first.account))
    held.stored.endedBecause = "revoked"
    _ = try await store.replace(first.account, with: held.stored, expecting: held.revision)
    scene.server.state.withLock { ($0.accessToken, $0.refreshToken) = ("canary-new", "canary-refresh-new") }
    store.writesLeft.withLock { $0 = 2 }
    _ = await code { _ = try await accounts.signIn(to: Example.provider(), as: Example.client(), options: options) }
    store.writesLeft.withLock { $0 = nil }
    #expect(try await store.all().count == 2)
    let all = try await scene.accounts().all()
    #expect(all.map(\.token) == ["canary-new"] && all.map(\.name) == ["work"] && all.map(\.account) == [first.account])
  }

  @Test("of two sign-ins for one name at the same moment one gets it", arguments: StoreUnderTest.allCases)
  func concurrent(kind: StoreUnderTest) async throws {
    let folder = TemporaryFolder()
    let user = Lock(0 as Int64)
    let scenes = [Scene(credentials: kind.credentials(in: folder)), Scene(credentials: kind.credentials(in: folder))]
    let shared = kind == .memory ? scenes[0].credentials : nil
    let results = try await withThrowingTaskGroup { group in
      for scene in scenes {
        let scene = shared.map { Scene(credentials: $0) } ?? scene
        let id = user.withLock {
          $0 += 1; return $0
        }
        scene.server.answer("/me", with: ResponseMessage(.ok, json: ["id": JSON(id)]))
        group.addTask {
          try await scene.accounts(callbackSource: scene.allowing)
            .signIn(to: Example.provider(), as: Example.client(), options: .init(accountName: "work"))
        }
      }
      return try await group.reduce(into: [SignedIn]()) { $0.append($1) }
    }
    #expect(results.map(\.stored.name).filter { $0 == "work" }.count == 1)
    #expect(results.map(\.refusedName).filter { $0 == "work" }.count == 1)
    #expect(try await scenes[0].accounts().all().count == 2 || kind == .memory)
  }

  @Test("a sign-in that brings a name back, or renews an account, waits while another one gives names")
  func waitsForNames() async throws {
    let first = try await signIn(as: "work", token: "canary-one")
    let done = Done()
    let (accounts, credentials) = (scene.accounts(callbackSource: scene.allowing), scene.credentials)
    let again = try await credentials.withNamesLock(in: PassingTime()) {
      let again = Task {
        defer { done.isDone.withLock { $0 = true } }
        return try await accounts.signIn(to: Example.provider(), as: Example.client())
      }
      try await Task.sleep(for: .milliseconds(100))
      let isDone = done.isDone.withLock { $0 }
      #expect(!isDone)
      return again
    }
    #expect(try await again.value.stored.name == "work")
    #expect(try await again.value.account == first.account)
  }

  @Test("a server with many users and no names reads no other record at a sign-in")
  func manyUsers() async throws {
    let store = CountingStore()
    let scene = Scene(credentials: store)
    let accounts = scene.accounts(callbackSource: scene.allowing)
    for _ in 1...2 { _ = try await accounts.signIn(to: Example.provider(), as: Example.client()) }
    #expect(store.lists.withLock { $0 } == 0)
    _ = try await accounts.signIn(to: Example.provider(), as: Example.client(), options: .init(accountName: "work"))
    #expect(store.lists.withLock { $0 } > 0)
  }

  @Test("a program that ends at any write of a sign-in leaves the credential once, and no name twice", arguments: 1...4)
  func cutOff(write: Int) async throws {
    let store = CountingStore()
    let scene = Scene(credentials: store)
    let accounts = scene.accounts(callbackSource: scene.allowing)
    _ = try await accounts.signIn(to: Example.provider(), as: Example.client(), options: .init(accountName: "work"))
    scene.server.state.withLock { ($0.accessToken, $0.refreshToken) = ("canary-new", "canary-refresh-new") }
    store.writesLeft.withLock { $0 = write - 1 }
    _ = await code {
      _ = try await accounts.signIn(to: Example.provider(), as: Example.client(), options: .init(accountName: "work"))
    }
    store.writesLeft.withLock { $0 = nil }
    let all = try await scene.accounts().all()
    #expect(all.filter { $0.name == "work" }.count == 1)
    #expect(all.filter { $0.token == "canary-new" }.count == (write == 1 ? 0 : 1))
  }
}

/// Whether a task has ended.
private final class Done: Sendable {
  let isDone = Lock(false)
}

/// A store that counts how often it lists its records, and that stops writing when a test says so.
private final class CountingStore: CredentialStore {
  let inner = CredentialRecords(in: MemoryVault())
  let lists = Lock(0)
  let writesLeft = Lock<Int?>(nil)
  var location: String { inner.location }

  /// The program has ended: this is no failure of the disk, which would be tried again.
  private static let end = OAuthError.storeConflict()

  func load(_ account: Account) async throws -> HeldCredential? { try await inner.load(account) }

  func replace(
    _ account: Account, with stored: StoredCredential?, expecting revision: RecordRevision?
  ) async throws -> RecordRevision? {
    let mayWrite = writesLeft.withLock { left in
      guard let count = left else { return true }
      left = max(0, count - 1)
      return count > 0
    }
    guard mayWrite else { throw Self.end }
    return try await inner.replace(account, with: stored, expecting: revision)
  }

  func all() async throws -> [StoredCredential] {
    lists.withLock { $0 += 1 }
    return try await inner.all()
  }

  func withLock<Result: Sendable>(
    on account: Account, until deadline: ContinuousClock.Instant, _ body: @Sendable () async throws -> Result
  ) async throws -> Result { try await inner.withLock(on: account, until: deadline, body) }

  func probe() async {}
}
