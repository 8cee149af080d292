import AsyncHTTPClient
import NIOCore
import NIOPosix
import NIOSSL
import Wayleave
import WayleaveSystem
import WayleaveWire

extension TransportFailure {
  /// Sorts the client's errors by the one question that matters: could the server have acted on the request?
  ///
  /// Whatever is not known to have come before the request counts as after it: to say "not sent" of a request that was
  /// would let it be sent twice.
  init(_ error: any Error) {
    let words = DisplayText.clean("\(error)", limit: 160)
    switch error {
    case let error as HTTPClientError: self.init(error)
    // No address, or none that takes connections.
    case is NIOConnectionError: self = .notSent(words)
    case let error as IOError where SystemError(call: "connect", number: error.errnoCode).isFailureToConnect:
      self = .notSent(words)
    case NIOSSLError.handshakeFailed, is NIOSSLExtraError: self = .notSent(words)
    default: self = .answerLost(words)
    }
  }

  private init(_ error: HTTPClientError) {
    switch error {
    case .connectTimeout, .tlsHandshakeTimeout, .httpProxyHandshakeTimeout, .socksHandshakeTimeout,
      .getConnectionFromPoolTimeout:
      self = .timedOut(wasSent: false)
    case .alreadyShutdown, .invalidURL, .emptyHost, .emptyScheme, .traceRequestWithBody,
      .invalidProxyResponse, .proxyAuthenticationRequired:
      self = .notSent(error.shortDescription)
    default: self = .answerLost(error.shortDescription)
    }
  }
}
