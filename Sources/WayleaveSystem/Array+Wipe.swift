extension [UInt8] {
  /// Overwrites the bytes where they are, as long as no other value shares them.
  package mutating func overwrite() {
    withUnsafeMutableBytes { bytes in
      for index in bytes.indices { bytes[index] = 0 }
    }
  }

  /// Overwrites the bytes, and removes them.
  package mutating func wipe() {
    overwrite()
    self = []
  }

  /// Adds bytes to the end, and wipes where both stood before.
  package mutating func appendAndWipe(_ bytes: inout [UInt8]) {
    guard !isEmpty else { return swap(&self, &bytes) }
    var joined = self + bytes
    swap(&self, &joined)
    joined.wipe()
    bytes.wipe()
  }
}
