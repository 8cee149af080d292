extension Sequence<UInt8> {
  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// Two digits in lower case for each byte.
  package var hexadecimal: String {
    var text: [UInt8] = []
    for byte in self {
      text.append(Self.digit(byte >> 4))
      text.append(Self.digit(byte & 15))
    }
    return String(decoding: text, as: UTF8.self)
  }
}
