/// Search for a part of a text by its bytes: the standard library searches an order of magnitude slower, and by characters.
extension UnsafeBufferPointer<UInt8> {
  /// Where a part stands next, from `start` on; nil when it does not. An empty part stands nowhere.
  package func position(of part: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int? {
    guard let first = part.first else { return nil }
    var start = start
    while let position = position(of: first, from: start), count - position >= part.count {
      if UnsafeBufferPointer(rebasing: self[position..<position + part.count]).hasSameBytes(as: part) {
        return position
      }
      start = position + 1
    }
    return nil
  }
}

extension [UInt8] {
  /// Whether a part stands here.
  package func contains(part: [UInt8]) -> Bool {
    withUnsafeBufferPointer { bytes in part.withUnsafeBufferPointer { bytes.position(of: $0) != nil } }
  }

  /// What stands before, between and behind a part; all of it where the part does not stand here.
  package func separated(by part: [UInt8]) -> [ArraySlice<UInt8>] {
    var (pieces, start): ([ArraySlice<UInt8>], Int) = ([], 0)
    withUnsafeBufferPointer { bytes in
      part.withUnsafeBufferPointer { part in
        while let position = bytes.position(of: part, from: start) {
          pieces.append(self[start..<position])
          start = position + part.count
        }
      }
    }
    return pieces + [self[start...]]
  }

  /// The bytes with others in each place of a part.
  package func replacing(part: [UInt8], with other: [UInt8]) -> [UInt8] {
    let pieces = separated(by: part)
    guard pieces.count > 1 else { return self }
    var replaced = Array(pieces[0])
    for piece in pieces.dropFirst() { replaced += other + piece }
    return replaced
  }
}

extension String {
  /// The text with another in each place of a part, which is compared by its bytes.
  package func replacing(part: String, with other: String) -> String {
    let (bytes, part) = (Array(utf8), Array(part.utf8))
    guard bytes.contains(part: part) else { return self }
    return String(decoding: bytes.replacing(part: part, with: Array(other.utf8)), as: UTF8.self)
  }
}
