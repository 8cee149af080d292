import Hummingbird
import WayleaveResourceServer

extension JSON {
  /// An answer of this value.
  var reply: Response {
    Response(
      status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: ByteBuffer(bytes: encoded())))
  }
}

extension ResponseMessage? {
  /// The answer as Hummingbird sends it; 404 where there is none.
  var reply: Response {
    guard let self else { return Response(status: .notFound) }
    return Response(
      status: self.head.status, headers: self.head.headerFields, body: .init(byteBuffer: ByteBuffer(bytes: self.body)))
  }
}
