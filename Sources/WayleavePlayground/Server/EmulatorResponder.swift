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
    let message = RequestMessage(head, body: Array(body.readableBytesView))
    let reply = await emulator.reply(to: message)
    try await reply.pause(.beforeRequest)
    let answer: ResponseMessage
    if let replacement = await reply.replacement() {
      answer = replacement
    } else {
      answer = await emulator.answer(message, from: isEncrypted ? try await context.certificate : nil)
    }
    try await reply.pause(.beforeAnswer)
    return Response(status: answer.head.status, headers: answer.head.headerFields, body: reply.body(answer.body))
  }
}
