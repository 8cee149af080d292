import Wayleave
import WayleaveAsyncHTTPClient
import WayleaveBackport
import WayleaveConsole
import WayleaveSystem
import WayleaveTerminal
import WayleaveWire

/// The connections of a command, made when the first request is sent.
///
/// A command that sends nothing, such as `status`, then works with a proxy or a CA file that cannot be used.
final class OpenedTransport: Transport {
  private let trustRoots: String?
  private let certificates: ShownCertificates
  private let output: OutputOptions
  private let overflow: BodyOverflow?
  private let connectionsPerServer: Int?
  private let prepare: @Sendable () async throws -> Void
  private let prepared = Lock<Task<Void, any Error>?>(nil)
  /// The connections, by the file of certificates that they trust: those of an account serve no other.
  private let opened = Lock<[String?: AsyncHTTPClientTransport]>([:])

  /// With fewer open files the networking stack cannot begin, or a credential could not be saved after it was spent.
  private static let fewestFiles = 32

  /// - Parameters:
  ///   - overflow: takes the body of an API's answer that is too large for memory; nil where none may be.
  ///   - connectionsPerServer: how many may be open to one server at a time; nil for the usual number.
  ///   - prepare: is run once, before the first request is sent.
  init(
    trustRoots: String?, certificates: ShownCertificates, output: OutputOptions, overflow: BodyOverflow? = nil,
    connectionsPerServer: Int? = nil,
    prepare: @escaping @Sendable () async throws -> Void
  ) {
    self.prepare = prepare
    self.overflow = overflow
    self.connectionsPerServer = connectionsPerServer
    self.trustRoots = trustRoots
    self.certificates = certificates
    self.output = output
  }

  /// Makes the connections now; throws `configuration.invalid_value` for a proxy or a CA file that cannot be used.
  @discardableResult
  func open() throws(OAuthError) -> AsyncHTTPClientTransport {
    try opened.withLock { (opened) throws(OAuthError) in
      let roots = TrustRootsFile(option: trustRoots ?? Accounts.accountTrustRoots)?.path
      if let transport = opened[roots] { return transport }
      if let roots { try TextFile.requireNoPipe(roots) }
      let transport: AsyncHTTPClientTransport
      guard ThisProcess.allowDescriptors(Self.fewestFiles) >= Self.fewestFiles else {
        throw .tooFewFiles(Self.fewestFiles)
      }
      AsyncHTTPClientTransport.useOneThread()
      do throws(OAuthError) {
        transport = try AsyncHTTPClientTransport(
          additionalTrustRoots: roots, proxy: ProxyChoice(environment: Environment.variable),
          connectionsPerServer: connectionsPerServer, certificate: certificates.certificate)
      } catch {
        // A file that is not there has no certificates either: that is no help.
        if let roots {
          try Self.requireReadable(roots, isOfAccount: trustRoots == nil && roots == Accounts.accountTrustRoots)
        }
        throw error
      }
      opened[roots] = transport
      return transport
    }
  }

  private static func requireReadable(_ roots: String, isOfAccount: Bool) throws(OAuthError) {
    do throws(OAuthError) { try TextFile.requireReadable(roots) } catch {
      guard isOfAccount else { throw error }
      throw error.worded("This account was signed in with --ca-file. \(error.message)").remedied(
        by: .advice(
          "Put the file back, or name another one with --ca-file or WAYLEAVE_CA_FILE. Where the server needs none any "
            + "more, run `wayleave logout NAME --local`, and sign in again."))
    }
  }

  func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage {
    // Only an API's answer may be as large as this: tokens and metadata are never handed on.
    let isOfAPI = limits.maximumBodySize >= ExchangeLimits.api.maximumBodySize
    return try await send(request, within: limits, overflow: isOfAPI ? overflow : nil)
  }

  /// The same over these connections, with a place of its own for the body of an API's answer.
  func handingOn(to overflow: BodyOverflow) -> some Transport { HandingOn(connections: self, overflow: overflow) }

  private struct HandingOn: Transport {
    let connections: OpenedTransport
    let overflow: BodyOverflow

    func send(_ request: RequestMessage, within limits: ExchangeLimits) async throws -> ResponseMessage {
      try await connections.send(request, within: limits, overflow: overflow)
    }
  }

  private func send(
    _ request: RequestMessage, within limits: ExchangeLimits, overflow: BodyOverflow?
  ) async throws -> ResponseMessage {
    try await preparation.value
    let transport = try open()
    let host = request.head.authority.map { DisplayText.clean($0, limit: 60) } ?? "the server"
    return try await output.showing(.server(host), after: .seconds(1)) {
      try await transport.send(request, within: limits, overflow: overflow)
    }
  }

  /// What every request waits for.
  private var preparation: Task<Void, any Error> {
    prepared.withLock { prepared in
      let task = prepared ?? Task { [prepare] in try await prepare() }
      prepared = task
      return task
    }
  }

  /// Runs a function, and closes the connections after it. They are not waited for: a command ends soon after that.
  func closing<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    defer {
      let all = Array(opened.withLock(\.self).values)
      if !all.isEmpty { Task { for transport in all { await transport.shutdown() } } }
    }
    return try await body()
  }
}

extension OAuthError {
  fileprivate static func tooFewFiles(_ count: Int) -> OAuthError {
    OAuthError(
      .unsupported, message: "This program may open fewer than \(count) files at a time.",
      rule: .wayleave("what saving needs is there before a token is spent"),
      remedy: "Nothing was sent. Raise the limit: `ulimit -n 256`, or LimitNOFILE= in a unit of systemd.")
  }
}
