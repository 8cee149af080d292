/// The hosts that every reader understands alike.
enum HostName {
  /// Whether a host in lower case is a DNS name, a dotted IPv4 address or an IPv6 address in brackets.
  static func isCanonical(_ host: [UInt8]) -> Bool {
    guard let first = host.first, host.count <= 255 else { return false }
    if first == UInt8(ascii: "[") { return host.last == UInt8(ascii: "]") && isIPv6(host[1..<(host.count - 1)]) }
    let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let named = labels.last?.isEmpty == true ? labels.dropLast() : labels[...]
    guard !named.isEmpty, named.allSatisfy(isLabel) else { return false }
    // A last label that looks like a number makes others read an address: 2130706433 or 0x7f.1 is 127.0.0.1.
    guard let last = named.last, last.allSatisfy(\.isDigit) || last.starts(with: "0x".utf8) else { return true }
    return isIPv4(host)
  }

  /// Whether the host is four decimal numbers up to 255, none with a leading zero.
  static func isIPv4(_ host: [UInt8]) -> Bool {
    let parts = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        (1...3).contains(part.count) && part.allSatisfy(\.isDigit)
          && (part.count == 1 || part.first != UInt8(ascii: "0"))
          && (Int(String(decoding: part, as: UTF8.self)) ?? 256) <= 255
      }
  }

  /// Whether the host is this machine, a private network or a link by its text alone: RFC 6890.
  static func isPrivate(_ host: [UInt8]) -> Bool {
    if host.first == UInt8(ascii: "[") {
      return isPrivateIPv6(String(decoding: host.dropFirst().dropLast(), as: UTF8.self))
    }
    let name = String(decoding: host.last == UInt8(ascii: ".") ? host.dropLast() : host[...], as: UTF8.self)
    if name == "localhost" || name.hasSuffix(".localhost") { return true }
    let numbers = name.split(separator: ".").compactMap { UInt8($0) }
    guard isIPv4(Array(name.utf8)), numbers.count == 4 else { return false }
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

  private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
    (1...63).contains(label.count)
      && label.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }

  /// Whether this is an IPv6 address: eight groups, or fewer with one `::`, the last two perhaps as IPv4.
  private static func isIPv6(_ address: ArraySlice<UInt8>) -> Bool {
    var text = String(decoding: address, as: UTF8.self)
    var groupsNeeded = 8
    if text.contains("."), let colon = text.lastIndex(of: ":") {
      guard isIPv4(Array(text[text.index(after: colon)...].utf8)) else { return false }
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
