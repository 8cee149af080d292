extension Form {
  /// Reads encoded pairs, `+` being a space; refuses a wrong escape and more than ``maximumFields`` pairs.
  public init(decoding text: some Collection<UInt8>) throws(OAuthError) {
    self.init()
    let problem =
      text.withContiguousStorageIfAvailable { read($0) } ?? Array(text).withUnsafeBufferPointer { read($0) }
    if let problem { throw problem }
  }

  /// Reads the encoded pairs of a text, such as a query.
  public init(decoding text: String) throws(OAuthError) {
    try self.init(decoding: text.utf8)
  }

  /// Reads the form that is an answer: spaces and line breaks at its ends are no part of the first name or the last value.
  package init(decodingAnswer body: [UInt8]) throws(OAuthError) {
    try self.init(decoding: body[...].withoutOuterSpace)
  }

  /// Adds a pair that is percent-encoded, in which `+` stands for itself; false when an escape is wrong.
  package mutating func append(
    decodingName name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var isRight = true
    add(name.count + value.count) { bytes in
      let start = bytes.count
      isRight = bytes.append(decoding: name)
      let length = bytes.count - start
      isRight = bytes.append(decoding: value) && isRight
      return length
    }
    return isRight
  }

  /// Reads the pairs; the problem, when there is one, comes back: closures of the standard library throw anything.
  private mutating func read(_ text: UnsafeBufferPointer<UInt8>) -> OAuthError? {
    guard !text.isEmpty else { return nil }
    var places: [Place] = []
    places.reserveCapacity(8)
    var problem: OAuthError?
    bytes = [UInt8](unsafeUninitializedCapacity: text.count) { bytes, count in
      var reader = FormReader(text: text, bytes: bytes)
      while problem == nil, let pair = reader.next() {
        switch pair {
        case nil: problem = .malformedPercentEncoding()
        case _? where places.count == Self.maximumFields: problem = .tooManyFormFields(maximum: Self.maximumFields)
        case let place?: places.append(place)
        }
      }
      count = reader.count
    }
    self.places = places
    return problem
  }
}

/// Takes encoded pairs apart from left to right, in one pass, and writes them decoded, which never makes them longer.
private struct FormReader {
  let text: UnsafeBufferPointer<UInt8>
  let bytes: UnsafeMutableBufferPointer<UInt8>
  private(set) var count = 0
  private var position = 0

  init(text: UnsafeBufferPointer<UInt8>, bytes: UnsafeMutableBufferPointer<UInt8>) {
    self.text = text
    self.bytes = bytes
  }

  /// The next pair, or nothing where an escape is wrong; nil at the end.
  mutating func next() -> Form.Place?? {
    while position < text.count, text[position] == UInt8(ascii: "&") { position += 1 }
    guard position < text.count else { return nil }
    let start = count
    guard decode(upTo: UInt8(ascii: "=")) else { return .some(nil) }
    let nameEnd = count
    if position < text.count, text[position] == UInt8(ascii: "=") {
      position += 1
      guard decode(upTo: UInt8(ascii: "&")) else { return .some(nil) }
    }
    return Form.Place(start: start, nameEnd: nameEnd, end: count)
  }

  /// Writes what stands before this character or the end of the pair; false where an escape is wrong.
  private mutating func decode(upTo end: UInt8) -> Bool {
    // In variables of their own, the set and both places stay in registers.
    let plain = ASCIICharacters.unreserved
    var (from, to) = (position, count)
    defer { (position, count) = (from, to) }
    while from < text.count {
      var byte = text[from]
      if !plain.contains(byte) {
        switch byte {
        case end, UInt8(ascii: "&"): return true
        case UInt8(ascii: "+"): byte = UInt8(ascii: " ")
        case UInt8(ascii: "%"):
          guard from + 2 < text.count, let high = text[from + 1].hexadecimalValue,
            let low = text[from + 2].hexadecimalValue
          else { return false }
          byte = high << 4 | low
          from += 2
        default: break
        }
      }
      bytes[to] = byte
      from += 1
      to += 1
    }
    return true
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without spaces, tabs and line breaks at both ends.
  package var withoutOuterSpace: ArraySlice<UInt8> {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
    guard let last = lastIndex(where: { !isSpace($0) }) else { return self[startIndex..<startIndex] }
    return self[...last].drop(while: isSpace)
  }
}

extension String {
  /// The text without spaces, tabs and line breaks at both ends.
  package var withoutOuterSpace: String { String(decoding: Array(utf8)[...].withoutOuterSpace, as: UTF8.self) }
}

extension [UInt8] {
  /// Adds bytes that are percent-encoded; false when an escape is wrong.
  fileprivate mutating func append(decoding text: UnsafeBufferPointer<UInt8>) -> Bool {
    var rest = text[...]
    while let escape = rest.firstIndex(of: UInt8(ascii: "%")) {
      append(contentsOf: rest[..<escape])
      guard rest.endIndex - escape > 2, let high = rest[escape + 1].hexadecimalValue,
        let low = rest[escape + 2].hexadecimalValue
      else { return false }
      append(high << 4 | low)
      rest = rest[(escape + 3)...]
    }
    append(contentsOf: rest)
    return true
  }
}
