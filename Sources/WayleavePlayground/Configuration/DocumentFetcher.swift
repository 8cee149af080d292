import HTTPTypes
import NIOCore
import NIOPosix
import NIOSSL
import WayleaveWire

/// Fetches the document that a client publishes at the URL that is its id.
///
/// OAuth Client ID Metadata Document, § Security Considerations: anyone who asks for a sign-in chooses the URL. So nothing is
/// asked for inside a network. This machine is allowed, since a playground is for programs on it: by https, or by http.
enum DocumentFetcher {
  /// How long it may take.
  private static let patience = TimeAmount.seconds(5)
  /// How many bytes of an answer are read, its header included.
  private static let maximumSize = 16 * 1024

  /// The answer at a URL; nil where there is none, and where the URL may not be asked for.
  static func fetch(_ url: AbsoluteURL) async -> ResponseMessage? {
    guard let host = url.host, url.isSecure else { return nil }
    let name = host.utf8.first == UInt8(ascii: "[") ? String(host.dropFirst().dropLast()) : host
    guard url.scheme == "https" else { return await fetch(url, from: name, nil) }
    guard let context = try? NIOSSLContext(configuration: .makeClientConfiguration()) else { return nil }
    return await fetch(url, from: name, context)
  }

  private static func fetch(_ url: AbsoluteURL, from name: String, _ context: NIOSSLContext?) async -> ResponseMessage?
  {
    let connected = try? await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connectTimeout(patience)
      .connect(host: name, port: Int(url.port ?? (context == nil ? 80 : 443))) { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(AddressCheck(isForThisMachine: context == nil))
          if let context {
            let isAddress = IPAddress(name) != nil
            try channel.pipeline.syncOperations.addHandler(
              NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : name))
          }
          return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    guard let connected else { return nil }
    let channel = connected.channel
    let hangUp = channel.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
    defer { hangUp.cancel() }
    return try? await connected.executeThenClose { inbound, outbound in
      try await outbound.write(ByteBuffer(bytes: request(for: url)))
      var bytes: [UInt8] = []
      for try await part in inbound {
        bytes += part.readableBytesView
        guard bytes.count <= maximumSize else { return nil }
        // Where the header says how long it is, the end of the connection need not be waited for.
        if let whole = response(bytes), whole.head.headerFields[.contentLength] != nil { return whole }
      }
      return response(bytes)
    }
  }

  /// By HTTP/1.0, an answer ends with the connection and is in one piece.
  private static func request(for url: AbsoluteURL) -> [UInt8] {
    let port = url.port.map { ":\($0)" } ?? ""
    let fields = "Host: \(url.host ?? "")\(port)\r\nAccept: application/json\r\nConnection: close\r\n"
    return Array("GET \(url.pathAndQuery) HTTP/1.0\r\n\(fields)\r\n".utf8)
  }

  /// Reads a whole answer; nil for one that is none, is cut off, or is in several pieces.
  static func response(_ bytes: [UInt8]) -> ResponseMessage? {
    let emptyLine = Array("\r\n\r\n".utf8)
    guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: emptyLine) }) else { return nil }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
    let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    guard lines.first?.hasPrefix("HTTP/1.") == true, let status, (100...599).contains(status) else { return nil }
    var response = ResponseMessage(HTTPResponse(status: HTTPResponse.Status(code: status)))
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":"), let name = HTTPField.Name(String(line[..<colon])) else { return nil }
      response.head.headerFields.append(
        HTTPField(name: name, value: line[line.index(after: colon)...].drop { $0 == " " }.description))
    }
    response.body = Array(bytes[(end + 4)...])
    guard response.head.headerFields[.transferEncoding] == nil,
      response.head.headerFields[.contentLength].map({ Int($0) == response.body.count }) ?? true
    else { return nil }
    return response
  }
}

/// Closes a connection to an address that is neither public nor of this machine, before a byte is sent.
private final class AddressCheck: ChannelInboundHandler, Sendable {
  typealias InboundIn = ByteBuffer

  /// Whether only this machine is meant.
  private let isForThisMachine: Bool

  init(isForThisMachine: Bool) {
    self.isForThisMachine = isForThisMachine
  }

  func channelActive(context: ChannelHandlerContext) {
    let text = context.remoteAddress?.ipAddress ?? ""
    let isOfThisMachine = text == "::1" || text.hasPrefix("127.")
    let isPublic = IPAddress(text)?.isPublic ?? false
    guard isOfThisMachine || (isPublic && !isForThisMachine) else { return context.close(promise: nil) }
    context.fireChannelActive()
  }
}
