#if canImport(Darwin) || WAYLEAVE_STAND_INS
  import WayleaveBackport
  import WayleaveOAuth2
  import WayleaveWire

  /// The connections of a transport that requests share, apart by the identity that is shown.
  ///
  /// RFC 8705 §3: who has opened a connection is part of it, so that one identity's connection must never carry
  /// another's request.
  final class URLSessionLanes: Sendable {
    private struct Key: Hashable {
      let server: Origin
      let thumbprint: CertificateThumbprint
    }

    /// How many are kept with an identity: strangers may name servers, which would grow without end.
    static let maximum = 16

    private let plain = URLSessionLane()
    private let shown = Lock<[Key: URLSessionLane]>([:])

    /// The connections that show an identity to a server, or none; the caller holds them until the answer is read.
    func lane(showing identity: ShownIdentity?) -> URLSessionLane {
      guard let identity else { return plain }
      let key = Key(server: identity.server, thumbprint: identity.identity.thumbprint)
      return shown.withLock { lanes in
        if let lane = lanes[key] { return lane }
        // A lane ends with the last request that holds it.
        if lanes.count >= Self.maximum { lanes = [:] }
        let lane = URLSessionLane(showing: identity)
        lanes[key] = lane
        return lane
      }
    }
  }

  /// An identity, and the one server that sees it.
  struct ShownIdentity: Sendable {
    let identity: ClientIdentity
    let server: Origin
  }
#endif
