import WayleaveWire

/// Which addresses a transport connects to.
///
/// A program that fetches what strangers name (an issuer, keys, a picture) can be led to its own network, by an address or
/// by a name that resolves to one: server-side request forgery.
public struct AddressRule: Sendable {
  /// Nil lets everything pass, and leaves resolving to the client.
  let check: AddressCheck?

  /// All of them: for a program whose own user or operator names the servers, which may be on a private network.
  public static let any = AddressRule(check: nil)

  /// Only those of the public Internet, by RFC 6890: for a program in which strangers name the servers.
  ///
  /// A name is resolved once for each request, and connected to at the very addresses that were checked. One private
  /// address among them refuses all, with `request.private_address`: which of them is taken must not be left to chance,
  /// or to the one who answers the query. With a proxy, which would resolve the name itself, it cannot be kept.
  public static let publicOnly = AddressRule(check: AddressCheck())
}

/// Resolves names, and lets only those pass of which every address is allowed.
struct AddressCheck: Sendable {
  var resolver = HostResolver()
  var isAllowed: @Sendable (IPAddress) -> Bool = { $0.isPublic }

  /// Where to connect to for this host, best first; throws `request.private_address`.
  func addresses(of host: String) async throws -> [IPAddress] {
    let written = IPAddress(host)
    let addresses = if let written { [written] } else { try await resolver.addresses(of: host) }
    if let refused = addresses.first(where: { !isAllowed($0) }) { throw OAuthError.privateAddress(of: host, refused) }
    return addresses
  }
}

extension OAuthError {
  fileprivate static func privateAddress(of host: String, _ address: IPAddress) -> OAuthError {
    OAuthError(
      .privateAddress, message: "\(DisplayText.clean(host)) has the address \(address), which is not public.",
      rule: .rfc(6890, "2.2"),
      remedy: "Nothing was sent. The one who named this address may want to reach your own network through you.")
  }
}
