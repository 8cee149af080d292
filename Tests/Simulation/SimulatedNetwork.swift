import HTTPTypes
import Wayleave
import WayleaveOAuth2
import WayleaveWire

/// The network between the processes and the server: it loses requests and answers, cuts them, and delivers late.
final class SimulatedNetwork: @unchecked Sendable {
  private let server: TokenServer
  private let world: World
  private let judge: Judge

  typealias Answer = Result<ResponseMessage, TransportFailure>

  /// What becomes of one request.
  private enum Fate: CaseIterable {
    case answered
    case notConnected
    case requestLost
    case answerLost
    case answerCut
    case noAnswerInTime
    case deliveredLate
    case turnedAway
    case errorAfterSpending
  }

  init(server: TokenServer, world: World, judge: Judge) {
    self.server = server
    self.world = world
    self.judge = judge
  }

  /// Carries a request that its process handed over at `time`, and calls `receive` once with what comes of it.
  func carry(
    _ token: Secret, of process: SimulatedProcess, since time: Instant, to receive: @escaping (Answer) -> Void
  ) {
    let fate = world.chance.happens(world.faults.request) ? world.chance.element(of: Fate.allCases) : .answered
    let send = judge.sends(token, process, since: time)
    world.tell("the request with \(token.exposedText): \(fate)", process)
    let deadline = world.now + .seconds(30)
    func end(_ answer: Answer) {
      world.later("has its answer", of: process) { [world] in
        if world.now < deadline { return receive(answer) }
        send.fate = .lost
        receive(.failure(.timedOut(wasSent: true)))
      }
    }
    switch fate {
    case .notConnected:
      send.fate = .unspent
      end(.failure(.notSent(.refused)))
    case .turnedAway:
      send.fate = .unspent
      end(.success(ResponseMessage(HTTPResponse(status: .tooManyRequests))))
    case .requestLost:
      send.fate = .lost
      end(.failure(.answerLost(.reset)))
    case .answered: arrive(token) { response in end(.success(response)) }
    case .answerLost: arrive(token, losing: send) { _ in end(.failure(.answerLost(.reset))) }
    case .errorAfterSpending:
      arrive(token, losing: send) { _ in end(.success(ResponseMessage(HTTPResponse(status: .internalServerError)))) }
    case .answerCut:
      arrive(token, losing: send) { [world] response in
        let part = ResponseMessage(
          response.head, body: Array(response.body.prefix(world.chance.index(below: response.body.count + 1))))
        end(.failure(.answerCut(.reset, received: part)))
      }
    case .noAnswerInTime, .deliveredLate:
      send.fate = .lost
      if fate == .deliveredLate { judge.hasLateRequest = true }
      let delay = Duration.seconds(fate == .deliveredLate ? 40 : 10)
      world.later("a slow request arrives", at: world.now + delay) { [server] in _ = server.answer(to: token) }
      world.later("has no answer in time", of: process, at: deadline) {
        receive(.failure(.timedOut(wasSent: true)))
      }
    }
  }

  private func arrive(
    _ token: Secret, losing send: Judge.Send? = nil, _ next: @escaping (ResponseMessage) -> Void
  ) {
    send?.fate = .lost
    world.later("a request arrives") { [server] in next(server.answer(to: token)) }
  }
}

/// The network as one process sees it.
struct SimulatedTransport: Transport {
  let network: SimulatedNetwork
  let process: SimulatedProcess
  let world: World

  func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage {
    let time = world.trueTime
    try await world.turn("sends", of: process)
    let token = try RefreshTokenGrant(reading: try request.bodyForm).refreshToken
    let answer = await withCheckedContinuation { continuation in
      network.carry(token, of: process, since: time) { continuation.resume(returning: $0) }
    }
    try process.requireAlive()
    return try answer.get()
  }
}
