import AsyncHTTPClient
public import WayleaveWire

/// Which requests go through a proxy: those over https that no exception names, by a tunnel that the proxy cannot look
/// into.
///
/// RFC 9110 §9.3.6. What goes to this machine never goes through it, whatever the exceptions say, and neither does plain
/// http, which the proxy could read.
public struct ProxyChoice: Sendable {
  private let host: String
  private let port: Int
  private let credentials: Secret?
  private let exceptions: [String]

  /// Reads the values of `HTTPS_PROXY`, such as `http://user:password@proxy.example:3128`, and `NO_PROXY`, a list of
  /// hosts, domains and `*`; throws `configuration.invalid_value`.
  ///
  /// A proxy that is itself spoken to over TLS, or by SOCKS, is refused rather than passed by.
  public init(_ proxy: String, exceptions: String? = nil) throws(OAuthError) {
    let parts = proxy.split(separator: "://", maxSplits: 1)
    guard parts.count == 1 || parts[0].lowercased() == "http", let address = parts.last else { throw .unusableProxy() }
    // The password may hold an "@" of its own.
    let at = address.lastIndex(of: "@")
    let authority = address[(at.map(address.index(after:)) ?? address.startIndex)...]
    let url: AbsoluteURL
    do { url = try AbsoluteURL("http://\(authority)") } catch { throw .unusableProxy() }
    guard let host = url.host, !host.isEmpty, url.path.isEmpty || url.path == "/", url.query == nil else {
      throw .unusableProxy()
    }
    self.host = host.first == "[" ? String(host.dropFirst().dropLast()) : host
    port = url.port.map(Int.init) ?? 80
    credentials = try at.map { (at) throws(OAuthError) in
      guard let decoded = PercentEncoding.decode(Array(address[..<at].utf8)) else { throw .unusableProxy() }
      return Secret(decoded)
    }
    self.exceptions = (exceptions ?? "").split { $0 == "," || $0 == " " }.map { $0.lowercased() }
  }

  /// Whether a request for this address is sent through the proxy.
  public func covers(_ url: AbsoluteURL) -> Bool {
    guard url.scheme == "https", !url.isLoopback, let host = url.host?.lowercased() else { return false }
    let port = url.port.map { ":\($0)" } ?? ":443"
    return !exceptions.contains { exception in
      if exception == "*" { return true }
      let name = exception.hasSuffix(port) ? exception.dropLast(port.count) : exception[...]
      let domain = name.first == "." ? name.dropFirst() : name
      return host == domain || host.hasSuffix("." + domain)
    }
  }

  var configuration: HTTPClient.Configuration.Proxy {
    .server(
      host: host, port: port,
      authorization: credentials.map { .basic(credentials: Base64.standard.encodedText($0.exposedBytes)) })
  }
}

extension ProxyChoice: CustomStringConvertible, CustomReflectable {
  /// Where the proxy is, without what it is told.
  public var description: String { "a proxy at \(DisplayText.clean(host)):\(port)" }
  /// Nothing of the credentials.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension OAuthError {
  /// Nothing of the address is shown: a password may stand anywhere in one that cannot be read.
  fileprivate static func unusableProxy() -> OAuthError {
    OAuthError(
      .invalidValue, rule: .rfc(9110, "9.3.6"), expected: "a proxy as http://host:port in HTTPS_PROXY",
      received: .described("something else"),
      remedy: "Correct HTTPS_PROXY, or unset it; proxies that speak TLS or SOCKS themselves are not supported.")
  }
}
