import Testing
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("OpenID Connect CIBA §10.2: what a task sleeps by that awaits a ping")
struct PingBellTests {
  private func ping() throws -> RequestMessage { try WaitingForBackchannel.ping(Secret("a-token-of-22-characters")) }

  @Test("without a ping the time passes; what ends it otherwise is thrown")
  func unrung() async throws {
    let bell = PingBell()
    #expect(try await bell.sleep(.seconds(60)) { _ in } == false)
    #expect(bell.takePing() == nil)
    await #expect(throws: CancellationError.self) {
      try await bell.sleep(.seconds(60)) { _ in throw CancellationError() }
    }
  }

  @Test("a ping that came before the sleep ends it at once, and is there to be taken, once")
  func rungBefore() async throws {
    let bell = PingBell()
    bell.ring(try ping())
    let isWoken = try await bell.sleep(.seconds(60)) { try await Task.sleep(for: $0) }
    #expect(isWoken)
    #expect(bell.takePing() == (try ping()))
    #expect(bell.takePing() == nil)
  }

  @Test("a caller that is cancelled is cancelled, whether or not a ping came", arguments: [false, true])
  func cancelled(isRung: Bool) async throws {
    let bell = PingBell()
    if isRung { bell.ring(try ping()) }
    let (begun, begins) = AsyncStream.makeStream(of: Void.self)
    let sleeping = Task {
      _ = await begun.first { _ in true }
      return try await bell.sleep(.seconds(60)) { try await Task.sleep(for: $0) }
    }
    sleeping.cancel()
    begins.yield()
    await #expect(throws: CancellationError.self) { try await sleeping.value }
  }

  @Test("a bell hangs only for a sign-in that awaits a ping, and rings no more once it is taken down")
  func hung() throws {
    let bells = PingBells()
    #expect(bells.hang(for: try WaitingForBackchannel().signIn) == nil)
    let waiting = try WaitingForBackchannel(asking: WaitingForBackchannel.pinged)
    let key = SignIn.Key(backchannelRequest: WaitingForBackchannel.requestID)
    let ping = try WaitingForBackchannel.ping(waiting.notificationToken)
    #expect(try !bells.ring(key, with: ping, at: Example.now))
    let bell = try #require(bells.hang(for: waiting.signIn))
    #expect(try bells.ring(key, with: ping, at: Example.now))
    #expect(bell.takePing() == ping)
    #expect(refusal { try bells.ring(key, with: ping, at: Example.now) } == .unsolicitedCallback)
    bells.takeDown(key)
    #expect(try !bells.ring(key, with: ping, at: Example.now))
  }
}
