/// One challenge of a `WWW-Authenticate` header.
///
/// RFC 9110 §11.6.1; RFC 6750 §3.
package struct Challenge: Sendable, Equatable {
  /// The scheme as it was written; compare it with ``isScheme(_:)``.
  package var scheme: String
  /// The parameters in order, their names in lower case.
  package var parameters: [(name: String, value: String)]
  /// What some schemes give in place of parameters, such as `Negotiate`.
  package var token68: String?

  /// A challenge with parameters, whose names are in lower case, or with a token68 in their place.
  package init(scheme: String, parameters: [(name: String, value: String)] = [], token68: String? = nil) {
    self.scheme = scheme
    self.parameters = parameters
    self.token68 = token68
  }

  /// The longest header value that is read.
  package static let maximumLength = 8192

  /// Reads every challenge of a header value; nil when any of it is malformed, or none is left that can be used.
  ///
  /// A challenge in which a parameter is repeated is left out, and those next to it stay: RFC 9110 §11.2, "each
  /// parameter name MUST only occur once per challenge".
  package static func list(in value: String) -> [Challenge]? {
    guard value.utf8.count <= maximumLength else { return nil }
    var reader = ChallengeReader(bytes: Array(value.utf8))
    return reader.challenges()
  }

  /// Whether the scheme is this one, whatever its case.
  package func isScheme(_ name: String) -> Bool {
    scheme.utf8.lazy.map(\.lowercased).elementsEqual(name.utf8.lazy.map(\.lowercased))
  }

  /// The value of a parameter, its name given in lower case.
  package subscript(name: String) -> String? { parameters.first { $0.name.hasSameBytes(as: name) }?.value }

  package static func == (left: Challenge, right: Challenge) -> Bool {
    left.scheme.hasSameBytes(as: right.scheme)
      && (left.token68 ?? "").hasSameBytes(as: right.token68 ?? "") && (left.token68 == nil) == (right.token68 == nil)
      && left.parameters.elementsEqual(right.parameters) {
        $0.name.hasSameBytes(as: $1.name) && $0.value.hasSameBytes(as: $1.value)
      }
  }
}

private struct ChallengeReader {
  let bytes: [UInt8]
  var position = 0

  mutating func challenges() -> [Challenge]? {
    var challenges: [Challenge] = []
    var hasRepeated = false
    skipSeparators()
    while position < bytes.count {
      guard let scheme = token() else { return nil }
      var challenge = Challenge(scheme: scheme, parameters: [])
      var isRepeated = false
      guard readParameters(of: &challenge, &isRepeated) else { return nil }
      if isRepeated { hasRepeated = true } else { challenges.append(challenge) }
      skipSeparators()
    }
    return challenges.isEmpty && hasRepeated ? nil : challenges
  }

  /// Reads up to the next scheme: a token after a comma that no `=` follows begins the next challenge.
  private mutating func readParameters(of challenge: inout Challenge, _ isRepeated: inout Bool) -> Bool {
    let afterScheme = position
    skipSpace()
    guard position > afterScheme || position == bytes.count || peek() == UInt8(ascii: ",") else { return false }
    if let token68 = token68() {
      challenge.token68 = token68
      return true
    }
    while true {
      let beforeSeparators = position
      skipSeparators()
      let start = position
      guard let name = token() else { return position == bytes.count }
      skipSpace()
      guard take(UInt8(ascii: "=")) else {
        position = start
        return bytes[beforeSeparators..<start].contains(UInt8(ascii: ","))
      }
      skipSpace()
      guard let value = peek() == UInt8(ascii: "\"") ? quotedString() : token() else { return false }
      let lowercased = String(decoding: name.utf8.map(\.lowercased), as: UTF8.self)
      if challenge[lowercased] == nil { challenge.parameters.append((lowercased, value)) } else { isRepeated = true }
      skipSpace()
      guard position == bytes.count || peek() == UInt8(ascii: ",") else { return false }
    }
  }

  /// Reads what stands alone between a scheme and the next comma.
  private mutating func token68() -> String? {
    let start = position
    while let byte = peek(), byte.isUnreserved || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/") {
      position += 1
    }
    let hasText = position > start
    while take(UInt8(ascii: "=")) {}
    let end = position
    skipSpace()
    guard hasText, position == bytes.count || peek() == UInt8(ascii: ",") else {
      position = start
      return nil
    }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  private mutating func token() -> String? {
    let start = position
    while let byte = peek(), byte.isTokenCharacter { position += 1 }
    return position > start ? String(decoding: bytes[start..<position], as: UTF8.self) : nil
  }

  private mutating func quotedString() -> String? {
    position += 1
    var text: [UInt8] = []
    while let byte = peek() {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let escaped = peek(), !escaped.isForbiddenInQuotes else { return nil }
        position += 1
        text.append(escaped)
      default:
        guard !byte.isForbiddenInQuotes else { return nil }
        text.append(byte)
      }
    }
    return nil
  }

  private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek(), byte == 0x20 || byte == 0x09 { position += 1 }
  }

  private mutating func skipSeparators() {
    while let byte = peek(), byte == 0x20 || byte == 0x09 || byte == UInt8(ascii: ",") { position += 1 }
  }
}

extension UInt8 {
  /// Whether the byte is a control character other than a tab, which RFC 9110 §5.6.4 leaves out of quoted text.
  fileprivate var isForbiddenInQuotes: Bool { (self < 0x20 && self != 0x09) || self == 0x7F }

  /// Whether the character may stand in a `token`.
  ///
  /// RFC 9110 §5.6.2.
  package var isTokenCharacter: Bool {
    if isLetter || isDigit { return true }
    switch self {
    case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
      UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
      return true
    default: return false
    }
  }
}
