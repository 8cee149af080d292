import HTTPTypes
import Wayleave
import WayleaveBackport
import WayleaveConsole
import WayleaveWire

/// A transport that remembers how its first request ended, and what was answered: the error that a person reads does not
/// say how far it came.
final class WatchedTransport: Transport {
  /// How the first request ended.
  struct First: Sendable {
    var status: Int?
    var date: Instant?
    var isFromCache = false
    /// When the answer came, by our clock.
    var time: Instant
    var failure: TransportFailure?
  }

  private let transport: any Transport
  private let seen = Lock<First?>(nil)
  private let answered = Lock<[APICheck.Step]>([])

  init(_ transport: any Transport) { self.transport = transport }

  /// How the first request ended; nil where none was sent.
  var first: First? { seen.withLock(\.self) }

  /// What was asked and answered, in its order.
  var steps: [APICheck.Step] { answered.withLock(\.self) }

  func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage {
    var limits = limits
    limits.deadline = min(limits.deadline, .now + Self.patience)
    do {
      let response = try await transport.send(request, within: limits)
      note(
        First(
          status: response.status, date: response.date,
          isFromCache: response.head.headerFields[.age] != nil, time: WallClock.now()))
      answered.withLock { $0.append(APICheck.Step(request, response)) }
      return response
    } catch {
      note(First(time: WallClock.now(), failure: error as? TransportFailure))
      throw error
    }
  }

  private func note(_ end: First) { seen.withLock { $0 = $0 ?? end } }

  /// A person waits for the answer of every provider.
  private static let patience: Duration = .seconds(10)
}
