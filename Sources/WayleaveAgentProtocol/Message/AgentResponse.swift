/// What an API answered to a request that the agent authorized, as far as the agent needs it.
package struct AgentResponse: Sendable, Equatable {
  /// The most of a body that the agent reads: where it refuses something, it says so before that.
  package static let maximumBodySize = 65_536
  /// The most that names and values of the header fields may have together.
  package static let maximumFieldsSize = 65_536

  package var status: Int
  package var fields: [AgentPair]
  /// The body, or its beginning.
  package var body: [UInt8]

  /// An answer; nil where it has more header fields than the agent reads.
  package init?(status: Int, fields: [AgentPair], body: some Collection<UInt8>) {
    let size = fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    guard (100...599).contains(status), size <= Self.maximumFieldsSize else { return nil }
    (self.status, self.fields, self.body) = (status, fields, Array(body.prefix(Self.maximumBodySize)))
  }
}

extension AgentResponse {
  var written: [AgentField] {
    [AgentField(.status, UInt64(status))] + fields.map { AgentField(.answerField, $0.bytes) }
      + [AgentField(.answerBody, body)]
  }

  init(reading reader: inout FieldReader) throws(AgentProtocolError) {
    let status = try reader.number(.status).required()
    let fields = try reader.list(.answerField).map { (bytes) throws(AgentProtocolError) in
      try AgentPair(reading: bytes)
    }
    let body = try reader.bytes(.answerBody).required()
    guard body.count <= Self.maximumBodySize,
      let response = AgentResponse(status: Int(clamping: status), fields: fields, body: body)
    else { throw .malformed }
    self = response
  }
}
