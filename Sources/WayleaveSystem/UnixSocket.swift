#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A socket that listens at a path, where only its owner can reach it.
package struct UnixSocket: Sendable {
  package let descriptor: FileDescriptor

  /// Listens at a path that is free, in a folder that is private.
  package init(at path: String) throws(SystemError) {
    let opened = try FileDescriptor.unixSocket()
    descriptor = opened
    let address = try UnixAddress(path)
    try SystemError.check("bind") { address.withPointer { systemBind(opened.number, $0, $1) } }
    try opened.nameSenders()
    try SystemError.check("chmod") { chmod(path, 0o600) }
    try SystemError.check("listen") { listen(opened.number, SOMAXCONN) }
  }

  /// A socket that listens already, which the system handed over when it started this process.
  ///
  /// sd_listen_fds(3): the variables say how many there are and for which process; the first has the number 3. Nil where
  /// there is none for this process.
  package init?(handedOverBy variable: (String) -> String?) {
    guard variable("LISTEN_PID") == "\(getpid())", let count = variable("LISTEN_FDS").flatMap({ Int($0) }), count > 0
    else { return nil }
    descriptor = FileDescriptor(3)
    guard (try? descriptor.keepFromChildren()) != nil, (try? descriptor.stopWaiting()) != nil,
      (try? descriptor.nameSenders()) != nil
    else { return nil }
  }

  /// A connection that waits to be taken; nil when none does.
  package func accept() throws(SystemError) -> FileDescriptor? {
    do throws(SystemError) {
      let connection = FileDescriptor(try SystemError.check("accept") { systemAccept(descriptor.number) })
      try connection.keepFromChildren()
      try connection.stopWaiting()
      return connection
    } catch {
      guard error.isDelay || error.number == ECONNABORTED else { throw error }
      return nil
    }
  }
}

extension FileDescriptor {
  /// The process and the user at the other end of a connected Unix socket; nil where the system does not say.
  package var peer: (process: Int32, user: UInt32)? {
    #if os(Linux)
      // What C calls ucred: the process, the user, the group.
      var peer: (Int32, UInt32, UInt32) = (0, 0, 0)
      var size = socklen_t(MemoryLayout<(Int32, UInt32, UInt32)>.size)
      guard getsockopt(number, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 else { return nil }
      return (peer.0, peer.1)
    #else
      return nil
    #endif
  }
}

#if os(macOS)
  extension FileDescriptor {
    /// Two sockets, each at the other end of the other one.
    package static func socketPair() throws(SystemError) -> (one: FileDescriptor, other: FileDescriptor) {
      var ends: [Int32] = [-1, -1]
      try SystemError.check("socketpair") { socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) }
      let pair = (one: FileDescriptor(ends[0]), other: FileDescriptor(ends[1]))
      try pair.one.keepFromChildren()
      try pair.other.keepFromChildren()
      return pair
    }
  }
#endif

extension FileDescriptor {
  /// Has the system name the process that sends each message; a connection takes it over from the socket that listens.
  func nameSenders() throws(SystemError) {
    #if os(Linux)
      var on: Int32 = 1
      try SystemError.check("setsockopt") {
        setsockopt(number, SOL_SOCKET, SO_PASSCRED, &on, socklen_t(MemoryLayout<Int32>.size))
      }
    #endif
  }

  /// What there is to read without waiting, and the process that sent it: 0 where the system does not say.
  ///
  /// Nil when nothing has come yet, no bytes at the end or when the peer is gone. The bytes are of one sender: unix(7),
  /// SO_PASSCRED. The room for more is as large as the name of the sender, so that descriptors cannot come with it.
  package func receiveWithSender() -> (bytes: [UInt8], sender: Int32)? {
    #if os(Linux)
      var room = SenderRoom()
      var failure: SystemError?
      let bytes = [UInt8](unsafeUninitializedCapacity: 16384) { buffer, count in
        do throws(SystemError) {
          count = try SystemError.check("recvmsg") { room.receive(number, UnsafeMutableRawBufferPointer(buffer)) }
        } catch { failure = error }
      }
      if let failure { return failure.isDelay ? nil : ([], 0) }
      return (bytes, room.sender)
    #else
      return receive().map { ($0, 0) }
    #endif
  }
}

#if os(Linux)
  /// Where the system writes who sent a message: cmsg(3) with one `ucred` behind its head.
  private struct SenderRoom {
    private var head = cmsghdr()
    // What C calls ucred: the process, the user, the group; and what fills the room up.
    private var content: (Int32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
    private var isNamed = false

    var sender: Int32 { isNamed ? content.0 : 0 }

    mutating func receive(_ socket: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
      var bytes = iovec(iov_base: buffer.baseAddress, iov_len: buffer.count)
      let closeOnExec: Int32 = 0x4000_0000  // MSG_CMSG_CLOEXEC
      let wanted = MemoryLayout<cmsghdr>.size + 3 * MemoryLayout<UInt32>.size
      return withUnsafeMutablePointer(to: &bytes) { bytes in
        var length = 0
        let count = withUnsafeMutableBytes(of: &self) { room in
          var message = msghdr()
          message.msg_iov = bytes
          message.msg_iovlen = 1
          message.msg_control = room.baseAddress
          message.msg_controllen = numericCast(MemoryLayout<cmsghdr>.size + 4 * MemoryLayout<UInt32>.size)
          let count = recvmsg(socket, &message, closeOnExec)
          length = Int(message.msg_controllen)
          return count
        }
        let credentials: Int32 = 2  // SCM_CREDENTIALS
        isNamed = length >= wanted && head.cmsg_level == SOL_SOCKET && head.cmsg_type == credentials
        return count
      }
    }
  }
#endif

private func systemAccept(_ socket: Int32) -> Int32 { accept(socket, nil, nil) }

private func systemBind(_ socket: Int32, _ name: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
  bind(socket, name, size)
}
