import AsyncHTTPClient
import HTTPTypes
import NIOCore
import NIOHTTP1
public import Wayleave
public import WayleaveWire

/// Sends requests by async-http-client: the transport of Linux and of servers.
///
/// Follows no redirect, keeps no cookie, and leaves a content coding as it came: those who read the answer undo it. Safe
/// to use from any task; all who share one share its connections.
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

  /// Has all transports of this process share one thread, in place of one for each core: a program that sends a few
  /// requests and ends starts sooner. Counts when nothing was sent yet, and where SwiftNIO was given no number before.
  package static func useOneThread() { _ = hasOneThread }

  /// The same for a program whose requests wait for hours: so many connections to one server may be open at a time.
  package init(
    additionalTrustRoots: String?, proxy: ProxyChoice?, connectionsPerServer: Int?,
    certificate: @escaping CertificateChoice
  ) throws(OAuthError) {
    pools = try ConnectionPools(
      additionalTrustRoots: additionalTrustRoots, proxy: proxy, connectionsPerServer: connectionsPerServer)
    self.proxy = proxy
    addresses = .any
    self.certificate = certificate
  }

  // SwiftNIO ends the program that gives the number twice.
  private static let hasOneThread: Void = { NIOSingletons.groupLoopCountSuggestion = 1 }()

  /// Closes the connections.
  public func shutdown() async { await pools.shutdown() }

  /// Sends one request; throws ``TransportFailure``, or `CancellationError` when the task is cancelled, or
  /// `request.private_address` when the rule for addresses does not let it pass.
  public func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage {
    try await send(request, within: limits, overflow: nil)
  }

  /// The same, with a place for a body of success that is larger than the limit, or has no end: it goes there whole, and
  /// the answer has none then. As long as parts of it come, the deadline does not end it.
  package func send(
    _ request: RequestMessage, within limits: ExchangeLimits, overflow: BodyOverflow?
  ) async throws -> ResponseMessage {
    guard let scheme = request.head.scheme, let authority = request.head.authority,
      let server = try? AbsoluteURL("\(scheme)://\(authority)/"), let origin = Origin(of: server)
    else { throw TransportFailure.notSent("an address that readers take apart differently") }
    // The client is set up for the host as we read it, so that must be how it stands in the URL.
    var request = request
    request.head.scheme = origin.scheme
    request.head.authority = server.authority
    let checks = try await checks(of: origin, within: limits)
    return try await ending(within: limits, wasSent: true, overflow) { [request] in
      try await exchange(request, with: server, by: checks, limits: limits, overflow)
    }
  }

  /// What a connection to a server must pass: one for each address that may be tried.
  private func checks(of origin: Origin, within limits: ExchangeLimits) async throws -> [ConnectionCheck] {
    guard let rule = addresses.check else { return [ConnectionCheck(origin: origin, address: nil)] }
    let addresses = try await ending(within: limits, wasSent: false) { try await rule.addresses(of: origin.host) }
    // As many as a name has in each version of IP, seldom more; they share the deadline.
    return addresses.prefix(4).map { ConnectionCheck(origin: origin, address: $0) }
  }

  /// Ends what is under way at the deadline.
  ///
  /// The client's own time-out ends with the head of the answer: a body that trickles would outlive it.
  private func ending<Value: Sendable>(
    within limits: ExchangeLimits, wasSent: Bool, _ overflow: BodyOverflow? = nil,
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
      group.addTask(operation: body)
      group.addTask {
        var current = limits
        try await current.untilDeadline()
        while let later = overflow?.deadline, later > current.deadline {
          current.deadline = later
          try await current.untilDeadline()
        }
        throw DeadlinePassed()
      }
      defer { group.cancelAll() }
      do {
        guard let value = try await group.next() else { throw CancellationError() }
        return value
      } catch is DeadlinePassed {
        group.cancelAll()
        // What was interrupted hands over the part that it has.
        throw TransportFailure.timedOut(wasSent: wasSent, received: await group.interruptedPart())
      } catch is InterruptedReading {
        throw CancellationError()
      }
    }
  }

  /// Tries one address after another, as long as it is certain that nothing was sent.
  private func exchange(
    _ request: RequestMessage, with server: AbsoluteURL, by checks: [ConnectionCheck], limits: ExchangeLimits,
    _ overflow: BodyOverflow?
  ) async throws -> ResponseMessage {
    var failure = TransportFailure.notSent(.unknownHost)
    for check in checks {
      do {
        return try await exchange(request, with: server, by: check, limits: limits, overflow)
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
    _ overflow: BodyOverflow?
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
    return try await ResponseMessage(reading: response, within: limits, overflow)
  }
}

extension TransportFailure {
  fileprivate var leavesNothingSent: Bool {
    switch self {
    case .notSent, .timedOut(wasSent: false, _): true
    default: false
    }
  }
}

extension ResponseMessage {
  fileprivate init(
    reading response: HTTPClientResponse, within limits: ExchangeLimits, _ overflow: BodyOverflow?
  ) async throws {
    self.init(HTTPResponse(status: .init(code: Int(response.status.code))))
    for (name, value) in response.headers {
      guard let name = HTTPField.Name(name) else { continue }
      head.headerFields.append(HTTPField(name: name, value: value))
    }
    var isTooLarge = false
    // What is packed is not handed on: anyone who gets it would take it for the thing itself.
    let overflow = (200..<300).contains(status) && contentCodings.isEmpty ? overflow : nil
    var isOverflowing = overflow?.begins(with: head) ?? false
    do {
      for try await chunk in response.body {
        overflow?.note()
        if let overflow, isOverflowing || chunk.readableBytes > limits.maximumBodySize - body.count {
          try await overflow.take(body + chunk.readableBytesView, of: head)
          (body, isOverflowing) = ([], true)
          continue
        }
        let room = limits.maximumBodySize - body.count
        isTooLarge = chunk.readableBytes > room
        body += chunk.readableBytesView.prefix(room)
        if isTooLarge { break }
      }
    } catch let error as OAuthError {
      throw error
    } catch {
      guard !Task.isCancelled else { throw InterruptedReading(received: self) }
      throw TransportFailure.answerCut(.init(error), received: self)
    }
    if isTooLarge { throw TransportFailure.tooLarge(maximum: limits.maximumBodySize, received: self) }
    // The body of a request that is cancelled can end like a whole one.
    if Task.isCancelled { throw InterruptedReading(received: self) }
  }
}

/// The deadline of an exchange is here, and the exchange is not finished.
private struct DeadlinePassed: Error {}

/// The reading of an answer was cancelled, by the deadline or by the caller; the part that came.
private struct InterruptedReading: Error {
  let received: ResponseMessage
}

extension ThrowingTaskGroup {
  /// What came of the answer that was being read when the group was cancelled; nil when its head had not come.
  fileprivate mutating func interruptedPart() async -> ResponseMessage? {
    do {
      return try await next() as? ResponseMessage
    } catch {
      return (error as? InterruptedReading)?.received
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
    // Not RAW, also not for GET: of a method by that name the client takes it that it has a body, and sends its length.
    method = HTTPMethod(rawValue: message.head.method.rawValue)
    for field in message.head.headerFields { headers.add(name: field.name.rawName, value: field.value) }
    if !message.body.isEmpty { body = .bytes(ByteBuffer(bytes: message.body)) }
  }
}

extension OAuthError {
  fileprivate static func addressesBehindProxy() -> OAuthError {
    OAuthError(
      .invalidValue, message: "A rule for addresses cannot be used together with a proxy.",
      rule: .wayleave("an address is checked by the program that connects to it"),
      remedy: "A proxy resolves names itself, so have it refuse private addresses; or connect without it.")
  }
}
