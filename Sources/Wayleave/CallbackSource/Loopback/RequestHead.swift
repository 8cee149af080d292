import WayleaveWire

/// The head of an HTTP/1.1 request, taken apart strictly.
///
/// RFC 9112 §3 and §5. What could be read in two ways is refused.
struct RequestHead: Sendable {
  let method: String
  let target: String
  let fields: [(name: String, value: String)]
  /// How many bytes the head has; what follows is the body.
  let length: Int

  static let maximumLineSize = AbsoluteURL.maximumLength
  static let maximumFieldsSize = 16384

  /// What bytes turn out to be.
  enum Reading: Sendable {
    /// The beginning of a head, perhaps.
    case incomplete
    /// No HTTP/1.1 at all.
    case foreign
    /// A request that is broken or beyond the bounds: what it is answered.
    case refused(LoopbackAnswer)
    /// A head.
    case complete(RequestHead)
  }

  /// Reads what has come so far.
  static func read(_ bytes: [UInt8]) -> Reading {
    guard let first = bytes.first else { return .incomplete }
    guard first.isUppercaseLetter else { return .foreign }
    guard let lineEnd = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
      return bytes.count > maximumLineSize ? tooLongLine(bytes) : .incomplete
    }
    guard lineEnd <= maximumLineSize else { return tooLongLine(bytes) }
    guard let (method, target) = line(bytes[..<lineEnd]) else { return .foreign }
    guard let (fieldLines, rest) = lines(bytes[(lineEnd + 1)...]) else { return .refused(.badRequest) }
    let size = (rest?.startIndex ?? bytes.count) - (lineEnd + 1)
    guard size <= maximumFieldsSize else { return .refused(.fieldsTooLarge) }
    guard let rest else { return .incomplete }
    var fields: [(name: String, value: String)] = []
    for line in fieldLines {
      guard let field = field(line) else { return .refused(.badRequest) }
      fields.append(field)
    }
    return .complete(RequestHead(method: method, target: target, fields: fields, length: rest.startIndex))
  }

  /// The values of a field, whose name is given in lower case.
  func values(of name: String) -> [String] {
    fields.filter { $0.name == name }.map(\.value)
  }

  private static func tooLongLine(_ bytes: [UInt8]) -> Reading {
    bytes.prefix(16).contains(UInt8(ascii: " ")) ? .refused(.targetTooLong) : .foreign
  }

  /// Method and target of a request line; nil for anything else, HTTP/0.9 and the preface of HTTP/2 among it.
  private static func line(_ bytes: ArraySlice<UInt8>) -> (String, String)? {
    let words = bytes.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, words[2].elementsEqual("HTTP/1.1\r".utf8) || words[2].elementsEqual("HTTP/1.0\r".utf8),
      words[0].allSatisfy(\.isUppercaseLetter), !words[1].isEmpty, words[1].allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    return (String(decoding: words[0], as: UTF8.self), String(decoding: words[1], as: UTF8.self))
  }

  /// The lines up to the empty one, and what follows that, once it has come; nil when a line does not end in CR LF.
  private static func lines(_ bytes: ArraySlice<UInt8>) -> ([ArraySlice<UInt8>], rest: ArraySlice<UInt8>?)? {
    var lines: [ArraySlice<UInt8>] = []
    var rest = bytes
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      guard end > rest.startIndex, rest[end - 1] == UInt8(ascii: "\r") else { return nil }
      let line = rest[..<(end - 1)]
      rest = rest[(end + 1)...]
      if line.isEmpty { return (lines, rest) }
      lines.append(line)
    }
    return (lines, nil)
  }

  /// A field by its line; nil for a folded line, a name with a space, or a control character.
  private static func field(_ line: ArraySlice<UInt8>) -> (name: String, value: String)? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy({ (0x21...0x7E).contains($0) }),
      line[colon...].allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") })
    else { return nil }
    let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let rest = line[(colon + 1)...].drop(while: isSpace)
    let value = rest[..<(rest.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? rest.startIndex)]
    let name = line[..<colon].map { $0.isUppercaseLetter ? $0 | 0x20 : $0 }
    return (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
  }
}

extension UInt8 {
  fileprivate var isUppercaseLetter: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
}
