/// Base64 in its two alphabets, strict: one text for each byte sequence and no other.
///
/// RFC 4648 §4 and §5. The lax decoders of others take unused bits and missing or added padding, which makes tokens
/// malleable.
package struct Base64: Sendable {
  /// Base64url without padding.
  ///
  /// RFC 7515 §2: "with all trailing '=' characters omitted".
  package static let url = Base64(alphabet: "-_", isPadded: false)

  /// Base64 with padding.
  ///
  /// RFC 4648 §4.
  package static let standard = Base64(alphabet: "+/", isPadded: true)

  // Tables that are made once, never changed and never given back: to count who holds them takes longer than to look
  // something up. Hence unsafe, and safe.
  /// The 64 digits.
  nonisolated(unsafe) private let encodeTable: UnsafePointer<UInt8>
  /// What a digit stands for at each of the four places of a group, 256 entries for one place after the other.
  nonisolated(unsafe) private let decodeTable: UnsafePointer<UInt32>
  private let isPadded: Bool

  /// Beyond the 24 bits of any group.
  private static let noDigit: UInt32 = 1 << 31

  private init(alphabet lastTwo: String, isPadded: Bool) {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8) + Array(lastTwo.utf8)
    var inverse = [UInt32](repeating: Self.noDigit, count: 4 * 256)
    for (value, character) in alphabet.enumerated() {
      for place in 0..<4 { inverse[place * 256 + Int(character)] = UInt32(value) << UInt32(18 - 6 * place) }
    }
    encodeTable = Self.kept(alphabet)
    decodeTable = Self.kept(inverse)
    self.isPadded = isPadded
  }

  private static func kept<Element>(_ table: [Element]) -> UnsafePointer<Element> {
    let kept = UnsafeMutablePointer<Element>.allocate(capacity: table.count)
    for (index, element) in table.enumerated() { (kept + index).initialize(to: element) }
    return UnsafePointer(kept)
  }

  /// Writes bytes as text.
  package func encodedText(_ bytes: some Collection<UInt8>) -> String {
    bytes.withContiguousStorageIfAvailable { encodedText(UnsafeRawBufferPointer($0)) }
      ?? Array(bytes).withUnsafeBytes { encodedText($0) }
  }

  /// Writes bytes as the bytes of the text.
  package func encode(_ bytes: some Collection<UInt8>) -> [UInt8] {
    bytes.withContiguousStorageIfAvailable { encode(UnsafeRawBufferPointer($0)) }
      ?? Array(bytes).withUnsafeBytes { encode($0) }
  }

  /// Writes bytes where they lie as text.
  package func encodedText(_ bytes: UnsafeRawBufferPointer) -> String {
    let count = encodedCount(bytes.count)
    return String(unsafeUninitializedCapacity: count) { text in
      encode(bytes, into: text)
      return count
    }
  }

  /// Writes bytes as text, behind a word that says what they are.
  package func encodedText(_ bytes: [UInt8], after word: StaticString) -> String {
    let start = word.utf8CodeUnitCount
    let count = start + encodedCount(bytes.count)
    return String(unsafeUninitializedCapacity: count) { text in
      word.withUTF8Buffer { _ = text.initialize(fromContentsOf: $0) }
      bytes.withUnsafeBytes { encode($0, into: UnsafeMutableBufferPointer(rebasing: text[start...])) }
      return count
    }
  }

  /// Writes bytes where they lie at the end of a text.
  package func append(_ bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: encodedCount(bytes.count)) { encoded in
      encode(bytes, into: encoded)
      text.append(contentsOf: encoded)
    }
  }

  private func encode(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    // Zeroed, though all of it is written: memory that is not is had by a slower way.
    var text = [UInt8](repeating: 0, count: encodedCount(bytes.count))
    text.withUnsafeMutableBufferPointer { encode(bytes, into: $0) }
    return text
  }

  /// How long the text of so many bytes is.
  func encodedCount(_ count: Int) -> Int {
    let (groups, rest) = count.quotientAndRemainder(dividingBy: 3)
    return groups * 4 + (rest == 0 ? 0 : isPadded ? 4 : rest + 1)
  }

  /// Writes bytes as text into memory that has room for ``encodedCount(_:)``.
  func encode(_ bytes: UnsafeRawBufferPointer, into text: UnsafeMutableBufferPointer<UInt8>) {
    var (from, to) = (0, 0)
    func write(_ group: UInt32, digits: Int) {
      for place in 0..<digits {
        text[to] = encodeTable[Int(truncatingIfNeeded: group >> UInt32(18 - 6 * place)) & 63]
        to += 1
      }
    }
    while bytes.count - from >= 3 {
      write(UInt32(bytes[from]) << 16 | UInt32(bytes[from + 1]) << 8 | UInt32(bytes[from + 2]), digits: 4)
      from += 3
    }
    let rest = bytes.count - from
    guard rest > 0 else { return }
    write(
      rest == 1 ? UInt32(bytes[from]) << 16 : UInt32(bytes[from]) << 16 | UInt32(bytes[from + 1]) << 8,
      digits: rest + 1)
    for _ in 0..<(isPadded ? 3 - rest : 0) {
      text[to] = UInt8(ascii: "=")
      to += 1
    }
  }

  /// Reads text; nil when it is not exactly what `encode` would have written.
  package func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    // Outside this module a generic function is not specialised: it reads bytes where they lie, or copies them once.
    text.withContiguousStorageIfAvailable { decode($0) } ?? Array(text).withUnsafeBufferPointer { decode($0) }
  }

  /// Reads a text; nil when it is not exactly what `encodedText` would have written.
  package func decode(_ text: String) -> [UInt8]? {
    decode(text.utf8)
  }

  /// Reads text where it lies; nil when it is not exactly what `encode` would have written.
  package func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard let digits = withoutPadding(text) else { return nil }
    let (groups, rest) = digits.quotientAndRemainder(dividingBy: 4)
    guard rest != 1 else { return nil }
    // Room for the text: to copy it is the fastest way to memory, and three bytes take less than their four digits.
    var bytes = Array(text)
    let isExact = bytes.withUnsafeMutableBytes { target in
      var seen: UInt32 = 0
      var (from, to) = (0, 0)
      // A group is written as four bytes, of which the next overwrites the last.
      for _ in 0..<groups {
        let group =
          value(of: text[from], at: 0) | value(of: text[from + 1], at: 1) | value(of: text[from + 2], at: 2)
          | value(of: text[from + 3], at: 3)
        seen |= group
        target.storeBytes(of: (group << 8).bigEndian, toByteOffset: to, as: UInt32.self)
        from += 4
        to += 3
      }
      var last: UInt32 = 0
      for place in 0..<rest { last |= value(of: text[from + place], at: place) }
      for place in 0..<max(rest - 1, 0) {
        target[to + place] = UInt8(truncatingIfNeeded: last >> UInt32(16 - 8 * place))
      }
      // Unused bits must be zero: otherwise several texts would stand for the same bytes.
      let unused: UInt32 = rest == 2 ? 0xFFFF : rest == 3 ? 0xFF : 0
      return (seen | last) & Self.noDigit == 0 && last & unused == 0
    }
    guard isExact else { return nil }
    bytes.removeLast(text.count - groups * 3 - max(rest - 1, 0))
    return bytes
  }

  /// What a digit stands for at one of the four places.
  @inline(__always)
  private func value(of digit: UInt8, at place: Int) -> UInt32 { decodeTable[place * 256 + Int(digit)] }

  /// The number of digits before the padding; nil when that is not what belongs there.
  private func withoutPadding(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard isPadded else { return text.count }
    guard text.count % 4 == 0 else { return nil }
    var digits = text.count
    while digits > 0, text.count - digits < 2, text[digits - 1] == UInt8(ascii: "=") { digits -= 1 }
    return digits
  }
}
