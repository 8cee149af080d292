import WayleaveWire

/// The code that a person types.
///
/// RFC 8628 §6.1: eight consonants, so that no word is made by accident; 20⁸ of them.
enum UserCode {
  private static let alphabet = Array("BCDFGHJKLMNPQRSTVWXZ".utf8)

  /// Draws a code as it is shown, `WDJB-MJHT`.
  static func draw(using random: inout some RandomNumberGenerator) -> String {
    let letters = (0..<8).map { _ in alphabet[Int.random(in: alphabet.indices, using: &random)] }
    return String(decoding: letters[..<4] + [UInt8(ascii: "-")] + letters[4...], as: UTF8.self)
  }

  /// What counts of a code that was typed: its letters in either case, without what only makes it readable.
  static func essence(of typed: String) -> Secret {
    Secret(
      typed.utf8.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) ? $0 - 32 : $0 }.filter(alphabet.contains)
    )
  }
}
