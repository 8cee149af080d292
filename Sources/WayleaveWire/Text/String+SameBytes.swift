extension String {
  /// Whether two texts have the same UTF-8 bytes.
  ///
  /// `==` on `String` is canonical equivalence, under which two different issuers can be equal. RFC 8414 §4 forbids it.
  package func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    // Both are contiguous in all but bridged texts: comparing memory is an order of magnitude faster.
    let fast = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in left.hasSameBytes(as: right) }
    }
    return (fast ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}
