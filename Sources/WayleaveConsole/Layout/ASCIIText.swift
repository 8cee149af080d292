package import WayleaveWire

/// What is shown where the terminal shows no more than ASCII.
package enum ASCIIText {
  /// Whether a locale of this name shows UTF-8; nil for none that is set.
  ///
  /// It does unless it is `C`, `POSIX` or names another character set: POSIX Base Definitions §7.2 and §8.2.
  package static func isNeeded(in locale: String?) -> Bool {
    guard let locale else { return false }
    let parts = locale.split(separator: ".", maxSplits: 1)
    guard parts.count == 2 else { return ["C", "POSIX"].contains(locale) }
    let charset = parts[1].prefix { $0 != "@" }.utf8.map(\.lowercased)
    return !["utf8", "utf-8"].contains { charset.elementsEqual($0.utf8) }
  }

  /// The text with the marks of our own texts spelled in ASCII, and what else is not ASCII as `\\u{e9}`.
  package static func spelled(_ text: String) -> String {
    var spelled = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case _ where scalar.isASCII: spelled.unicodeScalars.append(scalar)
      case "“", "”", "„": spelled += "\""
      case "‘", "’": spelled += "'"
      case "…": spelled += "..."
      case "·", "–", "—", "•": spelled += "-"
      case "→": spelled += "->"
      case "×": spelled += "x"
      case "§": spelled += "section "
      case "✓": spelled += "ok"
      case "✗": spelled += "no"
      default: spelled += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return spelled
  }

  /// JSON in ASCII, which every reader takes for the same: RFC 8259 §7. Outside of texts JSON is ASCII anyhow.
  package static func spelled(_ json: JSON) -> [UInt8] {
    let text = String(decoding: json.encoded(), as: UTF8.self)
    return text.utf16.flatMap { unit in
      unit < 0x80 ? [UInt8(truncatingIfNeeded: unit)] : Array("\\u\(hexadecimal(unit))".utf8)
    }
  }

  private static func hexadecimal(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
