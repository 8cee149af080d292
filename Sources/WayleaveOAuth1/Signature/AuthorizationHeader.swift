import WayleaveBackport
package import WayleaveWire

/// The `Authorization` header of OAuth 1.0a: names and values percent-encoded, quoted, separated by commas.
///
/// RFC 5849 §3.5.1.
package struct AuthorizationHeader: Sendable, Equatable {
  /// The realm, which is never signed; nil when there is none.
  package let realm: String?
  /// The parameters in order, decoded, without the realm.
  package let parameters: Form

  /// The longest header that is read.
  package static let maximumLength = 8192
  /// How many parameters are read before the header is taken for an attack.
  package static let maximumFields = 64

  /// Writes parameters as the value of the header, after a realm when there is one.
  ///
  /// RFC 5849 §3.5.1. Throws `wire.forbidden_header_character` for a realm with anything but visible ASCII and spaces.
  package static func value(of parameters: Form, realm: String? = nil) throws(OAuthError) -> String {
    var text = ByteArena(capacity: 512)
    text.append("OAuth ")
    if let realm { try text.append(realm: realm) }
    for index in 0..<parameters.count {
      if index > 0 || realm != nil { text.append(", ") }
      parameters.name(at: index).withUnsafeBufferPointer { text.append(encoding: $0) }
      text.append("=\"")
      parameters.value(at: index).withUnsafeBufferPointer { text.append(encoding: $0) }
      text.append("\"")
    }
    return String(decoding: text.bytes, as: UTF8.self)
  }

  /// Reads the value of a header; nil when its scheme is another.
  ///
  /// Throws `oauth1.malformed_request`, and `oauth1.repeated_parameter` when a name occurs twice.
  package init?(reading value: String) throws(OAuthError) {
    var reader = AuthorizationHeaderReader(value)
    guard reader.takeScheme() else { return nil }
    guard let read = reader.parameters() else { throw .malformedAuthorizationHeader() }
    // Readers disagree on which of two equal names counts.
    if let name = read.parameters.firstRepeatedName() { throw .repeatedParameter(name) }
    (parameters, realm) = read
  }
}

extension ByteArena {
  /// Writes the realm, which is not percent-encoded text but a quoted string: a quotation mark or a backslash is escaped.
  ///
  /// RFC 9110 §5.6.4.
  mutating func append(realm: String) throws(OAuthError) {
    append("realm=\"")
    reserve(realm.utf8.count * 2)
    for byte in realm.utf8 {
      guard byte.isVisibleCharacter else { throw .forbiddenHeaderCharacter("Authorization") }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { put(UInt8(ascii: "\\")) }
      put(byte)
    }
    append("\"")
  }
}

/// Takes a header apart from left to right; each function gives nil where the grammar is left.
private struct AuthorizationHeaderReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ value: String) {
    bytes = Array(value.utf8)
  }

  mutating func takeScheme() -> Bool {
    guard bytes.count >= 5, bytes[..<5].elementsEqual("oauth".utf8, by: { $0.lowercased == $1 }) else { return false }
    position = 5
    return position == bytes.count || peek() == 0x20 || peek() == 0x09
  }

  mutating func parameters() -> (parameters: Form, realm: String?)? {
    guard bytes.count <= AuthorizationHeader.maximumLength else { return nil }
    _ = skipSeparators()
    var parameters = Form()
    var realm: String?
    while position < bytes.count {
      guard let name = name() else { return nil }
      if bytes[name].elementsEqual("realm".utf8, by: { $0.lowercased == $1 }) {
        guard realm == nil, let text = quotedText() else { return nil }
        realm = text
      } else {
        guard let value = quotedValue(), parameters.count < AuthorizationHeader.maximumFields else { return nil }
        let isRight = bytes.withUnsafeBufferPointer { bytes in
          parameters.append(
            decodingName: UnsafeBufferPointer(rebasing: bytes[name]), value: UnsafeBufferPointer(rebasing: bytes[value])
          )
        }
        guard isRight else { return nil }
      }
      guard skipSeparators() || position == bytes.count else { return nil }
    }
    return (parameters, realm)
  }

  /// A name and the `=` after it.
  private mutating func name() -> Range<Int>? {
    let start = position
    while let byte = peek(), byte.isTokenCharacter { position += 1 }
    let name = start..<position
    skipSpace()
    guard !name.isEmpty, peek() == UInt8(ascii: "=") else { return nil }
    position += 1
    skipSpace()
    return name
  }

  /// A value that is percent-encoded: everything between two quotation marks, a backslash being none of it.
  private mutating func quotedValue() -> Range<Int>? {
    guard peek() == UInt8(ascii: "\"") else { return nil }
    let start = position + 1
    position = start
    while let byte = peek(), byte != UInt8(ascii: "\"") {
      guard byte.isVisibleCharacter, byte != UInt8(ascii: "\\") else { return nil }
      position += 1
    }
    guard position < bytes.count else { return nil }
    position += 1
    return start..<(position - 1)
  }

  /// A quoted string in the usual way of headers: RFC 9110 §5.6.4.
  private mutating func quotedText() -> String? {
    guard peek() == UInt8(ascii: "\"") else { return nil }
    position += 1
    var text: [UInt8] = []
    while let byte = peek() {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(utf8: text)
      case UInt8(ascii: "\\"):
        guard let escaped = peek(), escaped.isVisibleCharacter else { return nil }
        position += 1
        text.append(escaped)
      default:
        guard byte >= 0x20, byte != 0x7F else { return nil }
        text.append(byte)
      }
    }
    return nil
  }

  private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = peek(), byte == 0x20 || byte == 0x09 { position += 1 }
  }

  /// Skips commas and the space around them; whether there was a comma.
  ///
  /// RFC 9110 §5.6.1: empty elements of a list are skipped.
  private mutating func skipSeparators() -> Bool {
    var hasComma = false
    while let byte = peek(), byte == 0x20 || byte == 0x09 || byte == UInt8(ascii: ",") {
      hasComma = hasComma || byte == UInt8(ascii: ",")
      position += 1
    }
    return hasComma
  }
}

extension OAuthError {
  fileprivate static func malformedAuthorizationHeader() -> OAuthError {
    OAuthError(
      .malformedSignedRequest, rule: .rfc(5849, "3.5.1"), expected: "OAuth name=\"value\" pairs, each name once",
      received: .described("another Authorization header"),
      remedy: "The client that signed the request must correct the header.")
  }
}
