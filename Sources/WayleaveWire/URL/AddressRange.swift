/// The addresses that begin with the same bits.
///
/// RFC 4632 §3.1 for IPv4, RFC 4291 §2.3 for IPv6.
package struct AddressRange: Sendable, Hashable {
  private let start: IPAddress
  private let length: Int

  /// Reads `10.0.0.0/8` or `fc00::/7`; bits beyond the length do not count.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let start = IPAddress(parts[0]), parts[1].utf8.allSatisfy(\.isDigit),
      let length = Int(parts[1]), length <= start.bytes.count * 8
    else { return nil }
    self.start = start
    self.length = length
  }

  /// Whether an address begins with these bits; one of the other version never does.
  package func contains(_ address: IPAddress) -> Bool {
    guard address.bytes.count == start.bytes.count else { return false }
    let (whole, rest) = (length / 8, length % 8)
    guard address.bytes[..<whole] == start.bytes[..<whole] else { return false }
    return rest == 0 || (address.bytes[whole] ^ start.bytes[whole]) >> (8 - rest) == 0
  }
}
