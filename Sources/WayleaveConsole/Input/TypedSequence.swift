/// Finds control sequences among typed bytes: what a terminal sends for an arrow key, and before and after a paste.
///
/// ECMA-48 §5.4: ESC and “[”, parameters, and a byte from “@” to “~”. Around a paste they are ESC [200~ and ESC [201~
/// (xterm, "Bracketed Paste Mode").
package struct TypedSequence {
  private enum Place {
    case outside, afterEscape, inside
  }

  private var place = Place.outside

  package init() {}

  /// Takes the next byte; true for one that is no part of the text.
  package mutating func takes(_ byte: UInt8) -> Bool {
    switch (place, byte) {
    case (_, 0x1B): place = .afterEscape
    case (.afterEscape, UInt8(ascii: "[")): place = .inside
    case (.inside, 0x20...0x3F): break
    case (.inside, 0x40...0x7E): place = .outside
    default:
      place = .outside
      return false
    }
    return true
  }

  /// The bytes without sequences.
  package static func removed(from bytes: some Sequence<UInt8>) -> [UInt8] {
    var sequence = TypedSequence()
    return bytes.filter { !sequence.takes($0) }
  }
}
