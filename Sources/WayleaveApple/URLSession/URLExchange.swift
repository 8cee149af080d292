#if canImport(Darwin) || WAYLEAVE_STAND_INS
  import Foundation
  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif
  import HTTPTypes
  import Wayleave
  import WayleaveBackport
  import WayleaveWire

  /// One request and what has come of its answer; the first end counts.
  final class URLExchange: Sendable {
    /// Why an exchange is ended before its answer is whole.
    enum Interruption: Sendable { case deadline, cancellation }

    typealias Waiter = CheckedContinuation<ResponseMessage, any Error>

    private struct State {
      var waiter: Waiter?
      var task: URLSessionTask?
      var answer: ResponseMessage?
      var result: Result<ResponseMessage, any Error>?
    }

    /// The largest head, as the names and values of its fields.
    private static let maximumHeadSize = 64 * 1024

    private let maximumBodySize: Int
    private let state = Lock(State())

    init(_ limits: ExchangeLimits) { maximumBodySize = limits.maximumBodySize }

    /// Sets who waits for the end, which may have come already.
    func begin(_ waiter: Waiter) {
      let result = state.withLock { state in
        if state.result == nil { state.waiter = waiter }
        return state.result
      }
      if let result { waiter.resume(with: result) }
    }

    /// Starts the system's task, unless the end has come already.
    func start(_ task: URLSessionTask) {
      let isWanted = state.withLock { state in
        state.task = task
        return state.result == nil
      }
      if isWanted { task.resume() } else { task.cancel() }
    }

    /// Takes the head of the answer; false where there is no use for the rest.
    func receive(_ response: URLResponse) -> Bool {
      guard let response = response as? HTTPURLResponse, let head = HTTPResponse(response) else {
        end(.failure(TransportFailure.answerCut("the answer is not HTTP")))
        return false
      }
      let size = head.headerFields.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
      guard size <= Self.maximumHeadSize else {
        end(.failure(TransportFailure.answerCut("its header is too large")))
        return false
      }
      return state.withLock { state in
        state.answer = ResponseMessage(head)
        return state.result == nil
      }
    }

    /// Takes a part of the body, as far as there is room for it.
    func receive(_ data: Data) {
      let excess: ResponseMessage? = state.withLock { state in
        guard let room = state.answer.map({ maximumBodySize - $0.body.count }) else { return nil }
        state.answer?.body += data.prefix(room)
        return data.count > room ? state.answer : nil
      }
      if let excess { end(.failure(TransportFailure.tooLarge(maximum: maximumBodySize, received: excess))) }
    }

    /// Ends it as the system says: without an error the answer is whole.
    func complete(_ error: (any Error)?) {
      let answer = state.withLock(\.answer)
      if let error {
        end(.failure(TransportFailure(error, received: answer)))
      } else if let answer {
        end(.success(answer))
      } else {
        end(.failure(TransportFailure.answerLost(.reset)))
      }
    }

    /// Ends it from here, with the part that has come.
    func end(by interruption: Interruption) {
      switch interruption {
      case .deadline:
        // Whether the system had connected by then it does not say.
        end(.failure(TransportFailure.timedOut(wasSent: true, received: state.withLock(\.answer))))
      case .cancellation: end(.failure(CancellationError()))
      }
    }

    private func end(_ result: Result<ResponseMessage, any Error>) {
      let (waiter, task): (Waiter?, URLSessionTask?) = state.withLock { state in
        guard state.result == nil else { return (nil, nil) }
        state.result = result
        defer { state.waiter = nil }
        return (state.waiter, state.task)
      }
      // Harmless for a task that is done. The delegate of a session is not called again under our lock.
      task?.cancel()
      waiter?.resume(with: result)
    }
  }

  extension HTTPResponse {
    /// The codings that the system undoes: the body that it hands over is in none of them.
    private static let undoneCodings = ["gzip", "x-gzip", "deflate", "br"]

    /// The head that the system read, without fields that HTTP does not allow, and without the name of a coding that it
    /// has undone; nil for a status that HTTP does not have.
    fileprivate init?(_ response: HTTPURLResponse) {
      guard (100...999).contains(response.statusCode) else { return nil }
      self.init(status: .init(code: response.statusCode))
      for (name, value) in response.allHeaderFields {
        guard let name = (name as? String).flatMap({ HTTPField.Name($0) }), let value = value as? String else {
          continue
        }
        if name == .contentEncoding, Self.undoneCodings.contains(value.lowercased()) { continue }
        headerFields.append(HTTPField(name: name, value: value))
      }
    }
  }
#endif
