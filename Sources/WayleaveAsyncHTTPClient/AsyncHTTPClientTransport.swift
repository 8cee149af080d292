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
  private let addresses: AddressRule
  private let certificate: CertificateChoice

  /// Which certificate is shown to a server that asks for one; nil for none.
  ///
  /// RFC 8705 §2 and §3: it belongs to the authorization server's addresses for such clients, and to the APIs whose tokens
  /// are bound to it.
  public typealias CertificateChoice = @Sendable (Origin) -> ClientCertificate?

  /// A transport with connections of its own, which end with its last copy, or sooner by ``shutdown()``.
  ///
  /// - Parameters:
  ///   - additionalTrustRoots: a PEM file whose certificates are trusted in addition to the system's.
  ///   - proxy: what sends requests through a proxy; nil sends all of them directly.
  ///   - addresses: the addresses that it connects to. With a proxy only `any` works: others throw
  ///     `configuration.invalid_value`.
  ///   - certificate: which certificate a server is shown; none by default. A connection that was opened
  ///     with one certificate serves no request with another.
  public init(
    additionalTrustRoots: String? = nil, proxy: ProxyChoice? = nil, addresses: AddressRule = .any,
    certificate: @escaping CertificateChoice = { _ in nil }
  ) throws(OAuthError) {
    guard proxy == nil || addresses.check == nil else { throw .addressesBehindProxy() }
    pools = try ConnectionPools(additionalTrustRoots: additionalTrustRoots, proxy: proxy)
    self.proxy = proxy
    self.addresses = addresses
    self.certificate = certificate
  }

  /// Closes the connections.
  public func shutdown() async { await pools.shutdown() }

  /// Sends one request; throws ``TransportFailure``, or `CancellationError` when the task is cancelled, or
  /// `request.private_address` when the rule for addresses does not let it pass.
  public func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage {
    guard let scheme = request.head.scheme, let authority = request.head.authority,
      let server = try? AbsoluteURL("\(scheme)://\(authority)/"), let origin = Origin(of: server)
    else { throw TransportFailure.notSent("an address that readers take apart differently") }
    // The client is set up for the host as we read it, so that must be how it stands in the URL.
    var request = request
    request.head.scheme = origin.scheme
    request.head.authority = server.authority
    let checks = try await checks(of: origin, by: limits.deadline)
    let arriving = ArrivingAnswer()
    do {
      return try await ending(by: limits.deadline, wasSent: true) { [request] in
        try await exchange(request, with: server, by: checks, limits: limits, into: arriving)
      }
    } catch TransportFailure.timedOut(wasSent: true) {
      // Once a part has come, the server has acted, and the part may have what it issued.
      guard let part = arriving.part else { throw TransportFailure.timedOut(wasSent: true) }
      throw TransportFailure.answerCut("its end did not come in time", received: part)
    }
  }

  /// What a connection to a server must pass: one for each address that may be tried.
  private func checks(of origin: Origin, by deadline: ContinuousClock.Instant) async throws -> [ConnectionCheck] {
    guard let rule = addresses.check else { return [ConnectionCheck(origin: origin, address: nil)] }
    let addresses = try await ending(by: deadline, wasSent: false) { try await rule.addresses(of: origin.host) }
    // As many as a name has in each version of IP, seldom more; they share the deadline.
    return addresses.prefix(4).map { ConnectionCheck(origin: origin, address: $0) }
  }

  /// Ends what is under way at the deadline.
  ///
  /// The client's own time-out ends with the head of the answer: a body that trickles would outlive it.
  private func ending<Value: Sendable>(
    by deadline: ContinuousClock.Instant, wasSent: Bool, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
      group.addTask(operation: body)
      group.addTask {
        try await Task.sleep(until: deadline, clock: .continuous)
        throw TransportFailure.timedOut(wasSent: wasSent)
      }
      defer { group.cancelAll() }
      guard let value = try await group.next() else { throw CancellationError() }
      return value
    }
  }

  /// Tries one address after another, as long as it is certain that nothing was sent.
  private func exchange(
    _ request: RequestMessage, with server: AbsoluteURL, by checks: [ConnectionCheck], limits: ExchangeLimits,
    into arriving: ArrivingAnswer
  ) async throws -> ResponseMessage {
    var failure = TransportFailure.notSent(.unknownHost)
    for check in checks {
      do {
        return try await exchange(request, with: server, by: check, limits: limits, into: arriving)
      } catch let error as TransportFailure {
        failure = error
        guard error.leavesNothingSent else { break }
      }
    }
    throw failure
  }

  /// One try, over connections that pass a check.
  private func exchange(
    _ request: RequestMessage, with server: AbsoluteURL, by check: ConnectionCheck, limits: ExchangeLimits,
    into arriving: ArrivingAnswer
  ) async throws -> ResponseMessage {
    let pool = try pools.pool(to: check, showing: server.scheme == "https" ? certificate(check.origin) : nil)
    // The last who holds a pool ends its connections.
    defer { withExtendedLifetime(pool) {} }
    let proxy = proxy?.covers(server) == true ? proxy : nil
    let client = proxy.flatMap { _ in pool.tunnels } ?? pool.direct
    let response: HTTPClientResponse
    do {
      response = try await client.execute(HTTPClientRequest(request), deadline: .distantFuture)
    } catch let error where error is CancellationError || error is TransportFailure {
      throw error
    } catch {
      throw TransportFailure(error, through: proxy)
    }
    return try await arriving.read(response, within: limits)
  }
}

extension TransportFailure {
  fileprivate var leavesNothingSent: Bool {
    switch self {
    case .notSent, .timedOut(wasSent: false): true
    default: false
    }
  }
}

extension HTTPClientRequest {
  fileprivate init(_ message: RequestMessage) {
    // The client's URL reader does not take a bare bracket in path or query, and then escapes the whole again: "%26"
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

extension OAuthError {
  fileprivate static func addressesBehindProxy() -> OAuthError {
    OAuthError(
      .invalidValue, rule: .wayleave("an address is checked by the program that connects to it"),
      expected: "a rule for addresses, or a proxy", received: .described("both"),
      remedy: "A proxy resolves names itself, so have it refuse private addresses; or connect without it.")
  }
}
