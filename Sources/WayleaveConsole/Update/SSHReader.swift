import WayleaveBackport

/// Reads the binary format of SSH: numbers of four bytes, and strings behind their length.
///
/// RFC 4251 §5.
struct SSHReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// Whether everything was read.
  var isAtEnd: Bool { rest.isEmpty }

  /// The next bytes, where they are these.
  mutating func take(_ bytes: some Collection<UInt8>) -> Bool {
    guard rest.starts(with: bytes) else { return false }
    rest = rest.dropFirst(bytes.count)
    return true
  }

  /// The next number; nil where the bytes end before it does.
  mutating func number() -> UInt32? {
    guard rest.count >= 4 else { return nil }
    defer { rest = rest.dropFirst(4) }
    return rest.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The next string; nil where the bytes end before it does.
  mutating func string() -> [UInt8]? {
    guard let count = number(), rest.count >= Int(count) else { return nil }
    defer { rest = rest.dropFirst(Int(count)) }
    return Array(rest.prefix(Int(count)))
  }

  /// The next string as a text; nil where it is not UTF-8.
  mutating func text() -> String? { string().flatMap { String(utf8: $0) } }

  /// A string as it is written.
  static func written(_ bytes: [UInt8]) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (24 - 8 * $0)) } + bytes
  }
}
