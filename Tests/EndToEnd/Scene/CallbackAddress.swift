import Foundation
import WayleaveProgramRunning

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where a waiting sign-in listens, as anybody on this machine could find out.
struct CallbackAddress {
  let port: UInt16
  let path: String
  let state: String?

  /// Takes apart the authorization URL of an OAuth 2 sign-in.
  init(in authorizationURL: String) throws {
    let items = URLComponents(string: authorizationURL)?.queryItems ?? []
    guard let redirect = items.first(where: { $0.name == "redirect_uri" })?.value.flatMap(URLComponents.init),
      let port = redirect.port.flatMap(UInt16.init(exactly:))
    else { throw ProgramFailure.lineMissing("redirect_uri", output: authorizationURL, errors: "") }
    self.port = port
    path = redirect.path
    state = items.first { $0.name == "state" }?.value
  }

  /// Sends a GET with any target and any Host, and gives the status line; empty when the connection was closed.
  func get(_ target: String, host: String? = nil) async throws -> String {
    let request = "GET \(target) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\n\r\n"
    return try await onThread {
      let connection = try LoopbackConnection(to: port)
      connection.ask(request)
      return connection.readStatus()
    }
  }

  /// Sends the same GET over two connections, both of which stand before either asks.
  func getTwice(_ target: String) async throws -> [String] {
    let request = "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n"
    return try await onThread {
      let (first, second) = (try LoopbackConnection(to: port), try LoopbackConnection(to: port))
      first.ask(request)
      second.ask(request)
      return [first.readStatus(), second.readStatus()]
    }
  }

  /// Reading waits, and must not hold a thread that tasks share.
  private func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
    }
  }

  /// Whether nobody listens there any more.
  var isFree: Bool { (try? LoopbackConnection(to: port)) == nil }
}

/// A TCP connection to a port of this machine.
final class LoopbackConnection {
  private let descriptor: Int32

  init(to port: UInt16) throws {
    let descriptor = LoopbackPort.socket()
    var address = LoopbackPort.address(port)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      close(descriptor)
      throw POSIXError(.ECONNREFUSED)
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  func ask(_ text: String) {
    #if os(Linux)
      let flags = Int32(MSG_NOSIGNAL)
    #else
      let flags: Int32 = 0
    #endif
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
  }

  /// Reads to the end, and gives the first line.
  func readStatus() -> String {
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16384)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      answer += buffer.prefix(count)
    }
    return String(decoding: answer.prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
  }
}

/// A port of this machine that a test holds, so that nobody else can listen there.
final class LoopbackPort {
  let number: UInt16
  private let descriptor: Int32

  init() throws {
    let descriptor = Self.socket()
    var address = Self.address(0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, 1) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isListening else {
      close(descriptor)
      throw POSIXError(.EADDRINUSE)
    }
    self.descriptor = descriptor
    number = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(descriptor) }

  static func socket() -> Int32 {
    #if canImport(Glibc)
      Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #elseif canImport(Musl)
      Musl.socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)
    #else
      Darwin.socket(AF_INET, SOCK_STREAM, 0)
    #endif
  }

  static func address(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}
