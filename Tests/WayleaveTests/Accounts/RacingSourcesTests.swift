import Synchronization
import Testing
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn

@Suite("Several ways to come back at once: the first good answer counts", .timeLimit(.minutes(1)))
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

  @Test("a callback that answers nothing is ignored, whichever way it came")
  func ignored() async throws {
    let confused = ScriptedSource { _, say in
      #expect(await say("http://127.0.0.1:7777/cb?code=A&state=other") == .ignored)
      try await Task.sleep(for: .seconds(60))
    }
    #expect(try await signIn(confused, scene.allowing).account.subject == "7")
  }

  /// A source that shows codes, and whose page is another source's.
  private struct WithCode: CallbackSource {
    let page: ScriptedSource
    let codes = Box()

    final class Box: Sendable {
      let shown = Mutex(0)
    }

    func prepare(for redirectURIs: [RedirectURI]) async throws -> any CallbackSession {
      try await page.prepare(for: redirectURIs)
    }

    func show(_ codes: DeviceAuthorizationResponse, until deadline: ContinuousClock.Instant) async throws {
      self.codes.shown.withLock { $0 += 1 }
    }
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

  @Test("RFC 8628 §3.1: where the provider gives this client no code, the page alone is waited for")
  func withoutCodes() async throws {
    scene.server.setFault { request in
      request.pathWithoutQuery == "/device" ? TokenErrorResponse("unauthorized_client").response() : nil
    }
    let source = WithCode(page: scene.allowing)
    _ = try await scene.accounts(callbackSource: source).signIn(
      to: try Example.deviceProvider(), as: try Example.client(), options: .init(flow: .either))
    #expect(source.codes.shown.withLock(\.self) == 0)
  }
}
