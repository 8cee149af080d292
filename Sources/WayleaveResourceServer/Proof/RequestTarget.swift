import WayleaveWire

/// Which path and query a request line names.
enum RequestTarget {
  /// The path and query of a target in whichever form; nil where it names none.
  ///
  /// RFC 9112 §3.2 and §3.3: the origin form begins with a slash; of the absolute form, host and scheme count as little as
  /// the field `Host`, which a caller writes too; `*` is the server itself, whose path is empty. Anything else could be put
  /// behind the public address as a part of its host.
  static func path(in target: String) -> String? {
    if target.utf8.first == UInt8(ascii: "/") { return target }
    if target.hasSameBytes(as: "*") { return "" }
    guard let url = try? AbsoluteURL(target), Origin(of: url) != nil else { return nil }
    return url.pathAndQuery
  }
}
