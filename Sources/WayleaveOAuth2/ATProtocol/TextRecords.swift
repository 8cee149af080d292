/// The texts of an answer of DNS.
///
/// RFC 1035 §4. Anyone can send such an answer: what it says is believed only where a document says it back.
package enum TextRecords {
  /// How much of an answer is read, in bytes: the most that one can have.
  package static let maximumLength = 65_535

  /// Reads an answer; nil for one that is none, is cut off, or says that there is nothing of the name.
  ///
  /// §4.1.1: the last four bits of the head's fourth byte are 0 where the name is known. §3.3.14: a text may come in parts.
  package static func texts(in answer: [UInt8]) -> [String]? {
    guard answer.count <= maximumLength, answer.count >= 12, answer[2] & 0x80 != 0, answer[3] & 0x0F == 0 else {
      return nil
    }
    var reader = Reader(bytes: answer, place: 12)
    let (questions, records) = (reader.number(at: 4), reader.number(at: 6))
    for _ in 0..<questions { guard reader.skipName(), reader.skip(4) else { return nil } }
    var texts: [String] = []
    for _ in 0..<records {
      guard reader.skipName(), let type = reader.next(), let kind = reader.next(), reader.skip(4),
        let length = reader.next(), reader.place + length <= answer.count
      else { return nil }
      let end = reader.place + length
      if type == 16, kind == 1 { texts.append(String(decoding: reader.parts(until: end), as: UTF8.self)) }
      reader.place = end
    }
    return texts
  }

  private struct Reader {
    let bytes: [UInt8]
    var place: Int

    func number(at place: Int) -> Int { Int(bytes[place]) << 8 | Int(bytes[place + 1]) }

    /// The next number of two bytes.
    mutating func next() -> Int? {
      guard place + 2 <= bytes.count else { return nil }
      defer { place += 2 }
      return number(at: place)
    }

    mutating func skip(_ count: Int) -> Bool {
      place += count
      return place <= bytes.count
    }

    /// Passes over a name: labels up to an empty one, or up to a pointer to the rest (§4.1.4), which is not followed.
    mutating func skipName() -> Bool {
      while place < bytes.count {
        let length = Int(bytes[place])
        switch length {
        case 0: return skip(1)
        case 0xC0...: return skip(2)
        case 1..<0x40: place += 1 + length
        default: return false
        }
      }
      return false
    }

    /// The parts of a text, each after its length, as one.
    mutating func parts(until end: Int) -> [UInt8] {
      var text: [UInt8] = []
      while place < end {
        let next = min(place + 1 + Int(bytes[place]), end)
        text += bytes[place + 1..<max(next, place + 1)]
        place = next
      }
      return text
    }
  }
}
