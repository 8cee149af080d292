/// Takes secrets out of texts that are shown to people.
///
/// It compares bytes. A `Character` of Swift can hold the last letter of a secret together with an accent behind it, and
/// then equals neither of the two.
package struct SecretBlotter: Sendable {
  /// Every spelling to take out, the longest first.
  private let spellings: [[UInt8]]

  /// Secrets in every spelling in which they can come back; one of fewer than eight bytes is left: it would blot out
  /// words.
  package init(_ secrets: [[UInt8]]) {
    var spellings: [[UInt8]] = []
    for secret in secrets where secret.count >= Self.shortest {
      for spelling in Self.spellings(of: secret) where !spellings.contains(spelling) { spellings.append(spelling) }
    }
    self.spellings = spellings.sorted {
      $0.count != $1.count ? $0.count > $1.count : $0.lexicographicallyPrecedes($1)
    }
  }

  /// The shortest secret that is taken out.
  package static let shortest = 8
  private static let mark = Array("<secret>".utf8)
  /// What `DisplayText` puts where it cuts.
  private static let cut = Array("…".utf8)

  /// The text without the secrets, and without the beginning of one where the text was cut.
  package func cleaned(_ text: String) -> String {
    var bytes = Array(text.utf8)
    let isCut = bytes.contains(part: Self.cut)
    guard isCut || spellings.contains(where: bytes.contains(part:)) else { return text }
    for spelling in spellings {
      bytes = bytes.replacing(part: spelling, with: Self.mark)
      if isCut { Self.blotOutBeginning(of: spelling, in: &bytes) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func blotOutBeginning(of secret: [UInt8], in bytes: inout [UInt8]) {
    var position = bytes.endIndex
    while position > 0 {
      position -= 1
      guard bytes[position...].starts(with: cut) else { continue }
      let shown = bytes[..<position]
      let longest = min(shown.count, secret.count)
      guard longest >= shortest,
        let length = (shortest...longest).last(where: { shown.suffix($0).elementsEqual(secret.prefix($0)) })
      else { continue }
      bytes.replaceSubrange((position - length)..<(position + cut.count), with: mark)
      position -= length
    }
  }

  /// As it is, as forms and URLs encode it, as pages escape it, and as it is shown.
  private static func spellings(of secret: [UInt8]) -> [[UInt8]] {
    var form = Form()
    form.append(Form.Field(name: [], value: secret))
    let text = String(decoding: secret, as: UTF8.self)
    let encoded = [Array(form.encoded().dropFirst()), PercentEncoding.encode(secret)]
    // The type of an answer, for one, is shown in lower case.
    return [secret, secret.map(\.lowercased)] + encoded + encoded.map(lowercasingEscapes) + [
      Array(HTMLText.escaped(text).utf8), Array(DisplayText.clean(text, limit: .max).utf8),
    ]
  }

  /// RFC 3986 §2.1: the digits of an escape know no case.
  private static func lowercasingEscapes(_ text: [UInt8]) -> [UInt8] {
    var text = text
    for index in text.indices where text[index] == UInt8(ascii: "%") && index + 2 < text.count {
      text[index + 1] = text[index + 1].lowercased
      text[index + 2] = text[index + 2].lowercased
    }
    return text
  }
}
