import Crypto
import WayleaveSignIn
import WayleaveSystem
import WayleaveWire

/// Which records of credentials may answer to a name: a cache, which is never believed without reading those records.
///
/// It is there from ``fewestRecords`` on. The names are spread over boxes of one size, each encrypted with the key of the
/// records, so that to look one up is to read one box. Whatever is wrong with it, it says nothing, and all records are read.
struct AccountIndex {
  /// Below, to read all records takes no longer.
  static let fewestRecords = 64
  /// A name with more candidates than these is no name of one account.
  private static let mostCandidates = 8

  private static let version: UInt8 = 1
  private static let headSize = SealedRecord.magic.count + 2 + 8
  private static let boxOverhead = 28
  private static let largestBox = 256 * 1024
  private static let entrySize = 8 + StoreKeys.nameSize

  private let file: FileDescriptor
  private let key: SymmetricKey
  private let head: [UInt8]
  private let boxes: Boxes

  /// The index of a store; nil where there is none that is current and of this version.
  init?(of records: SealedRecords) {
    guard let (file, size) = IndexFile(folder: records.folder).open(), size > Self.headSize,
      let head = try? file.bytes(Self.headSize, at: 0), let boxes = Self.boxes(in: head),
      size == Self.headSize + boxes.count * boxes.size
    else { return nil }
    (self.file, self.head, self.boxes) = (file, head, boxes)
    key = records.keys.forIndex
  }

  /// The file names of the records that may answer to a name; none where that has to be looked for among all.
  func files(answeringTo name: String) -> [String] {
    let hash = Self.hash(name)
    let number = boxes.number(of: hash)
    guard let sealed = try? file.bytes(boxes.size, at: Self.headSize + number * boxes.size),
      let box = try? ChaChaPoly.SealedBox(combined: sealed),
      let text = (try? ChaChaPoly.open(box, using: key, authenticating: Self.place(number, in: head))).map(Array.init)
    else { return [] }
    let entries = stride(from: text.startIndex, through: text.endIndex - Self.entrySize, by: Self.entrySize)
    return entries.compactMap { entry in
      let name = text[entry + 8..<entry + Self.entrySize]
      guard text[entry..<entry + 8].elementsEqual(Self.bytes(hash)), name.contains(where: { $0 != 0 }) else {
        return nil
      }
      return name.hexadecimal + RecordKind.credential.suffix
    }
  }

  /// Which boxes there are.
  private struct Boxes {
    let count: Int
    let size: Int

    func number(of hash: UInt64) -> Int { Int(hash & UInt64(count - 1)) }
  }

  private static func boxes(in head: [UInt8]) -> Boxes? {
    guard head.count == headSize, head.starts(with: magic) else { return nil }
    let numbers = stride(from: magic.count, to: headSize, by: 4).map { place in
      head[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    guard numbers[0].nonzeroBitCount == 1, (boxOverhead...largestBox).contains(numbers[1]) else { return nil }
    return Boxes(count: numbers[0], size: numbers[1])
  }

  /// The byte of the kind is that of no record.
  private static let magic = SealedRecord.magic + [version, 0xFF]

  private static func place(_ number: Int, in head: [UInt8]) -> [UInt8] { head + bytes(UInt64(number)) }

  private static func bytes(_ number: UInt64) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

  /// Spreads names. Where two have the same number, their records differ.
  ///
  /// FNV-1a, and the last steps of MurmurHash3.
  private static func hash(_ name: String) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
    return hash ^ hash >> 33
  }
}

extension AccountIndex {
  /// The bytes of an index of names, each with the files of the records that answer to it; nil where there is none.
  static func bytes(of accounts: [(file: String, names: [String])], sealedWith key: SymmetricKey) -> [UInt8]? {
    var files: [UInt64: [[UInt8]]] = [:]
    for (file, names) in accounts {
      guard let name = fileName(file) else { return nil }
      for hash in Set(names.map(hash)) where files[hash, default: []].count <= mostCandidates {
        files[hash, default: []].append(name)
      }
    }
    var count = 1
    while count * 128 < files.count { count *= 2 }
    var texts = [[UInt8]](repeating: [], count: count)
    for (hash, names) in files where names.count <= mostCandidates {
      let box = Boxes(count: count, size: 0).number(of: hash)
      for name in names { texts[box] += bytes(hash) + name }
    }
    return sealed(texts, with: key)
  }

  private static func sealed(_ texts: [[UInt8]], with key: SymmetricKey) -> [UInt8]? {
    let size = texts.map(\.count).max() ?? 0
    guard size + boxOverhead <= largestBox else { return nil }
    let head = magic + [texts.count, size + boxOverhead].flatMap { bytes(UInt64($0)).suffix(4) }
    var all = head
    all.reserveCapacity(head.count + texts.count * (size + boxOverhead))
    for (number, text) in texts.enumerated() {
      let text = text + [UInt8](repeating: 0, count: size - text.count)
      guard let box = try? ChaChaPoly.seal(text, using: key, authenticating: place(number, in: head)) else {
        return nil
      }
      all += box.combined
    }
    return all
  }

  /// The bytes that the name of a file of a credential shows in hexadecimal digits.
  private static func fileName(_ file: String) -> [UInt8]? {
    let digits = file.utf8.prefix(2 * StoreKeys.nameSize).compactMap(\.hexadecimalValue)
    guard digits.count == 2 * StoreKeys.nameSize else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    return (bytes.hexadecimal + RecordKind.credential.suffix).hasSameBytes(as: file) ? bytes : nil
  }
}
