import WayleaveWire

/// The members of a JSON object, by their names.
struct JSONMemberContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let codingPath: [any CodingKey]
  let allKeys: [Key]
  private let values: [JSONMemberName: JSON]

  init(_ object: JSON.Object, at codingPath: [any CodingKey]) {
    self.codingPath = codingPath
    allKeys = object.members.compactMap { Key(stringValue: $0.name) }
    // An object of many members is read in one pass, not in one for each member.
    values = Dictionary(object.members.map { (JSONMemberName($0.name), $0.value) }) { first, _ in first }
  }

  func contains(_ key: Key) -> Bool { values[JSONMemberName(key.stringValue)] != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try decoder(for: key).decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try Value(from: decoder(for: key))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder(for: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(for: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try decoder(for: JSONPathStep.ofSuperclass) }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(for: key) }

  private func decoder(for key: some CodingKey) throws -> JSONValueDecoder {
    guard let value = values[JSONMemberName(key.stringValue)] else {
      throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: ""))
    }
    return JSONValueDecoder(value: value, codingPath: codingPath + [key])
  }
}
