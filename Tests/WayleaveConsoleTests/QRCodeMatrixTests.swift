import Testing
import WayleaveTestSupport
import WayleaveWire

@testable import WayleaveConsole

@Suite("ISO/IEC 18004: each module of a QR code, compared with another encoder")
struct QRCodeMatrixTests {
  private func grid(_ text: String) throws -> ModuleGrid {
    let bytes = Array(text.utf8)
    let version = try #require(QRCodeVersion(holding: bytes.count))
    var grid = version.emptyGrid()
    grid.fill(with: version.codewords(of: bytes))
    return grid
  }

  /// The modules of a row as a number, the left one highest.
  private func row(_ row: Int, of grid: ModuleGrid) -> String {
    let bits = (0..<grid.size).map { grid.isDark(row, $0) }
    let padded = Array(repeating: false, count: (4 - bits.count % 4) % 4) + bits
    return stride(from: 0, to: padded.count, by: 4).map { start in
      String(padded[start..<start + 4].reduce(0) { $0 * 2 + ($1 ? 1 : 0) }, radix: 16)
    }.joined()
  }

  /// The code of a vector, with its mask, and what the test is about.
  private func masked(_ vector: JSON) throws -> (grid: ModuleGrid, name: String) {
    let mask = try #require(vector["mask"]?.integer.flatMap { QRCodeMask(rawValue: Int($0)) })
    let grid = try grid(#require(vector["text"]?.string)).masked(by: mask)
    return (grid, "version \(vector["version"]?.encodedText() ?? ""), \(mask)")
  }

  @Test("versions 1 to 10, and in 1 and 7 all eight masks, have the modules of the vectors")
  func matrices() throws {
    let cases = try VectorFile.cases("qr_codes")
    #expect(cases.count == 27)
    for vector in cases {
      let (grid, name) = try masked(vector)
      #expect((0..<grid.size).map { row($0, of: grid) } == vector["rows"]?.array?.compactMap(\.string), "\(name)")
    }
  }

  @Test("Table 11: versions 1 to 6 have the penalty of the vectors")
  func penalties() throws {
    // The larger versions add time and no rule.
    for vector in try VectorFile.cases("qr_codes") where (vector["version"]?.integer ?? 0) < 7 {
      let (grid, name) = try masked(vector)
      #expect(grid.penalty == vector["penalty"]?.integer.map(Int.init), "\(name)")
    }
  }

  @Test("§7.8.3: the mask with the lowest penalty is used", arguments: ["", "https://as.example/device?user_code=A"])
  func lowest(text: String) throws {
    let grid = try grid(text)
    let penalties = QRCodeMask.allCases.map { grid.masked(by: $0).penalty }
    #expect(try #require(QRCode(text)).modules.penalty == penalties.min())
  }

  @Test(
    "Table 7: the smallest version that holds the bytes, at each version's limit and one byte beyond",
    arguments: zip([17, 32, 53, 78, 106, 134, 154, 192, 230, 271], 1...10))
  func capacity(bytes: Int, version: Int) {
    #expect(QRCodeVersion(holding: bytes)?.number == version)
    #expect(QRCodeVersion(holding: bytes + 1)?.number == (version == 10 ? nil : version + 1))
  }

  @Test(
    "Table C.1: the format of level L, for each mask",
    arguments: zip(
      QRCodeMask.allCases,
      [
        0b111_0111_1100_0100, 0b111_0010_1111_0011, 0b111_1101_1010_1010, 0b111_1000_1001_1101, 0b110_0110_0010_1111,
        0b110_0011_0001_1000, 0b110_1100_0100_0001, 0b110_1001_0111_0110,
      ]))
  func format(mask: QRCodeMask, bits: Int) { #expect(mask.format == bits) }

  @Test("Table D.1: the version information", arguments: [(7, 0x07C94), (8, 0x085BC), (9, 0x09A99), (10, 0x0A4D3)])
  func version(number: Int, bits: Int) {
    #expect(BoseChaudhuriHocquenghem.codeword(of: number, generator: 0b1_1111_0010_0101) == bits)
  }

  @Test("§7.5.2: the error correction of a block, as the standard's own example of version 1 has it")
  func correction() {
    let data: [UInt8] = [16, 32, 12, 86, 97, 128, 236, 17, 236, 17, 236, 17, 236, 17, 236, 17]
    #expect(ReedSolomon.correction(of: data, count: 10) == [165, 36, 212, 193, 237, 54, 199, 135, 44, 85])
    #expect(ReedSolomon.correction(of: Array(repeating: 0, count: 16), count: 10) == Array(repeating: 0, count: 10))
  }

  @Test("the picture has four light modules on every side, and each half of a character is one module")
  func terminal() throws {
    let code = try #require(QRCode("a"))
    let lines = code.text.split(separator: "\n").map { $0.dropFirst("\u{1B}[30;47m".count).dropLast("\u{1B}[0m".count) }
    #expect(code.columns == 29 && lines.allSatisfy { $0.count == 29 } && lines.count == 15)
    let modules = (0..<30).map { row in
      lines[row / 2].map { row.isMultiple(of: 2) ? "█▀".contains($0) : "█▄".contains($0) }
    }
    for (row, line) in modules.enumerated() {
      for (column, isDark) in line.enumerated() {
        #expect(isDark == code.modules.isDark(row - 4, column - 4), "\(row) \(column)")
      }
    }
  }
}
