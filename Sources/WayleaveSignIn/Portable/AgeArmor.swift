import WayleaveWire

/// The text form of an age file.
///
/// C2SP age, "ASCII armor": the strict form of RFC 7468 §3, with lines of 64 characters. Space before and after it, and
/// CR before LF, are accepted; nothing else departs from what is written.
enum AgeArmor {
  private static let label = "AGE ENCRYPTED FILE"
  private static let begin = PEMBlock.beginning(label)
  private static let end = PEMBlock.ending(label)
  private static let lineFeed = UInt8(ascii: "\n")

  static func encode(_ bytes: [UInt8]) -> String { PEMBlock.text(label, bytes) }

  static func isArmored(_ file: [UInt8]) -> Bool { file[...].withoutOuterSpace.starts(with: begin.utf8) }

  /// The binary form; throws `account_file.malformed`.
  static func decode(_ file: [UInt8]) throws(OAuthError) -> [UInt8] {
    var lines = file[...].withoutOuterSpace.split(separator: lineFeed, omittingEmptySubsequences: false)
      .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    guard lines.count >= 3, lines.removeFirst().elementsEqual(begin.utf8), lines.removeLast().elementsEqual(end.utf8),
      let last = lines.last, (1...PEMBlock.lineLength).contains(last.count),
      lines.dropLast().allSatisfy({ $0.count == PEMBlock.lineLength }),
      let bytes = Base64.standard.decode(Array(lines.joined()))
    else { throw .malformedAccountFile("text between BEGIN and END that is not well-formed") }
    return bytes
  }
}
