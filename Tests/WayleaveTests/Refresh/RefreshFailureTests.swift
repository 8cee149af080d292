import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("A refresh that fails")
struct RefreshFailureTests {
  @Test("171: invalid_grant marks the record, which stays, and only a new sign-in helps; nothing is sent again")
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

  @Test(
    "171: so does each word that ends a grant, in any case and with spaces, and the words of another flow",
    arguments: [
      ("invalid_grant", false), ("expired_token", false), ("access_denied", false), ("bad_refresh_token", false),
      ("INVALID_GRANT", true), ("invalid_grant ", true), (" Invalid_Grant", true),
    ])
  func endingWords(word: String, isTolerated: Bool) async throws {
    let scene = Scene()
    let account = try await scene.hold()
    scene.server.answer("/token", with: ResponseMessage(.badRequest, json: ["error": .string(word)]))
    for _ in 1...3 { #expect(await code { _ = try await scene.accounts().fresh(account) } == .signInNeeded) }
    #expect(try await scene.accounts().stored(account)?.endedBecause != nil)
    #expect(scene.server.requests.count == 1 && scene.eventNames.contains(.tolerated) == isTolerated)
  }

  @Test(
    "a word that only looks like one ends nothing", arguments: ["invalid_grants", "invalid grant", "invalid_scope"])
  func otherWords(word: String) async throws {
    let scene = Scene()
    let account = try await scene.hold()
    scene.server.answer("/token", with: ResponseMessage(.badRequest, json: ["error": .string(word)]))
    #expect(await code { _ = try await scene.accounts().fresh(account) } == .tokenRefused)
    #expect(try await scene.accounts().stored(account)?.endedBecause == nil)
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
    "84, 172: a refusal of the client, a server in trouble and a network that is down leave the credential as it was",
    arguments: [
      (400, "invalid_client", .clientRefused, false), (401, "invalid_client", .clientRefused, false),
      (400, "invalid_scope", .tokenRefused, false), (200, "incorrect_client_credentials", .tokenRefused, false),
      (400, "server_error", .tokenRefused, true), (400, "", .tokenRefused, true), (403, "", .tokenRefused, true),
      (500, "", .serverUnavailable, true), (502, "", .serverUnavailable, true), (504, "", .serverUnavailable, true),
      (503, "", .serverUnavailable, true), (429, "", .serverUnavailable, false),
      (200, "", .malformedTokenResponse, true), (302, "", .unexpectedRedirect, true),
    ] as [(Int, String, OAuthError.Code, Bool)])
  func untouched(status: Int, error: String, expected: OAuthError.Code, mayBeSpent: Bool) async throws {
    let scene = Scene()
    let account = try await scene.hold()
    let before = try #require(try await scene.credentials.load(account)).stored
    let json: JSON = error.isEmpty ? [:] : ["error": .string(error)]
    scene.server.answer("/token", with: ResponseMessage(.init(code: status), json: json))
    #expect(await code { _ = try await scene.accounts().fresh(account) } == expected)
    let after = try #require(try await scene.credentials.load(account)).stored
    #expect(after.credential == before.credential && after.endedBecause == nil)
    // A refusal spends nothing, and after anything else the note stays.
    #expect((after.pendingRefresh != nil) == mayBeSpent)
    scene.server.setFault(nil)
    #expect(try await scene.accounts().fresh(account).token == "canary-access-1")
    #expect(try #require(try await scene.credentials.load(account)).stored.refreshAttempt == nil)
  }

  @Test("a server that says when to come back has spent nothing", arguments: [(429, true), (503, true), (502, false)])
  func retryLater(status: Int, isUnspent: Bool) async throws {
    let scene = Scene()
    let account = try await scene.hold()
    var answer = ResponseMessage(.init(code: status), json: [:])
    answer.head.headerFields[.retryAfter] = "30"
    scene.server.answer("/token", with: answer)
    #expect(await code { _ = try await scene.accounts().fresh(account) } == .serverUnavailable)
    #expect((try #require(try await scene.credentials.load(account)).stored.pendingRefresh == nil) == isUnspent)
    // A later refusal names that refresh only where it may be the cause.
    scene.server.setFault(nil)
    scene.server.state.withLock { $0.refreshToken = "canary-refresh-unseen" }
    #expect(await code { _ = try await scene.accounts().fresh(account) } == .signInNeeded)
    let reason = try #require(try await scene.credentials.load(account)).stored.endedBecause
    #expect((reason == "spent") == isUnspent)
  }

  @Test("a request that cannot be made sends nothing, and leaves no note")
  func unmakeable() async throws {
    let scene = Scene()
    let account = try await scene.hold()
    let other = try Example.provider(dialect: OAuth2Dialect { $0.request.clientAuthentication = .privateKeyJWT })
    let accounts = scene.accounts(registration: { Registration(provider: other, client: $0.client) })
    #expect(await code { _ = try await accounts.fresh(account) } == .invalidClient)
    #expect(scene.server.requests.isEmpty)
    #expect(try #require(try await scene.credentials.load(account)).stored.refreshAttempt == nil)
  }

  @Test("a transport that fails and does not say how far it came may have sent the request: the note stays")
  func unknownFailure() async throws {
    struct Failure: Error {}
    let scene = Scene()
    let account = try await scene.hold()
    scene.server.setFault { _ in throw Failure() }
    #expect(await code { _ = try await scene.accounts().fresh(account) } == .outcomeUnknown)
    #expect(try #require(try await scene.credentials.load(account)).stored.pendingRefresh != nil)
  }

  @Test("a credential that another process has marked meanwhile is not given out as a fresh one")
  func endedMeanwhile() async throws {
    let scene = Scene()
    let account = try await scene.hold()
    scene.server.setFault { [scene] _ in
      var held = try #require(try await scene.credentials.load(account))
      held.stored.endedBecause = "marked"
      try await scene.credentials.replace(account, with: held.stored, expecting: held.revision)
      return TokenErrorResponse("invalid_grant").response()
    }
    #expect(await code { _ = try await scene.accounts().fresh(account) } == .signInNeeded)
  }

  @Test("what only a sign-in helps against says so by a value, which each program puts into its own words")
  func remedies() async throws {
    let scene = Scene()
    let account = try await scene.hold(refreshToken: "canary-spent")
    let other = Account(provider: "example", client: "reader", subject: "8")
    for account in [account, other] {
      let error = await #expect(throws: OAuthError.self) { try await scene.accounts().fresh(account) }
      #expect(error?.remedy == .signIn(provider: "example"))
    }
  }

  @Test(
    "84: what was never sent is not sent twice, and the record is untouched",
    arguments: [
      (.notSent("no words"), .unreachable), (.notSent(.noRoute), .unreachable), (.notSent(.reset), .unreachable),
      (.notSent(.tls("no words")), .unreachable), (.notSent(.refused), .connectionRefused),
      (.notSent(.unknownHost), .hostNotFound), (.notSent(.certificateName), .certificateName),
      (.notSent(.certificateTrust), .certificateTrust), (.notSent(.proxy("proxy:3128", .refused)), .proxyFailed),
      (.timedOut(wasSent: false), .networkTimedOut), (.tooLarge(maximum: 1), .answerTooLarge),
    ] as [(TransportFailure, OAuthError.Code)])
  func notSent(failure: TransportFailure, expected: OAuthError.Code) async throws {
    let scene = Scene()
    let account = try await scene.hold()
    scene.server.setFault { _ in throw failure }
    #expect(await code { _ = try await scene.accounts().fresh(account) } == expected)
    #expect(scene.server.requests.count == 1)
    #expect(try await scene.tokens(of: account)?.refreshToken == Secret("canary-refresh-0"))
    let isUnsent = expected != .answerTooLarge
    #expect((try #require(try await scene.credentials.load(account)).stored.pendingRefresh == nil) == isUnsent)
  }

  @Test(
    "S6: a transport that this machine keeps from connecting has sent nothing, and leaves no note",
    arguments: [(.unsupported, false), (.invalidValue, false), (.outcomeUnknown, true)] as [(OAuthError.Code, Bool)])
  func notConnected(reason: OAuthError.Code, mayBeSpent: Bool) async throws {
    let scene = Scene()
    let account = try await scene.hold()
    scene.server.setFault { _ in
      throw OAuthError(reason, message: "Too few files.", rule: .wayleave("x"), remedy: "Allow more.")
    }
    #expect(await code { _ = try await scene.accounts().fresh(account) } == reason)
    #expect((try #require(try await scene.credentials.load(account)).stored.pendingRefresh != nil) == mayBeSpent)
  }

  @Test(
    "86, T8, T16: only a lost answer is asked for again; the outcome is unknown, and the note stays",
    arguments: [(.answerLost("reset"), 2), (.timedOut(wasSent: true), 1), (.answerCut("reset"), 1)]
      as [(TransportFailure, Int)])
  func lost(failure: TransportFailure, attempts: Int) async throws {
    let scene = Scene()
    let account = try await scene.hold()
    scene.server.setFault { _ in throw failure }
    #expect(await code { _ = try await scene.accounts().fresh(account) } == .outcomeUnknown)
    #expect(scene.server.requests.count == attempts)
    // T8: both attempts have one deadline.
    #expect(Set(scene.server.state.withLock(\.deadlines)).count == 1)
    let kept = try #require(try await scene.credentials.load(account)).stored
    #expect(kept.endedBecause == nil && kept.pendingRefresh != nil)
    #expect(try await scene.tokens(of: account)?.refreshToken == Secret("canary-refresh-0"))
  }

  @Test(
    "86: after a lost answer, a second try that is not sent does not mean that nothing was sent",
    arguments: [.notSent("refused"), .timedOut(wasSent: false)] as [TransportFailure])
  func lostThenNotSent(failure: TransportFailure) async throws {
    let scene = Scene()
    let account = try await scene.hold()
    let isFirst = Lock(true)
    scene.server.setFault { _ in
      throw isFirst.withLock({ take(&$0) }) ? TransportFailure.answerLost("reset") : failure
    }
    #expect(await code { _ = try await scene.accounts().fresh(account) } == .outcomeUnknown)
    #expect(try #require(try await scene.credentials.load(account)).stored.pendingRefresh != nil)
  }

  @Test("86: when the second try is answered, its token is the one")
  func lostOnce() async throws {
    let scene = Scene()
    let account = try await scene.hold()
    let isFirst = Lock(true)
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
    let isFirst = Lock(true)
    scene.server.setFault { [server = scene.server] _ in
      guard isFirst.withLock({ take(&$0) }) else { return nil }
      server.state.withLock { $0.refreshToken = "canary-refresh-unseen" }
      throw TransportFailure.answerLost("reset")
    }
    #expect(await code { _ = try await scene.accounts().fresh(account) } == .signInNeeded)
    let reason = try #require(try await scene.credentials.load(account)).stored.endedBecause
    #expect(reason != nil && reason != "spent", "the lost answer is the cause")
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

  @Test(
    "a dead credential is called what it is: a refresh token, or a token that renewed itself or that nothing renewed",
    arguments: [("canary-refresh-0", "its refresh token"), ("canary-access-0", "its token"), (nil, "its token")]
      as [(String?, String)])
  func nameOfDeadToken(refreshToken: String?, words: String) async throws {
    let scene = Scene()
    let account = try await scene.hold(refreshToken: refreshToken)
    let stored = try #require(try await scene.accounts().stored(account))
    if refreshToken == nil {
      let expired = await #expect(throws: OAuthError.self) { try await scene.accounts().fresh(account) }
      #expect(expired?.code == .signInNeeded && expired?.message.contains("refresh token") == false)
    }
    await scene.accounts().markEnd(of: stored, because: "gone")
    let dead = await #expect(throws: OAuthError.self) { try await scene.accounts().fresh(account) }
    #expect(dead?.message.contains("no longer accepts \(words) (gone)") == true, "\(String(describing: dead))")
  }

  @Test("165: an account that is not held is an error, and another's record is not touched")
  func unknownAccount() async throws {
    let scene = Scene()
    try await scene.hold()
    let other = Account(provider: "example", client: "reader", subject: "8")
    #expect(await code { _ = try await scene.accounts().fresh(other) } == .unknownAccount)
    #expect(scene.server.requests.isEmpty)
  }

  @Test(
    "165: a sign-in as another account during a refresh has a record of its own, and so has the refresh",
    arguments: ["example", "elsewhere"])
  func signInMeanwhile(provider: String) async throws {
    let scene = Scene()
    let account = try await scene.hold()
    let held = try #require(try await scene.accounts().stored(account))
    let other = Account(provider: ProviderName(provider), client: "reader", subject: "8")
    scene.server.setFault { request in
      guard request.pathWithoutQuery == "/token" else { return nil }
      var new = try StoredCredential.sample(other, token: "canary-access-of-8")
      new.provider = held.provider
      _ = try await scene.accounts().adopt(new)
      return nil
    }
    #expect(try await scene.accounts().fresh(account).token == "canary-access-1")
    #expect(try await scene.tokens(of: account)?.accessToken == Secret("canary-access-1"))
    #expect(try await scene.tokens(of: account)?.refreshToken == Secret("canary-refresh-1"))
    #expect(try await scene.tokens(of: other)?.accessToken == Secret("canary-access-of-8"))
    #expect(try await scene.tokens(of: other)?.refreshToken == Secret("canary-refresh"))
    #expect(try await scene.accounts().all().count == 2)
  }

  @Test("171: where locks do not hold, what another process has stored meanwhile is used, and nothing is marked")
  func savedMeanwhile() async throws {
    let scene = Scene()
    let account = try await scene.hold()
    scene.server.setFault { request in
      guard request.pathWithoutQuery == "/token" else { return nil }
      let held = try #require(try await scene.credentials.load(account))
      var faster = held.stored
      faster.credential = .oauth2(
        .init(
          accessToken: Secret("canary-faster"), refreshToken: Secret("canary-refresh-faster"),
          expiresAt: Example.now + 3600))
      faster.obtainedAt = Example.now
      try await scene.credentials.replace(account, with: faster, expecting: held.revision)
      return TokenErrorResponse("invalid_grant").response()
    }
    #expect(try await scene.accounts().fresh(account).token == "canary-faster")
    let kept = try #require(try await scene.accounts().stored(account))
    #expect(kept.token == "canary-faster" && kept.endedBecause == nil)
    #expect(scene.server.requests.count == 1)
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
