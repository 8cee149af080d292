/// The number of a machine in the Internet, of either version.
package struct IPAddress: Sendable, Hashable {
  /// Four bytes or sixteen, the most significant first.
  package let bytes: [UInt8]

  /// An address as the system hands it out; nil for another number of bytes than 4 or 16.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// Reads `192.0.2.1`, `2001:db8::1` and, as a URL has it, `[2001:db8::1]`.
  ///
  /// RFC 3986 §3.2.2: no other spelling is an address, no number that begins with a zero and no zone.
  package init?(_ text: some StringProtocol) {
    let whole = Substring(text)
    let isBracketed = whole.utf8.first == UInt8(ascii: "[") && whole.utf8.last == UInt8(ascii: "]")
    let text = isBracketed ? whole.dropFirst().dropLast() : whole
    guard let bytes = Self.bytesOfVersion6(text) ?? (isBracketed ? nil : Self.bytesOfVersion4(text)) else { return nil }
    self.bytes = bytes
  }

  private static func bytesOfVersion4(_ text: Substring) -> [UInt8]? {
    guard HostName.isIPv4(text.utf8) else { return nil }
    return text.utf8.split(separator: UInt8(ascii: ".")).compactMap { UInt8(Substring($0)) }
  }

  /// Eight groups, or fewer with one `::`, the last two perhaps as IPv4.
  private static func bytesOfVersion6(_ text: Substring) -> [UInt8]? {
    var text = text
    var tail: [UInt8] = []
    if text.utf8.contains(UInt8(ascii: ".")) {
      guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")),
        let bytes = bytesOfVersion4(text[text.index(after: colon)...])
      else { return nil }
      (text, tail) = (text[...colon], bytes)
      if !text.hasSuffix("::") { text = text.dropLast() }
    }
    let halves = text.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false).map(groups)
    guard let first = halves.first ?? nil, let last = halves.last ?? nil else { return nil }
    guard halves.count == 2 else { return first.count + tail.count == 16 ? first + tail : nil }
    let zeros = 16 - first.count - last.count - tail.count
    return zeros > 0 ? first + [UInt8](repeating: 0, count: zeros) + last + tail : nil
  }

  /// The bytes of groups that colons part; nil when one of them is none.
  private static func groups(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    for group in text.isEmpty ? [] : text.split(separator: ":", omittingEmptySubsequences: false) {
      guard (1...4).contains(group.utf8.count), group.utf8.allSatisfy({ $0.hexadecimalValue != nil }),
        let number = UInt16(group, radix: 16)
      else { return nil }
      bytes += [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)]
    }
    return bytes
  }
}

extension IPAddress: CustomStringConvertible {
  package var description: String {
    guard bytes.count == 16 else { return bytes.map(String.init).joined(separator: ".") }
    let groups = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    return groups.map { String($0, radix: 16) }.joined(separator: ":")
  }
}
