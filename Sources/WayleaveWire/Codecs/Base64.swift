/// Base64 in its two alphabets, strict: one text for each byte sequence and no other.
///
/// RFC 4648 §4 and §5. The lax decoders of others take unused bits and missing or added padding, which makes tokens
/// malleable.
public struct Base64: Sendable {
  /// Base64url without padding.
  ///
  /// RFC 7515 §2: "with all trailing '=' characters omitted".
  public static let url = Base64(alphabet: "-_", isPadded: false)

  /// Base64 with padding.
  ///
  /// RFC 4648 §4.
  public static let standard = Base64(alphabet: "+/", isPadded: true)

  private let encodeTable: [UInt8]
  private let decodeTable: [UInt8]
  private let isPadded: Bool

  private init(alphabet lastTwo: String, isPadded: Bool) {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8) + Array(lastTwo.utf8)
    var inverse = [UInt8](repeating: 0xFF, count: 256)
    for (value, character) in alphabet.enumerated() { inverse[Int(character)] = UInt8(value) }
    encodeTable = alphabet
    decodeTable = inverse
    self.isPadded = isPadded
  }

  /// Writes bytes as text.
  public func encodedText(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: encode(bytes), as: UTF8.self)
  }

  /// Writes bytes as the bytes of the text.
  public func encode(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var window: UInt32 = 0
    var held = 0
    for byte in Array(bytes) {
      window = window << 8 | UInt32(byte)
      held += 8
      while held >= 6 {
        held -= 6
        text.append(encodeTable[Int(window >> UInt32(held) & 63)])
      }
    }
    if held > 0 { text.append(encodeTable[Int(window << UInt32(6 - held) & 63)]) }
    if isPadded { while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) } }
    return text
  }

  /// Reads text; nil when it is not exactly what `encode` would have written.
  public func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    let text = Array(text)
    var digits = text[...]
    if isPadded {
      guard text.count % 4 == 0 else { return nil }
      for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
    }
    guard digits.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 4 * 3 + 2)
    var window: UInt32 = 0
    var held = 0
    for character in digits {
      let value = decodeTable[Int(character)]
      guard value != 0xFF else { return nil }
      window = window << 6 | UInt32(value)
      held += 6
      if held >= 8 {
        held -= 8
        bytes.append(UInt8(truncatingIfNeeded: window >> UInt32(held)))
      }
    }
    // Unused bits must be zero: otherwise several texts would stand for the same bytes.
    guard window & ((1 << UInt32(held)) - 1) == 0 else { return nil }
    // A text that is padded where it need not be, or too little, has another length than the one we would write.
    guard !isPadded || text.count == (bytes.count + 2) / 3 * 4 else { return nil }
    return bytes
  }

  /// Reads a text; nil when it is not exactly what `encodedText` would have written.
  public func decode(_ text: String) -> [UInt8]? {
    decode(text.utf8)
  }
}
