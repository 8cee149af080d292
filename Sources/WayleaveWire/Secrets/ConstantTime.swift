/// Comparison whose time reveals nothing about where two values differ.
package enum ConstantTime {
  /// Whether two byte sequences are equal; only a difference in length, which is not secret, returns early.
  package static func equal(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
    equal(Array(left), Array(right))
  }

  /// Whether two lists of bytes are equal: the same, without the way through other collections.
  package static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.withUnsafeBytes { left in right.withUnsafeBytes { right in equal(left, right) } }
  }

  /// Whether a stretch of memory holds the bytes of a text, which is read where it lies.
  package static func equal(_ left: UnsafeRawBufferPointer, _ right: String) -> Bool {
    right.utf8.withContiguousStorageIfAvailable { equal(left, UnsafeRawBufferPointer($0)) }
      ?? Array(right.utf8).withUnsafeBytes { equal(left, $0) }
  }

  /// Whether two stretches of memory are equal: the same, without a copy.
  static func equal(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in left.indices { difference |= left[index] ^ right[index] }
    return difference == 0
  }
}
