#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension LoopbackSocket {
  /// Whether another user of this machine made a connection to it; false where the system does not say.
  ///
  /// proc_pid_net(5): `/proc/net/tcp` names the user of each socket. Root is not another user: it can read everything.
  package static func isOtherUser(at connection: FileDescriptor) -> Bool {
    #if os(Linux)
      guard let (table, row) = try? peerRow(of: connection), let user = user(of: row, in: table) else { return false }
      return user != 0 && user != getuid()
    #else
      return false
    #endif
  }

  #if os(Linux)
    /// The largest table that is read.
    private static let maximumTable = 16 << 20

    /// The table that has the peer's socket, and the beginning of its row: both addresses, its own first.
    private static func peerRow(of connection: FileDescriptor) throws(SystemError) -> (table: String, row: [UInt8]) {
      let (peer, own) = (try name(of: connection, getpeername), try name(of: connection, getsockname))
      let isIPv4 = Int32(peer.ss_family) == AF_INET
      return (isIPv4 ? "/proc/net/tcp" : "/proc/net/tcp6", Array("\(tableText(of: peer)) \(tableText(of: own)) ".utf8))
    }

    private static func name(
      of connection: FileDescriptor,
      _ call: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) throws(SystemError) -> sockaddr_storage {
      var name = sockaddr_storage()
      var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
      try SystemError.check("getsockname") {
        withUnsafeMutablePointer(to: &name) {
          $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call(connection.number, $0, &size) }
        }
      }
      return name
    }

    /// An address as the table has it: words of the address in the order of this machine, and the port, in hexadecimal.
    private static func tableText(of name: sockaddr_storage) -> String {
      withUnsafeBytes(of: name) { bytes in
        let isIPv4 = Int32(name.ss_family) == AF_INET
        let port = UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
        let places = isIPv4 ? [4] : [8, 12, 16, 20]
        let words = places.map { hexadecimal(bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self), digits: 8) }
        return "\(words.joined()):\(hexadecimal(UInt32(port), digits: 4))"
      }
    }

    private static func hexadecimal(_ number: UInt32, digits: Int) -> String {
      let text = String(number, radix: 16, uppercase: true)
      return String(repeating: "0", count: digits - text.utf8.count) + text
    }

    /// The eighth field of the row: `sl local_address rem_address st tx:rx tr:when retrnsmt uid`.
    private static func user(of row: [UInt8], in table: String) -> uid_t? {
      guard let file = try? FileDescriptor(reading: table), let text = try? file.readAll(limit: maximumTable) else {
        return nil
      }
      for line in text.split(separator: UInt8(ascii: "\n")) {
        let fields = line.split(separator: UInt8(ascii: " "))
        guard fields.count > 7, (fields[1] + [UInt8(ascii: " ")] + fields[2] + [UInt8(ascii: " ")]).elementsEqual(row)
        else { continue }
        return uid_t(String(decoding: fields[7], as: UTF8.self))
      }
      return nil
    }
  #endif
}
