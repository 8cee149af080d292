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
  /// An error that is not known to have come before the request counts as after it: to say "not sent" of a request that
  /// was sent would let it be sent twice. For the same reason only a connection that ended counts as a lost answer: any
  /// other error, above all one of the parser, is about bytes that the server has sent.
  ///
  /// - Parameter proxy: the proxy that the connection goes to; nil for a direct one.
  init(_ error: any Error, through proxy: ProxyChoice? = nil) {
    let cause = Cause(error)
    switch error {
    case let error as HTTPClientError: self.init(error, through: proxy)
    // No address, or none that takes connections. Through a proxy these are the proxy's.
    case is NIOConnectionError: self = .notSent(cause.at(proxy))
    case let error as IOError where SystemError(error).isFailureToConnect: self = .notSent(cause.at(proxy))
    case NIOSSLError.handshakeFailed, is NIOSSLExtraError: self = .notSent(cause)
    case is IOError, is ChannelError, NIOSSLError.uncleanShutdown: self = .answerLost(cause)
    default: self = .answerCut(cause)
    }
  }

  private init(_ error: HTTPClientError, through proxy: ProxyChoice?) {
    switch error {
    case .connectTimeout, .tlsHandshakeTimeout, .httpProxyHandshakeTimeout, .socksHandshakeTimeout,
      .getConnectionFromPoolTimeout:
      self = .timedOut(wasSent: false)
    case .invalidProxyResponse: self = .notSent(Cause.other("it does not open a tunnel").at(proxy))
    case .proxyAuthenticationRequired: self = .notSent(Cause.other("it asks for a user name and password").at(proxy))
    case .alreadyShutdown, .invalidURL, .emptyHost, .emptyScheme, .traceRequestWithBody:
      self = .notSent(.other(error.shortDescription))
    case .remoteConnectionClosed: self = .answerLost(Cause(error))
    default: self = .answerCut(Cause(error))
    }
  }
}

extension TransportFailure.Cause {
  /// The cause in words of ours: a person never reads a type of NIO or a number of errno.
  init(_ error: any Error) {
    switch error {
    case TransportFailure.answerCut(let cause, _): self = cause
    case let error as NIOConnectionError:
      self = error.connectionErrors.first.map { Self($0.error) } ?? .unknownHost
    case let error as IOError: self.init(SystemError(error))
    case let error as NIOSSLExtraError where error == .failedToValidateHostname: self = .certificateName
    case NIOSSLError.handshakeFailed(let reason): self.init(handshake: "\(reason)")
    case NIOSSLError.uncleanShutdown: self = .reset
    case let error as HTTPClientError:
      self = error == .remoteConnectionClosed ? .reset : .other(error.shortDescription)
    case is ChannelError: self = .reset
    default: self = .other("the answer is not HTTP")
    }
  }

  private init(_ error: SystemError) {
    self =
      if error.isRefusal { .refused } else if error.isMissingRoute { .noRoute } else if error.isReset {
        .reset
      } else { .other(error.words) }
  }

  /// BoringSSL names its reasons in capital letters in the text of the error, and nowhere else.
  private init(handshake reason: String) {
    self =
      if reason.contains("CERTIFICATE_VERIFY_FAILED") {
        .certificateTrust
      } else if reason.contains("WRONG_VERSION_NUMBER") {
        .tls("the server does not speak TLS there")
      } else if reason.contains("PROTOCOL_VERSION") {
        .tls("the server has only old versions of TLS")
      } else { .tls("the handshake failed") }
  }

  /// The same cause, of a connection to a proxy.
  fileprivate func at(_ proxy: ProxyChoice?) -> Self { proxy.map { .proxy($0.location, self) } ?? self }
}

extension SystemError {
  fileprivate init(_ error: IOError) { self.init(call: "connect", number: error.errnoCode) }
}
