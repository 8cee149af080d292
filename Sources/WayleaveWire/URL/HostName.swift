/// The hosts that every reader understands alike.
enum HostName {
  /// Whether a host is a DNS name, a dotted IPv4 address or an IPv6 address in brackets.
  static func isCanonical(_ host: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = host.first, host.count <= 255 else { return false }
    if first == UInt8(ascii: "[") { return IPAddress(String(decoding: host, as: UTF8.self)) != nil }
    let labelCharacters = ASCIICharacters.label
    var label = 0..<0
    var start = 0
    for (index, byte) in host.enumerated() {
      guard byte == UInt8(ascii: ".") else {
        guard labelCharacters.contains(byte) else { return false }
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

  /// Whether the host is this machine by its text alone.
  static func isThisMachine(_ host: String) -> Bool {
    let name = host.hasSuffix(".") ? host.dropLast() : host[...]
    if name == "localhost" || name.hasSuffix(".localhost") { return true }
    return IPAddress(name).map { address in thisMachine.contains { $0.contains(address) } } ?? false
  }

  /// RFC 1122 §3.2.1.3; RFC 4291 §2.5.2, §2.5.3 and §2.5.5. A connection to an address of zeros goes to this machine.
  private static let thisMachine = [
    "127.0.0.0/8", "0.0.0.0/8", "::1/128", "::/128", "::ffff:127.0.0.0/104", "::ffff:0.0.0.0/104",
  ].compactMap { AddressRange($0) }

  /// Whether the host is this machine, a private network or a link by its text alone.
  static func isPrivate(_ host: String) -> Bool {
    let name = host.hasSuffix(".") ? host.dropLast() : host[...]
    // RFC 6761 §6.3 gives these names to this machine. A resolver that does not follow it may lead elsewhere, so that
    // a name below `localhost` is neither public here nor loopback in ``AbsoluteURL/isLoopback``.
    if name == "localhost" || name.hasSuffix(".localhost") { return true }
    return IPAddress(name).map { !$0.isPublic } ?? false
  }
}

extension ASCIICharacters {
  /// Letters, digits, `-` and `_`: what a label of a host is made of.
  fileprivate static let label = ASCIICharacters.unreserved.removing(".~")
}
