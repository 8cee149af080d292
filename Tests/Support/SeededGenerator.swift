/// A generator whose draws a seed decides, so that a property that fails once fails again.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64 = 1) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  package mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
  }

  /// Bytes drawn from an alphabet, which reach further into a reader than any bytes do.
  package mutating func bytes(_ count: Int, from alphabet: [UInt8]) -> [UInt8] {
    (0..<count).map { _ in alphabet.randomElement(using: &self) ?? 0 }
  }
}
