import HTTPTypes
import WayleaveWire

/// Where a request goes, checked: scheme and authority in the form in which they are signed, path and query as written.
///
/// RFC 5849 §3.4.1.2.
struct RequestTarget {
  let scheme: String
  /// The host in lower case, with a port unless it is the scheme's own.
  let authority: String
  /// Path and query, every character of which may stand there.
  let pathAndQuery: String

  /// Checks the target of a request; throws `wire.malformed_url`.
  init(of request: RequestMessage) throws(OAuthError) {
    guard let scheme = request.head.scheme, let authority = request.head.authority else {
      throw .malformedURL("a request with a scheme and a host", request.url ?? "")
    }
    let path = request.head.path ?? ""
    pathAndQuery = path.isEmpty ? "/" : path
    guard Self.isLegal(pathAndQuery) else {
      throw .malformedURL("a path that begins with “/”, in the characters of RFC 3986", request.url ?? "")
    }
    if scheme == "https" || scheme == "http", Self.isPlainHost(authority) {
      (self.scheme, self.authority) = (scheme, authority)
      return
    }
    let url = try AbsoluteURL("\(scheme)://\(authority)")
    guard url.path.isEmpty, url.query == nil, url.fragment == nil, let verified = url.authority else {
      throw .malformedURL("a request with a scheme and a host", request.url ?? "")
    }
    (self.scheme, self.authority) = (url.scheme, verified)
  }

  /// Whether no one on the way can read the request: https, or this machine itself.
  var isPrivate: Bool {
    // Nearly all are https: their URL is not read again for that.
    scheme == "https" || (try? AbsoluteURL("\(scheme)://\(authority)"))?.isSecure == true
  }

  /// Whether a host needs no further proof: lower-case names of letters, digits and hyphens, the last not a number.
  ///
  /// Every other authority, one with a port included, is left to ``AbsoluteURL``, which says the same of these.
  private static func isPlainHost(_ authority: String) -> Bool {
    var authority = authority
    return authority.withUTF8 { bytes in
      guard (1...255).contains(bytes.count) else { return false }
      var label = 0
      var labelStart = 0
      for (index, byte) in bytes.enumerated() {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): label += 1
        case UInt8(ascii: "."):
          guard label > 0, label <= 63 else { return false }
          label = 0
          labelStart = index + 1
        default: return false
        }
      }
      return label > 0 && label <= 63 && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[labelStart])
    }
  }

  private static func isLegal(_ path: String) -> Bool {
    var path = path
    return path.withUTF8 { bytes in
      guard bytes.first == UInt8(ascii: "/") else { return false }
      var index = 0
      while index < bytes.count {
        if !bytes[index].isLegalInTarget {
          guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
            bytes[index + 1].hexadecimalDigitValue != nil, bytes[index + 2].hexadecimalDigitValue != nil
          else { return false }
          index += 2
        }
        index += 1
      }
      return true
    }
  }
}
