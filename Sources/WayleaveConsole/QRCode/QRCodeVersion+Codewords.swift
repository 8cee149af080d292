extension QRCodeVersion {
  /// Bytes as the codewords of a code: in blocks, with what corrects their errors, one of each block by turns.
  ///
  /// ISO/IEC 18004:2015 §7.4 to §7.6.
  func codewords(of bytes: [UInt8]) -> [UInt8] {
    let blocks = blocks(of: data(of: bytes))
    let corrections = blocks.map { ReedSolomon.correction(of: $0, count: correctionCount) }
    return Self.byTurns(blocks) + Self.byTurns(corrections)
  }

  /// The data: byte mode, how many bytes, the bytes, an end, and padding.
  private func data(of bytes: [UInt8]) -> [UInt8] {
    var bits = BitString()
    bits.append(0b0100, count: 4)
    bits.append(bytes.count, count: lengthBits)
    for byte in bytes { bits.append(Int(byte), count: 8) }
    // The terminator ends on a whole byte, as mode and length are 12 or 20 bits.
    bits.append(0, count: 4)
    let padding: [UInt8] = [0b1110_1100, 0b0001_0001]
    let missing = max(0, dataCount - bits.bytes.count)
    return bits.bytes + (0..<missing).map { padding[$0 % 2] }
  }

  /// The data in blocks, of which the last ones are longer by one where it does not divide evenly.
  private func blocks(of data: [UInt8]) -> [[UInt8]] {
    let (length, longer) = dataCount.quotientAndRemainder(dividingBy: blockCount)
    var rest = data[...]
    return (0..<blockCount).map { index in
      let block = rest.prefix(index < blockCount - longer ? length : length + 1)
      rest = rest.dropFirst(block.count)
      return Array(block)
    }
  }

  private static func byTurns(_ blocks: [[UInt8]]) -> [UInt8] {
    let longest = blocks.map(\.count).max() ?? 0
    return (0..<longest).flatMap { index in blocks.compactMap { index < $0.count ? $0[index] : nil } }
  }
}

/// Bits, the highest first, as the bytes they make.
private struct BitString {
  private(set) var bytes: [UInt8] = []
  private var free = 0

  mutating func append(_ value: Int, count: Int) {
    for position in (0..<count).reversed() {
      if free == 0 {
        bytes.append(0)
        free = 8
      }
      free -= 1
      bytes[bytes.count - 1] |= UInt8(value >> position & 1) << UInt8(free)
    }
  }
}
