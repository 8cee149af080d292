/// A pattern that inverts part of the data, so that the picture has no large even areas.
///
/// ISO/IEC 18004:2015 Table 10.
enum QRCodeMask: Int, CaseIterable {
  case checkers, rows, columns, diagonals, bricks, crosses, plaids, weaves

  func inverts(_ row: Int, _ column: Int) -> Bool {
    let (sum, product) = (row + column, row * column)
    return switch self {
    case .checkers: sum % 2 == 0
    case .rows: row % 2 == 0
    case .columns: column % 3 == 0
    case .diagonals: sum % 3 == 0
    case .bricks: (row / 2 + column / 3) % 2 == 0
    case .crosses: product % 2 + product % 3 == 0
    case .plaids: (product % 2 + product % 3) % 2 == 0
    case .weaves: (sum % 2 + product % 3) % 2 == 0
    }
  }

  /// What tells a reader of this mask, and of error correction level L: §7.9.
  var format: Int {
    let level = 0b01
    let word = BoseChaudhuriHocquenghem.codeword(of: level << 3 | rawValue, generator: 0b101_0011_0111)
    return word ^ 0b101_0100_0001_0010
  }
}

extension ModuleGrid {
  /// The code with its data inverted by a mask, which the format names.
  func masked(by mask: QRCodeMask) -> ModuleGrid {
    var grid = self
    for row in 0..<size {
      for column in 0..<size where !isReserved(row, column) && mask.inverts(row, column) {
        grid.set(row, column, dark: !isDark(row, column))
      }
    }
    grid.writeFormat(mask.format)
    return grid
  }
}
