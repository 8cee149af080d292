/// A name and its value, such as a header field.
package struct AgentPair: Sendable, Equatable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

  /// Reads the length of the name in four bytes, the name, and the value.
  init(reading bytes: ArraySlice<UInt8>) throws(AgentProtocolError) {
    guard bytes.count >= 4 else { throw .malformed }
    let length = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    let rest = bytes.dropFirst(4)
    guard length <= rest.count else { throw .malformed }
    name = try FieldReader.text(rest.prefix(length))
    value = try FieldReader.text(rest.dropFirst(length))
  }

  var field: AgentField { AgentField(.pair, bytes) }

  /// What ``init(reading:)`` reads.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendLength(name.utf8.count)
    bytes.append(contentsOf: name.utf8)
    bytes.append(contentsOf: value.utf8)
    return bytes
  }
}

extension FieldReader {
  /// Every pair.
  mutating func pairs() throws(AgentProtocolError) -> [AgentPair] {
    try list(.pair).map { (bytes) throws(AgentProtocolError) in try AgentPair(reading: bytes) }
  }
}
