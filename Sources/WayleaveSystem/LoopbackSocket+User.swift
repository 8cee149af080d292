#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension LoopbackSocket {
  /// Whether another user of this machine may have made a connection to it; false where the system names no users.
  ///
  /// The kernel is asked for this one socket. Where it does not say, proc_pid_net(5) does: `/proc/net/tcp` names the
  /// user of each socket. Root is not another user: it can read everything. A socket that is in no table that can be
  /// read counts as another user's.
  package static func isOtherUser(at connection: FileDescriptor) -> Bool {
    #if os(Linux)
      guard let peer = try? name(of: connection, getpeername), let own = try? name(of: connection, getsockname)
      else { return true }
      let permitted = [SocketOwner.user(0), .user(getuid())]
      if let owner = SocketLookup.owner(of: peer, connectedTo: own) { return !permitted.contains(owner) }
      var hasTable = false
      // The kernel walks all its connections for each table: the second is read only where the first has no such socket.
      for (table, row) in rows(of: peer, connectedTo: own) {
        let found = owner(of: row, in: table)
        if permitted.map(Found.owner).contains(found) { return false }
        hasTable = hasTable || found != .noTable
      }
      return hasTable
    #else
      return false
    #endif
  }

  #if os(Linux)
    /// The largest table that is read.
    private static let maximumTable = 16 << 20

    /// What a table says of a socket.
    private enum Found: Equatable {
      case owner(SocketOwner)
      case nothing
      case noTable
    }

    /// The tables that may have a socket, and the beginning of its row: both addresses, its own first.
    ///
    /// A program can reach an address of IPv4 by a socket of IPv6, which is in that table, as `::ffff:127.0.0.1`.
    private static func rows(
      of peer: sockaddr_storage, connectedTo own: sockaddr_storage
    ) -> [(table: String, row: [UInt8])] {
      let row = { (prefix: String) in Array("\(prefix)\(tableText(of: peer)) \(prefix)\(tableText(of: own)) ".utf8) }
      guard Int32(peer.ss_family) == AF_INET else { return [("/proc/net/tcp6", row(""))] }
      let mapped = "0000000000000000\(hexadecimal(UInt32(0xFFFF).bigEndian, digits: 8))"
      return [("/proc/net/tcp", row("")), ("/proc/net/tcp6", row(mapped))]
    }

    /// An address as the table has it: words of the address in the order of this machine, and the port, in hexadecimal.
    private static func tableText(of name: sockaddr_storage) -> String {
      withUnsafeBytes(of: name) { bytes in
        let isIPv4 = Int32(name.ss_family) == AF_INET
        let places = isIPv4 ? [4] : [8, 12, 16, 20]
        let words = places.map { hexadecimal(bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self), digits: 8) }
        return "\(words.joined()):\(hexadecimal(UInt32(port(in: name)), digits: 4))"
      }
    }

    private static func hexadecimal(_ number: UInt32, digits: Int) -> String {
      let text = String(number, radix: 16, uppercase: true)
      return String(repeating: "0", count: digits - text.utf8.count) + text
    }

    /// The eighth field and the tenth of the row: `sl local_address rem_address st tx:rx tr:when retrnsmt uid timeout inode`.
    private static func owner(of row: [UInt8], in table: String) -> Found {
      guard let file = try? FileDescriptor(reading: table) else { return .noTable }
      guard let text = try? file.readAll(limit: maximumTable) else { return .nothing }
      for line in text.split(separator: UInt8(ascii: "\n")) {
        let fields = line.split(separator: UInt8(ascii: " "))
        guard fields.count > 9, (fields[1] + [UInt8(ascii: " ")] + fields[2] + [UInt8(ascii: " ")]).elementsEqual(row)
        else { continue }
        guard let user = uid_t(String(decoding: fields[7], as: UTF8.self)),
          let inode = UInt64(String(decoding: fields[9], as: UTF8.self))
        else { return .nothing }
        return .owner(SocketOwner(user: user, inode: inode))
      }
      return .nothing
    }
  #endif
}
