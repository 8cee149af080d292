/// A line that is typed or pasted at a terminal whose own line editor is off.
///
/// A terminal's line ends at 4096 bytes, and a callback URL can be longer. So the terminal gives each byte as it comes,
/// and the editing is done here.
package struct LineEditor {
  /// What a typed byte leads to.
  package enum Outcome: Equatable {
    /// These bytes are to be shown.
    case show([UInt8])
    /// The line is complete.
    case line([UInt8])
    /// The user ended the input.
    case end
  }

  private static let deletes: [UInt8] = [0x08, 0x7F]
  private static let controlD: UInt8 = 0x04
  private static let controlU: UInt8 = 0x15
  /// Moves the cursor back, and blanks what stood there.
  private static let erasure: [UInt8] = [0x08, 0x20, 0x08]

  private var sequence = TypedSequence()

  /// What was typed in this line.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// How many bytes were typed in this line.
  package var count: Int { bytes.count }

  /// Takes a typed byte.
  package mutating func take(_ byte: UInt8) -> Outcome {
    guard !sequence.takes(byte) else { return .show([]) }
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      defer { bytes = [] }
      return .line(bytes)
    case Self.controlD: return bytes.isEmpty ? .end : .show([])
    case Self.controlU:
      var shown: [UInt8] = []
      while !bytes.isEmpty { shown += erase() }
      return .show(shown)
    case _ where Self.deletes.contains(byte): return .show(erase())
    // Nothing that would move the cursor or set a colour is shown.
    case ..<0x20: return .show([])
    default:
      bytes.append(byte)
      return .show(Self.shown(byte))
    }
  }

  /// The line as it is shown.
  package var shown: [UInt8] { bytes.flatMap(Self.shown) }

  /// Beyond ASCII there are characters that control a terminal, too: one mark stands for each.
  private static func shown(_ byte: UInt8) -> [UInt8] {
    if byte < 0x7F { return [byte] }
    return byte & 0xC0 == 0x80 ? [] : [UInt8(ascii: "?")]
  }

  /// Removes the last character, all of its bytes.
  private mutating func erase() -> [UInt8] {
    guard !bytes.isEmpty else { return [] }
    while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
    return Self.erasure
  }
}
