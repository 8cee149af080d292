#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The names of machines that the system knows, by its files and its name servers.
package enum HostNames {
  /// Why a name has no address.
  package struct Failure: Error {
    package let words: String
  }

  /// The addresses of a name in the order of RFC 6724 §6, 4 or 16 bytes each; at least one.
  package static func addresses(of host: String) throws(Failure) -> [[UInt8]] {
    var hints = addrinfo()
    // Without a kind of socket each address would come once for every kind.
    #if canImport(Glibc)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, nil, &hints, &list)
    guard status == 0 else {
      throw Failure(words: gai_strerror(status).map { String(cString: $0) } ?? "the name is not known")
    }
    defer { freeaddrinfo(list) }
    let addresses = sequence(first: list) { $0?.pointee.ai_next }.prefix { $0 != nil }.compactMap(address)
    guard !addresses.isEmpty else { throw Failure(words: "the name has no address") }
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
