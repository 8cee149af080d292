package import WayleaveWire

/// Where the playground plays an entry of the catalogue: `https://HOST/PATH` is at `BASE/entries/NAME/HOST/PATH`, or at
/// `BASE/PATH`.
package struct EntryAddress: Sendable {
  /// `http://127.0.0.1:PORT/entries/NAME`, or `http://127.0.0.1:PORT`.
  package let base: String
  let hasHosts: Bool

  /// Where an entry is played by a playground.
  package init(of name: ProviderName, in playground: String) {
    base = "\(playground)/entries/\(name)"
    hasHosts = true
  }

  /// Where the one entry is played that has the paths of the real provider.
  package init(root playground: String) {
    base = playground
    hasHosts = false
  }

  /// The same endpoint at the playground; its query and its places for values stay.
  package func moved(_ endpoint: Endpoint) throws(OAuthError) -> Endpoint {
    let host = hasHosts ? "/" + endpoint.origin.hostAndPort : ""
    return try Endpoint(template: base + host + endpoint.url.pathAndQuery)
  }

  package func moved(_ endpoint: Endpoint?) throws(OAuthError) -> Endpoint? {
    try endpoint.map { (endpoint) throws(OAuthError) in try moved(endpoint) }
  }

  /// The real URL of a path within the entry, such as `/api.example.com/me`; nil for a path that names no host.
  package static func real(_ path: Substring) -> AbsoluteURL? {
    guard path.first == "/", path.utf8.count > 1 else { return nil }
    return try? AbsoluteURL("https:/\(path)")
  }
}

extension Origin {
  /// The host, and the port where it is not that of https.
  package var hostAndPort: String { port == 443 ? host : "\(host):\(port)" }
}
