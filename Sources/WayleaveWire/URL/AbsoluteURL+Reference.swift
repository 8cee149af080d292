extension AbsoluteURL {
  /// The URL that a reference means in an answer of this one, such as the value of `Location`; nil when it means none.
  ///
  /// RFC 3986 §5.2 and §4.2: absolute, without a scheme, without a host, next to this path, or a query alone. An absolute
  /// reference stays as it was written. `http:path`, which §5.2.2 allows for old servers alone, is none.
  package func resolving(_ reference: String) -> AbsoluteURL? {
    let bytes = Array(reference.utf8)
    let pathEnd = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.endIndex
    let (path, rest) = (bytes[..<pathEnd], String(decoding: bytes[pathEnd...], as: UTF8.self))
    if let colon = path.firstIndex(of: UInt8(ascii: ":")), !path[..<colon].contains(UInt8(ascii: "/")) {
      return try? AbsoluteURL(reference)
    }
    if path.starts(with: "//".utf8) { return try? AbsoluteURL("\(scheme):\(reference)") }
    guard let authority else { return nil }
    let place = "\(scheme)://\(authority)"
    guard !path.isEmpty else {
      let kept = rest.utf8.first == UInt8(ascii: "?") ? "" : query.map { "?\($0)" } ?? ""
      return try? AbsoluteURL(place + self.path + kept + rest)
    }
    return try? AbsoluteURL(place + Self.withoutDotSegments(merged(with: path)) + rest)
  }

  /// RFC 3986 §5.2.3: the path of a reference stands in place of what follows the last slash of this one.
  private func merged(with path: ArraySlice<UInt8>) -> [UInt8] {
    if path.first == UInt8(ascii: "/") { return Array(path) }
    let own = Array(self.path.utf8)
    return (own.lastIndex(of: UInt8(ascii: "/")).map { Array(own[...$0]) } ?? [UInt8(ascii: "/")]) + path
  }

  /// RFC 3986 §5.2.4, for a path that begins with a slash.
  private static func withoutDotSegments(_ path: [UInt8]) -> String {
    let segments = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    var kept: [ArraySlice<UInt8>] = []
    for (index, segment) in segments.enumerated() {
      let isParent = segment.elementsEqual("..".utf8)
      guard isParent || segment.elementsEqual(".".utf8) else {
        kept.append(segment)
        continue
      }
      if isParent { _ = kept.popLast() }
      if index == segments.count - 1 { kept.append([]) }
    }
    return "/" + String(decoding: Array(kept.joined(separator: [UInt8(ascii: "/")])), as: UTF8.self)
  }
}
