import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("OAuth Session 1.0 Draft 1: a renewal loses nothing, in the order of a refresh")
struct SessionRenewalOrderTests {
  private static let good = SessionRenewalTests.answer(1, ["oauth_expires_in": "3600"])

  private func stored(_ account: Account, in scene: Scene) async throws -> StoredCredential {
    try #require(try await scene.credentials.load(account)).stored
  }

  @Test("161: the note is on record when the request arrives, and gone when its answer is saved")
  func note() async throws {
    let scene = Scene()
    let account = try await SessionRenewalTests.hold(in: scene, issued: -3610)
    let isNoted = Lock(false)
    scene.server.setFault { [scene] _ in
      let stored = try await scene.credentials.load(account)?.stored
      isNoted.withLock { $0 = stored?.pendingRefresh != nil }
      return Self.good
    }
    #expect(try await scene.accounts().fresh(account).refreshAttempt == nil)
    #expect(isNoted.withLock { $0 })
    #expect(try await stored(account, in: scene).refreshAttempt == nil)
  }

  @Test("M5: where there is no room for the answer nothing is sent, and no note stays")
  func room() async throws {
    let store = CrowdedStore()
    let scene = Scene(credentials: store)
    let account = try await SessionRenewalTests.hold(in: scene, issued: -3610)
    #expect(await code { _ = try await scene.accounts().fresh(account) } == .storeUnreadable)
    #expect(scene.server.requests.isEmpty)
    #expect(try await stored(account, in: scene).refreshAttempt == nil)
    store.hasRoom.withLock { $0 = true }
    scene.server.answer("/token1", with: Self.good)
    _ = try await scene.accounts().fresh(account)
  }

  @Test("161: after a lost answer the provider's refusal names the renewal that was cut off")
  func lost() async throws {
    let scene = Scene()
    let account = try await SessionRenewalTests.hold(in: scene, issued: -3610)
    scene.server.setFault { _ in throw TransportFailure.answerLost("reset") }
    #expect(await code { _ = try await scene.accounts().fresh(account) } == .outcomeUnknown)
    #expect(try await stored(account, in: scene).pendingRefresh != nil)
    scene.server.answer("/token1", with: SessionRenewalTests.problem("token_rejected"))
    #expect(await code { _ = try await scene.accounts().fresh(account) } == .signInNeeded)
    let reason = try await stored(account, in: scene).endedBecause
    #expect(reason != nil && reason != "token_rejected")
  }

  @Test(
    "a refusal that was certain removes the note, and any other answer leaves it",
    arguments: [
      (SessionRenewalTests.problem("signature_invalid"), true),
      (ResponseMessage(HTTPResponse(status: .tooManyRequests)), true),
      (ResponseMessage(HTTPResponse(status: .badGateway)), false),
      (ResponseMessage(HTTPResponse(status: .unauthorized)), false),
    ])
  func refusal(answer: ResponseMessage, isCertain: Bool) async throws {
    let scene = Scene()
    let account = try await SessionRenewalTests.hold(in: scene, issued: -3610)
    scene.server.answer("/token1", with: answer)
    #expect(await code { _ = try await scene.accounts().fresh(account) } != nil)
    #expect((try await stored(account, in: scene).refreshAttempt == nil) == isCertain)
  }

  @Test("after a refusal for the time, the second request counts: the note stays when its answer is lost")
  func secondRequest() async throws {
    let scene = Scene()
    let account = try await SessionRenewalTests.hold(in: scene, issued: -3610)
    let isFirst = Lock(true)
    scene.server.setFault { _ in
      guard isFirst.withLock({ take(&$0) }) else { throw TransportFailure.answerLost("reset") }
      return ResponseMessage.refusingTimestamp(at: Example.now + 900)
    }
    #expect(await code { _ = try await scene.accounts().fresh(account) } == .outcomeUnknown)
    #expect(try await stored(account, in: scene).pendingRefresh != nil)
  }

  @Test("findings L17: a provider that sends other members each time does not fill the record; the handle stays")
  func bounded() async throws {
    let folder = TemporaryFolder()
    let scene = Scene(
      credentials: CredentialRecords(
        in: FileVault(directory: "\(folder.path)/store", key: .keyFile("\(folder.path)/key"))))
    let account = try await SessionRenewalTests.hold(in: scene, issued: -3610)
    for round in 1...4 {
      var additional: Form = ["oauth_expires_in": "3600"]
      for index in 0..<400 { additional.append("member-\(round)-\(index)", String(repeating: "x", count: 400)) }
      scene.server.answer("/token1", with: SessionRenewalTests.answer(round, additional))
      _ = try await scene.accounts().fresh(account)
      scene.wait(3600)
    }
    guard case .oauth1(let token) = try await stored(account, in: scene).credential else {
      return #expect(Bool(false))
    }
    #expect(token.token == Secret("canary-token-4") && token.sessionHandle == Secret("canary-handle-0"))
    #expect(token.additional.fields.count <= Form.maximumFields)
    #expect(try token.additional.text(of: "member-4-0") != nil)
  }
}
