import HTTPTypes
import Hummingbird
import NIOCore
import WayleaveWire

/// Between Hummingbird's requests and ours.
struct EmulatorResponder: HTTPResponder {
  let emulator: Emulator
  let isEncrypted: Bool

  /// No form of ours is near this size.
  static let maximumBodySize = 64 * 1024

  func respond(to request: Request, context: ConnectionContext) async throws -> Response {
    let body: ByteBuffer
    do {
      body = try await request.body.collect(upTo: Self.maximumBodySize)
    } catch is NIOTooManyBytesError {
      return Response(status: .contentTooLarge)
    }
    var head = request.head
    // The codec does not know what it is wrapped in.
    head.scheme = isEncrypted ? "https" : "http"
    let answer = await emulator.answer(
      RequestMessage(head, body: Array(body.readableBytesView)),
      from: isEncrypted ? try await context.certificate : nil)
    return Response(
      status: answer.head.status, headers: answer.head.headerFields,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
  }
}
