#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A connection to a socket at a path, whose calls wait until a deadline and no longer.
///
/// A call that the deadline ends throws an error for which `SystemError.isTimeout` holds. What has come is read first: this
/// process may have been stopped behind the deadline.
package struct UnixConnection: Sendable {
  private let descriptor: FileDescriptor
  private let deadline: ContinuousClock.Instant

  /// Connects to the program that listens at a path; all calls together may take so long.
  package init(to path: String, within time: Duration) throws(SystemError) {
    descriptor = try .unixSocket()
    deadline = .now + time
    let address = try UnixAddress(path)
    while true {
      do throws(SystemError) {
        try SystemError.check("connect") { address.withPointer { systemConnect(descriptor.number, $0, $1) } }
        return
      } catch {
        // More programs wait to connect than the system lines up.
        guard error.isDelay else { throw error }
        guard .now < deadline else { throw .timeout }
        _ = poll(nil, 0, 1)
      }
    }
  }

  /// The user of the program at the other end; nil where the system does not say.
  package var peerUser: UInt32? {
    #if os(Linux)
      descriptor.peer?.user
    #else
      var (user, group) = (uid_t(), gid_t())
      return getpeereid(descriptor.number, &user, &group) == 0 ? user : nil
    #endif
  }

  package func send(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let count = descriptor.send(rest) else { throw .closed }
      rest = rest.dropFirst(count)
      if count == 0 { try wait(for: POLLOUT) }
    }
  }

  /// Whether something comes within a time, be it the end; throws when the deadline comes first.
  package func hasBytes(within time: Duration) throws(SystemError) -> Bool {
    let left = max(deadline - .now, .zero)
    if descriptor.isReadable(
      withinMilliseconds: Int32(min(min(time, left) / .milliseconds(1), 3_600_000).rounded(.up)))
    {
      return true
    }
    guard .now < deadline || left > .zero else { throw .timeout }
    return false
  }

  /// The next bytes, at most so many, which stay to be received.
  package func peek(_ count: Int) throws(SystemError) -> [UInt8] { try received(count, Int32(MSG_PEEK)) }

  /// The next so many bytes.
  package func receive(_ count: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count { bytes += try received(count - bytes.count, 0) }
    return bytes
  }

  private func received(_ count: Int, _ flags: Int32) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    while true {
      try wait(for: POLLIN)
      do throws(SystemError) {
        let size = try SystemError.check("recv") { recv(descriptor.number, &bytes, count, flags) }
        guard size > 0 else { throw SystemError.closed }
        return Array(bytes.prefix(size))
      } catch { guard error.isDelay else { throw error } }
    }
  }

  /// Waits until something can be done.
  private func wait(for event: some BinaryInteger) throws(SystemError) {
    var asked = pollfd(fd: descriptor.number, events: Int16(event), revents: 0)
    while true {
      let left = max(deadline - .now, .zero)
      let time = Int32(min(left / .milliseconds(1), 60_000).rounded(.up))
      if try SystemError.check("poll", { poll(&asked, 1, time) }) > 0 { return }
      guard left > .zero else { throw .timeout }
    }
  }
}

/// The address of a socket at a path.
struct UnixAddress {
  private var address = sockaddr_un()

  /// Throws where the path is too long for one, or has a zero byte.
  init(_ path: String) throws(SystemError) {
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path), !bytes.contains(0) else {
      throw SystemError(call: "sockaddr_un", number: ENAMETOOLONG)
    }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
  }

  func withPointer<Value>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Value) -> Value {
    withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}

extension FileDescriptor {
  /// A new socket for paths, on which no call waits.
  static func unixSocket() throws(SystemError) -> FileDescriptor {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let opened = FileDescriptor(try SystemError.check("socket") { socket(AF_UNIX, kind, 0) })
    try opened.keepFromChildren()
    try opened.stopWaiting()
    #if canImport(Darwin)
      var on: Int32 = 1
      _ = setsockopt(opened.number, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
    return opened
  }
}

extension SystemError {
  /// What a call that waits too long throws.
  fileprivate static let timeout = SystemError(call: "poll", number: ETIMEDOUT)
  /// What a call throws when the peer is gone.
  fileprivate static let closed = SystemError(call: "recv", number: ECONNRESET)
}

private func systemConnect(_ socket: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
  connect(socket, address, size)
}
