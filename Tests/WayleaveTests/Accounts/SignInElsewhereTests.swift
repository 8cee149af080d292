import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("A sign-in that waits in one process and is finished in another", .timeLimit(.minutes(10)))
struct SignInElsewhereTests {
  /// Begins a sign-in whose user never comes back here, and hands its callback to other accounts of the same stores.
  private func finish(
    in scene: Scene, by callback: @escaping @Sendable (AbsoluteURL) throws -> String
  ) async throws -> (first: Result<SignedIn, OAuthError>, second: Result<SignedIn, OAuthError>) {
    let second = Lock<Result<SignedIn, OAuthError>?>(nil)
    let source = ScriptedSource { url, _ in
      let text = try callback(url)
      do throws(OAuthError) {
        guard case .completed(let signedIn) = try await scene.accounts().receive(text) else { return }
        second.withLock { $0 = .success(signedIn) }
      } catch { second.withLock { $0 = .failure(error) } }
      try await Task.sleep(for: .seconds(60))
    }
    let first = await Accounts.result { () async throws(OAuthError) in
      do {
        return try await scene.accounts(callbackSource: source).signIn(to: Example.provider(), as: Example.client())
      } catch { throw error as? OAuthError ?? .cancelled() }
    }
    let finished = second.withLock { $0 }
    return (first, try #require(finished))
  }

  @Test("the process that began it ends with the same account")
  func completed() async throws {
    let scene = Scene()
    let (first, second) = try await finish(in: scene) { try scene.server.allow($0) }
    #expect(try first.get().stored == second.get().stored)
    #expect(scene.server.paths.filter { $0 == "/token" }.count == 1)
    #expect(try await scene.accounts().all().count == 1)
  }

  @Test("a failure there is a failure here, with the same code")
  func failed() async throws {
    let scene = Scene()
    let (first, second) = try await finish(in: scene) { url in
      let state = try url.queryForm.nonEmptyText(of: "state") ?? ""
      return "\(try Example.redirectURI().text)?error=access_denied&state=\(state)"
    }
    #expect(throws: OAuthError.self) { try first.get() }
    guard case .failure(let here) = first, case .failure(let there) = second else {
      Issue.record("one of them did not fail")
      return
    }
    #expect(here.code == .denied && there.code == .denied)
    #expect(here.message.contains("Another process finished this sign-in"))
  }

  @Test("the process that began it says the same: what was replaced, and which name belongs to another")
  func completedAgain() async throws {
    let scene = Scene()
    _ = try await finish(in: scene) { try scene.server.allow($0) }
    let (first, second) = try await finish(in: scene) { try scene.server.allow($0) }
    let (here, there) = (try first.get(), try second.get())
    #expect(here == there && here.replaced != nil)
  }

  @Test("the process that waits hears of it in less than 50 ms")
  func prompt() async throws {
    let scene = Scene()
    // Until one is quick: others use the processors, too.
    var shortest = Duration.seconds(60)
    for _ in 0..<60 where shortest >= .milliseconds(50) {
      let finished = Lock<ContinuousClock.Instant?>(nil)
      let source = ScriptedSource { url, _ in
        _ = try await scene.accounts().receive(try scene.server.allow(url))
        finished.withLock { $0 = .now }
        try await Task.sleep(for: .seconds(60))
      }
      _ = try await scene.accounts(callbackSource: source).signIn(to: Example.provider(), as: Example.client())
      shortest = min(shortest, try #require(finished.withLock { $0 }).duration(to: .now))
    }
    #expect(shortest < .milliseconds(50))
  }

  @Test(
    "a user who is late can still finish it, but not where an app was to answer: RFC 6749 §10.12",
    arguments: [(SignInOptions.Flow.browser, true), (.app, false)])
  func late(flow: SignInOptions.Flow, counts: Bool) async throws {
    let scene = Scene()
    let shown = Lock<AbsoluteURL?>(nil)
    let source = ScriptedSource { url, _ in
      shown.withLock { $0 = url }
      try await Task.sleep(for: .seconds(60))
    }
    await #expect(throws: OAuthError.self) {
      try await scene.accounts(callbackSource: source).signIn(
        to: Example.provider(), as: Example.client(),
        options: SignInOptions(timeout: .milliseconds(100), flow: flow))
    }
    let url = try #require(shown.withLock { $0 })
    let outcome = try await scene.accounts().receive(try scene.server.allow(url))
    if case .completed = outcome { #expect(counts) } else { #expect(!counts, "\(outcome)") }
  }

  @Test("for a sign-in in halves nothing is left behind: no one waits for it")
  func halves() async throws {
    let scene = Scene()
    let url = try await scene.accounts().begin(Example.provider(), as: Example.client())
    guard case .completed = try await scene.accounts().receive(try scene.server.allow(url)) else {
      Issue.record("not completed")
      return
    }
    let state = try #require(try url.queryForm.nonEmptyText(of: "state"))
    #expect(try await scene.signIns.takeOutcome(of: SignIn.Key(state: Secret(state))) == nil)
  }
}
