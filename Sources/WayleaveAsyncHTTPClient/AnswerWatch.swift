import NIOCore
import NIOHTTP1
import Wayleave

/// Saves what the client would drop or forget of an answer that breaks off.
///
/// A server that has sent one byte has acted on the request: RFC 9700 §4.14.2 makes it dangerous to send a refresh token
/// again then. The client alone does not say whether a byte came before a connection ended.
enum AnswerWatch {
  /// Adds the handlers around the decoder of a connection of HTTP/1.1.
  static func add(to channel: any Channel) -> EventLoopFuture<Void> {
    channel.eventLoop.submit {
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
      try pipeline.addHandler(AnswerBytes(), position: .before(decoder))
      try pipeline.addHandler(AnswerParts(), position: .after(decoder))
    }
  }
}

/// Notes whether a byte came since the last one was sent, and says so in the error that ends the connection.
private final class AnswerBytes: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = HTTPClientRequestPart

  private var hasBegun = false

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    hasBegun = false
    context.write(data, promise: promise)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    hasBegun = true
    context.fireChannelRead(data)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.fireErrorCaught(hasBegun ? TransportFailure.answerCut(.init(error)) : error)
  }
}

/// Hands over the parts that were decoded before an error, and reports a connection that ends after an early hint.
private final class AnswerParts: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart

  private var isHintedAt = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let head) = unwrapInboundIn(data) { isHintedAt = (100..<200).contains(head.status.code) }
    context.fireChannelRead(data)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // The client passes a body on at the end of a read, and drops what it has when an error comes first.
    context.fireChannelReadComplete()
    context.fireErrorCaught(error)
  }

  func channelInactive(context: ChannelHandlerContext) {
    if isHintedAt { context.fireErrorCaught(TransportFailure.answerCut(.reset)) }
    context.fireChannelInactive()
  }
}
