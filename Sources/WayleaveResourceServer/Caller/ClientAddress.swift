/// From where a request comes, as the server or its proxy sees it.
package enum ClientAddress {
  /// What counts as one client: of an IPv6 address the first 64 bits, since who has these can choose the others.
  ///
  /// RFC 4291 §2.5.1. An IPv4 address within IPv6 has points, and counts whole; so does what is no address.
  package static func network(of text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: ":")), !text.utf8.contains(UInt8(ascii: ".")) else { return text }
    var groups = text.split(separator: ":", omittingEmptySubsequences: false)
    // Two colons stand for as many zeros as are missing; at an end they are two empty groups.
    if groups.first == "" { groups.removeFirst() }
    if groups.last == "" { groups.removeLast() }
    if let gap = groups.firstIndex(of: "") {
      guard groups.count <= 8 else { return text }
      groups.replaceSubrange(gap...gap, with: Array(repeating: "0", count: 9 - groups.count))
    }
    return groups.prefix(4).joined(separator: ":")
  }
}
