/// An address that requests with secrets may be sent to: https, or http on this machine.
///
/// RFC 6749 §3.1 and §3.2: TLS is required, and a fragment is not allowed.
public struct Endpoint: Sendable, Hashable {
  /// The address.
  public let url: AbsoluteURL
  /// Scheme, host and port.
  public let origin: Origin

  /// Checks a text; throws `wire.malformed_url` or `wire.insecure_url`.
  ///
  /// http is refused unless the host is a loopback one or `allowingHTTP` says that the user asked for it.
  public init(_ text: String, allowingHTTP: Bool = false) throws(OAuthError) {
    let url = try AbsoluteURL(text)
    guard url.fragment == nil else { throw .malformedURL("an endpoint without a fragment", text) }
    guard let origin = Origin(of: url), allowingHTTP || url.isSecure else {
      throw .insecureURL(text)
    }
    self.url = url
    self.origin = origin
  }
}

extension Endpoint: CustomStringConvertible {
  public var description: String { url.description }
}

extension Endpoint {
  /// An address that is written in our own source; a wrong one stops the program the first time it is looked at.
  package init(known text: StaticString) {
    do {
      try self.init(template: "\(text)")
    } catch {
      // Our own source is wrong: the text is a literal.
      preconditionFailure("\(error)")
    }
  }
}
