/// Writes an object member by member, without values in between: for texts that are made again and again.
///
/// RFC 8259 §4; what it writes is what ``JSON/encoded()`` writes of an object with these members, whose names are
/// distinct and plain.
package struct JSONObjectWriter {
  private var text: [UInt8] = []

  /// An object without members so far.
  package init() {
    text.reserveCapacity(256)
    text.append(UInt8(ascii: "{"))
  }

  /// Adds a text.
  package mutating func append(_ name: StaticString, _ value: String) {
    append(name: name)
    JSON.append(value, to: &text)
  }

  /// Adds a whole number.
  package mutating func append(_ name: StaticString, _ value: Int64) {
    append(name: name)
    text.append(contentsOf: String(value).utf8)
  }

  /// The whole object.
  package consuming func encoded() -> [UInt8] {
    text.append(UInt8(ascii: "}"))
    return text
  }

  private mutating func append(name: StaticString) {
    if text.count > 1 { text.append(UInt8(ascii: ",")) }
    text.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { text.append(contentsOf: $0) }
    text.append(UInt8(ascii: "\""))
    text.append(UInt8(ascii: ":"))
  }
}
