/// Scheme, host and port: who a request talks to.
///
/// RFC 6454 §4.
public struct Origin: Sendable, Hashable {
  /// The scheme in lower case.
  public let scheme: String
  /// The host in lower case.
  public let host: String
  /// The port, the scheme's own when none was written.
  public let port: UInt16

  /// The origin of an http or https URL; nil for any other.
  public init?(of url: AbsoluteURL) {
    let scheme = url.scheme
    guard let defaultPort = AbsoluteURL.defaultPort(of: scheme), let host = url.host else { return nil }
    let port = url.port ?? defaultPort
    self.scheme = scheme
    self.host = host
    self.port = port
  }

  /// Checks the text of an origin, such as `https://api.example.com`; throws `wire.malformed_url`.
  public init(_ text: String) throws(OAuthError) {
    let url = try AbsoluteURL(text)
    guard url.path.isEmpty || url.path == "/", url.query == nil, url.fragment == nil, let origin = Origin(of: url)
    else {
      throw .malformedURL("an origin: scheme, host and port, and nothing else", text)
    }
    self = origin
  }
}

extension Origin: CustomStringConvertible {
  /// The origin as a URL without a path; the scheme's own port is left out.
  public var description: String { "\(scheme)://\(authority)" }

  /// Host and port as the `Host` header writes them: the scheme's own port is left out.
  var authority: String { port == AbsoluteURL.defaultPort(of: scheme) ? host : "\(host):\(port)" }
}
