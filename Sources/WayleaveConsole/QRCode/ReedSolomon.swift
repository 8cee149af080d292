/// The error correction of QR codes.
///
/// ISO/IEC 18004:2015 §7.5.2: over bytes with the polynomial x⁸ + x⁴ + x³ + x² + 1, whose root α is 2.
enum ReedSolomon {
  /// The codewords that correct errors in a block: the remainder of its division by the generator.
  static func correction(of block: [UInt8], count: Int) -> [UInt8] {
    let generator = generator(degree: count)
    var remainder = [UInt8](repeating: 0, count: count)
    for byte in block {
      let factor = byte ^ remainder.removeFirst()
      remainder.append(0)
      for (index, coefficient) in generator.enumerated() { remainder[index] ^= product(coefficient, factor) }
    }
    return remainder
  }

  /// The product of (x − α⁰)…(x − αⁿ⁻¹), the highest coefficient, which is 1, left out.
  private static func generator(degree: Int) -> [UInt8] {
    var coefficients: [UInt8] = []
    var root: UInt8 = 1
    for _ in 0..<degree {
      let shifted = coefficients + [0]
      let multiplied = [root] + coefficients.map { product($0, root) }
      coefficients = zip(shifted, multiplied).map { $0 ^ $1 }
      root = product(root, 2)
    }
    return coefficients
  }

  private static func product(_ first: UInt8, _ second: UInt8) -> UInt8 {
    var (result, doubled, rest) = (UInt8(0), first, second)
    while rest > 0 {
      if rest & 1 == 1 { result ^= doubled }
      doubled = doubled << 1 ^ (doubled & 0x80 == 0 ? 0 : 0x1D)
      rest >>= 1
    }
    return result
  }
}
