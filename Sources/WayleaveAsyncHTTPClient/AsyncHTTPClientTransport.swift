import AsyncHTTPClient
import HTTPTypes
import NIOCore
import NIOHTTP1
public import Wayleave
public import WayleaveWire

/// Sends requests by async-http-client: the transport of Linux and of servers.
///
/// Follows no redirect, keeps no cookie, undoes no content coding. Safe to use
/// from any task; all who share one share its connections.
public struct AsyncHTTPClientTransport: Transport {
  private let pools: ConnectionPools
  private let proxy: ProxyChoice?
  private let certificate: CertificateChoice

  /// Which certificate is shown to a server that asks for one; nil for none.
  ///
  /// RFC 8705 §2 and §3: it belongs to the authorization server's addresses for such clients, and to the APIs whose tokens
  /// are bound to it.
  public typealias CertificateChoice = @Sendable (Origin) -> ClientCertificate?

  /// A transport with connections of its own, which end with its last copy, or sooner by ``shutdown()``.
  ///
  /// - Parameters:
  ///   - additionalTrustRoots: a PEM file whose certificates are trusted besides the system's.
  ///   - proxy: what sends requests through a proxy; nil sends all of them directly.
  ///   - certificate: what is shown of the client to whom; by default nothing to anybody. A connection that was opened
  ///     with one certificate serves no request with another.
  public init(
    additionalTrustRoots: String? = nil, proxy: ProxyChoice? = nil,
    certificate: @escaping CertificateChoice = { _ in nil }
  ) throws(OAuthError) {
    pools = try ConnectionPools(additionalTrustRoots: additionalTrustRoots, proxy: proxy)
    self.proxy = proxy
    self.certificate = certificate
  }

  /// Closes the connections.
  public func shutdown() async { await pools.shutdown() }

  /// The connections by which a request goes.
  private func client(for request: RequestMessage) throws -> HTTPClient {
    let url = request.url.flatMap { try? AbsoluteURL($0) }
    let shown = url?.scheme == "https" ? url.flatMap(Origin.init(of:)).flatMap(certificate) : nil
    let pool = try pools.pool(showing: shown)
    guard let tunnels = pool.tunnels, let proxy, let url, proxy.covers(url) else { return pool.direct }
    return tunnels
  }

  /// Sends one request; throws ``TransportFailure``, or `CancellationError` when the task is cancelled.
  public func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage {
    // The client's own time-out ends with the head of the answer: a body that trickles would outlive it. So a deadline
    // of our own covers both, and cancels what is under way.
    try await withThrowingTaskGroup(of: ResponseMessage.self) { group in
      group.addTask { try await exchange(request, limits: limits) }
      group.addTask {
        try await Task.sleep(until: limits.deadline, clock: .continuous)
        throw TransportFailure.timedOut(wasSent: true)
      }
      defer { group.cancelAll() }
      guard let response = try await group.next() else { throw CancellationError() }
      return response
    }
  }

  private func exchange(_ request: RequestMessage, limits: ExchangeLimits) async throws -> ResponseMessage {
    let response: HTTPClientResponse
    do {
      response = try await client(for: request).execute(HTTPClientRequest(request), deadline: .distantFuture)
    } catch let error where error is CancellationError || error is OAuthError || error is TransportFailure {
      throw error
    } catch {
      throw TransportFailure(error)
    }
    var message = ResponseMessage(HTTPResponse(status: .init(code: Int(response.status.code))))
    for (name, value) in response.headers {
      guard let name = HTTPField.Name(name) else { continue }
      message.head.headerFields.append(HTTPField(name: name, value: value))
    }
    do {
      for try await chunk in response.body {
        guard message.body.count + chunk.readableBytes <= limits.maximumBodySize else {
          throw TransportFailure.tooLarge(maximum: limits.maximumBodySize)
        }
        message.body += chunk.readableBytesView
      }
    } catch let error where !(error is TransportFailure || error is CancellationError) {
      throw TransportFailure.answerLost(DisplayText.clean("\(error)", limit: 160))
    }
    return message
  }
}

extension HTTPClientRequest {
  fileprivate init(_ message: RequestMessage) {
    // The client's URL reader does not take a bare bracket in path or query, and then escapes the whole anew: "%26"
    // would arrive as "%2526".
    var message = message
    message.head.path = message.head.path?.split(separator: "[", omittingEmptySubsequences: false)
      .joined(separator: "%5B").split(separator: "]", omittingEmptySubsequences: false).joined(separator: "%5D")
    self.init(url: message.url ?? "")
    method = .RAW(value: message.head.method.rawValue)
    for field in message.head.headerFields { headers.add(name: field.name.rawName, value: field.value) }
    if !message.body.isEmpty { body = .bytes(ByteBuffer(bytes: message.body)) }
  }
}
