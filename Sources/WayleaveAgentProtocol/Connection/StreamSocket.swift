#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The socket of a client, whose calls wait until a deadline and no longer.
final class StreamSocket {
  private let number: Int32
  private let deadline: Int64

  /// A socket that is not connected.
  init(until deadline: Int64) throws(AgentConnectionError) {
    self.deadline = deadline
    #if canImport(Darwin)
      number = systemSocket(AF_UNIX, SOCK_STREAM)
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
      _ = fcntl(number, F_SETFL, O_NONBLOCK)
      var on: Int32 = 1
      _ = setsockopt(number, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #elseif canImport(Glibc)
      number = systemSocket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue))
    #else
      number = systemSocket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK)
    #endif
    guard number >= 0 else { throw .broken(errno) }
  }

  deinit { if number >= 0 { _ = close(number) } }

  /// The milliseconds of a clock that no one sets.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Throws unless a folder is this user's alone.
  static func requirePrivate(_ folder: String) throws(AgentConnectionError) {
    var status = stat()
    guard lstat(folder, &status) == 0 else {
      throw [ENOENT, ENOTDIR].contains(errno) ? .notRunning : .broken(errno)
    }
    guard UInt32(status.st_mode) & UInt32(S_IFMT) == UInt32(S_IFDIR), status.st_uid == geteuid(),
      status.st_mode & 0o077 == 0
    else { throw .exposed(folder) }
  }

  func connect(to path: String) throws(AgentConnectionError) {
    guard var address = sockaddr_un(path: path) else { throw .notRunning }
    while true {
      let result = withUnsafePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          systemConnect(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      if result == 0 { return }
      switch errno {
      case EINTR: continue
      case ENOENT, ECONNREFUSED, ENOTDIR: throw .notRunning
      // More programs wait to connect than the system lines up.
      case EAGAIN:
        guard Self.now < deadline else { throw .timedOut }
        _ = poll(nil, 0, 1)
      default: throw .broken(errno)
      }
    }
  }

  /// Throws unless the program that listens runs as this user.
  func requireSameUser() throws(AgentConnectionError) {
    guard let user = Self.user(of: number) else { throw .broken(errno) }
    guard user == geteuid() else { throw .foreign(user) }
  }

  func send(_ bytes: [UInt8]) throws(AgentConnectionError) {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemSend(number, $0.baseAddress, $0.count, flags) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else {
        try Self.requireDelay()
        try wait(for: POLLOUT)
      }
    }
  }

  /// The next bytes, at most so many, which stay to be received.
  func peek(_ count: Int) throws(AgentConnectionError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let seen = try received(into: &bytes, from: 0, Int32(MSG_PEEK))
    return Array(bytes.prefix(seen))
  }

  /// The next so many bytes.
  func receive(_ count: Int) throws(AgentConnectionError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count { filled += try received(into: &bytes, from: filled, 0) }
    return bytes
  }

  private func received(
    into bytes: inout [UInt8], from offset: Int, _ flags: Int32
  ) throws(AgentConnectionError) -> Int {
    while true {
      try wait(for: POLLIN)
      let count = bytes.withUnsafeMutableBytes {
        recv(number, $0.baseAddress?.advanced(by: offset), $0.count - offset, flags)
      }
      if count > 0 { return count }
      if count == 0 { throw .broken(0) }
      try Self.requireDelay()
    }
  }

  /// Throws unless the last call failed only since it would have waited.
  private static func requireDelay() throws(AgentConnectionError) {
    let number = errno
    guard [EAGAIN, EWOULDBLOCK, EINTR].contains(number) else { throw .broken(number) }
  }

  /// Waits until something can be done.
  private func wait(for event: some BinaryInteger) throws(AgentConnectionError) {
    while true {
      let time = deadline - Self.now
      guard time > 0 else { throw .timedOut }
      var asked = pollfd(fd: number, events: Int16(event), revents: 0)
      let count = poll(&asked, 1, Int32(min(time, 60_000)))
      if count > 0 { return }
      if count < 0, errno != EINTR { throw .broken(errno) }
    }
  }
}

extension StreamSocket {
  /// The user of the program at the other end of a socket; nil where the system does not say.
  static func user(of socket: Int32) -> UInt32? {
    #if os(Linux)
      // What C calls ucred: the process, the user, the group.
      var peer: (Int32, UInt32, UInt32) = (0, 0, 0)
      var size = socklen_t(MemoryLayout<(Int32, UInt32, UInt32)>.size)
      return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? peer.1 : nil
    #else
      var user = uid_t()
      var group = gid_t()
      return getpeereid(socket, &user, &group) == 0 ? user : nil
    #endif
  }
}

extension sockaddr_un {
  /// The address of a path; nil where it is too long for one.
  init?(path: String) {
    self.init()
    sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let room = MemoryLayout.size(ofValue: sun_path)
    guard bytes.count < room, !bytes.contains(0) else { return nil }
    withUnsafeMutableBytes(of: &sun_path) { $0.copyBytes(from: bytes) }
  }
}

private func systemSocket(_ family: Int32, _ type: Int32) -> Int32 { socket(family, type, 0) }

private func systemConnect(_ socket: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
  connect(socket, address, size)
}

private func systemSend(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
  send(socket, bytes, count, flags)
}
