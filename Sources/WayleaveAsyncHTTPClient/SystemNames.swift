import Wayleave
import WayleaveWire

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The names that the system knows, by its files and its name servers.
enum SystemNames {
  /// The addresses of a name in the order of RFC 6724 §6; throws a failure to send when there are none.
  static func addresses(of host: String) throws -> [IPAddress] {
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
      throw TransportFailure.notSent(.unknownHost)
    }
    defer { freeaddrinfo(list) }
    let addresses = sequence(first: list) { $0?.pointee.ai_next }.prefix { $0 != nil }.compactMap(address)
    guard !addresses.isEmpty else { throw TransportFailure.notSent(.unknownHost) }
    return addresses
  }

  private static func address(in entry: UnsafeMutablePointer<addrinfo>?) -> IPAddress? {
    guard let entry, let socket = UnsafeRawPointer(entry.pointee.ai_addr) else { return nil }
    switch entry.pointee.ai_family {
    case AF_INET: return withUnsafeBytes(of: socket.load(as: sockaddr_in.self).sin_addr) { IPAddress(bytes: Array($0)) }
    case AF_INET6:
      return withUnsafeBytes(of: socket.load(as: sockaddr_in6.self).sin6_addr) { IPAddress(bytes: Array($0)) }
    default: return nil
    }
  }
}
