/// Unguessable text, drawn from the generator that is handed in.
public enum RandomText {
  /// Draws `count` bytes; 32 of them are 256 bits.
  public static func bytes(_ count: Int, using random: inout some RandomNumberGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      var word = random.next()
      for _ in 0..<min(8, count - bytes.count) {
        bytes.append(UInt8(truncatingIfNeeded: word))
        word >>= 8
      }
    }
    return bytes
  }

  /// Draws `count` bytes and writes them as base64url: letters, digits, `-` and `_` only.
  public static func base64URL(bytes count: Int, using random: inout some RandomNumberGenerator) -> String {
    Base64.url.encodedText(bytes(count, using: &random))
  }

  /// Draws letters and digits only, for counterparts that choke on anything else (an OAuth 1.0 nonce at Twitter).
  public static func alphanumeric(_ count: Int, using random: inout some RandomNumberGenerator) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(count)
    while text.count < count {
      var word = random.next()
      // Ten draws of six bits each; 62 and 63 are thrown away, so that every character is equally likely.
      for _ in 0..<10 where text.count < count {
        let index = Int(word & 63)
        word >>= 6
        if index < alphabet.count { text.append(alphabet[index]) }
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
