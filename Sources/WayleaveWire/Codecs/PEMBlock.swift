/// A block of a PEM text: what stands between BEGIN and END of one label.
///
/// RFC 7468 §2 and §3. Text between blocks is passed over, as other programs put the name of a curve or of an owner there.
/// Spaces and tabs may stand around each line and within those of the content.
package struct PEMBlock: Sendable {
  /// Such as `CERTIFICATE`.
  package let label: String
  /// What the block holds; nil where it is not base64, or where no END of the label follows.
  package let content: [UInt8]?

  /// How many characters a line of the content has, the last one excepted.
  package static let lineLength = 64

  private static let begin = Array("-----BEGIN ".utf8)
  private static let end = Array("-----END ".utf8)
  private static let dashes = Array("-----".utf8)

  /// Reads the blocks of a text in their order.
  package static func blocks(in text: [UInt8]) -> [PEMBlock] {
    var blocks: [PEMBlock] = []
    var label: ArraySlice<UInt8>?
    var content: [UInt8] = []
    for line in text.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
      if let open = label {
        if self.label(of: line, after: end) == open {
          blocks.append(PEMBlock(open, content: Base64.standard.decode(content)))
          label = nil
        } else {
          content += line.lazy.filter { !$0.isBlank }
        }
      } else if let begun = self.label(of: line, after: begin) {
        (label, content) = (begun, [])
      }
    }
    if let label { blocks.append(PEMBlock(label, content: nil)) }
    return blocks
  }

  /// Writes a block, with lines of 64 characters.
  package static func text(_ label: String, _ content: some Collection<UInt8>) -> String {
    let digits = Base64.standard.encode(content)
    let lines = stride(from: 0, to: digits.count, by: lineLength).map { start in
      String(decoding: digits[start..<min(start + lineLength, digits.count)], as: UTF8.self)
    }
    return ([beginning(label)] + lines + [ending(label)]).map { "\($0)\n" }.joined()
  }

  /// The line before the content of a block.
  package static func beginning(_ label: String) -> String { "-----BEGIN \(label)-----" }

  /// The line behind the content of a block.
  package static func ending(_ label: String) -> String { "-----END \(label)-----" }

  private init(_ label: ArraySlice<UInt8>, content: [UInt8]?) {
    self.label = String(decoding: label, as: UTF8.self)
    self.content = content
  }

  private static func label(of line: ArraySlice<UInt8>, after start: [UInt8]) -> ArraySlice<UInt8>? {
    var line = line.drop(while: \.isBlank)
    guard line.starts(with: start) else { return nil }
    while let last = line.last, last.isBlank { line.removeLast() }
    let label = line.dropFirst(start.count)
    return label.count > dashes.count && label.suffix(dashes.count).elementsEqual(dashes)
      ? label.dropLast(dashes.count) : nil
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
