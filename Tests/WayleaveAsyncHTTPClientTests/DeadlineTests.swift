import Foundation
import HTTPTypes
import Testing
import Wayleave
import WayleaveAsyncHTTPClient
import WayleaveWire

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A head or a body that trickles is in `TransportTests`, the handshake in `TLSTests`, a name in `AddressRuleTests`.
@Suite("77: the deadline covers every part of an exchange", .timeLimit(.minutes(10)))
struct DeadlineTests {
  @Test("a server that no longer takes connections, as one that was stopped, is given up")
  func connecting() async throws {
    let server = try FullListener()
    defer { server.close() }
    try await expectTimeOut(of: RequestMessage(.get, to: try AbsoluteURL("http://127.0.0.1:\(server.port)/")))
  }

  @Test("a server that does not read what it is sent is given up")
  func sending() async throws {
    let server = try FullListener(accepting: true)
    defer { server.close() }
    let endpoint = try Endpoint("http://127.0.0.1:\(server.port)/")
    try await expectTimeOut(
      of: RequestMessage(posting: ["text": String(repeating: "x", count: 50_000_000)], to: endpoint))
  }

  @Test("a handshake that trickles is given up")
  func handshake() async throws {
    // A record of 16 KiB that comes a byte at a time.
    let server = try HostileServer(readingRequests: false) { connection in
      connection.send([0x16, 3, 3, 0x40, 0])
      for _ in 0..<1200 {
        guard connection.send([2]) else { return }
        Thread.sleep(forTimeInterval: 0.05)
      }
    }
    defer { server.stop() }
    try await expectTimeOut(of: RequestMessage(.get, to: try AbsoluteURL("https://127.0.0.1:\(server.port)/")))
  }

  @Test("a proxy that is silent, or whose answer trickles, is given up", arguments: [false, true])
  func proxy(trickles: Bool) async throws {
    let proxy = try HostileServer { connection in
      if trickles { connection.send("HTTP/1.1 200 OK\r\nX-Slow: ") }
      for _ in 0..<1200 {
        if trickles, !connection.send("x") { return }
        Thread.sleep(forTimeInterval: 0.05)
      }
    }
    defer { proxy.stop() }
    let transport = try AsyncHTTPClientTransport(proxy: try ProxyChoice("127.0.0.1:\(proxy.port)"))
    try await expectTimeOut(of: RequestMessage(.get, to: try AbsoluteURL("https://provider.test/")), by: transport)
    // The kernel may have taken the connection before the proxy did.
    for _ in 0..<1000 where proxy.connections == 0 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(proxy.connections == 1)
  }

  @Test("a body that comes in pieces, each of them in time, is given up when the whole is late")
  func pieces() async throws {
    let server = try HostileServer { connection in
      connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      for _ in 0..<600 {
        guard connection.send("4\r\nxxxx\r\n") else { return }
        Thread.sleep(forTimeInterval: 0.1)
      }
    }
    defer { server.stop() }
    let request = RequestMessage(.get, to: try AbsoluteURL(server.url()))
    // Longer where a busy server has sent no piece yet.
    for time in [300, 4000, 15_000] {
      let start = ContinuousClock.now
      let failure = await failure(of: request, within: .milliseconds(time))
      #expect(.now - start >= .milliseconds(time - 50) && .now - start < .milliseconds(time) + .seconds(25))
      guard case .timedOut(wasSent: true, let part)? = failure else {
        return #expect(Bool(false), "\(String(describing: failure))")
      }
      guard let part, !part.body.isEmpty else { continue }
      return #expect(part.status == 200 && part.body.starts(with: Array("xxxx".utf8)))
    }
    Issue.record("the part that came is not there")
  }

  /// Given up soon after its time: what trickles here goes on for a minute.
  private func expectTimeOut(of request: RequestMessage, by given: AsyncHTTPClientTransport? = nil) async throws {
    let transport = try given ?? AsyncHTTPClientTransport()
    let start = ContinuousClock.now
    let failure = await #expect(throws: TransportFailure.self) {
      try await transport.send(request, within: .within(.milliseconds(200), maximumBodySize: 1_000_000))
    }
    guard case .timedOut(wasSent: true, _)? = failure else { return #expect(Bool(false), "\(failure as Any)") }
    #expect(.now - start >= .milliseconds(150) && .now - start < .seconds(25))
    await transport.shutdown()
    #expect(.now - start < .seconds(30))
  }
}

/// A listener whose queue is full, so that further connections are neither taken nor refused; or one with room that
/// reads nothing of what comes.
private final class FullListener {
  let port: UInt16
  private var sockets: [Int32]

  init(accepting: Bool = false) throws {
    let listener = Self.newSocket()
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = Self.withPointer(to: &address) { pointer in
      bind(listener, pointer, length) == 0 && listen(listener, accepting ? 16 : 0) == 0
        && getsockname(listener, pointer, &length) == 0
    }
    guard status else { throw POSIXError(.EADDRNOTAVAIL) }
    port = UInt16(bigEndian: address.sin_port)
    sockets = [listener]
    guard !accepting else { return }
    for _ in 0..<4 {
      let socket = Self.newSocket()
      _ = fcntl(socket, F_SETFL, O_NONBLOCK)
      _ = Self.withPointer(to: &address) { connectTo(socket, $0, length) }
      sockets.append(socket)
    }
  }

  func close() { for socket in sockets { closeSocket(socket) } }

  private static func newSocket() -> Int32 {
    #if canImport(Glibc)
      socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket(AF_INET, SOCK_STREAM, 0)
    #endif
  }

  private static func withPointer<Result>(
    to address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &address) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body) }
  }
}

private func connectTo(_ socket: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
  connect(socket, address, length)
}

private func closeSocket(_ socket: Int32) { close(socket) }
