#if canImport(Darwin) || WAYLEAVE_STAND_INS
  import Foundation
  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif
  import Wayleave
  import WayleaveWire

  extension TransportFailure {
    /// Sorts the system's errors by the one question that matters: could the server have acted on the request?
    ///
    /// An error that is not known to have come before the request counts as after it: to say “not sent” of a request
    /// that was sent would let it be sent twice.
    init(_ error: any Error, received: ResponseMessage?) {
      guard let code = (error as? URLError)?.code else {
        self = .answerCut("the answer is not HTTP", received: received)
        return
      }
      if received == nil, let cause = Cause(before: code) {
        self = .notSent(cause)
        return
      }
      switch code {
      case .timedOut: self = .timedOut(wasSent: true, received: received)
      case .networkConnectionLost where received == nil: self = .answerLost(.reset)
      case .networkConnectionLost: self = .answerCut(.reset, received: received)
      default: self = .answerCut(.other("the answer could not be read (\(code.rawValue))"), received: received)
      }
    }
  }

  extension TransportFailure.Cause {
    /// The cause of an error that comes before anything is sent; nil for any other.
    fileprivate init?(before code: URLError.Code) {
      switch code {
      case .cannotFindHost, .dnsLookupFailed: self = .unknownHost
      case .cannotConnectToHost: self = .refused
      case .notConnectedToInternet, .internationalRoamingOff, .callIsActive, .dataNotAllowed: self = .noRoute
      // The system does not say which of them it was: another name, an unknown authority, or a date.
      case .serverCertificateUntrusted, .serverCertificateHasUnknownRoot, .serverCertificateHasBadDate,
        .serverCertificateNotYetValid:
        self = .certificateTrust
      case .secureConnectionFailed: self = .tls("the handshake failed")
      // RFC 8446 §4.4.2.4: such a server ends the handshake, which it must finish before it reads a request.
      case .clientCertificateRequired: self = .tls("the server asks for a certificate")
      case .clientCertificateRejected: self = .tls("the server does not accept the certificate of this client")
      case .appTransportSecurityRequiresSecureConnection: self = "App Transport Security of the app allows https alone"
      case .badURL, .unsupportedURL: self = "the system does not take the URL"
      default: return nil
      }
    }
  }
#endif
