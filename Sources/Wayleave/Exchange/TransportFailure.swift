public import WayleaveWire

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
  /// An answer whose content coding could not be undone to its end; `received` is what it was undone to.
  init(_ fault: Inflate.Fault, received: ResponseMessage, maximumSize: Int) {
    switch fault {
    case .tooLarge: self = .tooLarge(maximum: maximumSize, received: received)
    case .cut: self = .answerCut("its compressed body ends too early", received: received)
    case .malformed: self = .answerCut("its compressed body cannot be read", received: received)
    }
  }

  /// The same with the part that came as it was before the server packed it.
  func undoingContentCoding(maximumSize: Int) -> TransportFailure {
    guard var part = receivedPart else { return self }
    // That it is not whole is what this failure says.
    _ = part.undoContentCoding(maximumSize: maximumSize)
    switch self {
    case .answerCut(let cause, _): return .answerCut(cause, received: part)
    case .timedOut(let wasSent, _): return .timedOut(wasSent: wasSent, received: part)
    case .tooLarge(let maximum, _): return .tooLarge(maximum: maximum, received: part)
    case .notSent, .answerLost: return self
    }
  }

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
