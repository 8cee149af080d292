#if canImport(Darwin) || WAYLEAVE_STAND_INS
  import Foundation
  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif
  import HTTPTypes
  public import Wayleave
  public import WayleaveWire

  /// Sends requests by `URLSession`: the transport of Apple's systems, with their proxies, VPNs and trust.
  ///
  /// Follows no redirect, keeps no cookie, no cache and no credential, and speaks TLS 1.2 at least. Safe to use from
  /// any task; all who share one share its connections. A request that can change something gets a connection of its
  /// own: where a used connection turns out to be closed, the system would send the request again.
  ///
  /// What `URLSession` does in its own way: header fields that repeat are joined by a comma (RFC 9110 §5.3), a content
  /// coding is undone, within the largest size of the body, and an `Accept-Language` is added, and a `User-Agent` where
  /// the request has none. Requests ask for no coding.
  public final class URLSessionTransport: Transport {
    private let lanes = URLSessionLanes()
    private let identity: IdentityChoice

    /// Which identity is shown to a server that asks for a certificate; nil for none.
    ///
    /// RFC 8705 §2 and §3: it belongs to the authorization server's addresses for such clients, and to the APIs whose
    /// tokens are bound to it.
    public typealias IdentityChoice = @Sendable (Origin) -> ClientIdentity?

    /// A transport with connections of its own, which end with it.
    ///
    /// - Parameter identity: which identity a server is shown, over https alone; none by default. A connection that was
    ///   opened with one identity serves no request with another.
    public init(identity: @escaping IdentityChoice = { _ in nil }) { self.identity = identity }

    /// Sends one request; throws ``TransportFailure``, or `CancellationError` when the task is cancelled.
    public func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage {
      let system = try URLRequest(request, until: limits.deadline)
      let exchange = URLExchange(limits)
      let isRepeatable = [.get, .head, .options].contains(request.head.method)
      let shown = shownIdentity(of: request)
      let lane = isRepeatable ? lanes.lane(showing: shown) : URLSessionLane(showing: shown)
      let timer = Task {
        try await limits.untilDeadline()
        exchange.end(by: .deadline)
      }
      defer {
        timer.cancel()
        withExtendedLifetime(lane) {}
      }
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { waiter in
          exchange.begin(waiter)
          lane.start(system, for: exchange)
        }
      } onCancel: {
        exchange.end(by: .cancellation)
      }
    }

    /// What the server of a request sees of the client; nil for nothing.
    private func shownIdentity(of request: RequestMessage) -> ShownIdentity? {
      guard let url = request.url, let address = try? AbsoluteURL(url), let server = Origin(of: address),
        server.scheme == "https", let identity = identity(server)
      else { return nil }
      return ShownIdentity(identity: identity, server: server)
    }
  }

  extension URLRequest {
    /// The request of a message; throws where the system would read its URL in another way.
    fileprivate init(_ message: RequestMessage, until deadline: ContinuousClock.Instant) throws {
      guard let text = message.url, let address = try? AbsoluteURL(text), let url = URL(string: text),
        url.absoluteString == text, url.host?.lowercased() == address.host?.trimmingBrackets
      else { throw TransportFailure.notSent("an address that readers take apart differently") }
      self.init(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
      httpMethod = message.head.method.rawValue
      httpShouldHandleCookies = false
      // The deadline is kept by us; the system's own must not come first.
      timeoutInterval = max(1, (deadline - .now) / .seconds(1)) + 60
      setValue("identity", forHTTPHeaderField: "Accept-Encoding")
      for field in message.head.headerFields {
        if field.name == .acceptEncoding {
          setValue(field.value, forHTTPHeaderField: field.name.rawName)
        } else {
          addValue(field.value, forHTTPHeaderField: field.name.rawName)
        }
      }
      if !message.body.isEmpty { httpBody = Data(message.body) }
    }
  }
#endif
