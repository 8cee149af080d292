import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOSSL
import WayleaveSystem
import WayleaveWire

/// Between Hummingbird's requests and ours.
struct TenantResponder: Sendable {
  let tenants: Tenants
  let isEncrypted: Bool

  /// No form of ours is near this size.
  static let maximumBodySize = 64 * 1024

  /// The answer to a request; throws where the connection ends without one.
  func respond(to request: Request, on channel: any Channel) async throws -> Response {
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
    case .success(let tenant):
      let certificate = isEncrypted ? try await Self.certificate(of: channel) : nil
      switch await tenant.receive(message, from: certificate) {
      case .answered(let answer): return Response(answer)
      case .faulty(let reply): return try await answer(message, of: tenant, with: reply, from: certificate)
      }
    }
  }

  /// The answer of a tenant, as the faults change it.
  private func answer(
    _ message: RequestMessage, of tenant: Tenant, with reply: FaultyReply, from certificate: PeerCertificate?
  ) async throws -> Response {
    try await reply.pause(.beforeRequest)
    if await reply.drops(.dropRequest) { throw Dropped() }
    let original: ResponseMessage
    if let replacement = await reply.replacement() {
      original = replacement
    } else {
      original = await tenant.answer(message, with: reply, from: certificate)
    }
    if await reply.drops(.dropAnswer) { throw Dropped() }
    let answer = await reply.altered(original)
    await tenant.finish(reply, with: answer)
    try await reply.pause(.beforeAnswer)
    return Response(answer, body: reply.body(answer.body))
  }

  /// The certificate that the client showed; nil where none is asked for.
  private static func certificate(of channel: any Channel) async throws -> PeerCertificate? {
    try await channel.nioSSL_peerCertificate().get().map(PeerCertificate.init)
  }

  /// The connection ends before a byte of an answer is written.
  private struct Dropped: Error {}
}

extension Response {
  /// A message, with the date of the machine where no tenant has set one.
  ///
  /// RFC 9110 §6.6.1.
  fileprivate init(_ message: ResponseMessage, body: ResponseBody? = nil) {
    var fields = message.head.headerFields
    fields[.date] = fields[.date] ?? Instant(secondsSinceEpoch: SystemClock.secondsSinceEpoch).httpDate
    self.init(
      status: message.head.status, headers: fields,
      body: body ?? ResponseBody(byteBuffer: ByteBuffer(bytes: message.body)))
  }
}
