import WayleaveBackport

/// The fields of a message that are not read yet.
struct FieldReader {
  private var fields: [AgentField]

  init(_ fields: [AgentField]) { self.fields = fields }

  /// The bytes of a field, which may be missing and must not be there twice.
  mutating func bytes(_ tag: AgentTag) throws(AgentProtocolError) -> ArraySlice<UInt8>? {
    guard let place = fields.firstIndex(where: { $0.tag == tag.rawValue }) else { return nil }
    let bytes = fields.remove(at: place).bytes
    guard !fields.contains(where: { $0.tag == tag.rawValue }) else { throw .malformed }
    return bytes
  }

  /// The text of a field: UTF-8 without NUL.
  mutating func text(_ tag: AgentTag) throws(AgentProtocolError) -> String? {
    try bytes(tag).map { (bytes) throws(AgentProtocolError) in try Self.text(bytes) }
  }

  /// A number of eight bytes.
  mutating func number(_ tag: AgentTag) throws(AgentProtocolError) -> UInt64? {
    guard let bytes = try bytes(tag) else { return nil }
    guard bytes.count == 8 else { throw .malformed }
    return bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Whether a field without content is there.
  mutating func flag(_ tag: AgentTag) throws(AgentProtocolError) -> Bool {
    guard let bytes = try bytes(tag) else { return false }
    guard bytes.isEmpty else { throw .malformed }
    return true
  }

  /// A value that has a number of its own.
  mutating func choice<Value: RawRepresentable<UInt8>>(
    _ tag: AgentTag, of _: Value.Type
  ) throws(AgentProtocolError) -> Value? {
    guard let bytes = try bytes(tag) else { return nil }
    guard bytes.count == 1, let value = bytes.first.flatMap(Value.init(rawValue:)) else { throw .malformed }
    return value
  }

  /// Every field of a tag that may repeat.
  mutating func list(_ tag: AgentTag) -> [ArraySlice<UInt8>] {
    let found = fields.filter { $0.tag == tag.rawValue }
    fields.removeAll { $0.tag == tag.rawValue }
    return found.map(\.bytes)
  }

  /// Throws unless everything was read.
  func end() throws(AgentProtocolError) { guard fields.isEmpty else { throw .malformed } }

  static func text(_ bytes: ArraySlice<UInt8>) throws(AgentProtocolError) -> String {
    guard !bytes.contains(0), let text = String(utf8: bytes) else { throw .malformed }
    return text
  }
}

extension Optional {
  /// The value of a field that must be there.
  func required() throws(AgentProtocolError) -> Wrapped {
    guard let self else { throw .malformed }
    return self
  }
}
