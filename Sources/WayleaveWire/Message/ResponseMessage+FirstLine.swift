extension ResponseMessage {
  /// What a page or a text says in its first words, cleaned: the title of a page, else the first line of a plain text; nil
  /// for an answer that is neither.
  ///
  /// A text with "=" may be a form with a token, and is not shown.
  package var firstLine: String? {
    let start = body.prefix(8192)
    let line: ArraySlice<UInt8>?
    if looksLikeHTML {
      let lower = start.map(\.lowercased)
      guard let tag = lower.firstRange(of: Array("<title".utf8)),
        let begin = lower[tag.upperBound...].firstIndex(of: UInt8(ascii: ">")),
        let end = lower[begin...].dropFirst().firstIndex(of: UInt8(ascii: "<"))
      else { return nil }
      line = start[(begin + 1)..<end]
    } else if contentType == "text/plain", !start.contains(UInt8(ascii: "=")) {
      line = start.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).first
    } else {
      line = nil
    }
    let words = line.map { Array($0.split(whereSeparator: { $0 <= 0x20 }).joined(separator: [0x20])) }
    guard let words, !words.isEmpty else { return nil }
    return DisplayText.clean(words, limit: 200)
  }
}
