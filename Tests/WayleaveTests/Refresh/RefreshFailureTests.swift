import HTTPTypes
import Synchronization
import Testing
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn

@Suite("A refresh that fails")
struct RefreshFailureTests {
  @Test("171: invalid_grant marks the record, which stays, and only a new sign-in helps; nobody asks again")
  func grantRefused() async throws {
    let scene = Scene()
    let account = try await scene.hold(refreshToken: "canary-spent")
    #expect(await code { _ = try await scene.accounts().fresh(account) } == .signInNeeded)
    let kept = try #require(try await scene.credentials.load(account)).stored
    #expect(kept.endedBecause == "spent")
    #expect(kept.token == "canary-access-0")
    #expect(await code { _ = try await scene.accounts().fresh(account) } == .signInNeeded)
    #expect(await code { _ = try await scene.accounts().fresh(account, forcing: true) } == .signInNeeded)
    #expect(scene.server.requests.count == 1)
  }

  @Test("171: however many wait for a token that is dead, the provider is asked once, in whichever process")
  func grantRefusedOnce() async throws {
    let scene = Scene()
    let account = try await scene.hold(refreshToken: "canary-spent")
    let stored = try #require(try await scene.credentials.load(account)).stored
    scene.server.setFault { _ in
      try await Task.sleep(for: .milliseconds(20))
      return nil
    }
    // Each is a process that has read the record before it was marked.
    let codes = await withTaskGroup(of: OAuthError.Code?.self) { group in
      for _ in 0..<20 {
        let process = scene.accounts()
        group.addTask { await code { _ = try await process.fresh(account, replacing: stored) } }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes.allSatisfy { $0 == .signInNeeded })
    #expect(scene.server.requests.count == 1)
  }

  @Test(
    "84, 172: a refusal of the client, a server in trouble and a network that is down leave the record as it was",
    arguments: [
      (400, "invalid_client", .clientRefused), (401, "invalid_client", .clientRefused),
      (400, "invalid_scope", .tokenRefused),
      (500, "", .serverUnavailable), (503, "", .serverUnavailable), (429, "", .serverUnavailable),
      (200, "", .malformedTokenResponse), (302, "", .unexpectedRedirect),
    ] as [(Int, String, OAuthError.Code)])
  func untouched(status: Int, error: String, expected: OAuthError.Code) async throws {
    let scene = Scene()
    let account = try await scene.hold()
    let before = try #require(try await scene.credentials.load(account))
    let json: JSON = error.isEmpty ? [:] : ["error": .string(error)]
    scene.server.answer("/token", with: ResponseMessage(.init(code: status), json: json))
    #expect(await code { _ = try await scene.accounts().fresh(account) } == expected)
    let after = try #require(try await scene.credentials.load(account))
    #expect(after.stored == before.stored && after.revision == before.revision)
    scene.server.setFault(nil)
    #expect(try await scene.accounts().fresh(account).token == "canary-access-1")
  }

  @Test(
    "84: what was never sent is not sent twice, and the record is untouched",
    arguments: [
      (.notSent("refused"), .unreachable), (.timedOut(wasSent: false), .networkTimedOut),
      (.tooLarge(maximum: 1), .answerTooLarge),
    ] as [(TransportFailure, OAuthError.Code)])
  func notSent(failure: TransportFailure, expected: OAuthError.Code) async throws {
    let scene = Scene()
    let account = try await scene.hold()
    scene.server.setFault { _ in throw failure }
    #expect(await code { _ = try await scene.accounts().fresh(account) } == expected)
    #expect(scene.server.requests.count == 1)
    #expect(try await scene.tokens(of: account)?.refreshToken == Secret("canary-refresh-0"))
  }

  @Test(
    "86: a refresh whose answer is lost is tried once more, then nobody knows, and the old token is kept",
    arguments: [.answerLost("reset"), .timedOut(wasSent: true)] as [TransportFailure])
  func lost(failure: TransportFailure) async throws {
    let scene = Scene()
    let account = try await scene.hold()
    scene.server.setFault { _ in throw failure }
    #expect(await code { _ = try await scene.accounts().fresh(account) } == .outcomeUnknown)
    #expect(scene.server.requests.count == 2)
    let kept = try #require(try await scene.credentials.load(account)).stored
    #expect(kept.endedBecause == nil)
    #expect(try await scene.tokens(of: account)?.refreshToken == Secret("canary-refresh-0"))
  }

  @Test("86: when the second try is answered, its token is the one")
  func lostOnce() async throws {
    let scene = Scene()
    let account = try await scene.hold()
    let isFirst = Mutex(true)
    scene.server.setFault { _ in
      guard isFirst.withLock({ take(&$0) }) else { return nil }
      throw TransportFailure.answerLost("reset")
    }
    #expect(try await scene.accounts().fresh(account).token == "canary-access-1")
  }

  @Test("86, 161: a first try that was carried out makes the second invalid_grant: the account asks for a sign-in")
  func lostAndSpent() async throws {
    let scene = Scene()
    let account = try await scene.hold()
    let isFirst = Mutex(true)
    scene.server.setFault { [server = scene.server] _ in
      guard isFirst.withLock({ take(&$0) }) else { return nil }
      server.state.withLock { $0.refreshToken = "canary-refresh-unseen" }
      throw TransportFailure.answerLost("reset")
    }
    #expect(await code { _ = try await scene.accounts().fresh(account) } == .signInNeeded)
    #expect(try #require(try await scene.credentials.load(account)).stored.endedBecause != nil)
  }

  @Test("173: where nothing can be kept the rotating token is not spent")
  func unwritable() async throws {
    let store = ReadOnlyStore()
    let scene = Scene(credentials: store)
    let account = Account(provider: "example", client: "reader", subject: "7")
    var stored = try StoredCredential.sample(account, token: "canary-access-0")
    stored.provider = try Example.provider()
    try await store.inner.replace(account, with: stored, expecting: nil)
    #expect(await code { _ = try await scene.accounts().fresh(account, forcing: true) } == .storeUnreadable)
    #expect(scene.server.requests.isEmpty)
  }

  @Test("an access token that has ended without a refresh token asks for a sign-in, and nothing is sent")
  func withoutRefreshToken() async throws {
    let scene = Scene()
    let account = try await scene.hold(refreshToken: nil)
    #expect(await code { _ = try await scene.accounts().fresh(account) } == .signInNeeded)
    let lasting = Scene()
    let other = try await lasting.hold(expiresIn: nil, refreshToken: nil)
    #expect(await code { _ = try await lasting.accounts().fresh(other, forcing: true) } == .unsupported)
    #expect(scene.server.requests.isEmpty && lasting.server.requests.isEmpty)
  }

  @Test("165: an account that is not held is told so, and another's record is not touched")
  func unknownAccount() async throws {
    let scene = Scene()
    try await scene.hold()
    let other = Account(provider: "example", client: "reader", subject: "8")
    #expect(await code { _ = try await scene.accounts().fresh(other) } == .unknownAccount)
    #expect(scene.server.requests.isEmpty)
  }

  @Test("an account whose entry has come to speak another protocol cannot be refreshed")
  func otherProtocol() async throws {
    let scene = Scene()
    let account = try await scene.hold()
    let other = try Example.oauth1()
    let accounts = scene.accounts(registration: { Registration(provider: other, client: $0.client) })
    #expect(await code { _ = try await accounts.fresh(account) } == .unsupported)
  }
}

/// Whether this is the first time it is asked.
func take(_ isFirst: inout Bool) -> Bool {
  defer { isFirst = false }
  return isFirst
}
