extension String {
  /// The text that bytes are in UTF-8; nil where they are no text.
  ///
  /// `String(validating:as:)` of the standard library needs iOS 18 or macOS 15.
  @inlinable package init?(utf8 bytes: some Sequence<UInt8>) {
    #if canImport(Darwin) || WAYLEAVE_STAND_INS
      self.init(repairing: Array(bytes))
    #else
      self.init(validating: bytes, as: UTF8.self)
    #endif
  }

  /// The same by way of a text that is repaired where it must be: then it has other bytes.
  @usableFromInline package init?(repairing bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.elementsEqual(bytes) else { return nil }
    self = text
  }
}
