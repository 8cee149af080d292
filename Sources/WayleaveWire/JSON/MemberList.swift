/// The members of one object as they are read, with what finds two of one name.
struct MemberList {
  private(set) var members: [JSON.Object.Member] = []
  private var marks = NameMarks()
  private var duplicate: String?

  init(capacity: Int) { members.reserveCapacity(capacity) }

  /// Adds a member; `written` is its name as it stands in the text, quotes included.
  mutating func append(_ member: JSON.Object.Member, written: UnsafeBufferPointer<UInt8>) {
    defer { members.append(member) }
    guard members.count < NameMarks.few, duplicate == nil else { return }
    // An escape makes a name shorter than it is written: its bit would be that of another spelling.
    let isPlain = member.name.utf8.count == written.count - 2
    if isPlain, marks.insert(UnsafeBufferPointer(rebasing: written[1..<(written.count - 1)])) { return }
    if !isPlain { marks.insertAll() }
    if members.contains(where: { $0.name.hasSameBytes(as: member.name) }) { duplicate = member.name }
  }

  var firstDuplicate: String? {
    guard duplicate == nil, members.count > NameMarks.few else { return duplicate }
    var seen: Set<[UInt8]> = []
    seen.reserveCapacity(members.count)
    return members.first { !seen.insert(Array($0.name.utf8)).inserted }?.name
  }
}

/// A bit for every name so far: a name whose bit is not set is new, and most are.
struct NameMarks {
  /// Beyond this many names nearly every bit is set, and a set of names is faster.
  static let few = 64

  private var bits: UInt64 = 0

  /// Sets the bit of a name, and returns whether the name is new for certain.
  @inline(__always)
  mutating func insert(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let bit = Self.bit(of: name)
    defer { bits |= bit }
    return bits & bit == 0
  }

  @inline(__always)
  private static func bit(of name: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let (first, last) = (Int(name.first ?? 0), Int(name.last ?? 0))
    return 1 << UInt64((first &* 5 &+ last &* 3 &+ name.count) & 63)
  }

  /// Has every name taken for one that may be there.
  mutating func insertAll() { bits = .max }
}
