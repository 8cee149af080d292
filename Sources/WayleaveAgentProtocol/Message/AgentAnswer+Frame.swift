/// How answers are written and read.
extension AgentAnswer {
  enum Kind: UInt8 {
    case text = 65
    case fields = 66
    case authorized = 67
    case list = 68
    case done = 69
    case question = 70
    case needsCommand = 71
    case failure = 72
  }

  package var frame: AgentFrame {
    let (kind, fields) = parts
    return AgentFrame(kind: kind.rawValue, fields: fields)
  }

  package init(reading frame: AgentFrame) throws(AgentProtocolError) {
    guard let kind = Kind(rawValue: frame.kind) else { throw .unknownKind(frame.kind) }
    var reader = FieldReader(frame.fields)
    self = try Self.answer(of: kind, &reader)
    try reader.end()
  }

  private var parts: (Kind, [AgentField]) {
    switch self {
    case .text(let bytes): (.text, [AgentField(.bytes, bytes)])
    case .fields(let pairs): (.fields, pairs.map(\.field))
    case .authorized(let message, let credential): (.authorized, message.written + (credential?.written ?? []))
    case .list(let rows): (.list, rows.map(Self.written))
    case .done: (.done, [])
    case .question(let id, let sentence): (.question, [AgentField(.question, id), AgentField(.sentence, sentence)])
    case .needsCommand(let reason): (.needsCommand, [AgentField(.sentence, reason)])
    case .failure(let failure): (.failure, failure.written)
    }
  }

  private static func answer(of kind: Kind, _ reader: inout FieldReader) throws(AgentProtocolError) -> AgentAnswer {
    switch kind {
    case .text: return .text(Array(try reader.bytes(.bytes).required()))
    case .fields: return .fields(try reader.pairs())
    case .authorized: return .authorized(try AgentMessage(reading: &reader), by: try AgentCredential.read(&reader))
    case .list: return .list(try reader.list(.row).map { (bytes) throws(AgentProtocolError) in try row(bytes) })
    case .done: return .done
    case .question:
      return .question(
        id: try reader.number(.question).required(), sentence: try reader.text(.sentence).required())
    case .needsCommand: return .needsCommand(try reader.text(.sentence).required())
    case .failure: return .failure(try AgentFailure(reading: &reader))
    }
  }

  private static func written(_ row: [AgentPair]) -> AgentField {
    var bytes: [UInt8] = []
    for pair in row { bytes.append(pair.field) }
    return AgentField(.row, bytes)
  }

  private static func row(_ bytes: ArraySlice<UInt8>) throws(AgentProtocolError) -> [AgentPair] {
    var reader = FieldReader(try AgentField.all(in: bytes))
    let pairs = try reader.pairs()
    try reader.end()
    return pairs
  }
}

extension AgentFailure {
  fileprivate var written: [AgentField] {
    [
      AgentField(.code, code), AgentField(.message, message), AgentField(.rule, rule), AgentField(.expected, expected),
      AgentField(.received, received), AgentField(.remedy, remedy), AgentField(.exitStatus, [exitStatus]),
    ] + choices.map { AgentField(.choice, $0) }
  }

  fileprivate init(reading reader: inout FieldReader) throws(AgentProtocolError) {
    code = try reader.text(.code).required()
    message = try reader.text(.message).required()
    rule = try reader.text(.rule).required()
    expected = try reader.text(.expected).required()
    received = try reader.text(.received).required()
    remedy = try reader.text(.remedy).required()
    let status = try reader.bytes(.exitStatus).required()
    guard status.count == 1, let first = status.first else { throw .malformed }
    exitStatus = first
    choices = try reader.list(.choice).map { (bytes) throws(AgentProtocolError) in try FieldReader.text(bytes) }
  }
}
