import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("Accounts: what a sign-in leaves")
struct KeepTests {
  @Test(
    "a provider that does not tell who the user is leaves the credential under a name of ours, and says why",
    arguments: [
      ResponseMessage(HTTPResponse(status: .internalServerError)), ResponseMessage(.ok, json: ["name": "Ada"]),
      ResponseMessage(HTTPResponse(status: .unauthorized)), ResponseMessage(.ok, json: ["id": "a\u{1B}b"]),
    ])
  func unidentified(answer: ResponseMessage) async throws {
    let scene = Scene()
    scene.server.answer("/me", with: answer)
    let signedIn = try await scene.accounts(callbackSource: scene.allowing)
      .signIn(to: try Example.provider(), as: try Example.client())
    #expect(signedIn.account.subject.hasPrefix("unidentified-"))
    #expect(signedIn.unidentifiedBecause != nil)
    #expect(scene.eventNames.contains(.unidentified))
    #expect(try await scene.accounts().all() == [signedIn.stored])
    #expect(signedIn.stored.token == "canary-access-0")
  }

  @Test("the certificates that a sign-in trusted belong to its account, until the next sign-in, which may trust none")
  func trustRoots() async throws {
    let scene = Scene()
    for (named, kept) in [("/ca.pem", "/ca.pem"), ("/other.pem", "/other.pem"), (nil, nil)]
      as [(String?, String?)]
    {
      var accounts = scene.accounts(callbackSource: scene.allowing)
      accounts.trustRoots = named
      let signedIn = try await accounts.signIn(to: try Example.provider(), as: try Example.client())
      #expect(signedIn.stored.trustRoots == kept)
      #expect(try await scene.accounts().stored(signedIn.account)?.trustRoots == kept)
    }
    #expect(try await scene.accounts().all().count == 1)
  }

  @Test("a connection that breaks while asking who the user is loses no credential")
  func brokenIdentity() async throws {
    let scene = Scene()
    scene.server.setFault { request in
      guard request.pathWithoutQuery == "/me" else { return nil }
      throw TransportFailure.answerLost("reset")
    }
    let signedIn = try await scene.accounts(callbackSource: scene.allowing)
      .signIn(to: try Example.provider(), as: try Example.client())
    #expect(try await scene.accounts().stored(signedIn.account)?.token == "canary-access-0")
  }

  @Test("a provider without a rule for identity is said to tell nothing, and is not asked")
  func withoutRule() async throws {
    let scene = Scene()
    var provider = try Example.provider()
    provider.identity = nil
    let signedIn = try await scene.accounts(callbackSource: scene.allowing).signIn(
      to: provider, as: try Example.client())
    #expect(signedIn.unidentifiedBecause != nil)
    #expect(scene.server.paths == ["/token"])
    #expect(await scene.accounts().check(signedIn.account).isSuccess)
  }

  @Test("the credential is kept even when the task is cancelled as the answer comes")
  func cancelledExchange() async throws {
    let scene = Scene()
    scene.server.setFault { request in
      if request.pathWithoutQuery == "/token" { withUnsafeCurrentTask { $0?.cancel() } }
      if request.pathWithoutQuery == "/me" { try Task.checkCancellation() }
      return nil
    }
    let url = try await scene.accounts().begin(try Example.provider(), as: try Example.client())
    let callback = try scene.server.allow(url)
    let task = Task { try await scene.accounts().receive(callback) }
    _ = try? await task.value
    #expect(try await scene.accounts().all().map(\.token) == ["canary-access-0"])
  }

  // EI10
  @Test(
    "an API that does not say who the user is says why in its own word, and a suspended account is one in both protocols",
    arguments: [
      (#"{"errors":[{"code":64,"message":"Suspended"}]}"#, .accountSuspended, "64"),
      (#"{"errors":[{"code":34,"message":"Gone"}]}"#, .unexpectedAnswer, "34"),
    ] as [(String, OAuthError.Code, String)], [false, true])
  func refusedIdentity(row: (body: String, code: OAuthError.Code, word: String), isOAuth1: Bool) async throws {
    let scene = Scene()
    let account = isOAuth1 ? try await scene.holdOAuth1() : try await scene.hold(expiresIn: 3600)
    scene.server.answer("/me", with: ResponseMessage(.forbidden, json: try JSON(decoding: Array(row.body.utf8))))
    let failure = await #expect(throws: OAuthError.self) { try await scene.accounts().check(account).get() }
    #expect(failure?.code == row.code && failure?.refusal?.error == row.word)
  }

  @Test("a caller who is cancelled as the code is sent loses nothing that it brings")
  func cancelledCaller() async throws {
    let scene = Scene()
    let caller = Lock<Task<Void, any Error>?>(nil)
    scene.server.setFault { request in
      guard request.pathWithoutQuery == "/token" else { return nil }
      caller.withLock { $0?.cancel() }
      try Task.checkCancellation()
      return nil
    }
    let callback = try scene.server.allow(
      try await scene.accounts().begin(try Example.provider(), as: try Example.client()))
    let task = caller.withLock { caller in
      let task = Task { _ = try await scene.accounts().receive(callback) }
      caller = task
      return task
    }
    _ = try? await task.value
    #expect(try await scene.accounts().all().map(\.token) == ["canary-access-0"])
  }

  @Test("a revocation that another process sends while a sign-in waits for the lock is not owed again")
  func deliveredMeanwhile() async throws {
    let store = LateStore()
    let scene = Scene(credentials: store)
    let account = try await scene.hold(expiresIn: 3600)
    let held = try #require(try await store.load(account))
    var owing = held.stored
    owing.pendingRevocations = [PendingRevocation(of: owing.credential, since: Example.now)]
    try await store.replace(account, with: owing, expecting: held.revision)
    // The other process holds the lock before this one gets it.
    store.meanwhile.withLock {
      $0 = { [inner = store.inner] in
        guard let held = try await inner.load(account) else { return }
        var delivered = held.stored
        delivered.pendingRevocations = []
        _ = try await inner.replace(account, with: delivered, expecting: held.revision)
      }
    }
    _ = try await scene.accounts(callbackSource: scene.allowing).signIn(
      to: try Example.provider(), as: try Example.client())
    #expect(try await scene.accounts().stored(account)?.pendingRevocations.isEmpty == true)
  }

  @Test("a revocation that another process puts off while this one waits for the lock is sent after the pause")
  func putOffMeanwhile() async throws {
    let store = LateStore()
    let scene = Scene(credentials: store)
    let account = try await scene.hold(expiresIn: 3600)
    var owing = try #require(try await store.load(account))
    owing.stored.pendingRevocations = [PendingRevocation(of: owing.stored.credential, since: Example.now)]
    _ = try await store.replace(account, with: owing.stored, expecting: owing.revision)
    store.meanwhile.withLock {
      $0 = { [inner = store.inner] in
        guard var held = try await inner.load(account) else { return }
        held.stored.pendingRevocations[0].notBefore = Example.now + 120
        _ = try await inner.replace(account, with: held.stored, expecting: held.revision)
      }
    }
    #expect(try await scene.accounts().sendPendingRevocations().isEmpty)
    #expect(scene.server.requests.isEmpty)
    scene.wait(120)
    #expect(try await scene.accounts().sendPendingRevocations().map(\.revocation) == [.revoked])
  }

  @Test("a sign-in over a sign-out that is not delivered yet begins another enrollment, and still owes the revocation")
  func overSignOut() async throws {
    let scene = Scene()
    let accounts = scene.accounts(callbackSource: scene.allowing)
    let (provider, client) = (try Example.provider(), try Example.client())
    let first = try await accounts.signIn(to: provider, as: client).stored
    scene.server.setFault { request in
      guard request.pathWithoutQuery == "/revoke" else { return nil }
      throw TransportFailure.notSent("down")
    }
    _ = try await accounts.signOut(first.account)
    scene.server.state.withLock { ($0.accessToken, $0.refreshToken) = ("canary-access-9", "canary-refresh-9") }
    let again = try await accounts.signIn(to: provider, as: client).stored
    #expect(again.account == first.account && again.enrollment != nil && again.enrollment != first.enrollment)
    #expect(again.pendingRevocations.map(\.remaining) == [[.refreshToken, .accessToken]])
    // The late revocation is of the earlier tokens, and takes nothing from the account.
    scene.server.setFault(nil)
    #expect(try await accounts.sendPendingRevocations().map(\.revocation) == [.revoked])
    let revoked = try scene.server.requests.suffix(2).map { try $0.bodyForm.text(of: "token") }
    #expect(revoked == ["canary-refresh-0", "canary-access-0"])
    let kept = try #require(try await accounts.stored(first.account))
    #expect(kept.token == "canary-access-9" && kept.pendingRevocations.isEmpty && !kept.isSignedOut)
  }

  @Test(
    "a refresh token that is given only once goes over to a new sign-in, but for a dead one and one of fewer scopes",
    arguments: [
      (nil, ["profile"], "canary-refresh-0"), ("revoked", ["profile"], nil), (nil, ["profile", "mail"], nil),
    ] as [(String?, [String], String?)])
  func givenOnce(endedBecause: String?, scopes: [String], expected: String?) async throws {
    let scene = Scene()
    let provider = try Example.provider(dialect: OAuth2Dialect { $0.refresh.isGivenOnce = true })
    let account = try await scene.hold(provider: provider)
    var held = try #require(try await scene.credentials.load(account))
    held.stored.endedBecause = endedBecause
    try await scene.credentials.replace(account, with: held.stored, expecting: held.revision)
    scene.server.state.withLock { ($0.accessToken, $0.sendsRefreshToken) = ("canary-access-9", false) }
    _ = try await scene.accounts(callbackSource: scene.allowing)
      .signIn(to: provider, as: Example.client(), options: .init(scopes: scopes))
    let tokens = try await scene.tokens(of: account)
    #expect(tokens?.accessToken == Secret("canary-access-9") && tokens?.refreshToken == expected.map { Secret($0) })
  }

  @Test("a refresh token that is given only once does not go over where no user is known: it may be another one's")
  func givenOnceWithoutUser() async throws {
    let scene = Scene()
    scene.server.answer("/me", with: ResponseMessage(.ok, json: ["name": "x"]))
    let provider = try Example.provider(dialect: OAuth2Dialect { $0.refresh.isGivenOnce = true })
    let accounts = scene.accounts(callbackSource: scene.allowing)
    let options = Accounts.SignInOptions(accountName: "work")
    let first = try await accounts.signIn(to: provider, as: Example.client(), options: options)
    #expect(try await scene.tokens(of: first.account)?.refreshToken != nil)
    scene.server.state.withLock { ($0.accessToken, $0.sendsRefreshToken) = ("canary-access-9", false) }
    let again = try await accounts.signIn(to: provider, as: Example.client(), options: options)
    let tokens = try await scene.tokens(of: again.account)
    #expect(again.account == first.account)
    #expect(tokens?.accessToken == Secret("canary-access-9") && tokens?.refreshToken == nil)
  }

  @Test("a new sign-in brings an account back that had ended")
  func revived() async throws {
    let scene = Scene()
    let account = try await scene.hold()
    let held = try #require(try await scene.credentials.load(account))
    var marked = held.stored
    marked.endedBecause = "revoked"
    try await scene.credentials.replace(account, with: marked, expecting: held.revision)
    _ = try await scene.accounts(callbackSource: scene.allowing).signIn(
      to: try Example.provider(), as: try Example.client())
    #expect(try await scene.accounts().stored(account)?.endedBecause == nil)
  }

  // BD11
  @Test("a write that fails a moment is tried again: what was issued cannot be had a second time")
  func flakyStore() async throws {
    let store = FlakyStore()
    let scene = Scene(credentials: store)
    let signedIn = try await scene.accounts(callbackSource: scene.allowing)
      .signIn(to: try Example.provider(), as: try Example.client())
    #expect(store.failures.withLock { $0 } == 0)
    #expect(try await store.inner.all().map(\.account) == [signedIn.account])
  }

  @Test("a store that cannot be written is found before the user is asked, also by a sign-in in halves")
  func unwritable() async throws {
    let scene = Scene(credentials: ReadOnlyStore())
    let provider = try Example.deviceProvider()
    let accounts = scene.accounts()
    #expect(await code { _ = try await accounts.begin(provider, as: Example.client()) } == .storeUnreadable)
    #expect(await code { _ = try await accounts.beginOnDevice(provider, as: Example.client()) } == .storeUnreadable)
    #expect(scene.server.requests.isEmpty)
  }

  @Test("a sign-in that comes during a sign-out waits for it, and brings none of its revocations back")
  func duringSignOut() async throws {
    let scene = Scene()
    let accounts = scene.accounts()
    let account = try await scene.hold()
    let isRevoking = Lock(false)
    scene.server.setFault { request in
      guard request.pathWithoutQuery == "/revoke" else { return nil }
      isRevoking.withLock { $0 = true }
      try await Task.sleep(for: .milliseconds(150))
      return nil
    }
    let callback = try scene.server.allow(try await accounts.begin(Example.provider(), as: Example.client()))
    let signOut = Task { try await accounts.signOut(account) }
    while !isRevoking.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
    _ = try await accounts.receive(callback)
    #expect(try await signOut.value.revocation == .revoked)
    let stored = try #require(try await accounts.stored(account))
    #expect(stored.pendingRevocations.isEmpty && !stored.isSignedOut && stored.endedBecause == nil)
  }

  // BD2
  @Test("what is stored says whether it is good without asking a server")
  func unrefreshed() async throws {
    let scene = Scene()
    let accounts = scene.accounts()
    let stored = try #require(try await accounts.stored(try await scene.hold(expiresIn: 100)))
    #expect(try accounts.unrefreshed(stored, minimumLifetime: .seconds(100)) == stored)
    for time in [Duration.seconds(101), .seconds(1e20)] {
      #expect(await code { _ = try accounts.unrefreshed(stored, minimumLifetime: time) } == .unsupported)
    }
    var ended = stored
    ended.endedBecause = "revoked"
    #expect(await code { _ = try accounts.unrefreshed(ended, minimumLifetime: .zero) } == .signInNeeded)
    #expect(scene.server.requests.isEmpty)
    #expect(accounts.credentialLocation == scene.credentials.location)
  }
}

/// A store whose first two writes of a credential fail.
private final class FlakyStore: CredentialStore {
  let inner = CredentialRecords(in: MemoryVault())
  let failures = Lock(2)
  var location: String { "a store that fails now and then" }

  struct Failure: Error {}

  func load(_ account: Account) async throws -> HeldCredential? { try await inner.load(account) }

  func replace(
    _ account: Account, with stored: StoredCredential?, expecting revision: RecordRevision?
  ) async throws -> RecordRevision? {
    let fails = failures.withLock { failures in
      // One for the provisional record, one for that of the user.
      guard failures == 2 || failures == 1 && account.subject == "7" else { return false }
      failures -= 1
      return true
    }
    if fails { throw Failure() }
    return try await inner.replace(account, with: stored, expecting: revision)
  }

  func all() async throws -> [StoredCredential] { try await inner.all() }

  func withLock<Result: Sendable>(
    on account: Account, until deadline: ContinuousClock.Instant, _ body: @Sendable () async throws -> Result
  ) async throws -> Result { try await inner.withLock(on: account, until: deadline, body) }

  func probe() async {}
}

/// A store in which another process does something just before a lock is had.
private final class LateStore: CredentialStore {
  let inner = CredentialRecords(in: MemoryVault())
  let meanwhile = Lock<(@Sendable () async throws -> Void)?>(nil)
  var location: String { inner.location }

  func load(_ account: Account) async throws -> HeldCredential? { try await inner.load(account) }

  func replace(
    _ account: Account, with stored: StoredCredential?, expecting revision: RecordRevision?
  ) async throws -> RecordRevision? {
    try await inner.replace(account, with: stored, expecting: revision)
  }

  func all() async throws -> [StoredCredential] { try await inner.all() }

  func withLock<Result: Sendable>(
    on account: Account, until deadline: ContinuousClock.Instant, _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    let deed = meanwhile.withLock { deed in
      defer { deed = nil }
      return deed
    }
    try await deed?()
    return try await inner.withLock(on: account, until: deadline, body)
  }

  func probe() async throws { try await inner.probe() }
}
