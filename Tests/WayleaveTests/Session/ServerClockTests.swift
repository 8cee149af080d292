import HTTPTypes
import Testing
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

@Suite("102: the learned clock of a server")
struct ServerClockTests {
  private let origin: Origin
  private let other: Origin

  init() throws {
    origin = try Origin("https://as.example")
    other = try Origin("https://other.example")
  }

  @Test(
    "a difference is learned from the Date, unless it is travel time or more than a day",
    arguments: [(3, 0), (-5, 0), (6, 6), (-7200, -7200), (86400, 86400), (86401, 0), (-90000, 0)] as [(Int64, Int64)])
  func learned(difference: Int64, expected: Int64) {
    var clocks = ServerKnowledge()
    clocks.learn(
      from: .refusingTimestamp(at: Example.now + difference), of: origin, as: .authorizationServer, at: Example.now)
    #expect(clocks.now(at: origin, Example.now) == Example.now + expected)
    #expect(clocks.now(at: other, Example.now) == Example.now)
  }

  @Test("an answer out of a cache, which says how old it is, teaches nothing")
  func cached() {
    var clocks = ServerKnowledge()
    var answer = ResponseMessage.refusingTimestamp(at: Example.now + -7200)
    answer.head.headerFields[.age] = "7200"
    clocks.learn(from: answer, of: origin, as: .authorizationServer, at: Example.now)
    #expect(clocks.difference(at: origin) == .zero)
  }

  @Test("what we sign is corrected by it only after a refusal, and no longer when that did not help")
  func correction() {
    var clocks = ServerKnowledge()
    #expect(!correct(&clocks))
    clocks.learn(from: .refusingTimestamp(at: Example.now + 600), of: origin, as: .authorizationServer, at: Example.now)
    #expect(clocks.correction(at: origin) == .zero)
    #expect(correct(&clocks) && clocks.correction(at: origin) == .seconds(600) && clocks.correction(at: other) == .zero)
    #expect(!correct(&clocks))
    #expect(forget(&clocks) && !forget(&clocks))
    #expect(clocks.correction(at: origin) == .zero)
  }

  private func forget(_ clocks: inout ServerKnowledge) -> Bool { clocks.forgetCorrection(at: origin) }

  private func correct(_ clocks: inout ServerKnowledge) -> Bool { clocks.correct(at: origin) }

  @Test(
    "the server's clock decides the times of its ID tokens only within five minutes of ours",
    arguments: [(6, 6), (300, 300), (-300, -300), (301, 0), (-301, 0), (86400, 0)] as [(Int64, Int64)])
  func tokenTime(difference: Int64, expected: Int64) {
    var clocks = ServerKnowledge()
    clocks.learn(
      from: .refusingTimestamp(at: Example.now + difference), of: origin, as: .authorizationServer, at: Example.now)
    #expect(clocks.tokenTime(at: origin, Example.now) == Example.now + expected)
    #expect(clocks.isFar(at: origin) == (expected != difference))
  }

  @Test("a machine whose clock was set right forgets what it had learned")
  func forgotten() {
    var clocks = ServerKnowledge()
    clocks.learn(
      from: .refusingTimestamp(at: Example.now), of: origin, as: .authorizationServer, at: Example.now + -600)
    #expect(clocks.now(at: origin, Example.now) == Example.now + 600)
    clocks.learn(from: .refusingTimestamp(at: Example.now), of: origin, as: .authorizationServer, at: Example.now)
    #expect(clocks.now(at: origin, Example.now) == Example.now)
  }

  @Test("every answer of an exchange teaches, and an answer without a Date teaches nothing")
  func exchange() async throws {
    let scene = Scene()
    let accounts = scene.accounts()
    let session = accounts.session(for: try await scene.hold(expiresIn: 3600))
    _ = try await session.get("https://api.example/x")
    let api = try Origin("https://api.example")
    #expect(accounts.exchange.servers.current.now(at: api, Example.now) == Example.now)
    scene.server.setFault { _ in
      var answer = ResponseMessage.refusingTimestamp(at: Example.now + 60)
      answer.head.status = .ok
      return answer
    }
    _ = try await session.get("https://api.example/x")
    #expect(accounts.exchange.servers.current.now(at: api, Example.now) == Example.now + 60)
  }
}
