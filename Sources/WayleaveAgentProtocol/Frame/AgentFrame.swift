/// One message between a program and the agent: a kind and its fields.
///
/// On the socket: the length of what follows in four bytes, the highest first; the version; the kind; the fields. Each
/// field is a tag of one byte, a length of four, and so many bytes.
package struct AgentFrame: Sendable, Equatable {
  package static let version: UInt8 = 1
  /// The most that may follow the length.
  package static let maximumLength = 1 << 20
  /// The bytes of the length.
  package static let lengthSize = 4
  /// The version and the kind.
  private static let headSize = 2

  package var kind: UInt8
  var fields: [AgentField]

  init(kind: UInt8, fields: [AgentField]) { (self.kind, self.fields) = (kind, fields) }

  /// The length that four bytes say; throws when no frame is that long.
  package static func length(reading bytes: some Collection<UInt8>) throws(AgentProtocolError) -> Int {
    let length = bytes.prefix(lengthSize).reduce(0) { $0 << 8 | Int($1) }
    guard bytes.count >= lengthSize, (headSize...maximumLength).contains(length) else { throw .wrongLength(length) }
    return length
  }

  /// Reads what follows the length.
  package init(reading body: ArraySlice<UInt8>) throws(AgentProtocolError) {
    guard body.count >= Self.headSize, body.count <= Self.maximumLength else { throw .wrongLength(body.count) }
    guard body[body.startIndex] == Self.version else { throw .unknownVersion(body[body.startIndex]) }
    kind = body[body.startIndex + 1]
    fields = try AgentField.all(in: body.dropFirst(Self.headSize))
  }

  /// The whole frame, with its length; nil where it would be too long.
  package var bytes: [UInt8]? {
    let length = fields.reduce(Self.headSize) { $0 + AgentField.headSize + $1.bytes.count }
    guard length <= Self.maximumLength else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.lengthSize + length)
    bytes.appendLength(length)
    bytes.append(Self.version)
    bytes.append(kind)
    for field in fields { bytes.append(field) }
    return bytes
  }
}
