import HTTPTypes
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOPosix
import NIOSSL
import WayleaveSystem
import WayleaveWire

/// A port at which the tenants answer, on 127.0.0.1 only.
struct Listener: Sendable {
  /// The address that was bound, as the system tells it.
  let host: String
  /// The port that was bound.
  let port: Int
  /// Runs until it is cancelled.
  let server: Task<Void, any Error>

  /// Begins to listen, and returns when requests are answered; throws `sign_in.port_in_use`.
  static func open(
    _ tenants: Tenants, at port: UInt16, encrypted tls: TLSConfiguration? = nil, isSecond: Bool = false
  ) async throws -> Listener {
    let (addresses, addressFound) = AsyncStream.makeStream(of: (host: String, port: Int).self)
    let responder = TenantResponder(tenants: tenants, isEncrypted: tls != nil)
    let channel = HTTP1Channel { request, writer, channel in
      var response = try await responder.respond(to: request, on: channel)
      // RFC 9110 §9.3.2: what follows the head would be taken for the next answer.
      if request.method == .head { response = response.createHeadResponse() }
      try await writer.write(response: response.head, body: response.body)
    }
    let isRunning = { @Sendable (channel: any Channel) in
      let port = channel.localAddress?.port ?? 0
      tenants.open(port: port, isSecond: isSecond)
      addressFound.yield((channel.localAddress?.ipAddress ?? "", port))
    }
    let server = Task {
      defer { addressFound.finish() }
      guard let tls else { return try await serve(channel, at: port, isRunning) }
      try await serve(TLSChannel(channel, tlsConfiguration: tls), at: port, isRunning)
    }
    guard let found = await addresses.first(where: { _ in true }) else {
      // No port: the server failed, or the task that started it was cancelled, and the server must end with it.
      let isCancelled = Task.isCancelled
      server.cancel()
      guard case .failure(let error) = await server.result, !isCancelled else { throw CancellationError() }
      throw cannotListen(port, error)
    }
    return Listener(host: found.host, port: found.port, server: server)
  }

  private static func serve(
    _ channel: some ServerChildChannel, at port: UInt16, _ isRunning: @escaping @Sendable (any Channel) -> Void
  ) async throws {
    try await Server(
      childChannelSetup: channel,
      configuration: ServerConfiguration(address: .hostname("127.0.0.1", port: Int(port))),
      onServerRunning: { isRunning($0) }, eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
      logger: Logger(label: "wayleave.playground") { _ in SwiftLogNoOpLogHandler() }
    ).run()
  }

  /// Stops listening and closes every connection; returns when it is done.
  func close() async {
    server.cancel()
    _ = await server.result
  }

  private static func cannotListen(_ port: UInt16, _ error: any Error) -> any Error {
    guard let failure = error as? IOError, SystemError(call: "bind", number: failure.errnoCode).isAddressInUse
    else { return error }
    return OAuthError(
      .portInUse, message: "Another program listens on port \(port).", rule: .wayleave("one program listens on a port"),
      remedy: "Choose another port, or leave --port out for a free one.")
  }
}
