import WayleaveWire

/// Bytes that are written one after the other into memory of their own, which grows when it must.
///
/// Signing spends its time writing single bytes. An array checks room and ownership for each of them; here that is done
/// once for each stretch of text, by ``reserve(_:)``, and every `append` stays within what was reserved.
struct ByteArena: ~Copyable {
  private var memory: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  private static let roomBeyond = 8

  init(capacity: Int) {
    self.capacity = max(capacity, 64)
    memory = .allocate(capacity: self.capacity + Self.roomBeyond)
    memory.initialize(repeating: 0, count: self.capacity + Self.roomBeyond)
  }

  deinit { memory.deallocate() }

  /// What has been written.
  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: memory, count: count) }

  /// Makes room for so many bytes more.
  mutating func reserve(_ room: Int) {
    guard capacity - count < room else { return }
    let larger = max(capacity * 2, count + room)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger + Self.roomBeyond)
    moved.initialize(repeating: 0, count: larger + Self.roomBeyond)
    moved.update(from: memory, count: count)
    memory.deallocate()
    memory = moved
    capacity = larger
  }

  /// Up to eight bytes from a place on, as a number that is greater the later they sort; missing ones are zero.
  ///
  /// Eight bytes are read at once, which ``init(capacity:)`` and ``reserve(_:)`` leave room for beyond the end.
  func beginning(from start: Int, to end: Int) -> UInt64 {
    let word = UnsafeRawPointer(memory + start).loadUnaligned(as: UInt64.self).bigEndian
    let missing = UInt64(8 * max(0, 8 - (end - start)))
    // A shift by 64 gives zero.
    return (word >> missing) << missing
  }

  /// Forgets everything after the first bytes.
  mutating func truncate(to count: Int) { self.count = min(count, self.count) }

  mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    reserve(bytes.count)
    guard let start = bytes.baseAddress else { return }
    (memory + count).update(from: start, count: bytes.count)
    count += bytes.count
  }

  /// Writes bytes percent-encoded.
  ///
  /// RFC 5849 §3.6.
  mutating func append(encoding bytes: UnsafeBufferPointer<UInt8>) {
    reserve(bytes.count * 3)
    // In a variable of its own, the place stays in a register.
    var end = memory + count
    for byte in bytes {
      if byte.isUnreservedCharacter {
        end.pointee = byte
        end += 1
      } else {
        end[0] = UInt8(ascii: "%")
        end[1] = byte.highHexadecimalDigit
        end[2] = byte.lowHexadecimalDigit
        end += 3
      }
    }
    count = end - memory
  }

  mutating func append(encoding text: String) {
    var text = text
    text.withUTF8 { append(encoding: $0) }
  }

  mutating func append(encoding secret: Secret) {
    secret.withExposedBytes { $0.withMemoryRebound(to: UInt8.self) { append(encoding: $0) } }
  }

  /// Writes bytes percent-encoded, and the result percent-encoded once more.
  mutating func append(encodingTwice bytes: UnsafeBufferPointer<UInt8>) {
    reserve(bytes.count * 5)
    for byte in bytes { put(encodedTwice: byte) }
  }

  /// Writes one byte, for which room was reserved.
  @inline(__always)
  mutating func put(_ byte: UInt8) {
    memory[count] = byte
    count += 1
  }

  /// Writes one byte encoded twice, for which room for five was reserved.
  @inline(__always)
  mutating func put(encodedTwice byte: UInt8) {
    guard !byte.isUnreservedCharacter else { return put(byte) }
    put(UInt8(ascii: "%"))
    put(UInt8(ascii: "2"))
    put(UInt8(ascii: "5"))
    put(byte.highHexadecimalDigit)
    put(byte.lowHexadecimalDigit)
  }
}

extension UInt8 {
  /// What ``isUnreserved`` says, as two words of bits: the characters from 0 to 63, and from 64 to 127.
  ///
  /// RFC 3986 §2.3.
  @inline(__always)
  var isUnreservedCharacter: Bool {
    let bits: UInt64 = self < 64 ? 0x03FF_6000_0000_0000 : 0x47FF_FFFE_87FF_FFFE
    return self < 128 && (bits &>> UInt64(self & 63)) & 1 == 1
  }

  /// Whether the character may stand in a path or a query as it is; the percent sign of an escape may not.
  ///
  /// RFC 3986 §2.2 and §2.3; `#` would begin a fragment, and a request has none.
  @inline(__always)
  var isLegalInTarget: Bool {
    let bits: UInt64 = self < 64 ? 0xAFFF_FFD2_0000_0000 : 0x47FF_FFFE_AFFF_FFFF
    return self < 128 && (bits &>> UInt64(self & 63)) & 1 == 1
  }

  @inline(__always)
  fileprivate var highHexadecimalDigit: UInt8 { (self >> 4).hexadecimalDigit }

  @inline(__always)
  fileprivate var lowHexadecimalDigit: UInt8 { (self & 15).hexadecimalDigit }

  @inline(__always)
  private var hexadecimalDigit: UInt8 { self &+ (self < 10 ? UInt8(ascii: "0") : UInt8(ascii: "A") - 10) }

  /// The value of a hexadecimal digit; nil for any other character.
  @inline(__always)
  var hexadecimalDigitValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self &- UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self &- (UInt8(ascii: "A") - 10)
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self &- (UInt8(ascii: "a") - 10)
    default: nil
    }
  }
}
