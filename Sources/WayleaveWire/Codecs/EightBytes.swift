#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Eight bytes of a text in one word, looked at all at once: what makes the scanners of this floor fast.
struct EightBytes {
  /// The first of the eight is the lowest.
  let word: UInt64

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Takes the eight bytes from `position` on, which must all be there.
  @inline(__always)
  init(of bytes: UnsafeBufferPointer<UInt8>, at position: Int) {
    word = UInt64(
      littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: position, as: UInt64.self))
  }

  /// A word whose lowest set bit is in the first byte that ends the plain characters of a text in JSON: a quote, a
  /// backslash, a control character; zero when there is none.
  @inline(__always)
  var endsOfPlainCharacters: UInt64 {
    let quote = word ^ (Self.ones &* UInt64(UInt8(ascii: "\"")))
    let backslash = word ^ (Self.ones &* UInt64(UInt8(ascii: "\\")))
    // A byte that is zero, or below 0x20, has its high bit set by the subtraction, and had it not set before.
    return
      ((quote &- Self.ones) & ~quote | (backslash &- Self.ones) & ~backslash
      | (word &- Self.ones &* 0x20) & ~word) & Self.highBits
  }

  /// As ``endsOfPlainCharacters``, with every byte beyond ASCII an end as well: that takes fewer steps.
  @inline(__always)
  var endsOfPlainASCII: UInt64 {
    let quote = word ^ (Self.ones &* UInt64(UInt8(ascii: "\"")))
    let backslash = word ^ (Self.ones &* UInt64(UInt8(ascii: "\\")))
    // What a subtraction borrows reaches only bytes after the first end, and those do not count.
    return ((quote &- Self.ones) | (backslash &- Self.ones) | (word &- Self.ones &* 0x20) | word) & Self.highBits
  }
}

extension EightBytes {
  /// Whether all eight are letters, digits, `-`, `.` or `_`: no encoding of forms and URLs changes those.
  @inline(__always)
  var areWordCharacters: Bool {
    // Letters of both cases differ in one bit.
    let folded = EightBytes(word: word | Self.ones &* 0x20)
    let letters = folded.areWithin(UInt8(ascii: "a")...UInt8(ascii: "z"))
    let digits = areWithin(UInt8(ascii: "0")...UInt8(ascii: "9"))
    let marks = areWithin(UInt8(ascii: "-")...UInt8(ascii: "."))
    let underscores = areWithin(UInt8(ascii: "_")...UInt8(ascii: "_"))
    return (letters | digits | marks | underscores) & ~word & Self.highBits == Self.highBits
  }

  /// The high bit of each byte is set that is within the bounds, both below 0x80; of bytes from 0x80 on it means nothing.
  @inline(__always)
  private func areWithin(_ bounds: ClosedRange<UInt8>) -> UInt64 {
    let ascii = word & ~Self.highBits
    // The high bit of a sum says that the byte is not less than the bound.
    let above = ascii &+ Self.ones &* UInt64(0x80 - bounds.lowerBound)
    let beyond = ascii &+ Self.ones &* UInt64(0x7F - bounds.upperBound)
    return above & ~beyond
  }

  private init(word: UInt64) { self.word = word }

  /// Writes the eight from `position` on.
  @inline(__always)
  func write(to bytes: UnsafeMutableBufferPointer<UInt8>, at position: Int) {
    UnsafeMutableRawBufferPointer(bytes).storeBytes(of: word.littleEndian, toByteOffset: position, as: UInt64.self)
  }
}

extension UInt8 {
  var endsPlainCharacters: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\") || self < 0x20 }
}

extension UnsafeBufferPointer<UInt8> {
  /// Where the ASCII characters end that stand for themselves in a text in JSON, from `start` on; the count when they
  /// go on to the end.
  @inline(__always)
  func endOfPlainASCII(from start: Int) -> Int {
    var end = start
    while count - end >= 8 {
      let ends = EightBytes(of: self, at: end).endsOfPlainASCII
      guard ends == 0 else { return end + ends.trailingZeroBitCount / 8 }
      end += 8
    }
    while end < count, self[end] < 0x80, !self[end].endsPlainCharacters { end += 1 }
    return end
  }

  /// Whether the bytes here and there are the same; not for secrets, since it ends at the first difference.
  @usableFromInline
  package func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count, let left = baseAddress, let right = other.baseAddress else {
      return isEmpty && other.isEmpty
    }
    return memcmp(left, right, count) == 0
  }

  /// Whether the bytes are those of a name of ours.
  @inlinable
  package func hasSameBytes(as name: StaticString) -> Bool {
    // `withUTF8Buffer` would be a call, and names of ours are ASCII: they always have a pointer.
    count == name.utf8CodeUnitCount && name.hasPointerRepresentation
      && hasSameBytes(as: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
  }

  /// Where a byte stands next, from `start` on; nil when it does not.
  package func position(of byte: UInt8, from start: Int) -> Int? {
    guard start < count, let base = UnsafeRawPointer(baseAddress),
      let found = memchr(base + start, CInt(byte), count - start)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  /// How often a byte stands here.
  package func count(of byte: UInt8) -> Int {
    var (count, position) = (0, self.position(of: byte, from: 0))
    while let found = position {
      count += 1
      position = self.position(of: byte, from: found + 1)
    }
    return count
  }
}
