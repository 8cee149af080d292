/// A URL that has passed the gate: every reader takes it apart in the same way.
///
/// RFC 3986, with what makes readers disagree refused: characters outside ASCII (an IDN comes as punycode), controls,
/// spaces, backslashes, user information, a wrong escape, a port of 0 or beyond 65535, an address written as one
/// number. Scheme and host are in lower case; path, query and fragment stand as they were written.
public struct AbsoluteURL: Sendable {
  /// The text as it was given.
  public let text: String
  /// The scheme in lower case.
  public let scheme: String
  /// The host in lower case, an IPv6 address in brackets; nil for a URL without an authority, such as `com.example:/cb`.
  public let host: String?
  /// The port as it was written; nil when there is none.
  public let port: UInt16?
  /// The path as it was written, which may be empty.
  public let path: String
  /// What stands after `?`, as it was written; nil when there is no `?`.
  public let query: String?
  /// What stands after `#`, as it was written; nil when there is no `#`.
  public let fragment: String?

  /// The longest text that is read.
  public static let maximumLength = 16384

  /// Proves a text; throws `wire.malformed_url`.
  public init(_ text: String) throws(OAuthError) {
    let bytes = Array(text.utf8)
    guard bytes.count <= Self.maximumLength else { throw .malformedURL("a URL of at most 16384 bytes", text) }
    guard Self.areLegal(bytes) else { throw .malformedURL("the characters and escapes of RFC 3986", text) }
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(bytes[..<colon]) else {
      throw .malformedURL("an absolute URL with a scheme", text)
    }
    self.text = text
    scheme = String(decoding: bytes[..<colon].map(\.lowercased), as: UTF8.self)
    var rest = bytes[(colon + 1)...]
    fragment = rest.firstIndex(of: UInt8(ascii: "#")).map { index in
      defer { rest = rest[..<index] }
      return String(decoding: rest[(index + 1)...], as: UTF8.self)
    }
    query = rest.firstIndex(of: UInt8(ascii: "?")).map { index in
      defer { rest = rest[..<index] }
      return String(decoding: rest[(index + 1)...], as: UTF8.self)
    }
    guard rest.starts(with: "//".utf8) else {
      guard scheme != "http", scheme != "https" else { throw .malformedURL("a URL with a host", text) }
      (host, port) = (nil, nil)
      path = String(decoding: rest, as: UTF8.self)
      return
    }
    rest = rest.dropFirst(2)
    let authority = rest[..<(rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex)]
    path = String(decoding: rest[authority.endIndex...], as: UTF8.self)
    (host, port) = try Self.hostAndPort(of: authority, in: text)
  }

  /// The port that a connection uses: the one written, or the scheme's own.
  public var effectivePort: UInt16? { port ?? defaultPort }

  /// The port that the scheme stands for.
  public var defaultPort: UInt16? {
    switch scheme {
    case "https": 443
    case "http": 80
    default: nil
    }
  }

  /// Host and port as the `Host` header writes them: a default port is left out.
  public var authority: String? {
    guard let host else { return nil }
    guard let port, port != defaultPort else { return host }
    return "\(host):\(port)"
  }

  /// Path and query as a request line writes them.
  public var pathAndQuery: String {
    (path.isEmpty ? "/" : path) + (query.map { "?" + $0 } ?? "")
  }

  /// Whether the host is this machine and nothing else: 127.0.0.0/8, `[::1]` or `localhost`.
  public var isLoopback: Bool {
    guard let host else { return false }
    return host == "localhost" || host == "[::1]" || (host.hasPrefix("127.") && HostName.isIPv4(Array(host.utf8)))
  }

  /// Whether the host is none of this machine's, a private network's or a link's, as far as its text tells.
  ///
  /// A name can still lead to such an address; what resolves names has to look again.
  public var isPublic: Bool { host.map { !HostName.isPrivate(Array($0.utf8)) } ?? false }

  /// The URL with these pairs at the end of its query; what is there already stays as it is.
  ///
  /// RFC 6749 §3.1: "The endpoint URI MAY include an 'application/x-www-form-urlencoded' formatted query component,
  /// which MUST be retained when adding additional query parameters."
  public func text(adding form: Form) -> String {
    let base = fragment.map { text.dropLast($0.utf8.count + 1) } ?? text[...]
    guard !form.fields.isEmpty else { return String(base) }
    let separator = query == nil ? "?" : (query?.isEmpty == true || query?.hasSuffix("&") == true ? "" : "&")
    return base + separator + String(decoding: form.encodedForQuery(), as: UTF8.self)
  }

  private static func areLegal(_ bytes: [UInt8]) -> Bool {
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "%"):
        guard index + 2 < bytes.count, bytes[index + 1].hexadecimalValue != nil,
          bytes[index + 2].hexadecimalValue != nil
        else { return false }
      case UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "["),
        UInt8(ascii: "]"), UInt8(ascii: "@"), UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"),
        UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"),
        UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="):
        continue
      default: guard byte.isUnreserved else { return false }
      }
    }
    return true
  }

  private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, first.isLetter else { return false }
    return bytes.allSatisfy {
      $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
    }
  }

  private static func hostAndPort(
    of authority: ArraySlice<UInt8>, in text: String
  ) throws(OAuthError) -> (String?, UInt16?) {
    guard !authority.contains(UInt8(ascii: "@")) else { throw .malformedURL("a URL without user information", text) }
    var name = authority
    var portDigits = authority[authority.endIndex...]
    let afterBracket = authority.lastIndex(of: UInt8(ascii: "]")) ?? authority.startIndex
    if let colon = authority[afterBracket...].firstIndex(of: UInt8(ascii: ":")) {
      name = authority[..<colon]
      portDigits = authority[(colon + 1)...]
    }
    let host = name.map(\.lowercased)
    guard HostName.isCanonical(host) else { throw .malformedURL("a URL with a host name or an address", text) }
    guard !portDigits.isEmpty else { return (String(decoding: host, as: UTF8.self), nil) }
    guard portDigits.count <= 5, portDigits.allSatisfy(\.isDigit),
      let port = UInt16(String(decoding: portDigits, as: UTF8.self)), port > 0
    else { throw .malformedURL("a port from 1 to 65535", text) }
    return (String(decoding: host, as: UTF8.self), port)
  }
}

extension AbsoluteURL: Equatable, Hashable {
  /// Two URLs are equal when their texts have the same bytes: nothing is normalised.
  public static func == (left: AbsoluteURL, right: AbsoluteURL) -> Bool { left.text.hasSameBytes(as: right.text) }

  public func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }
}

extension AbsoluteURL: CustomStringConvertible {
  /// The URL without the values of its query and without its fragment, either of which may hold a code or a token.
  public var description: String { URLRedaction.redact(text) }
}
