/// URLs without what may be secret in them, for errors, events and logs.
package enum URLRedaction {
  /// Leaves address and parameter names; every value of the query becomes `…`, and so do the fragment and a password.
  ///
  /// A code, a token, a state or a client secret of an old provider may stand there.
  package static func redact(_ url: String) -> String {
    let bytes = Array(url.utf8)
    // A text that is no URL may be a code that a person pasted alone, or a whole request with its credentials.
    guard !hasSpace(bytes), bytes.contains(UInt8(ascii: ":")) || bytes.first == UInt8(ascii: "/") else {
      return bytes.isEmpty ? "" : "a text of \(bytes.count) bytes that is no URL"
    }
    guard let userInformation = userInformation(in: bytes) else { return redactQuery(of: bytes[...]) }
    return DisplayText.clean(bytes[..<userInformation.lowerBound]) + "…"
      + redactQuery(of: bytes[userInformation.upperBound...])
  }

  private static func hasSpace(_ bytes: [UInt8]) -> Bool { bytes.contains { " \t\r\n".utf8.contains($0) } }

  private static func redactQuery(of bytes: ArraySlice<UInt8>) -> String {
    let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
    let fragment = end < bytes.endIndex ? "#…" : ""
    guard let mark = bytes[..<end].firstIndex(of: UInt8(ascii: "?")) else {
      return DisplayText.clean(bytes[..<end]) + fragment
    }
    let pairs = bytes[(mark + 1)..<end].split(separator: UInt8(ascii: "&"), maxSplits: 20).prefix(20)
    let names = pairs.map { pair in
      let name = pair.prefix { $0 != UInt8(ascii: "=") }
      return DisplayText.clean(name, limit: 60) + (name.endIndex == pair.endIndex ? "" : "=…")
    }
    return DisplayText.clean(bytes[..<mark]) + "?" + names.joined(separator: "&") + fragment
  }

  /// Where a user name and a password may stand, as in `https://user:password@host`: refused, and then shown.
  ///
  /// A password may hold any character, so that readers disagree on where it ends. Only when what follows `//` is
  /// plainly a host and a port does an “@” further on belong to the path or the query.
  private static func userInformation(in bytes: [UInt8]) -> Range<Int>? {
    guard let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return nil }
    let afterScheme = bytes[..<at].firstIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? 0
    guard bytes[afterScheme...].starts(with: "//".utf8) else { return 0..<at }
    let start = afterScheme + 2
    let authority = bytes[start...].prefix { byte in !"/?#".utf8.contains(byte) }
    let name = authority.prefix { $0.isUnreserved }
    let port = authority[name.endIndex...]
    let isPlain = port.isEmpty || (port.first == UInt8(ascii: ":") && port.dropFirst().allSatisfy(\.isDigit))
    return isPlain ? nil : start..<max(start, at)
  }
}
