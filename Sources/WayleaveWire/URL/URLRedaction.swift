/// URLs without what may be secret in them, for errors, events and logs.
public enum URLRedaction {
  /// Keeps address and parameter names; every value of the query becomes `…`, and so does the fragment.
  ///
  /// A code, a token, a state or a client secret of an old provider may stand there: attacks.md 104 and 105.
  public static func redact(_ url: String) -> String {
    let bytes = Array(url.utf8)
    let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
    let hasFragment = end < bytes.endIndex
    guard let mark = bytes[..<end].firstIndex(of: UInt8(ascii: "?")) else {
      return DisplayText.clean(bytes[..<end]) + (hasFragment ? "#…" : "")
    }
    let names = bytes[(mark + 1)..<end].split(separator: UInt8(ascii: "&")).map { pair in
      let separator = pair.firstIndex(of: UInt8(ascii: "="))
      return DisplayText.clean(pair[..<(separator ?? pair.endIndex)], limit: 60) + (separator == nil ? "" : "=…")
    }
    return DisplayText.clean(bytes[..<mark]) + "?" + names.prefix(20).joined(separator: "&") + (hasFragment ? "#…" : "")
  }
}
