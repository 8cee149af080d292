import WayleaveWire

extension JSON {
  /// The bytes of a member in hexadecimal digits.
  func bytes(_ name: String) throws -> [UInt8] {
    let digits = try text(name).utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
