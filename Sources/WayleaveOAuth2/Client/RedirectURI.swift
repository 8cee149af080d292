public import WayleaveWire

/// An address to which an authorization server may send a user back.
///
/// RFC 6749 §3.1.2: absolute and without a fragment. RFC 8252 §7: an https URL, a loopback one with any port, or
/// one of a private-use scheme.
public struct RedirectURI: Sendable, Hashable {
  /// The address.
  public let url: AbsoluteURL

  /// Verifies a text; throws `configuration.invalid_redirect_uri`.
  ///
  /// Refused in addition to what ``AbsoluteURL`` refuses: a fragment, http beyond this machine, and the schemes that a
  /// browser carries out itself. `allowingHTTP` allows http to other hosts, such as one of the local network: anyone who
  /// listens there can read the code, which RFC 6749 §3.1.2.1 warns of.
  public init(_ text: String, allowingHTTP: Bool = false) throws(OAuthError) {
    let url: AbsoluteURL
    do { url = try AbsoluteURL(text) } catch { throw .invalidRedirectURI("an absolute URI", text) }
    guard url.fragment == nil else { throw .invalidRedirectURI("a URI without a fragment", text) }
    switch url.scheme {
    case "https": break
    case "http":
      guard url.isLoopback || allowingHTTP else {
        throw .invalidRedirectURI("https, or http on a loopback address", text)
      }
    case "javascript", "data", "vbscript", "file", "blob", "about", "view-source", "filesystem", "ws", "wss", "ftp":
      throw .invalidRedirectURI("https, a loopback address or a scheme of your own", text)
    default: break
    }
    self.url = url
  }

  /// The address as it was written.
  public var text: String { url.text }

  /// Whether a listener of this machine can take the answer: plain http on a loopback address.
  ///
  /// RFC 8252 §7.3.
  package var isLoopback: Bool { url.scheme == "http" && url.isLoopback }

  /// Whether the scheme can belong to one app only: one of the web, or one made of a domain name.
  ///
  /// RFC 8252 §7.1: apps "MUST use a URI scheme based on a domain name under their control, expressed in reverse order".
  /// A scheme without a period is not made of a domain name (§8.4), and any app may use it too.
  package var hasSchemeOfItsOwn: Bool {
    url.scheme == "https" || url.scheme == "http" || Self.isDomainName(scheme: url.scheme)
  }

  /// Whether a scheme can be a domain name in reverse order: several words with a period between each two.
  package static func isDomainName(scheme: String) -> Bool {
    let words = scheme.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return words.count > 1 && !words.contains(where: \.isEmpty)
  }

  /// The redirect URI of a program on this machine, for which any port can be put in: RFC 8252 §7.3.
  package static let loopbackText = "http://127.0.0.1/callback"

  /// The same, verified.
  package static var loopback: RedirectURI {
    get throws(OAuthError) { try RedirectURI(loopbackText) }
  }

  /// Whether a request may name `requested` when this URI is the one that was registered.
  ///
  /// RFC 9700 §2.1: "exact string matching", except that RFC 8252 §7.3 lets the port of a loopback address differ.
  public func matches(requested: RedirectURI) -> Bool {
    if text.hasSameBytes(as: requested.text) { return true }
    return isLoopback && requested.url.scheme == "http"
      && url.host == requested.url.host && url.path.hasSameBytes(as: requested.url.path)
      && url.query.map { Array($0.utf8) } == requested.url.query.map { Array($0.utf8) }
  }

  /// Whether a callback arrived at this redirect URI: same scheme, host, port and path, byte for byte.
  ///
  /// RFC 8252 §8.10. An empty path of http or https is the same as `/`, which every browser sends. The parameters of
  /// the redirect URI's own query must be among the callback's, in any order.
  public func received(_ callback: AbsoluteURL) -> Bool {
    url.scheme == callback.scheme && url.host == callback.host && url.effectivePort == callback.effectivePort
      && url.pathOrRoot.hasSameBytes(as: callback.pathOrRoot) && hasOwnPairs(in: callback)
  }

  private func hasOwnPairs(in callback: AbsoluteURL) -> Bool {
    guard let query = url.query else { return true }
    var pairs = (callback.query ?? "").split(separator: "&").map { Array($0.utf8) }
    for own in query.split(separator: "&") {
      guard let index = pairs.firstIndex(where: { $0.elementsEqual(own.utf8) }) else { return false }
      pairs.remove(at: index)
    }
    return callback.query != nil
  }
}

extension AbsoluteURL {
  /// RFC 9110 §4.2.3: an empty path "is equivalent to an absolute-path of "/"", in the schemes http and https.
  fileprivate var pathOrRoot: String { path.isEmpty && (scheme == "https" || scheme == "http") ? "/" : path }
}

extension RedirectURI: CustomStringConvertible {
  public var description: String { url.description }
}

extension OAuthError {
  fileprivate static func invalidRedirectURI(_ expected: String, _ text: String) -> OAuthError {
    let shown = URLRedaction.redact(text)
    return OAuthError(
      .invalidRedirectURI,
      message:
        "The redirect URI cannot be used: it has to be \(expected)\(shown.isEmpty ? "" : ", not \(shown)").",
      rule: .rfc(6749, "3.1.2"), expected: expected,
      remedy: "Register and configure one redirect URI, written the same way in both places.")
  }
}
