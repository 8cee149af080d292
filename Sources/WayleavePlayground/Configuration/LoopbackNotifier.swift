import HTTPTypes
import NIOCore
import NIOPosix
import WayleaveWire

/// Sends a request to a program on this machine, and does not mind the answer.
enum LoopbackNotifier {
  /// How long the other side may take.
  private static let patience = TimeAmount.seconds(5)

  /// Sends it, to this machine and in the clear, or not at all.
  static func send(_ request: RequestMessage) async {
    guard let url = request.url.flatMap({ try? AbsoluteURL($0) }), url.isLoopback, url.scheme == "http",
      let host = url.host
    else { return }
    let name = host.utf8.first == UInt8(ascii: "[") ? String(host.dropFirst().dropLast()) : host
    let connected = try? await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connectTimeout(patience)
      .connect(host: name, port: Int(url.port ?? 80)) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    guard let connected else { return }
    let channel = connected.channel
    let hangUp = channel.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
    try? await connected.executeThenClose { inbound, outbound in
      try await outbound.write(ByteBuffer(bytes: bytes(of: request)))
      // If we hang up before the answer, the request may be lost.
      for try await _ in inbound { break }
    }
    hangUp.cancel()
  }

  private static func bytes(of request: RequestMessage) -> [UInt8] {
    var head = "\(request.head.method.rawValue) \(request.head.path ?? "/") HTTP/1.1\r\n"
    head += "Host: \(request.head.authority ?? "")\r\nConnection: close\r\nContent-Length: \(request.body.count)\r\n"
    for field in request.head.headerFields { head += "\(field.name.rawName): \(field.value)\r\n" }
    return Array(head.utf8) + [13, 10] + request.body
  }
}
