public import WayleaveWire

/// Sends a request and brings its answer.
///
/// An implementation follows no redirect, keeps no cookie, undoes no content coding, adds no credential, and ends by
/// the deadline with the connection closed. It sends a request at most once where the server may have it. It throws what
/// it likes; the caller wraps it once. `TransportContract` of `WayleaveTesting` has these promises as checks.
public protocol Transport: Sendable {
  /// Sends one request; `limits` bound what may come back and when.
  func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage
}

/// What one exchange may cost.
public struct ExchangeLimits: Sendable, Hashable {
  /// When the whole exchange ends, from the connection to the last byte of the body.
  public var deadline: ContinuousClock.Instant
  /// How many bytes the body may have.
  public var maximumBodySize: Int

  /// Bounds for one exchange.
  public init(deadline: ContinuousClock.Instant, maximumBodySize: Int) {
    self.deadline = deadline
    self.maximumBodySize = maximumBodySize
  }

  /// Bounds for a token endpoint and its like: 30 seconds, 256 KiB.
  package static var token: ExchangeLimits { within(.seconds(30), maximumBodySize: 256 * 1024) }

  /// Bounds for metadata and keys: 30 seconds, 1 MiB.
  package static var metadata: ExchangeLimits { within(.seconds(30), maximumBodySize: 1024 * 1024) }

  /// Bounds for the requests of an account: 60 seconds, 64 MiB.
  public static var api: ExchangeLimits { within(timeForAPI, maximumBodySize: 64 * 1024 * 1024) }

  /// How long a request of an account may take.
  static let timeForAPI: Duration = .seconds(60)

  /// Bounds counted from now.
  public static func within(_ time: Duration, maximumBodySize: Int) -> ExchangeLimits {
    ExchangeLimits(deadline: .now + time, maximumBodySize: maximumBodySize)
  }
}

/// How a request failed, as far as the transport knows.
public enum TransportFailure: Error, Sendable, Equatable {
  /// No connection came about, so nothing was sent.
  case notSent(Cause)
  /// The request may have been carried out, but the connection ended before any byte of an answer came.
  case answerLost(Cause)
  /// The server has acted, but its answer was cut off or is not HTTP; `received` is the part that came.
  ///
  /// The part can contain a whole refresh token, which is saved. It is nil when not even the head came whole.
  case answerCut(Cause, received: ResponseMessage? = nil)
  /// The deadline passed; `wasSent` says whether the server may have acted, and `received` is the part that came.
  case timedOut(wasSent: Bool, received: ResponseMessage? = nil)
  /// The body is larger than the limit; `received` is the part below the limit.
  case tooLarge(maximum: Int, received: ResponseMessage? = nil)
}

extension TransportFailure {
  /// The part of the answer that came; nil when none did.
  var receivedPart: ResponseMessage? {
    switch self {
    case .answerCut(_, let part), .timedOut(_, let part), .tooLarge(_, let part): part
    case .notSent, .answerLost: nil
    }
  }

  /// What this failure means after an earlier try whose answer was lost: that one may have been carried out.
  var afterLostAnswer: TransportFailure {
    switch self {
    case .notSent(let reason): .answerLost(reason)
    case .timedOut(_, let part): .timedOut(wasSent: true, received: part)
    case .answerLost, .answerCut, .tooLarge: self
    }
  }
}
