/// The square of dark and light modules that a QR code is.
///
/// ISO/IEC 18004:2015 §6.3.
struct ModuleGrid: Equatable {
  /// How many modules a side has.
  let size: Int
  private var dark: [Bool]
  /// The modules of the fixed patterns, and of the data about the format: no text goes there.
  private var reserved: [Bool]

  init(size: Int) {
    self.size = size
    dark = Array(repeating: false, count: size * size)
    reserved = dark
  }

  /// Whether a module is dark; beyond the edge none is.
  func isDark(_ row: Int, _ column: Int) -> Bool { holds(row, column) && dark[row * size + column] }

  /// Whether a module takes no data.
  func isReserved(_ row: Int, _ column: Int) -> Bool { !holds(row, column) || reserved[row * size + column] }

  /// Makes a module dark or light; what lies beyond the edge is left out.
  mutating func set(_ row: Int, _ column: Int, dark isDark: Bool) {
    if holds(row, column) { dark[row * size + column] = isDark }
  }

  /// Makes a module dark or light, and keeps data away from it.
  mutating func reserve(_ row: Int, _ column: Int, dark isDark: Bool) {
    guard holds(row, column) else { return }
    set(row, column, dark: isDark)
    reserved[row * size + column] = true
  }

  /// Puts codewords where data goes: in columns of two, upwards and downwards by turns, from the right.
  ///
  /// ISO/IEC 18004:2015 §7.7.3.
  mutating func fill(with codewords: [UInt8]) {
    let bits: [Bool] = codewords.flatMap { byte in (0..<8).map { (byte << $0) & 0x80 != 0 } }
    var rest = bits[...]
    // The column of the vertical timing pattern belongs to no pair.
    let pairs = stride(from: size - 1, to: 0, by: -2).map { $0 > 6 ? $0 : $0 - 1 }
    for (turn, right) in pairs.enumerated() {
      for step in 0..<size {
        let row = turn.isMultiple(of: 2) ? size - 1 - step : step
        for column in [right, right - 1] where !isReserved(row, column) {
          // Modules that are left over are light: "remainder bits".
          set(row, column, dark: rest.popFirst() ?? false)
        }
      }
    }
  }

  private func holds(_ row: Int, _ column: Int) -> Bool {
    (0..<size).contains(row) && (0..<size).contains(column)
  }
}
