extension Form {
  /// Writes the pairs for a body: a space becomes `+`.
  public func encoded() -> [UInt8] {
    withEncoded(plain: Self.plainInBody, space: UInt8(ascii: "+")) { Array($0) }
  }

  /// Writes the pairs for a query: only unreserved characters and escapes, which every reader understands.
  package func encodedForQuery() -> [UInt8] {
    withEncodedForQuery { Array($0) }
  }

  /// Gives what ``encodedForQuery()`` writes to a function.
  func withEncodedForQuery<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    withEncoded(plain: .unreserved, space: nil, body)
  }

  private static let plainInBody = ASCIICharacters.unreserved.removing("~").adding("*")

  /// Writes a name and its value for a body, with another character than `=` between them.
  package static func encoded(_ name: String, _ value: Secret, separatedBy separator: UInt8) -> [UInt8] {
    value.withExposedBytes { value in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: (name.utf8.count + value.count) * 3 + 1) { text in
        var writer = FormWriter(text: text, plain: plainInBody, space: UInt8(ascii: "+"))
        var name = name
        name.withUTF8 { writer.put(encoding: $0) }
        writer.put(separator)
        value.withMemoryRebound(to: UInt8.self) { writer.put(encoding: $0) }
        return Array(UnsafeBufferPointer(rebasing: text[..<writer.count]))
      }
    }
  }

  private func withEncoded<Result>(
    plain: ASCIICharacters, space: UInt8?, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      // An escape takes three bytes. Short forms, as nearly all are, are written on the stack.
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count * 3 + places.count * 2) { text in
        var writer = FormWriter(text: text, plain: plain, space: space)
        for place in places {
          if writer.count > 0 { writer.put(UInt8(ascii: "&")) }
          writer.put(encoding: UnsafeBufferPointer(rebasing: bytes[place.start..<place.nameEnd]))
          writer.put(UInt8(ascii: "="))
          writer.put(encoding: UnsafeBufferPointer(rebasing: bytes[place.nameEnd..<place.end]))
        }
        return body(UnsafeBufferPointer(rebasing: text[..<writer.count]))
      }
    }
  }
}

/// Writes into memory that has room for all that will be written.
struct FormWriter {
  let text: UnsafeMutableBufferPointer<UInt8>
  let plain: ASCIICharacters
  let space: UInt8?
  private(set) var count: Int

  init(text: UnsafeMutableBufferPointer<UInt8>, plain: ASCIICharacters, space: UInt8?, count: Int = 0) {
    self.text = text
    self.plain = plain
    self.space = space
    self.count = count
  }

  @inline(__always)
  mutating func put(_ byte: UInt8) {
    text[count] = byte
    count += 1
  }

  mutating func put(encoding bytes: UnsafeBufferPointer<UInt8>) {
    // In a variable of its own, the count stays in a register.
    var (start, end) = (0, count)
    while bytes.count - start >= 8 {
      let eight = EightBytes(of: bytes, at: start)
      if eight.areWordCharacters {
        eight.write(to: text, at: end)
        end += 8
      } else {
        for byte in bytes[start..<(start + 8)] { put(encoding: byte, at: &end) }
      }
      start += 8
    }
    for byte in bytes[start...] { put(encoding: byte, at: &end) }
    count = end
  }

  @inline(__always)
  private func put(encoding byte: UInt8, at end: inout Int) {
    if plain.contains(byte) {
      text[end] = byte
      end += 1
    } else if let space, byte == UInt8(ascii: " ") {
      text[end] = space
      end += 1
    } else {
      PercentEncoding.writeEscape(of: byte, to: text, at: &end)
    }
  }
}
