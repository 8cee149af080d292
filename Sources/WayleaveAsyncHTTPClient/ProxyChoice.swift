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
  private let exceptions: ProxyExceptions

  /// The proxy of an environment: the first that is set of `HTTPS_PROXY` and `ALL_PROXY`, with the exceptions of
  /// `NO_PROXY`; nil when there is none, or everyone is excepted. Throws `configuration.invalid_value`.
  ///
  /// As for curl, the older names in small letters go before, and a variable that is empty counts as unset.
  ///
  /// - Parameter variable: the value of an environment variable.
  public init?(environment variable: (String) -> String?) throws(OAuthError) {
    func first(_ names: String...) -> String? {
      names.lazy.compactMap(variable).first { !$0.isEmpty }
    }
    let exceptions = first("no_proxy", "NO_PROXY")
    guard let proxy = first("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"),
      !ProxyExceptions(exceptions ?? "").exceptEveryone
    else { return nil }
    try self.init(proxy, exceptions: exceptions)
  }

  /// Reads the values of `HTTPS_PROXY`, such as `http://user:password@proxy.example:3128`, and `NO_PROXY`, a list of
  /// hosts, domains, addresses, ranges of addresses as `10.0.0.0/8`, and `*`; throws `configuration.invalid_value`.
  ///
  /// A proxy that is itself spoken to over TLS, or by SOCKS, is refused rather than passed by.
  public init(_ proxy: String, exceptions: String? = nil) throws(OAuthError) {
    let parts = proxy.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
    let scheme = parts.count == 1 ? "http" : parts[0].lowercased()
    guard !scheme.hasPrefix("socks") else { throw .proxyOfOtherKind("by SOCKS") }
    guard scheme != "https" else { throw .proxyOfOtherKind("over TLS") }
    guard let address = parts.last, scheme == "http" else { throw .unusableProxy() }
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
    self.exceptions = ProxyExceptions(exceptions ?? "")
  }

  /// Whether a request for this address is sent through the proxy.
  public func covers(_ url: AbsoluteURL) -> Bool {
    url.scheme == "https" && !url.isLoopback && !exceptions.except(url)
  }

  /// The entries of `NO_PROXY` that are ignored, since they name no host.
  package static func ignoredExceptions(environment variable: (String) -> String?) -> [String] {
    let text = ["no_proxy", "NO_PROXY"].lazy.compactMap(variable).first { !$0.isEmpty }
    return ProxyExceptions.unreadable(in: text ?? "")
  }

  var configuration: HTTPClient.Configuration.Proxy {
    .server(
      host: host, port: port,
      authorization: credentials.map { .basic(credentials: Base64.standard.encodedText($0.exposedBytes)) })
  }
}

extension ProxyChoice: CustomStringConvertible, CustomReflectable {
  /// Where the proxy is, without its credentials.
  public var description: String { "a proxy at \(location)" }
  /// Its host and port.
  package var location: String { "\(DisplayText.clean(host)):\(port)" }
  /// Nothing of the credentials.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension OAuthError {
  /// Nothing of the address is shown: a password may stand anywhere in one that cannot be read.
  fileprivate static func unusableProxy() -> OAuthError {
    OAuthError(
      .invalidValue, message: "The proxy in HTTPS_PROXY or ALL_PROXY is not written as http://host:port.",
      rule: .rfc(9110, "9.3.6"), remedy: "Correct the variable, or unset it.")
  }

  fileprivate static func proxyOfOtherKind(_ way: String) -> OAuthError {
    OAuthError(
      .invalidValue, message: "The proxy is asked \(way), which is not supported: it has to be http://host:port.",
      rule: .rfc(9110, "9.3.6"), received: .described("one that is asked \(way)"),
      remedy: .advice(
        "Such proxies are not supported. Name one of the other kind in HTTPS_PROXY, or unset the variable to connect "
          + "directly."))
  }
}
