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
  /// coding is undone, and a `User-Agent` and an `Accept-Language` are added. Requests ask for no coding; an answer
  /// that names one all the same is refused by its reader.
  public final class URLSessionTransport: Transport {
    private let lane = URLSessionLane()

    /// A transport with connections of its own, which end with it.
    public init() {}

    deinit { lane.close() }

    /// Sends one request; throws ``TransportFailure``, or `CancellationError` when the task is cancelled.
    public func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage {
      let system = try URLRequest(request, until: limits.deadline)
      let exchange = URLExchange(limits)
      let isRepeatable = [.get, .head, .options].contains(request.head.method)
      let lane = isRepeatable ? lane : URLSessionLane()
      let timer = Task {
        try await Task.sleep(until: limits.deadline, clock: .continuous)
        exchange.end(by: .deadline)
      }
      defer {
        timer.cancel()
        if !isRepeatable { lane.close() }
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

  extension String {
    /// An address of IPv6 without the brackets of a URL.
    fileprivate var trimmingBrackets: String { hasPrefix("[") ? String(dropFirst().dropLast()) : self }
  }
#endif
