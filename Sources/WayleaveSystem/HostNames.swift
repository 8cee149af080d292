#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The names of machines that the system knows, by its files and its name servers.
package enum HostNames {
  /// A name has no address, or no name server answered.
  package struct NotFound: Error {}

  /// The addresses of a name in the order of RFC 6724 §6, 4 or 16 bytes each; at least one.
  package static func addresses(of host: String) throws(NotFound) -> [[UInt8]] {
    var hints = addrinfo()
    // Without a kind of socket each address would come once for every kind.
    #if canImport(Glibc)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &list) == 0 else { throw NotFound() }
    defer { freeaddrinfo(list) }
    let addresses = sequence(first: list) { $0?.pointee.ai_next }.prefix { $0 != nil }.compactMap(address)
    guard !addresses.isEmpty else { throw NotFound() }
    return addresses
  }

  private static func address(in entry: UnsafeMutablePointer<addrinfo>?) -> [UInt8]? {
    guard let entry, let socket = UnsafeRawPointer(entry.pointee.ai_addr) else { return nil }
    switch entry.pointee.ai_family {
    case AF_INET: return withUnsafeBytes(of: socket.load(as: sockaddr_in.self).sin_addr) { Array($0) }
    case AF_INET6: return withUnsafeBytes(of: socket.load(as: sockaddr_in6.self).sin6_addr) { Array($0) }
    default: return nil
    }
  }
}
