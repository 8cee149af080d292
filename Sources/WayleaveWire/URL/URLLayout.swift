/// Where the parts of a URL stand in its text, in bytes: 16 bits hold the longest one.
struct URLLayout: Sendable {
  private(set) var schemeEnd: UInt16
  /// Where the host stands, which may be empty; `0..<0`, where no host can be, for a URL without an authority.
  private(set) var host: Range<UInt16>
  private(set) var port: UInt16?
  private(set) var path: Range<UInt16>
  /// Where the query ends, whose `?` stands at the end of the path; the end of the path when there is none.
  private(set) var queryEnd: UInt16

  /// What a text is not.
  enum Problem: String, Error {
    case length = "a URL of at most 16384 bytes"
    case characters = "a URL without spaces, and with “%” escapes for characters that a URL cannot have"
    case scheme = "an absolute URL with a scheme"
    case hostMissing = "a URL with a host"
    case userInformation = "a URL without user information"
    case host = "a URL with a host name or an address"
    case port = "a port from 1 to 65535"
  }

  /// Takes a text apart and checks each part.
  init(of bytes: UnsafeBufferPointer<UInt8>) throws(Problem) {
    guard bytes.count <= AbsoluteURL.maximumLength else { throw .length }
    guard Self.areLegal(bytes, among: Self.legal) else { throw .characters }
    try self.init(ofLegal: bytes)
  }

  /// The same for a URL that a browser brings, whose query may hold what browsers do not escape there.
  init(ofArriving bytes: UnsafeBufferPointer<UInt8>) throws(Problem) {
    guard bytes.count <= AbsoluteURL.maximumLength else { throw .length }
    let end = bytes.position(of: UInt8(ascii: "#"), from: 0) ?? bytes.count
    let query = min(bytes.position(of: UInt8(ascii: "?"), from: 0) ?? end, end)..<end
    guard Self.areLegal(UnsafeBufferPointer(rebasing: bytes[..<query.lowerBound]), among: Self.legal),
      Self.areLegal(UnsafeBufferPointer(rebasing: bytes[query]), among: Self.legalInArrivingQuery),
      Self.areLegal(UnsafeBufferPointer(rebasing: bytes[end...]), among: Self.legal)
    else { throw .characters }
    try self.init(ofLegal: bytes)
  }

  private init(ofLegal bytes: UnsafeBufferPointer<UInt8>) throws(Problem) {
    guard let colon = bytes.position(of: UInt8(ascii: ":"), from: 0), Self.isScheme(bytes[..<colon]) else {
      throw .scheme
    }
    let end = bytes.position(of: UInt8(ascii: "#"), from: colon) ?? bytes.count
    let pathEnd = bytes.position(of: UInt8(ascii: "?"), from: colon).map { min($0, end) } ?? end
    schemeEnd = UInt16(colon)
    queryEnd = UInt16(end)
    var pathStart = colon + 1
    host = 0..<0
    if pathEnd - pathStart >= 2, bytes[pathStart] == UInt8(ascii: "/"), bytes[pathStart + 1] == UInt8(ascii: "/") {
      pathStart += 2
      let authority =
        pathStart..<min(bytes.position(of: UInt8(ascii: "/"), from: pathStart) ?? pathEnd, pathEnd)
      if authority.isEmpty, !Self.isHTTP(bytes[..<colon]) {
        // RFC 3986 §3.2.2: a registered name may be empty, as in `com.example.app:///callback`.
        host = UInt16(pathStart)..<UInt16(pathStart)
      } else {
        (host, port) = try Self.hostAndPort(at: authority, of: bytes)
      }
      pathStart = authority.upperBound
    } else if Self.isHTTP(bytes[..<colon]) {
      throw .hostMissing
    }
    path = UInt16(pathStart)..<UInt16(pathEnd)
  }

  /// The same with so many bytes of a query more, at the end of a URL without a fragment, and `?` where it had none.
  func adding(queryBytes count: Int) -> URLLayout {
    var layout = self
    layout.queryEnd += UInt16(count)
    return layout
  }

  /// What RFC 3986 allows outside an escape.
  private static let legal = ASCIICharacters.unreserved.adding(":/?#[]@!$&'()*+,;=")

  /// What RFC 3986 allows, and what browsers send as it is in a query: they escape only controls, spaces, quotes, `#`,
  /// `<`, `>` and what is not ASCII (WHATWG URL, "query percent-encode set"). They leave a backslash as well, but no
  /// sender is known to need it and some readers take it for a slash.
  private static let legalInArrivingQuery = legal.adding("|{}^`")

  @inline(__always)
  private static func areLegal(_ bytes: UnsafeBufferPointer<UInt8>, among legal: ASCIICharacters) -> Bool {
    var index = 0
    while index < bytes.count {
      if !legal.contains(bytes[index]) {
        guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, bytes[index + 1].hexadecimalValue != nil,
          bytes[index + 2].hexadecimalValue != nil
        else { return false }
        index += 2
      }
      index += 1
    }
    return true
  }

  private static func isScheme(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let first = bytes.first, first.isLetter else { return false }
    return bytes.allSatisfy {
      $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
    }
  }

  private static func isHTTP(_ scheme: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let scheme = scheme.lazy.map(\.lowercased)
    return scheme.elementsEqual("http".utf8) || scheme.elementsEqual("https".utf8)
  }

  private static func hostAndPort(
    at authority: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>
  ) throws(Problem) -> (Range<UInt16>, UInt16?) {
    let text = UnsafeBufferPointer(rebasing: bytes[authority])
    guard text.position(of: UInt8(ascii: "@"), from: 0) == nil else { throw .userInformation }
    let afterBracket = text.first == UInt8(ascii: "[") ? text.lastIndex(of: UInt8(ascii: "]")) ?? 0 : 0
    let hostEnd = text.position(of: UInt8(ascii: ":"), from: afterBracket) ?? text.count
    guard HostName.isCanonical(UnsafeBufferPointer(rebasing: text[..<hostEnd])) else { throw .host }
    let host = UInt16(authority.lowerBound)..<UInt16(authority.lowerBound + hostEnd)
    let digits = text[hostEnd...].dropFirst()
    guard !digits.isEmpty else { return (host, nil) }
    guard digits.count <= 5, digits.allSatisfy(\.isDigit) else { throw .port }
    let port = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    guard port > 0, let port = UInt16(exactly: port) else { throw .port }
    return (host, port)
  }
}
