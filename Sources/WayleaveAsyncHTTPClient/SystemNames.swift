import Wayleave
import WayleaveSystem
import WayleaveWire

/// The names that the system knows, by its files and its name servers.
enum SystemNames {
  /// The addresses of a name in the order of RFC 6724 §6; throws a failure to send when there are none.
  static func addresses(of host: String) throws -> [IPAddress] {
    do throws(HostNames.Failure) {
      return try HostNames.addresses(of: host).compactMap { IPAddress(bytes: $0) }
    } catch {
      throw TransportFailure.notSent(.unknownHost)
    }
  }
}
