import Foundation
import WayleaveBackport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A server of plain sockets on this machine that answers in whichever bytes a test wants, at its own pace.
final class HostileServer: Sendable {
  /// What a test does with a connection once its request has been read; the socket is closed afterwards.
  typealias Deed = @Sendable (Connection) -> Void

  /// One connection, blocking, on a thread of its own.
  struct Connection: Sendable {
    let socket: Int32

    /// Sends bytes; false once the client has gone away.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Ends the connection by RST.
    func reset() {
      var option = linger(l_onoff: 1, l_linger: 0)
      setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
  }

  let port: UInt16
  private let listener: Int32
  private let record = Lock<[String]>([])
  private let accepted = Lock(0)
  private let deed: Deed
  private let readsRequests: Bool

  /// A server at an address of the loopback network, 127.0.0.1 unless another is named.
  init(
    at number: UInt32 = 0x7F00_0001, port: UInt16 = 0, readingRequests: Bool = true, _ deed: @escaping Deed
  ) throws {
    signal(SIGPIPE, SIG_IGN)
    self.deed = deed
    readsRequests = readingRequests
    #if canImport(Glibc)
      listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      listener = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = number.bigEndian
    address.sin_port = port.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, pointer, &length) == 0
      }
    }
    guard status else { throw POSIXError(.EADDRNOTAVAIL) }
    self.port = UInt16(bigEndian: address.sin_port)
    Thread { [self] in acceptAll() }.start()
  }

  /// The requests that came, each whole as it was written.
  var requests: [String] { record.withLock { $0 } }

  /// How many connections came, with a request or without.
  var connections: Int { accepted.withLock { $0 } }

  func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

  /// Stops listening.
  func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  private func acceptAll() {
    while true {
      let socket = accept(listener, nil, nil)
      guard socket >= 0 else { break }
      accepted.withLock { $0 += 1 }
      Thread { [self] in
        if !readsRequests {
          deed(Connection(socket: socket))
        } else if let request = Self.readRequest(from: socket) {
          record.withLock { $0.append(request) }
          deed(Connection(socket: socket))
        }
        close(socket)
      }.start()
    }
    close(listener)
  }

  /// Head and, by its Content-Length, body; nil when the client goes away before.
  private static func readRequest(from socket: Int32) -> String? {
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(socket, $0.baseAddress, $0.count) }
      guard count > 0 else { return nil }
      text += String(decoding: buffer[..<count], as: UTF8.self)
      guard let end = text.range(of: "\r\n\r\n") else { continue }
      let length = text[..<end.lowerBound].split(separator: "\r\n")
        .first { $0.lowercased().hasPrefix("content-length:") }
        .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
      if text[end.upperBound...].utf8.count >= length ?? 0 { return text }
    }
  }
}
