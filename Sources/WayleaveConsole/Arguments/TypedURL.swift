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

  /// Whether two URLs differ in nothing but the case of letters, and slashes at the end of the path.
  ///
  /// RFC 3986 §6.2.2.1 has the case of a path count, so that each may be another server: the one who typed it is asked.
  package static func isOtherSpelling(_ url: AbsoluteURL, of other: AbsoluteURL) -> Bool {
    guard url.query == nil, other.query == nil, !url.text.hasSameBytes(as: other.text) else { return false }
    return folded(url).elementsEqual(folded(other))
  }

  private static func folded(_ url: AbsoluteURL) -> [UInt8] {
    let bytes = Array(url.text.utf8)
    let end = bytes.lastIndex { $0 != UInt8(ascii: "/") }.map { $0 + 1 } ?? 0
    return bytes[..<end].map(\.lowercased)
  }

  /// The URL of a text, normalized; throws `wire.malformed_url`.
  package static func url(_ text: String) throws(OAuthError) -> AbsoluteURL { try AbsoluteURL(normalized(text)) }
}
