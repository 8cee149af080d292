import WayleaveOAuth2
package import WayleaveWire

extension Provider {
  /// Whether a host such as `github.com` is one of the provider's, or stands above one of them.
  ///
  /// People type where they sign in. It is not the name of an entry.
  package func isAt(host: String) -> Bool {
    hosts.contains { $0.hasSameBytes(as: host) || $0.isHost(below: host) }
  }

  /// The hosts where it signs users in, and has its API.
  var hosts: [String] {
    var hosts = (tokenOrigins + apiOrigins).map(\.host)
    if let issuer, let url = try? AbsoluteURL(issuer.text), let origin = Origin(of: url) { hosts.append(origin.host) }
    if case .oauth2(let service) = service, let page = service[.authorization] { hosts.append(page.origin.host) }
    return hosts
  }
}

extension String {
  /// Whether this host stands below a domain.
  func isHost(below domain: String) -> Bool { utf8.reversed().starts(with: ".\(domain)".utf8.reversed()) }
}
