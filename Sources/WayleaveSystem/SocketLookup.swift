#if os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Whose a socket is.
  enum SocketOwner: Equatable {
    case user(uid_t)
    /// Its program has closed it: then the kernel names neither an inode nor a user, which reads as root.
    case noOne

    init(user: uid_t, inode: UInt64) { self = user == 0 && inode == 0 ? .noOne : .user(user) }
  }

  /// Asks the kernel about one socket of TCP, which is found by its two ends.
  ///
  /// sock_diag(7). `/proc/net/tcp` says the same of all sockets, and the kernel needs milliseconds to write that.
  enum SocketLookup {
    /// The owner of the socket that has one end here and one there.
    ///
    /// Nil where the kernel does not say: it has no such socket, or no such lookup, or a sandbox forbids to ask.
    static func owner(of own: sockaddr_storage, connectedTo peer: sockaddr_storage) -> SocketOwner? {
      guard let answer = try? exchange(request(of: own, connectedTo: peer)) else { return nil }
      return owner(in: answer, of: Connection(own, peer))
    }

    /// The two ends of a socket, an address of IPv4 as `::ffff:127.0.0.1`.
    ///
    /// The kernel finds a socket of IPv6 by an address of IPv4, too, and names its ends in this way then.
    private struct Connection: Equatable {
      /// The two ports, then the two addresses, in the order of the network.
      let bytes: [UInt8]

      init(_ own: sockaddr_storage, _ peer: sockaddr_storage) {
        bytes =
          SocketLookup.port(in: own) + SocketLookup.port(in: peer)
          + Self.widened(SocketLookup.address(in: own)) + Self.widened(SocketLookup.address(in: peer))
      }

      /// The ends in an answer; each address has sixteen bytes there, whatever its family is.
      init(family: UInt8, identity: ArraySlice<UInt8>) {
        let size = Int32(family) == AF_INET ? 4 : 16
        let addresses = identity.dropFirst(4)
        bytes =
          identity.prefix(4) + Self.widened(addresses.prefix(size))
          + Self.widened(addresses.dropFirst(16).prefix(size))
      }

      private static func widened(_ address: ArraySlice<UInt8>) -> [UInt8] {
        address.count == 4 ? [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + address : Array(address)
      }
    }

    private static let byFamily: UInt16 = 20
    private static let protocolNumber: Int32 = 4
    private static let headerSize = 16
    /// Where the ports stand in an answer, after its header and `family`, `state`, `timer` and `retrans`.
    private static let identityPlace = headerSize + 4
    /// Where the user stands: after the identity of 48 bytes, and three numbers.
    private static let userPlace = identityPlace + 48 + 12
    private static let inodePlace = userPlace + 4

    /// `nlmsghdr` and `inet_diag_req_v2`, for one socket in any state.
    private static func request(of own: sockaddr_storage, connectedTo peer: sockaddr_storage) -> [UInt8] {
      let filled = { (address: ArraySlice<UInt8>) in address + [UInt8](repeating: 0, count: 16 - address.count) }
      let body: [UInt8] =
        [UInt8(own.ss_family), UInt8(IPPROTO_TCP), 0, 0] + bytes(of: UInt32.max)
        + port(in: own) + port(in: peer) + filled(address(in: own)) + filled(address(in: peer))
        // Any interface, and no cookie.
        + bytes(of: UInt32(0)) + bytes(of: UInt64.max)
      let isRequest: UInt16 = 1
      return bytes(of: UInt32(headerSize + body.count)) + bytes(of: byFamily) + bytes(of: isRequest)
        + bytes(of: UInt64(0)) + body
    }

    private static func exchange(_ request: [UInt8]) throws(SystemError) -> [UInt8] {
      let type = Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
      let opened = FileDescriptor(
        try SystemError.check("socket of netlink") { socket(AF_NETLINK, type, protocolNumber) })
      // The kernel answers within the call that asks.
      guard opened.send(request[...]) == request.count else { return [] }
      return opened.receive() ?? []
    }

    /// The kernel may have found a socket that listens, in place of one that is connected: that is another one.
    private static func owner(in answer: [UInt8], of connection: Connection) -> SocketOwner? {
      guard answer.count >= inodePlace + 4, number(in: answer, at: 4, as: UInt16.self) == byFamily else { return nil }
      let identity = answer[identityPlace...]
      guard Connection(family: answer[headerSize], identity: identity) == connection else { return nil }
      return SocketOwner(
        user: number(in: answer, at: userPlace, as: uid_t.self),
        inode: UInt64(number(in: answer, at: inodePlace, as: UInt32.self)))
    }

    private static func number<Number: FixedWidthInteger & BitwiseCopyable>(
      in bytes: [UInt8], at place: Int, as type: Number.Type
    ) -> Number {
      bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: type) }
    }

    private static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: number) { Array($0) }
    }

    /// The port, which stands at the same place in both families.
    private static func port(in name: sockaddr_storage) -> ArraySlice<UInt8> { bytes(of: name)[2..<4] }

    private static func address(in name: sockaddr_storage) -> ArraySlice<UInt8> {
      bytes(of: name)[Int32(name.ss_family) == AF_INET ? 4..<8 : 8..<24]
    }

    private static func bytes(of name: sockaddr_storage) -> [UInt8] {
      withUnsafeBytes(of: name) { Array($0.prefix(24)) }
    }
  }
#endif
