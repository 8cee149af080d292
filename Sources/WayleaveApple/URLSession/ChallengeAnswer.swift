#if canImport(Darwin) || WAYLEAVE_STAND_INS
  import Foundation
  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif
  import WayleaveWire

  /// What the system gets as the answer when a server or a proxy asks for a proof of who it is, or who we are.
  enum ChallengeAnswer: Sendable {
    /// The system decides: by its trust in certificates, and by what its proxies were given.
    case decisionOfSystem
    /// The identity that was chosen for this server.
    case identity
    /// Nothing: no credential of the system's is shown, also no ticket of Kerberos and no certificate.
    case nothing

    /// The answer on a connection that shows an identity to one server, or to none.
    init(to challenge: URLAuthenticationChallenge, showingIdentityTo server: Origin?) {
      let space = challenge.protectionSpace
      // A proxy that the system is set up for may ask for a credential of the system's, and never for ours.
      if space.authenticationMethod == Self.serverTrust || space.isProxy() {
        self = .decisionOfSystem
      } else if space.authenticationMethod == Self.clientCertificate, challenge.previousFailureCount == 0,
        let server, space.isOf(server)
      {
        self = .identity
      } else {
        self = .nothing
      }
    }

    // The Foundation of Linux has the names, and forbids their use.
    #if canImport(Darwin)
      static let serverTrust = NSURLAuthenticationMethodServerTrust
      static let clientCertificate = NSURLAuthenticationMethodClientCertificate
    #else
      static let serverTrust = "NSURLAuthenticationMethodServerTrust"
      static let clientCertificate = "NSURLAuthenticationMethodClientCertificate"
    #endif
  }

  extension URLProtectionSpace {
    /// Whether it is the server of an origin: RFC 6454 §5, scheme, host and port.
    fileprivate func isOf(_ origin: Origin) -> Bool {
      `protocol`?.lowercased() == origin.scheme && host.lowercased().trimmingBrackets == origin.host.trimmingBrackets
        && port == Int(origin.port)
    }
  }

  extension String {
    /// An address of IPv6 without the brackets of a URL.
    var trimmingBrackets: String { hasPrefix("[") ? String(dropFirst().dropLast()) : self }
  }
#endif
