/// A part of a message: what it is, and its bytes.
struct AgentField: Sendable, Equatable {
  /// The tag and the length.
  static let headSize = 5

  let tag: UInt8
  let bytes: ArraySlice<UInt8>

  init(tag: UInt8, bytes: ArraySlice<UInt8>) { (self.tag, self.bytes) = (tag, bytes) }

  init(_ tag: AgentTag, _ bytes: [UInt8]) { self.init(tag: tag.rawValue, bytes: bytes[...]) }

  init(_ tag: AgentTag, _ text: String) { self.init(tag, Array(text.utf8)) }

  init(_ tag: AgentTag, _ number: UInt64) {
    self.init(tag, withUnsafeBytes(of: number.bigEndian) { Array($0) })
  }

  /// The fields that follow one another in some bytes, to their end.
  static func all(in bytes: ArraySlice<UInt8>) throws(AgentProtocolError) -> [AgentField] {
    var fields: [AgentField] = []
    var rest = bytes
    while let tag = rest.first {
      guard rest.count >= headSize else { throw .malformed }
      let length = rest.dropFirst().prefix(4).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(headSize)
      guard length <= rest.count else { throw .malformed }
      fields.append(AgentField(tag: tag, bytes: rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return fields
  }
}

extension [UInt8] {
  /// Adds a length in four bytes, the highest first.
  mutating func appendLength(_ length: Int) {
    for shift in stride(from: 24, through: 0, by: -8) { append(UInt8(truncatingIfNeeded: length >> shift)) }
  }

  /// Adds a field as it stands in a frame.
  mutating func append(_ field: AgentField) {
    append(field.tag)
    appendLength(field.bytes.count)
    append(contentsOf: field.bytes)
  }
}
