import WayleaveOAuth2
package import WayleaveProvider
import WayleaveWire

extension Provider {
  /// Whether a host such as `github.com` is one of the provider's, or stands above one of them.
  ///
  /// People type where they sign in. It names an entry to them, and is not the name of one.
  package func isAt(host: String) -> Bool {
    var hosts = (tokenOrigins + apiOrigins).map(\.host)
    if let issuer, let url = try? AbsoluteURL(issuer.text), let origin = Origin(of: url) { hosts.append(origin.host) }
    if case .oauth2(let service) = service, let page = service[.authorization] { hosts.append(page.origin.host) }
    return hosts.contains { other in
      other.hasSameBytes(as: host) || other.utf8.reversed().starts(with: ".\(host)".utf8.reversed())
    }
  }
}
