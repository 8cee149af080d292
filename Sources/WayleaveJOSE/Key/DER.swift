/// The little of DER that RSA keys need: a sequence of numbers.
///
/// RFC 8017 Appendix A.1.
enum DER {
  static func integer(_ bytes: [UInt8]) -> [UInt8] {
    // A first bit of one would make the number negative.
    let content = (bytes.first ?? 0) >= 0x80 || bytes.isEmpty ? [0] + bytes : bytes
    return [0x02] + length(content.count) + content
  }

  static func sequence(_ elements: [[UInt8]]) -> [UInt8] {
    let content = elements.flatMap { $0 }
    return [0x30] + length(content.count) + content
  }

  /// The numbers of a sequence that holds nothing else, without leading zeros; nil when it is something else.
  static func integers(in sequence: [UInt8]) -> [[UInt8]]? {
    var outer = sequence[...]
    guard var inner = element(0x30, of: &outer), outer.isEmpty else { return nil }
    var integers: [[UInt8]] = []
    while !inner.isEmpty {
      guard let number = element(0x02, of: &inner) else { return nil }
      integers.append(Array(number.drop { $0 == 0 }))
    }
    return integers
  }

  private static func element(_ tag: UInt8, of rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard rest.popFirst() == tag, let first = rest.popFirst() else { return nil }
    var count = Int(first)
    if first >= 0x80 {
      guard (0x81...0x83).contains(first) else { return nil }
      count = 0
      for _ in 0..<(first & 0x7F) {
        guard let byte = rest.popFirst() else { return nil }
        count = count << 8 | Int(byte)
      }
    }
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  private static func length(_ count: Int) -> [UInt8] {
    if count < 0x80 { return [UInt8(count)] }
    let bytes = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: count >> $0) }.drop { $0 == 0 }
    return [0x80 | UInt8(bytes.count)] + bytes
  }
}
