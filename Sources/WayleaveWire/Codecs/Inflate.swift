/// Undoes the compression of the content codings gzip and deflate.
///
/// RFC 1951. Whatever comes, no more than so many bytes are made of it, and those made before a fault are kept: they can
/// contain a refresh token. The work has a bound as well, since a block can have codes and no bytes. No checksum is
/// verified: what TLS carries does not change on its way.
package struct Inflate {
  /// Why the compressed bytes do not give a whole.
  package enum Fault: Error {
    /// They end too early.
    case cut
    /// They are not what the specification has.
    case malformed
    /// There is more than was allowed, of bytes or of work.
    case tooLarge
  }

  /// What was made so far.
  package private(set) var output: [UInt8] = []
  private let input: [UInt8]
  private let maximumSize: Int
  /// How many blocks with codes of their own may still come.
  private var codesLeft: Int
  private var position = 0
  /// Bits of a byte that was taken, the next one lowest.
  private var held: UInt32 = 0
  private var heldCount = 0

  /// - Parameter maximumSize: how many bytes may be made.
  package init(_ input: [UInt8], maximumSize: Int) {
    self.input = input
    self.maximumSize = maximumSize
    // Those who pack have codes for a hundred bytes at least: they take fifty to write.
    codesLeft = maximumSize / 64 + 64
  }

  /// The members of gzip, one after the other; what follows the last is padding.
  ///
  /// RFC 1952 §2.2: "A gzip file consists of a series of members".
  package mutating func gzip() throws(Fault) {
    repeat {
      try passGzipHead()
      try blocks()
      // The checksum and the length.
      position = min(position + 8, input.count)
    } while Self.isGzip(input[position...])
  }

  /// Whether bytes begin as gzip does.
  package static func isGzip(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  /// The format of zlib; without its two bytes the bare blocks, which some servers send under the name “deflate”.
  ///
  /// RFC 1950 §2.2; RFC 9110 §8.4.1.2: "Some non-conformant implementations send the 'deflate' compressed data without
  /// the zlib wrapper."
  package mutating func deflate() throws(Fault) {
    guard input.count >= 2 else { throw .cut }
    let isWrapped = input[0] & 0x0F == 8 && input[0] >> 4 <= 7 && (Int(input[0]) << 8 | Int(input[1])) % 31 == 0
    // A dictionary that no one agreed on.
    guard !isWrapped || input[1] & 0x20 == 0 else { throw .malformed }
    position = isWrapped ? 2 : 0
    try blocks()
  }

  /// RFC 1952 §2.3.
  private mutating func passGzipHead() throws(Fault) {
    guard position + 10 <= input.count else { throw .cut }
    let (method, flags) = (input[position + 2], input[position + 3])
    guard Self.isGzip(input[position...]), method == 8, flags & 0xE0 == 0 else { throw .malformed }
    position += 10
    if flags & 0x04 != 0 {
      let count = try Int(byte()) | Int(byte()) << 8
      position += count
    }
    // The name of a file, and a comment.
    for flag: UInt8 in [0x08, 0x10] where flags & flag != 0 {
      while try byte() != 0 {}
    }
    if flags & 0x02 != 0 { position += 2 }
    guard position <= input.count else { throw .cut }
  }

  private mutating func byte() throws(Fault) -> UInt8 {
    guard position < input.count else { throw .cut }
    defer { position += 1 }
    return input[position]
  }

  /// RFC 1951 §3.2.3.
  private mutating func blocks() throws(Fault) {
    (held, heldCount) = (0, 0)
    var isLast = false
    while !isLast {
      isLast = try bits(1) == 1
      switch try bits(2) {
      case 0: try stored()
      case 1: try compressed(by: .fixedLiterals, .fixedDistances)
      case 2:
        let (literals, distances) = try codes()
        try compressed(by: literals, distances)
      default: throw .malformed
      }
    }
  }

  private mutating func bits(_ count: Int) throws(Fault) -> Int {
    while heldCount < count {
      held |= UInt32(try byte()) << UInt32(heldCount)
      heldCount += 8
    }
    defer {
      held >>= UInt32(count)
      heldCount -= count
    }
    return Int(held & (1 << UInt32(count) - 1))
  }

  /// RFC 1951 §3.2.4: the bits up to the next byte are ignored.
  private mutating func stored() throws(Fault) {
    (held, heldCount) = (0, 0)
    let count = try Int(byte()) | Int(byte()) << 8
    guard try Int(byte()) | Int(byte()) << 8 == count ^ 0xFFFF else { throw .malformed }
    for _ in 0..<count { try append(try byte()) }
  }

  private mutating func append(_ byte: UInt8) throws(Fault) {
    guard output.count < maximumSize else { throw .tooLarge }
    output.append(byte)
  }

  /// RFC 1951 §3.2.5.
  private mutating func compressed(by literals: PrefixCode, _ distances: PrefixCode) throws(Fault) {
    while true {
      let symbol = try symbol(of: literals)
      guard symbol >= 256 else {
        try append(UInt8(symbol))
        continue
      }
      guard symbol != 256 else { return }
      guard symbol <= 285 else { throw .malformed }
      let length = try Self.lengths[symbol - 257] + bits(Self.lengthBits[symbol - 257])
      let place = try self.symbol(of: distances)
      guard place < 30 else { throw .malformed }
      let distance = try Self.distances[place] + bits(Self.distanceBits[place])
      guard distance <= output.count else { throw .malformed }
      for _ in 0..<length { try append(output[output.count - distance]) }
    }
  }

  /// RFC 1951 §3.2.7: the two codes of a block, whose lengths are written in a third.
  private mutating func codes() throws(Fault) -> (literals: PrefixCode, distances: PrefixCode) {
    guard codesLeft > 0 else { throw .tooLarge }
    codesLeft -= 1
    let (literals, distances, count) = (try bits(5) + 257, try bits(5) + 1, try bits(4) + 4)
    guard literals <= 286, distances <= 30 else { throw .malformed }
    var lengths = [UInt8](repeating: 0, count: 19)
    for place in Self.orderOfLengths[..<count] { lengths[place] = UInt8(try bits(3)) }
    let code = PrefixCode(lengths)
    guard code.isPossible else { throw .malformed }
    lengths = []
    while lengths.count < literals + distances {
      let symbol = try symbol(of: code)
      switch symbol {
      case 0...15: lengths.append(UInt8(symbol))
      case 16:
        guard let last = lengths.last else { throw .malformed }
        lengths += [UInt8](repeating: last, count: 3 + (try bits(2)))
      case 17: lengths += [UInt8](repeating: 0, count: 3 + (try bits(3)))
      default: lengths += [UInt8](repeating: 0, count: 11 + (try bits(7)))
      }
    }
    let read = (PrefixCode(lengths.prefix(literals)), PrefixCode(lengths.dropFirst(literals)))
    guard lengths.count == literals + distances, read.0.isPossible, read.1.isPossible else { throw .malformed }
    return read
  }

  /// The next symbol, bit by bit: RFC 1951 §3.2.2 numbers the codes of one length one after the other.
  private mutating func symbol(of code: PrefixCode) throws(Fault) -> Int {
    var (word, first, index) = (0, 0, 0)
    for count in code.counts.dropFirst() {
      word |= try bits(1)
      if word - count < first { return Int(code.symbols[index + word - first]) }
      index += count
      first = (first + count) << 1
      word <<= 1
    }
    throw .malformed
  }

  private static let orderOfLengths = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  private static let lengths = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distances = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
    8193, 12289, 16385, 24577,
  ]
  private static let distanceBits = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
  ]
}

/// A code in which no word begins another.
///
/// RFC 1951 §3.2.2: the lengths of the words say all.
private struct PrefixCode {
  /// How many words there are of each length.
  var counts = [Int](repeating: 0, count: 16)
  /// The symbols in the order of their words.
  var symbols: [UInt16] = []

  /// The code whose words have these lengths; a symbol with none does not occur.
  init(_ lengths: some Collection<UInt8>) {
    for length in lengths where length > 0 { counts[Int(length)] += 1 }
    // Where the words of each length begin.
    var places = [Int](repeating: 0, count: 16)
    for length in 1..<15 { places[length + 1] = places[length] + counts[length] }
    symbols = [UInt16](repeating: 0, count: places[15] + counts[15])
    for (symbol, length) in lengths.enumerated() where length > 0 {
      symbols[places[Int(length)]] = UInt16(symbol)
      places[Int(length)] += 1
    }
  }

  /// Whether there is room for all of its words.
  var isPossible: Bool {
    var room = 1
    return counts.dropFirst().allSatisfy { count in
      room = room << 1 - count
      return room >= 0
    }
  }

  static let fixedLiterals = PrefixCode(
    (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  static let fixedDistances = PrefixCode([UInt8](repeating: 5, count: 30))
}
