import HTTPTypes
import Hummingbird
import NIOCore
import WayleaveWire

/// Between Hummingbird's requests and ours.
struct TenantResponder: HTTPResponder {
  let tenants: Tenants
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
    switch tenants.tenant(for: message) {
    case .failure(let misdirection): return Response(misdirection.response)
    case .success(let tenant): return try await answer(message, of: tenant, context)
    }
  }

  /// The answer of a tenant, as the faults change it.
  private func answer(
    _ message: RequestMessage, of tenant: Tenant, _ context: ConnectionContext
  ) async throws -> Response {
    let reply = await tenant.reply(to: message)
    try await reply.pause(.beforeRequest)
    let answer: ResponseMessage
    if let replacement = await reply.replacement() {
      answer = replacement
    } else {
      answer = await tenant.answer(message, from: isEncrypted ? try await context.certificate : nil)
    }
    try await reply.pause(.beforeAnswer)
    return Response(status: answer.head.status, headers: answer.head.headerFields, body: reply.body(answer.body))
  }
}

extension Response {
  fileprivate init(_ message: ResponseMessage) {
    self.init(
      status: message.head.status, headers: message.head.headerFields,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: message.body)))
  }
}
