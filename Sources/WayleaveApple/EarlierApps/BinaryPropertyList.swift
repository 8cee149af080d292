#if canImport(Security)
  import WayleaveBackport
  import WayleaveWire

  /// A property list in Apple's binary form, whose objects are read one at a time: nothing is built from what it says.
  ///
  /// "bplist00", objects, a table of their offsets, and a trailer of 32 bytes. Objects name others by number, so that a list
  /// that contains itself does no harm here.
  struct BinaryPropertyList {
    /// One object.
    enum Object: Equatable {
      case bool(Bool)
      case integer(Int64)
      case real(Double)
      case text(String)
      /// The number of an object in a keyed archive.
      case uid(Int)
      /// Objects by their numbers here.
      case array([Int])
      /// Keys and values by their numbers here.
      case dictionary([Pair])
      /// Null, data, and what no archive of a token has.
      case other

      struct Pair: Equatable {
        let key: Int
        let value: Int
      }
    }

    private let bytes: [UInt8]
    private let offsets: Range<Int>
    private let offsetSize: Int
    private let referenceSize: Int
    /// How many objects there are.
    let count: Int
    /// The number of the outermost one.
    let top: Int

    /// What every list begins with.
    static let magic = Array("bplist00".utf8)
    /// A token takes a few kilobytes.
    static let maximumSize = 1 << 20
    private static let trailerSize = 32
    /// One text can stand for many: the longest tokens take some kilobytes.
    private static let maximumTextSize = 1 << 16

    /// Reads where the objects are; nil for anything else.
    init?(_ bytes: [UInt8]) {
      guard (Self.magic.count + Self.trailerSize...Self.maximumSize).contains(bytes.count),
        bytes.starts(with: Self.magic)
      else { return nil }
      let trailer = bytes.count - Self.trailerSize
      self.bytes = bytes
      (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
      guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
        let count = Self.number(bytes[trailer + 8..<trailer + 16]),
        let top = Self.number(bytes[trailer + 16..<trailer + 24]),
        let start = Self.number(bytes[trailer + 24..<trailer + 32]), (1...bytes.count).contains(count), top < count,
        (Self.magic.count...trailer).contains(start), count <= (trailer - start) / offsetSize
      else { return nil }
      (self.count, self.top) = (count, top)
      offsets = start..<start + count * offsetSize
    }

    /// An object by its number; nil where nothing can be read.
    func object(_ number: Int) -> Object? {
      guard (0..<count).contains(number) else { return nil }
      let place = offsets.lowerBound + number * offsetSize
      guard let offset = Self.number(bytes[place..<place + offsetSize]),
        (Self.magic.count..<offsets.lowerBound).contains(offset)
      else { return nil }
      let (kind, low) = (bytes[offset] >> 4, Int(bytes[offset] & 15))
      switch kind {
      case 0x0: return low == 8 || low == 9 ? .bool(low == 9) : .other
      case 0x1: return data(at: offset + 1, low <= 3 ? 1 << low : 0).flatMap(Self.number).map { .integer(Int64($0)) }
      case 0x2, 0x3: return real(at: offset + 1, size: low)
      case 0x5: return sized(low, at: offset, each: 1).flatMap(Self.short).flatMap(Self.ascii).map(Object.text)
      case 0x6: return sized(low, at: offset, each: 2).flatMap(Self.short).flatMap(Self.utf16).map(Object.text)
      case 0x8: return data(at: offset + 1, low + 1).flatMap(Self.number).map(Object.uid)
      case 0xA: return sized(low, at: offset, each: referenceSize).map { .array(references(in: $0)) }
      case 0xD:
        return sized(low, at: offset, each: 2 * referenceSize).map { bytes in
          let all = references(in: bytes)
          return .dictionary(
            zip(all.prefix(all.count / 2), all.suffix(all.count / 2)).map { .init(key: $0, value: $1) })
        }
      default: return .other
      }
    }

    private func real(at offset: Int, size: Int) -> Object? {
      guard size == 3 else { return .other }
      return data(at: offset, 8).map { .real(Double(bitPattern: $0.reduce(0) { $0 << 8 | UInt64($1) })) }
    }

    /// The bytes of an object of so many parts: 15 stands for a count that follows as an integer.
    private func sized(_ low: Int, at offset: Int, each: Int) -> ArraySlice<UInt8>? {
      guard low == 15 else { return data(at: offset + 1, low * each) }
      guard let head = data(at: offset + 1, 1)?.first, head >> 4 == 1, head & 15 <= 3 else { return nil }
      let width = 1 << Int(head & 15)
      guard let count = data(at: offset + 2, width).flatMap(Self.number), count <= bytes.count else { return nil }
      return data(at: offset + 2 + width, count * each)
    }

    /// Bytes in front of the table of offsets.
    private func data(at offset: Int, _ length: Int) -> ArraySlice<UInt8>? {
      guard length >= 0, length <= offsets.lowerBound - offset else { return nil }
      return bytes[offset..<offset + length]
    }

    private func references(in data: ArraySlice<UInt8>) -> [Int] {
      stride(from: data.startIndex, to: data.endIndex, by: referenceSize).map {
        // A number that is none names no object.
        Self.number(data[$0..<$0 + referenceSize]) ?? -1
      }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
      guard !bytes.isEmpty, bytes.count <= 8 else { return nil }
      return Int(exactly: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    private static func short(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
      bytes.count <= maximumTextSize ? bytes : nil
    }

    private static func ascii(_ bytes: ArraySlice<UInt8>) -> String? {
      bytes.allSatisfy { $0 < 128 } ? String(utf8: bytes) : nil
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>) -> String? {
      let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
      // Half of a surrogate pair would be repaired: then the text has other units.
      let text = String(decoding: units, as: UTF16.self)
      return text.utf16.elementsEqual(units) ? text : nil
    }
  }
#endif
