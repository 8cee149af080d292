import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("Accounts: one sign-in at a time is before the user")
struct OneSignInTests {
  /// A user who looks at the page and lets the test do something meanwhile.
  private func meanwhile(in scene: Scene, _ work: @escaping @Sendable () async -> Void) -> ScriptedSource {
    let isFirst = Lock(true)
    return ScriptedSource { [server = scene.server] url, verdict in
      let isTheOne = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      if isTheOne { await work() }
      _ = await verdict(try server.allow(url))
    }
  }

  // BD16, EI2
  @Test("attack 43: a second sign-in while one waits is refused before anything is shown or sent; the first finishes")
  func second() async throws {
    let scene = Scene()
    let accounts = Lock<Accounts?>(nil)
    let codes = Lock<[OAuthError.Code?]>([])
    let agent = meanwhile(in: scene) {
      guard let accounts = accounts.withLock({ $0 }) else { return }
      let before = scene.server.requests.count
      for client in [try? Example.client(), try? Client(id: "reader", secret: Secret("s"), isOutOfBand: true)] {
        let code = await code {
          _ = try await accounts.signIn(to: try Example.oauth1(), as: try #require(client))
        }
        codes.withLock { $0.append(code) }
      }
      let device = await code {
        _ = try await accounts.signIn(
          to: try Example.deviceProvider(), as: try Example.client(), options: .init(flow: .device))
      }
      codes.withLock { $0.append(device) }
      #expect(scene.server.requests.count == before)
    }
    let held = scene.accounts(callbackSource: agent)
    accounts.withLock { $0 = held }
    _ = try await held.signIn(to: try Example.provider(), as: try Example.client())
    #expect(codes.withLock { $0 } == [.alreadyInProgress, .alreadyInProgress, .alreadyInProgress])
    #expect(agent.counts.withLock { $0.prepared } == 1 && agent.counts.withLock { $0.shown } == 1)
    #expect(try await held.all().count == 1)
  }

  @Test("attack 43: when a sign-in has ended, in whichever way, the next one may begin")
  func next() async throws {
    let scene = Scene()
    let isWilling = Lock(false)
    let agent = ScriptedSource { [server = scene.server] url, verdict in
      guard isWilling.withLock({ $0 }) else { throw OAuthError.outOfOrder("a willing user") }
      _ = await verdict(try server.allow(url))
    }
    let accounts = scene.accounts(callbackSource: agent)
    #expect(
      await code { _ = try await accounts.signIn(to: try Example.provider(), as: try Example.client()) } == .outOfOrder)
    isWilling.withLock { $0 = true }
    for _ in 1...2 { _ = try await accounts.signIn(to: try Example.provider(), as: try Example.client()) }
    #expect(agent.counts.withLock { $0.closed } == 3)
  }

  @Test("attacks 7 and 43: sign-ins in halves may be many while one is before the user, and each takes its own answer")
  func halves() async throws {
    let scene = Scene()
    let accounts = Lock<Accounts?>(nil)
    let finished = Lock(0)
    let agent = meanwhile(in: scene) {
      guard let accounts = accounts.withLock({ $0 }) else { return }
      var callbacks: [String] = []
      for _ in 1...3 {
        guard let url = try? await accounts.begin(try Example.provider(), as: try Example.client()) else { return }
        callbacks.append((try? scene.server.allow(url)) ?? "")
      }
      for callback in callbacks.reversed() {
        guard case .completed? = try? await accounts.receive(callback) else { continue }
        finished.withLock { $0 += 1 }
      }
    }
    let held = scene.accounts(callbackSource: agent)
    accounts.withLock { $0 = held }
    _ = try await held.signIn(to: try Example.provider(), as: try Example.client())
    #expect(finished.withLock { $0 } == 3)
    #expect(scene.server.paths.filter { $0 == "/token" }.count == 4)
  }
}
