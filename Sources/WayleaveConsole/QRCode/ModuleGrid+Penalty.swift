extension ModuleGrid {
  /// How hard the code is to read: the lower, the better.
  ///
  /// ISO/IEC 18004:2015 §7.8.3.1 and Table 11.
  var penalty: Int {
    let rows = (0..<size).map { row in (0..<size).map { isDark(row, $0) } }
    let columns = (0..<size).map { column in (0..<size).map { isDark($0, column) } }
    let lines = rows + columns
    return lines.map { Self.runs(in: $0) + Self.finders(in: $0) }.reduce(0, +) + squares + imbalance
  }

  /// Three for five modules of one colour in a line, and one for each more.
  private static func runs(in line: [Bool]) -> Int {
    var (penalty, length) = (0, 0)
    for (index, module) in line.enumerated() {
      length = index > 0 && line[index - 1] == module ? length + 1 : 1
      if length == 5 { penalty += 3 } else if length > 5 { penalty += 1 }
    }
    return penalty
  }

  /// Forty for what looks like a finder pattern with light next to it.
  private static func finders(in line: [Bool]) -> Int {
    let finder = [true, false, true, true, true, false, true]
    let light = [false, false, false, false]
    guard line.count >= 11 else { return 0 }
    let looks = [light + finder, finder + light]
    return 40
      * (0...(line.count - 11)).count { start in looks.contains { $0.elementsEqual(line[start..<start + 11]) } }
  }

  /// Three for each square of four modules of one colour.
  private var squares: Int {
    let count = (0..<(size - 1)).map { row in
      (0..<(size - 1)).count { column in
        let corner = isDark(row, column)
        return corner == isDark(row, column + 1) && corner == isDark(row + 1, column)
          && corner == isDark(row + 1, column + 1)
      }
    }
    return 3 * count.reduce(0, +)
  }

  /// Ten for each twentieth by which the dark modules are more or less than half of all.
  private var imbalance: Int {
    let dark = (0..<size).map { row in (0..<size).count { isDark(row, $0) } }.reduce(0, +)
    return 10 * (abs(dark * 20 - size * size * 10) / (size * size))
  }
}
