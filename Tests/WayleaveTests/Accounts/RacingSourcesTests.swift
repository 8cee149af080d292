import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("Several ways to come back at once: the first good answer counts", .timeLimit(.minutes(10)))
struct RacingSourcesTests {
  private let scene = Scene()

  private func signIn(_ first: ScriptedSource, _ second: ScriptedSource) async throws -> SignedIn {
    try await scene.accounts(callbackSource: RacingSources(first, second))
      .signIn(to: try Example.provider(), as: try Example.client())
  }

  private var silent: ScriptedSource { ScriptedSource { _, _ in try await Task.sleep(for: .seconds(60)) } }

  @Test("either way signs in, and the other one is closed", arguments: [true, false])
  func either(isFirst: Bool) async throws {
    let (waiting, answering) = (silent, scene.allowing)
    let signedIn = try await isFirst ? signIn(answering, waiting) : signIn(waiting, answering)
    #expect(signedIn.account.subject == "7")
    for source in [waiting, answering] {
      #expect(source.counts.withLock { $0.prepared == 1 && $0.shown == 1 && $0.closed == 1 })
    }
  }

  @Test("a way that ends or fails leaves the other one waiting; when both have failed, the first failure is the reason")
  func failing() async throws {
    let failing = ScriptedSource { _, _ in throw OAuthError.outOfOrder("a first source that works") }
    let ended = ScriptedSource { _, _ in }
    let slow = ScriptedSource { [server = scene.server] url, say in
      try await Task.sleep(for: .milliseconds(100))
      #expect(await say(try server.allow(url)) == .accepted)
    }
    for source in [failing, ended] { #expect(try await signIn(source, slow).account.subject == "7") }
    let cancelled = ScriptedSource { _, _ in throw CancellationError() }
    #expect(await code { _ = try await signIn(failing, cancelled) } == .outOfOrder)
    #expect(await code { _ = try await signIn(cancelled, failing) } == .cancelled)
    #expect(await code { _ = try await signIn(ended, ended) } == .cancelled)
  }

  @Test("the others are closed before the code is exchanged, and have the redirect URI that the first one chose")
  func closed() async throws {
    let (waiting, answering) = (silent, scene.allowing)
    let closedAtExchange = Lock<Int?>(nil)
    scene.server.setFault { request in
      if request.pathWithoutQuery == "/token" { closedAtExchange.withLock { $0 = waiting.counts.withLock(\.closed) } }
      return nil
    }
    _ = try await signIn(answering, waiting)
    #expect(closedAtExchange.withLock { $0 } == 1)
    let race = RacingSources(LoopbackSource(browser: nil) { _ in }, waiting)
    let session = try await race.prepare(for: [try RedirectURI("http://127.0.0.1/cb")])
    #expect(session.redirectURI.url.port != nil && waiting.redirectURIs == [session.redirectURI])
    await session.close()
  }

  private struct Unprepared: CallbackSource {
    func prepare(for redirectURIs: [RedirectURI]) async throws -> any CallbackSession { throw OAuthError.cancelled() }
  }

  @Test("where one cannot be prepared, those that were are closed")
  func unprepared() async throws {
    let first = silent
    await #expect(throws: OAuthError.self) {
      _ = try await RacingSources(first, Unprepared()).prepare(for: [try Example.redirectURI()])
    }
    #expect(first.counts.withLock { $0.prepared == 1 && $0.closed == 1 })
  }

  @Test("a source that forgets the deadline is not waited for, and a sign-in that is answered is completed")
  func deadline() async throws {
    let options = SignInOptions(timeout: .milliseconds(10))
    let accounts = scene.accounts(callbackSource: silent)
    #expect(
      await code { _ = try await accounts.signIn(to: Example.provider(), as: Example.client(), options: options) }
        == .timedOut)
  }

  @Test("a callback that answers nothing is ignored, whichever way it came")
  func ignored() async throws {
    let (answers, answered) = AsyncStream.makeStream(of: Said.self)
    let confused = ScriptedSource { _, say in
      answered.yield(await say("http://127.0.0.1:7777/cb?code=A&state=other"))
      try await Task.sleep(for: .seconds(60))
    }
    let patient = ScriptedSource { [server = scene.server] url, say in
      let said = await answers.first { _ in true }
      #expect(said == .ignored)
      let callback = try server.allow(url)
      #expect(await say(callback) == .accepted)
    }
    #expect(try await signIn(confused, patient).account.subject == "7")
  }

  /// A source that shows codes, and whose page is another source's.
  private struct WithCode: CallbackSource {
    let page: ScriptedSource
    let codes = Box()

    final class Box: Sendable {
      let shown = Lock(0)
      /// Why there is no page, as often as it is said.
      let reasons = Lock<[OAuthError.Code]>([])
    }

    func prepare(for redirectURIs: [RedirectURI]) async throws -> any CallbackSession {
      try await page.prepare(for: redirectURIs)
    }

    func show(_ codes: DeviceAuthorizationResponse, until deadline: ContinuousClock.Instant) async throws {
      self.codes.shown.withLock { $0 += 1 }
    }

    func showNoPage(because error: OAuthError) { codes.reasons.withLock { $0.append(error.code) } }
  }

  @Test("RFC 8628: a code for another device and a page at once; the user answers at either", arguments: [true, false])
  func device(answersCode: Bool) async throws {
    scene.server.setFault { request in
      if request.pathWithoutQuery == "/device" { return WaitingForDevice.answer() }
      guard request.pathWithoutQuery == "/token",
        try request.bodyForm.nonEmptyText(of: "grant_type") != "authorization_code"
      else { return nil }
      return answersCode ? WaitingForDevice.tokens : TokenErrorResponse("authorization_pending").response()
    }
    let source = WithCode(page: answersCode ? silent : scene.allowing)
    var accounts = scene.accounts(callbackSource: source)
    accounts.exchange.pause = { [scene] pause in
      try await Task.sleep(for: .milliseconds(1))
      scene.wait(pause.components.seconds)
    }
    let signedIn = try await accounts.signIn(
      to: try Example.deviceProvider(), as: try Example.client(), options: .init(flow: .either))
    #expect(signedIn.account.subject == "7" && source.codes.shown.withLock(\.self) == 1)
    #expect(source.page.counts.withLock { $0.closed } == 1)
    #expect(try await accounts.all().count == 1)
  }

  @Test(
    "both are answered at the same moment: what was issued to either is stored, whichever way ends last",
    arguments: [(true, false), (false, false), (true, true)])
  func both(isSameUser: Bool, endsWithPage: Bool) async throws {
    let (polls, polled) = AsyncStream.makeStream(of: Void.self)
    let (exchanges, exchanged) = AsyncStream.makeStream(of: Void.self)
    scene.server.setFault { request in
      switch request.pathWithoutQuery {
      case "/device": return WaitingForDevice.answer()
      case "/me":
        let isOnDevice = request.head.headerFields[.authorization]?.hasSuffix("canary-device-access") ?? false
        return ResponseMessage(.ok, json: ["id": JSON(Int64(isOnDevice && !isSameUser ? 8 : 7)), "name": "Ada"])
      case "/token":
        guard try request.bodyForm.nonEmptyText(of: "grant_type") == "authorization_code" else {
          polled.yield()
          // The answer is on its way when the page is answered.
          for await _ in exchanges { break }
          return ResponseMessage(.ok, json: ["access_token": "canary-device-access", "token_type": "Bearer"])
        }
        if !endsWithPage { exchanged.yield() }
        return nil
      default: return nil
      }
    }
    let page = ScriptedSource { [scene] url, say in
      for await _ in polls { break }
      let callback = try scene.server.allow(url)
      #expect(await say(callback) == .accepted)
      guard endsWithPage else { return }
      // What the page brought is saved; now the code is answered and saved over it, and then the page's way ends.
      exchanged.yield()
      func isSavedOver() async throws -> Bool {
        try await scene.credentials.all().contains { $0.token == "canary-device-access" && $0.account.subject == "7" }
      }
      while try await !isSavedOver() { try await Task.sleep(for: .milliseconds(1)) }
    }
    var accounts = scene.accounts(callbackSource: WithCode(page: page))
    accounts.exchange.pause = { [scene] pause in
      try await Task.sleep(for: .milliseconds(1))
      scene.wait(pause.components.seconds)
    }
    let signedIn = try await accounts.signIn(
      to: try Example.deviceProvider(), as: try Example.client(), options: .init(flow: .either))
    let all = try await accounts.all()
    #expect(all.count == (isSameUser ? 1 : 2))
    #expect(all.contains(signedIn.stored))
  }

  @Test("RFC 9126 §2.3: where the request of the page is refused, no page was shown, and the code is waited for")
  func withoutPage() async throws {
    scene.server.setFault { request in
      switch request.pathWithoutQuery {
      case "/device": WaitingForDevice.answer()
      case "/par": TokenErrorResponse("invalid_request").response()
      case "/token": WaitingForDevice.tokens
      default: nil
      }
    }
    let source = WithCode(page: silent)
    var accounts = scene.accounts(callbackSource: source)
    accounts.exchange.pause = { [scene] pause in
      try await Task.sleep(for: .milliseconds(20))
      scene.wait(pause.components.seconds)
    }
    let provider = try Example.deviceProvider {
      $0[.pushedAuthorizationRequest] = try Endpoint("https://as.example/par")
    }
    let signedIn = try await accounts.signIn(to: provider, as: try Example.client(), options: .init(flow: .either))
    #expect(signedIn.account.subject == "7" && scene.server.paths.contains("/par"))
    #expect(source.codes.reasons.withLock(\.self) == [.authorizationRefused])
  }

  @Test("a code that was answered first makes a callback that comes later count no more")
  func tooLate() {
    let mark = AnswerMark()
    #expect(mark.stop() && !mark.set() && !mark.isSet)
    let answered = AnswerMark()
    #expect(answered.set() && !answered.stop() && answered.isSet)
  }

  @Test("an app's own source that fails is an error of its own, with the cause")
  func foreignFailure() async throws {
    struct NoWindow: Error, CustomStringConvertible { let description = "there is no window" }
    let accounts = scene.accounts(callbackSource: ScriptedSource { _, _ in throw NoWindow() })
    let error = await #expect(throws: OAuthError.self) {
      _ = try await accounts.signIn(to: try Example.provider(), as: try Example.client())
    }
    #expect(error?.code == .sourceFailed && error?.message.contains("there is no window") == true)
  }

  @Test(
    "RFC 8628 §3.1: where the provider gives this client no code, or none now, the page alone is waited for",
    arguments: [true, false])
  func withoutCodes(refuses: Bool) async throws {
    scene.server.setFault { request in
      guard request.pathWithoutQuery == "/device" else { return nil }
      return refuses
        ? TokenErrorResponse("unauthorized_client").response() : ResponseMessage(.serviceUnavailable, json: [:])
    }
    let source = WithCode(page: scene.allowing)
    _ = try await scene.accounts(callbackSource: source).signIn(
      to: try Example.deviceProvider(), as: try Example.client(), options: .init(flow: .either))
    #expect(source.codes.shown.withLock(\.self) == 0)
  }
}
