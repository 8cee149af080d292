import HTTPTypes
import Testing
import WayleaveBackport
import WayleaveOAuth2
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("RFC 8628 §3.3 to §3.5: accounts sign a user in who answers on another device")
struct DeviceSignInTests {
  @Test("8628-6: the user sees code and addresses, and is signed in when they have answered")
  func whole() async throws {
    let device = try Device(answers: ["authorization_pending", "slow_down", "authorization_pending", nil])
    let signedIn = try await device.signIn()
    #expect(signedIn.account == Account(provider: "example", client: "reader", subject: "7"))
    #expect(device.agent.shown?.userCode == "WDJB-MJHT")
    #expect(device.agent.shown?.verificationURIComplete != nil)
    #expect(device.agent.isOver)
    #expect(device.pauses.all == [.seconds(5), .seconds(5), .seconds(10), .seconds(10)])
    #expect(device.scene.server.paths == ["/device", "/token", "/token", "/token", "/token", "/me"])
    #expect(device.scene.eventNames.contains(.userSent))
    #expect(!device.scene.events.contains { $0.detail.contains("WDJB") || $0.detail.contains("canary") })
  }

  @Test("8628-5: a poll that brings no answer makes the next ones rarer")
  func silence() async throws {
    let device = try Device(answers: ["lost", "authorization_pending", nil])
    _ = try await device.signIn()
    #expect(device.pauses.all == [.seconds(5), .seconds(10), .seconds(10)])
  }

  @Test("8628-4: the user who says no ends the sign-in, and nothing is kept")
  func denied() async throws {
    let device = try Device(answers: ["authorization_pending", "access_denied"])
    #expect(await code { _ = try await device.signIn() } == .denied)
    #expect(device.agent.isOver)
    #expect(try await device.scene.accounts().all().isEmpty)
  }

  @Test("8628-7: a code that no one answers ends the sign-in in time")
  func expired() async throws {
    let device = try Device(answers: [])
    #expect(await code { _ = try await device.signIn() } == .timedOut)
    #expect(device.agent.isOver)
    // 599 seconds of five each; the last poll leaves no room for another.
    #expect(device.scene.server.paths.filter { $0 == "/token" }.count == 119)
  }

  @Test("the time limit of the sign-in ends it as it does every other")
  func deadline() async throws {
    let device = try Device(answers: [])
    #expect(await code { _ = try await device.signIn(timeout: .seconds(3)) } == .timedOut)
    #expect(device.scene.server.paths == ["/device"])
  }

  @Test("P5: a process that was stopped behind the deadline asks the server once more, and no oftener")
  func stopped() async throws {
    let answered = try Device(answers: [nil])
    answered.pauses.setFault { [scene = answered.scene] in scene.wait(60) }
    #expect(try await answered.signIn(timeout: .seconds(3)).account.subject == "7")
    let silent = try Device(answers: [])
    silent.pauses.setFault { [scene = silent.scene] in scene.wait(60) }
    #expect(await code { _ = try await silent.signIn(timeout: .seconds(3)) } == .timedOut)
    #expect(silent.scene.server.paths == ["/device", "/token"])
  }

  @Test("a task that is cancelled, and a user who goes away, cancel the sign-in")
  func cancelled() async throws {
    let device = try Device(answers: [])
    device.pauses.setFault { throw CancellationError() }
    #expect(await code { _ = try await device.signIn() } == .cancelled)
    let left = try Device(answers: [], agent: CodeSource(leaving: true))
    #expect(await code { _ = try await left.signIn() } == .cancelled)
    #expect(try await left.scene.accounts().all().isEmpty)
  }

  @Test("a user agent that can show no code says so")
  func unsupported() async throws {
    let device = try Device(answers: [])
    let agent = ScriptedSource { _, _ in }
    let refused = await code {
      _ = try await device.scene.accounts(callbackSource: agent).signIn(
        to: try Example.deviceProvider(), as: try Example.client(), options: .init(flow: .device))
    }
    #expect(refused == .unsupported)
  }

  @Test("in halves: the codes are given, and the first who asks in time, in any process, has the account once")
  func halves() async throws {
    let device = try Device(answers: ["authorization_pending", nil])
    let codes = try await device.accounts.beginOnDevice(try Example.deviceProvider(), as: try Example.client())
    // Too early: nothing is sent.
    guard case .pending(let first) = try await device.accounts.receive(deviceCode: codes.deviceCode) else {
      Issue.record("not pending")
      return
    }
    #expect(first == Example.now + 5 && device.scene.server.paths == ["/device"])
    device.scene.wait(5)
    guard case .pending(let second) = try await device.accounts.receive(deviceCode: codes.deviceCode) else {
      Issue.record("not pending")
      return
    }
    #expect(second == Example.now + 10)
    device.scene.wait(5)
    guard case .completed(let signedIn) = try await device.scene.accounts().receive(deviceCode: codes.deviceCode)
    else {
      Issue.record("not done")
      return
    }
    #expect(signedIn.account.subject == "7")
    guard case .unsolicited = try await device.accounts.receive(deviceCode: codes.deviceCode) else {
      Issue.record("done twice")
      return
    }
  }

  @Test("in halves: an interruption takes nothing from the next who asks, and an expired code belongs to no sign-in")
  func interruptedHalf() async throws {
    let device = try Device(answers: ["cancelled", nil])
    let codes = try await device.accounts.beginOnDevice(try Example.deviceProvider(), as: try Example.client())
    device.scene.wait(5)
    #expect(await code { _ = try await device.accounts.receive(deviceCode: codes.deviceCode) } == .cancelled)
    device.scene.wait(10)
    guard case .completed = try await device.accounts.receive(deviceCode: codes.deviceCode) else {
      Issue.record("lost")
      return
    }
    let second = try await device.accounts.beginOnDevice(try Example.deviceProvider(), as: try Example.client())
    device.scene.wait(600)
    guard case .unsolicited = try await device.accounts.receive(deviceCode: second.deviceCode) else {
      Issue.record("not over")
      return
    }
  }

  /// A provider that answers polls as it is told, and a clock that pauses move.
  private struct Device {
    let scene = Scene()
    let pauses = MovingPauses()
    let agent: CodeSource
    var accounts: Accounts

    /// `nil` gives tokens, `lost` no answer; when there are no more, the user has not answered.
    init(answers: [String?], agent: CodeSource = CodeSource()) throws {
      self.agent = agent
      let rest = Lock(answers)
      scene.server.setFault { request in
        if request.pathWithoutQuery == "/device" { return WaitingForDevice.answer() }
        guard request.pathWithoutQuery == "/token" else { return nil }
        let next = rest.withLock { $0.isEmpty ? "authorization_pending" : $0.removeFirst() }
        switch next {
        case nil: return WaitingForDevice.tokens
        case "lost"?: throw TransportFailure.timedOut(wasSent: true)
        case "cancelled"?: throw CancellationError()
        case let error?: return TokenErrorResponse(error).response()
        }
      }
      accounts = scene.accounts(callbackSource: agent)
      accounts.exchange.pause = { [pauses, scene] in try pauses.pause($0, moving: scene) }
    }

    func signIn(timeout: Duration = .seconds(3000)) async throws -> SignedIn {
      try await accounts.signIn(
        to: try Example.deviceProvider(), as: try Example.client(), options: .init(timeout: timeout, flow: .device))
    }
  }

  /// A callback source that notes what it was to show, and until when.
  private final class CodeSource: CallbackSource {
    private let state = Lock<(shown: DeviceAuthorizationResponse?, isOver: Bool)>((nil, false))
    private let leaves: Bool

    init(leaving leaves: Bool = false) { self.leaves = leaves }

    var shown: DeviceAuthorizationResponse? { state.withLock(\.shown) }
    /// Whether it was told that the user has answered.
    var isOver: Bool { state.withLock(\.isOver) }

    func prepare(for redirectURIs: [RedirectURI]) async throws -> any CallbackSession { throw CancellationError() }

    func show(_ codes: DeviceAuthorizationResponse, until deadline: ContinuousClock.Instant) async throws {
      state.withLock { $0.shown = codes }
      guard !leaves else { throw CancellationError() }
      try? await Task.sleep(until: deadline)
      state.withLock { $0.isOver = true }
    }
  }

  private final class MovingPauses: Sendable {
    private let state = Lock<(all: [Duration], fault: (@Sendable () throws -> Void)?)>(([], nil))

    var all: [Duration] { state.withLock(\.all) }

    func setFault(_ fault: @escaping @Sendable () throws -> Void) { state.withLock { $0.fault = fault } }

    func pause(_ pause: Duration, moving scene: Scene) throws {
      try state.withLock { state in
        state.all.append(pause)
        return state.fault
      }?()
      scene.wait(pause.components.seconds)
    }
  }
}
