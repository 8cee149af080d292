extension QRCodeVersion {
  /// A code with the patterns that every code of this version has, and no data yet.
  ///
  /// ISO/IEC 18004:2015 §6.3.
  func emptyGrid() -> ModuleGrid {
    var grid = ModuleGrid(size: size)
    for position in 0..<size {
      // The timing patterns, of which the others cover the ends.
      grid.reserve(6, position, dark: position.isMultiple(of: 2))
      grid.reserve(position, 6, dark: position.isMultiple(of: 2))
    }
    for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] { Self.addFinder(at: row, column, to: &grid) }
    addAlignments(to: &grid)
    // Its place; what stands there depends on the mask.
    grid.writeFormat(0)
    addVersion(to: &grid)
    return grid
  }

  /// A finder pattern around its centre, with the light separator around it: §6.3.3, §6.3.4.
  private static func addFinder(at row: Int, _ column: Int, to grid: inout ModuleGrid) {
    for down in -4...4 {
      for right in -4...4 {
        let ring = max(abs(down), abs(right))
        grid.reserve(row + down, column + right, dark: ring != 2 && ring != 4)
      }
    }
  }

  /// The alignment patterns, but where finder patterns are: §6.3.6.
  private func addAlignments(to grid: inout ModuleGrid) {
    let last = alignmentCenters.last ?? 0
    for row in alignmentCenters {
      for column in alignmentCenters {
        let isTaken = [(6, 6), (6, last), (last, 6)].contains { $0 == (row, column) }
        if !isTaken { Self.addAlignment(at: row, column, to: &grid) }
      }
    }
  }

  private static func addAlignment(at row: Int, _ column: Int, to grid: inout ModuleGrid) {
    for down in -2...2 {
      for right in -2...2 {
        grid.reserve(row + down, column + right, dark: max(abs(down), abs(right)) != 1)
      }
    }
  }

  /// The version's number, twice, in codes so large that their size does not show it: §7.10.
  private func addVersion(to grid: inout ModuleGrid) {
    guard number >= 7 else { return }
    let bits = BoseChaudhuriHocquenghem.codeword(of: number, generator: 0b1_1111_0010_0101)
    for position in 0..<18 {
      let (far, near) = (size - 11 + position % 3, position / 3)
      let isDark = bits >> position & 1 == 1
      grid.reserve(far, near, dark: isDark)
      grid.reserve(near, far, dark: isDark)
    }
  }
}

/// The code that protects the format and the version.
///
/// ISO/IEC 18004:2015 Annex C and D.
enum BoseChaudhuriHocquenghem {
  /// The data, followed by the remainder of its division by the generator.
  static func codeword(of data: Int, generator: Int) -> Int {
    let degree = Int.bitWidth - 1 - generator.leadingZeroBitCount
    var remainder = data << degree
    while remainder >> degree > 0 {
      let length = Int.bitWidth - 1 - remainder.leadingZeroBitCount
      remainder ^= generator << (length - degree)
    }
    return data << degree | remainder
  }
}

extension ModuleGrid {
  /// Writes the fifteen bits of the format, twice: around the upper left finder, and next to the two others.
  ///
  /// ISO/IEC 18004:2015 §7.9.
  mutating func writeFormat(_ bits: Int) {
    // From the lowest bit: down next to the upper left finder, past the timing pattern, then to the left below it.
    let down = [0, 1, 2, 3, 4, 5, 7, 8].map { ($0, 8) }
    let left = [7, 5, 4, 3, 2, 1, 0].map { (8, $0) }
    let others = (1...8).map { (8, size - $0) } + (1...7).reversed().map { (size - $0, 8) }
    for places in [down + left, others] {
      for (position, (row, column)) in places.enumerated() {
        reserve(row, column, dark: bits >> position & 1 == 1)
      }
    }
    // One module is always dark.
    reserve(size - 8, 8, dark: true)
  }
}
