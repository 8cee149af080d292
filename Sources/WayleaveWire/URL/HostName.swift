/// The hosts that every reader understands alike.
enum HostName {
  /// Whether a host is a DNS name, a dotted IPv4 address or an IPv6 address in brackets.
  static func isCanonical(_ host: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = host.first, host.count <= 255 else { return false }
    if first == UInt8(ascii: "[") { return host.last == UInt8(ascii: "]") && isIPv6(host[1..<(host.count - 1)]) }
    var label = 0..<0
    var start = 0
    for (index, byte) in host.enumerated() {
      guard byte == UInt8(ascii: ".") else {
        guard byte.isLabelCharacter else { return false }
        continue
      }
      label = start..<index
      guard (1...63).contains(label.count) else { return false }
      start = index + 1
    }
    // One point at the end is that of the root.
    if start < host.count { label = start..<host.count }
    guard label.count <= 63 else { return false }
    // A last label that looks like a number makes others read an address: 2130706433 or 0x7f.1 is 127.0.0.1.
    let last = host[label]
    let isHexadecimal =
      last.count > 1 && last[label.lowerBound] == UInt8(ascii: "0")
      && last[label.lowerBound + 1].lowercased == UInt8(ascii: "x")
    return isHexadecimal || last.allSatisfy(\.isDigit) ? isIPv4(host) : true
  }

  /// Whether the host is four decimal numbers up to 255, none with a leading zero.
  static func isIPv4(_ host: some Collection<UInt8>) -> Bool {
    var (points, digits, value) = (0, 0, 0)
    for byte in host {
      if byte == UInt8(ascii: ".") {
        guard digits > 0 else { return false }
        (points, digits, value) = (points + 1, 0, 0)
      } else {
        // A zero that begins a number is all of it.
        guard byte.isDigit, digits == 0 || value > 0 else { return false }
        (digits, value) = (digits + 1, value * 10 + Int(byte - UInt8(ascii: "0")))
        guard value <= 255 else { return false }
      }
    }
    return points == 3 && digits > 0
  }

  /// Whether the host is this machine, a private network or a link by its text alone: RFC 6890.
  static func isPrivate(_ host: [UInt8]) -> Bool {
    if host.first == UInt8(ascii: "[") {
      return isPrivateIPv6(String(decoding: host.dropFirst().dropLast(), as: UTF8.self))
    }
    let name = String(decoding: host.last == UInt8(ascii: ".") ? host.dropLast() : host[...], as: UTF8.self)
    if name == "localhost" || name.hasSuffix(".localhost") { return true }
    let numbers = name.split(separator: ".").compactMap { UInt8($0) }
    guard isIPv4(name.utf8), numbers.count == 4 else { return false }
    switch (numbers[0], numbers[1]) {
    case (0, _), (10, _), (127, _), (169, 254), (192, 168): return true
    case (172, 16...31), (100, 64...127): return true
    default: return false
    }
  }

  /// The global unicast addresses are 2000::/3; all others are this machine's, a link's, a site's or IPv4 in disguise.
  private static func isPrivateIPv6(_ address: String) -> Bool {
    let first = address.split(separator: ":", omittingEmptySubsequences: false).first.flatMap { UInt16($0, radix: 16) }
    return !(0x2000...0x3FFF).contains(first ?? 0)
  }

  /// Whether this is an IPv6 address: eight groups, or fewer with one `::`, the last two perhaps as IPv4.
  private static func isIPv6(_ address: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var text = String(decoding: address, as: UTF8.self)
    var groupsNeeded = 8
    if text.contains("."), let colon = text.lastIndex(of: ":") {
      guard isIPv4(text[text.index(after: colon)...].utf8) else { return false }
      text = String(text[...colon]) + (text[..<colon].hasSuffix(":") ? "" : "0")
      groupsNeeded = text.hasSuffix(":") ? 6 : 7
    }
    let halves = text.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
    let groups = halves.map { $0.isEmpty ? [] : $0.split(separator: ":", omittingEmptySubsequences: false) }
    let all = groups.flatMap { $0 }
    guard all.allSatisfy({ (1...4).contains($0.utf8.count) && $0.utf8.allSatisfy { $0.hexadecimalValue != nil } })
    else {
      return false
    }
    return halves.count == 2 ? all.count < groupsNeeded : all.count == groupsNeeded
  }
}

extension UInt8 {
  fileprivate var isLabelCharacter: Bool {
    isLetter || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
  }
}
