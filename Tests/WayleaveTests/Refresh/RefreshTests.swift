import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 6749 §6: a refresh")
struct RefreshTests {
  @Test(
    "a credential is refreshed when it would end too soon, and not before",
    arguments: [(61, 60, 0), (60, 60, 0), (59, 60, 1), (-10, 60, 1), (120, 121, 1)] as [(Int64, Int64, Int)])
  func beforeExpiry(expiresIn: Int64, minimum: Int64, refreshes: Int) async throws {
    let scene = Scene()
    let account = try await scene.hold(expiresIn: expiresIn)
    let fresh = try await scene.accounts().fresh(account, minimumLifetime: .seconds(minimum))
    #expect(fresh.token == "canary-access-\(refreshes)")
    #expect(scene.server.requests.count == refreshes)
  }

  @Test("a credential that never ends is not refreshed unless that is forced")
  func withoutExpiry() async throws {
    let scene = Scene()
    let account = try await scene.hold(expiresIn: nil)
    #expect(try await scene.accounts().fresh(account).token == "canary-access-0")
    #expect(try await scene.accounts().fresh(account, forcing: true).token == "canary-access-1")
  }

  // ZA12
  @Test("6749-16, FAPI-10: a new refresh token replaces the old, and is on disk before the access token is given out")
  func rotation() async throws {
    let scene = Scene()
    let account = try await scene.hold()
    let fresh = try await scene.accounts().fresh(account)
    let kept = try #require(try await scene.tokens(of: account))
    #expect(kept.refreshToken == Secret("canary-refresh-1"))
    #expect(fresh.credential == .oauth2(kept))
    #expect(kept.expiresAt == Example.now + 3600)
    #expect(kept.idToken == Secret("canary-id-token"))
    #expect(kept.scopes == ["profile"])
    #expect(scene.eventNames == [.refreshBegan, .requestSent, .answerReceived, .credentialStored])
  }

  @Test(
    "94, 95, FAPI-10: without a new refresh token, with an empty or with the same one, the old stays",
    arguments: [nil, "", "canary-refresh-0"] as [String?])
  func kept(refreshToken: String?) async throws {
    let scene = Scene()
    let account = try await scene.hold()
    var answer = JSON.Object()
    answer["access_token"] = "new"
    answer["token_type"] = "Bearer"
    answer["refresh_token"] = refreshToken.map(JSON.string)
    scene.server.answer("/token", with: ResponseMessage(.ok, json: .object(answer)))
    _ = try await scene.accounts().fresh(account)
    let kept = try #require(try await scene.tokens(of: account))
    #expect(kept.accessToken == Secret("new"))
    #expect(kept.refreshToken == Secret("canary-refresh-0"))
    #expect(scene.eventNames.contains(.tolerated) == (refreshToken == ""))
  }

  @Test("6749-16, 92: a refresh that brings other scopes than there were is reported, and they are stored")
  func scopes() async throws {
    let scene = Scene()
    let account = try await scene.hold()
    let answer = TokenResponse(accessToken: Secret("new"), scopes: ["profile", "admin"])
    scene.server.answer("/token", with: answer.response())
    _ = try await scene.accounts().fresh(account)
    #expect(try await scene.tokens(of: account)?.scopes == ["profile", "admin"])
    #expect(scene.events.filter { $0.name == .scopesDiffer }.map(\.detail) == ["granted, and not asked for: admin"])
  }

  // ZA12
  @Test("159: ten thousand callers of an expired token cause one refresh, and all get its token")
  func singleFlight() async throws {
    let scene = Scene()
    let account = try await scene.hold()
    let accounts = scene.accounts()
    let tokens = try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<10_000 { group.addTask { try await accounts.fresh(account).token } }
      return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
    }
    #expect(tokens == ["canary-access-1"])
    #expect(scene.server.requests.count == 1)
  }

  @Test("160: two processes over one store of files refresh once; the slower uses what the faster brought")
  func twoProcesses() async throws {
    let folder = TemporaryFolder()
    // Each has the store opened for itself: they share nothing but the files.
    let scene = Scene(credentials: StoreUnderTest.file.credentials(in: folder))
    let account = try await scene.hold()
    scene.server.setFault { _ in
      try await Task.sleep(for: .milliseconds(50))
      return nil
    }
    let first = scene.accounts()
    let second = Accounts(
      transport: scene.server, credentials: StoreUnderTest.file.credentials(in: folder), signIns: scene.signIns,
      now: { Example.now })
    async let one = first.fresh(account).token
    async let two = second.fresh(account).token
    #expect(try await [one, two] == ["canary-access-1", "canary-access-1"])
    #expect(scene.server.requests.count == 1)
  }

  @Test(
    "166: what another brought is used while it is good; what has expired since is refreshed", arguments: [true, false])
  func expiredMeanwhile(isExpired: Bool) async throws {
    let scene = Scene()
    let account = try await scene.hold()
    let held = try #require(try await scene.credentials.load(account))
    var brought = held.stored
    guard case .oauth2(var tokens) = brought.credential else { return }
    tokens.accessToken = Secret("canary-brought")
    tokens.expiresAt = Example.now + (isExpired ? -1 : 1800)
    brought.credential = .oauth2(tokens)
    let accounts = scene.accounts()
    // What could not be saved at once is saved by the next who asks, which may be hours later.
    accounts.unsaved.put(brought, over: held)
    #expect(try await accounts.fresh(account).token == (isExpired ? "canary-access-1" : "canary-brought"))
  }

  @Test("a waiter who is cancelled does not stop the refresh of the others")
  func cancelledWaiter() async throws {
    let scene = Scene()
    let account = try await scene.hold()
    let accounts = scene.accounts()
    let isAsked = Lock(false)
    scene.server.setFault { _ in
      isAsked.withLock { $0 = true }
      try await Task.sleep(for: .milliseconds(100))
      return nil
    }
    let first = Task { try await accounts.fresh(account) }
    while !isAsked.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
    let second = Task { try await accounts.fresh(account).token }
    first.cancel()
    #expect(try await second.value == "canary-access-1")
    #expect(scene.server.requests.count == 1)
  }

  @Test("two accounts are refreshed side by side, each for itself")
  func twoAccounts() async throws {
    let scene = Scene()
    let accounts = scene.accounts()
    let (ada, ben) = (try await scene.hold("ada"), try await scene.hold("ben"))
    scene.server.state.withLock { $0.rotates = false }
    async let first = accounts.fresh(ada)
    async let second = accounts.fresh(ben)
    #expect(try await [first.account, second.account] == [ada, ben])
    #expect(scene.server.requests.count == 2)
  }

  @Test("accounts whose names are equal only as Unicode are two accounts")
  func canonicalEquivalents() async throws {
    let flights = RefreshFlights()
    let names = ["\u{E9}", "e\u{301}"]
    let records = try names.map {
      try StoredCredential.sample(
        Account(provider: "example", client: "reader", subject: $0), token: "token of \($0.utf8.count)")
    }
    async let first = flights.refresh(records[0].account) {
      try? await Task.sleep(for: .milliseconds(50))
      return .success(records[0])
    }
    async let second = flights.refresh(records[1].account) {
      try? await Task.sleep(for: .milliseconds(50))
      return .success(records[1])
    }
    #expect(try await [first.get().token, second.get().token] == ["token of 2", "token of 3"])
  }

  @Test("163: while another process hangs with the lock, nothing is refreshed; afterwards what it brought is used")
  func hangingProcess() async throws {
    let inner = CredentialRecords(in: MemoryVault())
    let scene = Scene(credentials: ImpatientStore(inner: inner))
    let account = try await scene.hold()
    let isHeld = Lock(false)
    let mayEnd = Lock(false)
    let hanging = Task {
      try await inner.withLock(on: account, until: .now + .seconds(5)) {
        isHeld.withLock { $0 = true }
        while !mayEnd.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
        var held = try #require(await inner.load(account))
        guard case .oauth2(var tokens) = held.stored.credential else { return #expect(Bool(false)) }
        tokens.accessToken = Secret("brought by the other")
        tokens.expiresAt = Example.now + 3600
        held.stored.credential = .oauth2(tokens)
        _ = try await inner.replace(account, with: held.stored, expecting: held.revision)
      }
    }
    while !isHeld.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
    #expect(await code { _ = try await scene.accounts().fresh(account) } == .storeBusy)
    #expect(scene.server.requests.isEmpty)
    mayEnd.withLock { $0 = true }
    try await hanging.value
    #expect(try await scene.accounts().fresh(account).token == "brought by the other")
    #expect(scene.server.requests.isEmpty)
  }

  /// A store that waits for a lock no longer than a moment.
  private struct ImpatientStore: CredentialStore {
    let inner: CredentialRecords
    var location: String { "a store" }

    func load(_ account: Account) async throws -> HeldCredential? { try await inner.load(account) }

    func replace(
      _ account: Account, with stored: StoredCredential?, expecting revision: RecordRevision?
    ) async throws -> RecordRevision? { try await inner.replace(account, with: stored, expecting: revision) }

    func all() async throws -> [StoredCredential] { try await inner.all() }

    func withLock<Result: Sendable>(
      on account: Account, until deadline: ContinuousClock.Instant, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
      try await inner.withLock(on: account, until: min(deadline, .now + .milliseconds(50)), body)
    }

    func probe() async throws {}
  }

  @Test("166: after the clock was set back an hour, a 401 wins over the time that we believe the token has")
  func clockBack() async throws {
    let scene = Scene()
    let account = try await scene.hold(expiresIn: 3600)
    scene.wait(-3600)
    scene.server.setFault { request in
      request.head.headerFields[.authorization] == "Bearer canary-access-0"
        ? ResponseMessage(.unauthorized, json: [:]) : nil
    }
    #expect(try await scene.accounts().session(for: account).get("https://api.example/x").status == 200)
    #expect(scene.server.paths == ["/x", "/token", "/x"])
  }

  @Test("166: a clock that is set back to before the token came causes one refresh, and without one no token is given")
  func clockBeforeToken() async throws {
    let scene = Scene()
    let account = try await scene.hold(expiresIn: 3600)
    let stored = try await scene.accounts().fresh(account)
    scene.wait(-31_536_000)
    #expect(await code { _ = try scene.accounts().unrefreshed(stored) } == .unsupported)
    for _ in 0..<3 { #expect(try await scene.accounts().fresh(account).token == "canary-access-1") }
    scene.wait(31_536_000)
    for _ in 0..<3 { #expect(try await scene.accounts().fresh(account).token == "canary-access-2") }
    #expect(scene.server.requests.count == 2)
  }

  @Test("166: a clock that jumps a year ahead causes one refresh")
  func clockJump() async throws {
    let scene = Scene()
    let account = try await scene.hold(expiresIn: 3600)
    scene.wait(31_536_000)
    for _ in 0..<3 { _ = try await scene.accounts().fresh(account) }
    #expect(scene.server.requests.count == 1)
  }

  @Test("the request is a refresh grant as the client, to the token endpoint of today's entry")
  func request() async throws {
    let scene = Scene()
    let account = try await scene.hold()
    let client = try Client(id: "reader", secret: Secret("changed"), authentication: .post)
    _ = try await scene.accounts(registration: { Registration(provider: $0.provider, client: client) }).fresh(account)
    let request = try #require(scene.server.requests.first)
    #expect(request.url == "https://as.example/token")
    #expect(try RefreshTokenGrant(reading: request.bodyForm).refreshToken == Secret("canary-refresh-0"))
    #expect(try request.bodyForm.text(of: "client_secret") == "changed")
  }
}
