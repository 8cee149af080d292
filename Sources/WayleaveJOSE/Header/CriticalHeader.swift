import WayleaveWire

/// What a header says must be understood, or else the whole is to be refused.
///
/// RFC 7515 §4.1.11; RFC 7797 §6.
enum CriticalHeader {
  static func verify(
    _ protected: borrowing JSON.LazyObject, unprotected: JSON.Object? = nil, understanding extensions: [String]
  ) throws(OAuthError) {
    // "this Header Parameter MUST be integrity protected"; the same holds for "b64" (RFC 7797 §3).
    guard unprotected?["crit"] == nil, unprotected?["b64"] == nil else {
      throw .criticalHeader("“crit” and “b64” under the signature", received: .described("them outside"))
    }
    let names = try names(in: protected)
    for name in names {
      guard extensions.contains(where: { $0.hasSameBytes(as: name) }) else {
        throw .criticalHeader("only extensions that are understood and asked for here", received: .text(name))
      }
      guard protected[name] != nil else {
        throw .criticalHeader("every name in “crit” to be a member of the header", received: .text(name))
      }
    }
    if protected["b64"] == .bool(false), !names.contains(where: { $0.hasSameBytes(as: "b64") }) {
      throw .criticalHeader("“b64” to be named in “crit”", received: .nothing)
    }
  }

  private static func names(in protected: borrowing JSON.LazyObject) throws(OAuthError) -> [String] {
    guard let list = protected["crit"] else { return [] }
    let names = list.array?.compactMap(\.string) ?? []
    // "Producers MUST NOT use the empty list"; a name twice is refused in the same paragraph.
    guard !names.isEmpty, names.count == list.array?.count, Set(names.map { Array($0.utf8) }).count == names.count
    else { throw .criticalHeader("“crit” to be a list of distinct names", received: .described("something else")) }
    return names
  }
}

extension OAuthError {
  fileprivate static func criticalHeader(_ expected: String, received: Received) -> OAuthError {
    OAuthError(
      .criticalHeader, rule: .rfc(7515, "4.1.11"), expected: expected, received: received,
      remedy: "Nothing in it was used. The sender asks for an extension that is not offered here.")
  }
}
