import Foundation

@testable import Wayleave
@testable import WayleaveSignIn
import WayleaveSystem

/// A connection that sends and reads bytes as they are, on a thread of its own: a test that waits takes none from the
/// tasks it waits for.
final class RawClient: Sendable {
  private let socket: FileDescriptor
  private let thread = DiskThread()

  struct Refused: Error {}

  /// Connects to an address of this machine; throws when nobody listens.
  init(port: UInt16, address: String = "127.0.0.1") throws {
    let isIPv6 = address.contains(":")
    #if canImport(Darwin)
      let type = SOCK_STREAM
    #else
      let type = Int32(SOCK_STREAM.rawValue)
    #endif
    socket = FileDescriptor(Foundation.socket(isIPv6 ? AF_INET6 : AF_INET, type, 0))
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(socket.number, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(address, "\(port)", &hints, &found) == 0, let name = found?.pointee else { throw Refused() }
    defer { freeaddrinfo(found) }
    guard connect(socket.number, name.ai_addr, name.ai_addrlen) == 0 else { throw Refused() }
  }

  /// The addresses by which other machines reach this one.
  static func addressesOfNetworks() -> [String] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    return sequence(first: first, next: { $0?.pointee.ifa_next }).compactMap { entry in
      guard let entry = entry?.pointee, let address = entry.ifa_addr,
        entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0, [AF_INET, AF_INET6].contains(Int32(address.pointee.sa_family))
      else { return nil }
      let length =
        address.pointee.sa_family == sa_family_t(AF_INET6)
        ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
      var text = [CChar](repeating: 0, count: 256)
      guard getnameinfo(address, socklen_t(length), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else {
        return nil
      }
      return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty, let count = socket.send(rest), count > 0 { rest = rest.dropFirst(count) }
  }

  /// Whether the other side has neither ended the connection nor sent anything.
  var isSilent: Bool {
    var byte: UInt8 = 0
    return recv(socket.number, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == -1 && errno == EAGAIN
  }

  /// Sends a few bytes at a time.
  func sendInPieces(_ text: String) async {
    await thread.run { [self] in
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        send(Array(rest.prefix(7)))
        rest = rest.dropFirst(7)
        usleep(2000)
      }
    }
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  /// Everything up to the end of the connection; nil when none came for a long time.
  func readToEnd() async -> RawReply? {
    let bytes: [UInt8]? = await thread.run { [socket] in
      var bytes: [UInt8] = []
      while let more = socket.receive() {
        if more.isEmpty { return bytes }
        bytes += more
      }
      return nil
    }
    return bytes.map { RawReply(text: String(decoding: $0, as: UTF8.self)) }
  }
}

/// What came back on a connection.
struct RawReply: Sendable, Equatable {
  let text: String

  /// The status; nil when the connection was closed without a word.
  var status: Int? { text.hasPrefix("HTTP/1.1 ") ? Int(text.dropFirst(9).prefix(3)) : nil }
  var head: String { text.components(separatedBy: "\r\n\r\n").first ?? "" }
  var body: String { text.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n") }

  func field(_ name: String) -> String? {
    head.components(separatedBy: "\r\n").first { $0.hasPrefix("\(name): ") }.map {
      String($0.dropFirst(name.count + 2))
    }
  }
}
