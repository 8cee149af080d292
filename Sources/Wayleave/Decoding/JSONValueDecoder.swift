import WayleaveWire

/// A JSON value from which a `Decodable` type reads itself.
///
/// It converts nothing: a number is not read from a text, and a whole number is written without point and exponent, and
/// fits its type. A date is what its type makes of a number or a text. A URL is a text.
struct JSONValueDecoder: Decoder {
  let value: JSON
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard let object = value.object ?? membersOfURL(for: type) else { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(JSONMemberContainer<Key>(object, at: codingPath))
  }

  /// A text as the members that Foundation's `URL` reads itself from: JSON has a URL as a text.
  ///
  /// `JSONDecoder` knows the type `URL`. This module does not import Foundation, and knows it by its keys.
  private func membersOfURL<Key: CodingKey>(for type: Key.Type) -> JSON.Object? {
    guard case .string = value, Key(stringValue: "relative") != nil, Key(stringValue: "base") != nil,
      // The keys of a dictionary have every name.
      Key(stringValue: "wayleave.none") == nil
    else { return nil }
    var members = JSON.Object()
    members["relative"] = value
    return members
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let elements = value.array else { throw mismatch([Any].self) }
    return JSONElementContainer(elements: elements, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  /// The error for a value of another type; for `null`, that there is none.
  private func mismatch(_ type: Any.Type) -> DecodingError {
    let context = DecodingError.Context(codingPath: codingPath, debugDescription: "")
    return value == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  private func wholeNumber<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    guard case .number(let digits) = value, let number = Number(digits) else { throw mismatch(type) }
    return number
  }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value == .null }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard let bool = value.bool else { throw mismatch(type) }
    return bool
  }

  func decode(_ type: String.Type) throws -> String {
    guard let text = value.string else { throw mismatch(type) }
    return text
  }

  func decode(_ type: Double.Type) throws -> Double {
    guard let number = value.double else { throw mismatch(type) }
    return number
  }

  func decode(_ type: Float.Type) throws -> Float {
    guard case .number(let digits) = value, let number = Float(digits), number.isFinite else { throw mismatch(type) }
    return number
  }

  func decode(_ type: Int.Type) throws -> Int { try wholeNumber(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try wholeNumber(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try wholeNumber(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try wholeNumber(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try wholeNumber(type) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type) throws -> Int128 { try wholeNumber(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try wholeNumber(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try wholeNumber(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try wholeNumber(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try wholeNumber(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try wholeNumber(type) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type) throws -> UInt128 { try wholeNumber(type) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }
}
