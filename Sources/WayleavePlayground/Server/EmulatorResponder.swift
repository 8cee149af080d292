import HTTPTypes
import Hummingbird
import NIOCore
import WayleaveWire

/// Between Hummingbird's requests and ours.
struct EmulatorResponder: HTTPResponder {
  typealias Context = BasicRequestContext

  let emulator: Emulator

  /// No form of ours is near this size.
  static let maximumBodySize = 64 * 1024

  func respond(to request: Request, context: Context) async throws -> Response {
    let body: ByteBuffer
    do {
      body = try await request.body.collect(upTo: Self.maximumBodySize)
    } catch is NIOTooManyBytesError {
      return Response(status: .contentTooLarge)
    }
    let answer = await emulator.answer(RequestMessage(request.head, body: Array(body.readableBytesView)))
    return Response(
      status: answer.head.status, headers: answer.head.headerFields,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
  }
}
