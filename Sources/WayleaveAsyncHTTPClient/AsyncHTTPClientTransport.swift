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
  private let connections: Connections
  private let tunnels: Connections?
  private let proxy: ProxyChoice?

  /// A transport with connections of its own, which end with its last copy, or sooner by ``shutdown()``.
  ///
  /// - Parameters:
  ///   - additionalTrustRoots: a PEM file whose certificates are trusted besides the system's.
  ///   - proxy: what sends requests through a proxy; nil sends all of them directly.
  public init(additionalTrustRoots: String? = nil, proxy: ProxyChoice? = nil) throws(OAuthError) {
    var configuration = try HTTPClient.Configuration.wayleave(additionalTrustRoots: additionalTrustRoots)
    connections = Connections(HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration))
    self.proxy = proxy
    configuration.proxy = proxy?.configuration
    tunnels = proxy.map { _ in
      Connections(HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration))
    }
  }

  /// Closes the connections.
  public func shutdown() async {
    // A client that has been shut down already is what was asked for.
    try? await connections.client.shutdown()
    try? await tunnels?.client.shutdown()
  }

  /// The connections by which a request goes.
  private func client(for request: RequestMessage) -> HTTPClient {
    guard let tunnels, let proxy, let url = request.url.flatMap({ try? AbsoluteURL($0) }), proxy.covers(url) else {
      return connections.client
    }
    return tunnels.client
  }

  /// A client must be shut down before it goes; whoever forgot to has it done here.
  private final class Connections: Sendable {
    let client: HTTPClient

    init(_ client: HTTPClient) { self.client = client }

    deinit {
      let client = client
      Task { try? await client.shutdown() }
    }
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
    } catch is CancellationError {
      throw CancellationError()
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
