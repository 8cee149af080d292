package import WayleaveWire

/// A URL that a person typed. What a server says of itself is never changed: issuers are compared as they are written.
package enum TypedURL {
  /// The text with the scheme and the host of an http or https URL in lower case; any other text as it is.
  ///
  /// RFC 3986 §6.2.2.1. Path and query are left alone: one slash more may be another issuer (RFC 8414 §3.3).
  package static func normalized(_ text: String) -> String {
    guard let url = try? AbsoluteURL(text), ["http", "https"].contains(url.scheme), let host = url.host else {
      return text
    }
    let beginning = "\(url.scheme)://\(host)"
    return beginning + String(decoding: text.utf8.dropFirst(beginning.utf8.count), as: UTF8.self)
  }

  /// The URL of a text, normalized; throws `wire.malformed_url`.
  package static func url(_ text: String) throws(OAuthError) -> AbsoluteURL { try AbsoluteURL(normalized(text)) }
}
