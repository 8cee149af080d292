import HTTPTypes
import WayleaveBackport
import WayleaveJOSE
import WayleaveOAuth1
import WayleaveOAuth2
import WayleaveOpenID
import WayleaveWire

@testable import Wayleave
@testable import WayleaveSignIn
@testable import WayleaveExamples

/// A backend with a memory, and providers whose answers a test writes, by host and path.
final class HandOverDesk: Transport {
  typealias Answer = @Sendable (RequestMessage) throws -> ResponseMessage

  private struct State {
    var answers: [String: Answer] = [:]
    var requests: [RequestMessage] = []
  }

  private let state = Lock(State())
  private let time = Lock(Example.now)
  let seen = SeenInMemory(capacity: 50)
  let events = Lock<[Event]>([])

  /// What was sent, in order.
  var requests: [RequestMessage] { state.withLock(\.requests) }

  /// The host and path of what was sent, in order.
  var places: [String] { requests.map(Self.place) }

  func wait(_ seconds: Int64) { time.withLock { $0 = $0 + seconds } }

  func answer(_ place: String, by answer: @escaping Answer) { state.withLock { $0.answers[place] = answer } }

  func answer(_ place: String, _ status: HTTPResponse.Status = .ok, with json: JSON) {
    answer(place) { _ in ResponseMessage(status, json: json) }
  }

  private static func place(of request: RequestMessage) -> String {
    "\(request.head.authority ?? "")\(request.pathWithoutQuery)"
  }

  func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage {
    let answer = state.withLock { state in
      state.requests.append(request)
      return state.answers[Self.place(of: request)]
    }
    guard let answer else { return ResponseMessage(.notFound, json: ["place": .string(Self.place(of: request))]) }
    let response = try answer(request)
    guard response.body.count <= limits.maximumBodySize else {
      throw TransportFailure.tooLarge(maximum: limits.maximumBodySize)
    }
    return response
  }

  var accounts: Accounts {
    Accounts(
      transport: self, credentials: CredentialRecords(in: MemoryVault()), signIns: SignInRecords(in: MemoryVault()),
      now: { [self] in time.withLock { $0 } }, events: { [self] event in events.withLock { $0.append(event) } })
  }

  func verify(
    _ handedOver: HandedOver, of provider: Provider, as client: Client? = nil, nonce: IDTokenNonce? = nil,
    subject: String? = nil, seen: (any SeenOnce)? = nil
  ) async throws -> VerifiedHandOver {
    try await accounts.verify(
      handedOver, of: provider, as: try client ?? Example.client(), nonce: nonce, subject: subject,
      seen: seen ?? self.seen)
  }

  /// The code with which a hand-over is refused; nil when it is accepted.
  func refusal(
    _ handedOver: HandedOver, of provider: Provider, as client: Client? = nil, nonce: IDTokenNonce? = nil,
    subject: String? = nil, seen: (any SeenOnce)? = nil
  ) async -> OAuthError.Code? {
    await code {
      _ = try await verify(handedOver, of: provider, as: client, nonce: nonce, subject: subject, seen: seen)
    }
  }
}

extension JSON {
  /// The object with one member changed; null takes it away.
  func with(_ name: String, _ value: JSON) -> JSON {
    var object = self.object ?? JSON.Object()
    object[name] = value == .null ? nil : value
    return .object(object)
  }
}
