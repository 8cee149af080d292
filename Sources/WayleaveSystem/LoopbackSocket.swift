#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A socket that listens on an address of this machine that no other machine can reach.
package struct LoopbackSocket: Sendable {
  /// Where it listens.
  package enum Address: Sendable, Equatable {
    /// An address of 127.0.0.0/8, written in four numbers.
    case ipv4(String)
    /// `::1`.
    case ipv6
  }

  package let descriptor: FileDescriptor
  /// The port, which the system chose when 0 was asked for.
  package let port: UInt16

  package init(_ address: Address, port: UInt16) throws(SystemError) {
    let family = address == .ipv6 ? AF_INET6 : AF_INET
    let socket = try Self.open(family)
    // Two sign-ins in a row need it, for the first one's connections linger; it never shares a port that is listened on.
    try Self.set(SOL_SOCKET, SO_REUSEADDR, on: socket)
    switch address {
    case .ipv4(let text):
      var name = sockaddr_in()
      name.sin_family = sa_family_t(family)
      name.sin_port = port.bigEndian
      _ = inet_pton(family, text, &name.sin_addr)
      try Self.bind(socket, to: &name)
    case .ipv6:
      try Self.set(Int32(IPPROTO_IPV6), IPV6_V6ONLY, on: socket)
      var name = sockaddr_in6()
      name.sin6_family = sa_family_t(family)
      name.sin6_port = port.bigEndian
      name.sin6_addr = in6addr_loopback
      try Self.bind(socket, to: &name)
    }
    try SystemError.check("listen") { listen(socket.number, SOMAXCONN) }
    descriptor = socket
    self.port = Self.port(in: try Self.name(of: socket, getsockname))
  }

  /// A connection that waits to be taken; nil when none does.
  package func accept() throws(SystemError) -> FileDescriptor? {
    do throws(SystemError) {
      let connection = FileDescriptor(try SystemError.check("accept") { systemAccept(descriptor.number) })
      // A browser started at this very moment may inherit the connection: we call shutdown() after the answer, so
      // that it reaches its reader all the same.
      try connection.keepFromChildren()
      try connection.stopWaiting()
      #if canImport(Darwin)
        try Self.set(SOL_SOCKET, SO_NOSIGPIPE, on: connection)
      #endif
      return connection
    } catch {
      // A connection that the peer gave up while it waited is none.
      guard error.isDelay || error.number == ECONNABORTED else { throw error }
      return nil
    }
  }

  /// Listens no more, at once.
  ///
  /// To close it is not enough: a program that is being started at this moment holds a copy until it runs.
  package func stopListening() { _ = shutdown(descriptor.number, Int32(SHUT_RDWR)) }

  private static func open(_ family: Int32) throws(SystemError) -> FileDescriptor {
    #if canImport(Darwin)
      let opened = FileDescriptor(try SystemError.check("socket") { socket(family, SOCK_STREAM, 0) })
      try opened.keepFromChildren()
      try opened.stopWaiting()
      return opened
    #else
      let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
      return FileDescriptor(try SystemError.check("socket") { socket(family, type, 0) })
    #endif
  }

  private static func set(_ level: Int32, _ option: Int32, on socket: FileDescriptor) throws(SystemError) {
    var on: Int32 = 1
    try SystemError.check("setsockopt") {
      setsockopt(socket.number, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
    }
  }

  private static func bind<Name>(_ socket: FileDescriptor, to name: inout Name) throws(SystemError) {
    try SystemError.check("bind") {
      withUnsafeBytes(of: &name) { bytes in
        bytes.withMemoryRebound(to: sockaddr.self) { systemBind(socket.number, $0.baseAddress, socklen_t(bytes.count)) }
      }
    }
  }

  /// The address of one end of a socket: `getsockname` gives its own, and `getpeername` that of the other end.
  static func name(
    of socket: FileDescriptor,
    _ call: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) throws(SystemError) -> sockaddr_storage {
    var name = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    try SystemError.check("getsockname") {
      withUnsafeMutablePointer(to: &name) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call(socket.number, $0, &size) }
      }
    }
    return name
  }

  /// The port of an address: it stands at the same place in both families.
  static func port(in name: sockaddr_storage) -> UInt16 {
    withUnsafeBytes(of: name) { UInt16(bigEndian: $0.loadUnaligned(fromByteOffset: 2, as: UInt16.self)) }
  }
}

extension SystemError {
  /// Whether another program listens there.
  package var isAddressInUse: Bool { number == EADDRINUSE }
  /// Whether the machine has no such address, so that no one else can listen on it either.
  package var isAddressAbsent: Bool { number == EADDRNOTAVAIL || number == EAFNOSUPPORT }
}

private func systemAccept(_ socket: Int32) -> Int32 { accept(socket, nil, nil) }

private func systemBind(_ socket: Int32, _ name: UnsafePointer<sockaddr>?, _ size: socklen_t) -> Int32 {
  bind(socket, name, size)
}
