/// A size of QR codes, and what it holds at error correction level L.
///
/// ISO/IEC 18004:2015 Table 1 and Table 9.
struct QRCodeVersion {
  /// 1 to 10.
  let number: Int
  /// How many codewords a code of this version has.
  private let capacity: Int
  /// How many of each block's codewords correct errors.
  let correctionCount: Int
  /// Into how many blocks the data is divided.
  let blockCount: Int
  /// The rows, and columns, at whose crossings alignment patterns stand.
  let alignmentCenters: [Int]

  private init(_ number: Int, _ capacity: Int, _ correctionCount: Int, _ blockCount: Int, _ centers: [Int]) {
    self.number = number
    self.capacity = capacity
    self.correctionCount = correctionCount
    self.blockCount = blockCount
    alignmentCenters = centers
  }

  private static let all = [
    QRCodeVersion(1, 26, 7, 1, []),
    QRCodeVersion(2, 44, 10, 1, [6, 18]),
    QRCodeVersion(3, 70, 15, 1, [6, 22]),
    QRCodeVersion(4, 100, 20, 1, [6, 26]),
    QRCodeVersion(5, 134, 26, 1, [6, 30]),
    QRCodeVersion(6, 172, 18, 2, [6, 34]),
    QRCodeVersion(7, 196, 20, 2, [6, 22, 38]),
    QRCodeVersion(8, 242, 24, 2, [6, 24, 42]),
    QRCodeVersion(9, 292, 30, 2, [6, 26, 46]),
    QRCodeVersion(10, 346, 18, 4, [6, 28, 50]),
  ]

  /// The smallest version that holds so many bytes; nil when none does.
  init?(holding count: Int) {
    guard let fitting = Self.all.first(where: { $0.byteCapacity >= count }) else { return nil }
    self = fitting
  }

  /// How many modules a side has.
  var size: Int { 17 + 4 * number }

  /// How many codewords are data.
  var dataCount: Int { capacity - correctionCount * blockCount }

  /// How many bits say how many bytes follow: ISO/IEC 18004:2015 Table 3.
  var lengthBits: Int { number < 10 ? 8 : 16 }

  private var byteCapacity: Int { (dataCount * 8 - 4 - lengthBits) / 8 }
}
