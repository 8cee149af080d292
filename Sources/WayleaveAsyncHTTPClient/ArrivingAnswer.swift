import AsyncHTTPClient
import HTTPTypes
import NIOCore
import NIOHTTP1
import Synchronization
import Wayleave
import WayleaveWire

/// An answer as it comes in: what has come of it is there also when its end never comes.
final class ArrivingAnswer: Sendable {
  private let answer = Mutex<ResponseMessage?>(nil)

  /// What has come so far; nil before the head.
  var part: ResponseMessage? { answer.withLock { $0 } }

  /// Reads an answer to its end; throws `answerCut` and `tooLarge` with the part that came.
  func read(_ response: HTTPClientResponse, within limits: ExchangeLimits) async throws -> ResponseMessage {
    answer.withLock { $0 = ResponseMessage(headOf: response) }
    do {
      for try await chunk in response.body {
        guard add(chunk, upTo: limits.maximumBodySize) else {
          throw TransportFailure.tooLarge(maximum: limits.maximumBodySize, received: part)
        }
      }
    } catch let error where !(error is TransportFailure || error is CancellationError) {
      throw TransportFailure.answerCut(.init(error), received: part)
    }
    guard let part else { throw TransportFailure.answerLost("nothing was read") }
    return part
  }

  /// Adds what came; false when it is more than the limit, of which the rest is dropped.
  private func add(_ chunk: ByteBuffer, upTo maximum: Int) -> Bool {
    answer.withLock { answer in
      let room = maximum - (answer?.body.count ?? 0)
      answer?.body += chunk.readableBytesView.prefix(room)
      return chunk.readableBytes <= room
    }
  }
}

extension ResponseMessage {
  fileprivate init(headOf response: HTTPClientResponse) {
    self.init(HTTPResponse(status: .init(code: Int(response.status.code))))
    for (name, value) in response.headers {
      guard let name = HTTPField.Name(name) else { continue }
      head.headerFields.append(HTTPField(name: name, value: value))
    }
  }
}
