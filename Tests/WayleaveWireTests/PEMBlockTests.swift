import Testing
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 7468: blocks of a PEM text")
struct PEMBlockTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    /// Each block with its label, and its content; nil for one that cannot be read.
    let blocks: [(label: String, content: String?)]

    init(_ name: String, _ text: String, _ blocks: (label: String, content: String?)...) {
      (testDescription, self.text, self.blocks) = (name, text, blocks)
    }
  }

  static let rows = [
    Row("§3: one block", "-----BEGIN A B-----\nAQID\n-----END A B-----\n", ("A B", "\u{1}\u{2}\u{3}")),
    Row("§2: explanatory text before, between and after", "x\n\(a)y\n\(b)z", ("A", "a"), ("B", "b")),
    Row("§3: CR LF, and no line end behind the last line", "-----BEGIN A-----\r\nYQ==\r\n-----END A-----", ("A", "a")),
    Row(
      "§2: white space around and within lines", " -----BEGIN A-----\t\n\tY Q =\n=\n\n-----END A----- \n", ("A", "a")),
    Row("an empty block", "-----BEGIN A-----\n-----END A-----\n", ("A", "")),
    Row(
      "the END of another label is content", "-----BEGIN A-----\nYQ==\n-----END B-----\n-----END A-----\n", ("A", nil)),
    Row("a BEGIN in a block is content", "-----BEGIN A-----\n\(b)-----END A-----\n", ("A", nil)),
    Row("no END", "\(b)-----BEGIN A-----\nYQ==\n", ("B", "b"), ("A", nil)),
    Row(
      "what is no base64", "-----BEGIN A-----\nProc-Type: 4,ENCRYPTED\n-----END A-----\n\(b)", ("A", nil), ("B", "b")),
    Row("RFC 4648 §4: missing padding", "-----BEGIN A-----\nYQ\n-----END A-----\n", ("A", nil)),
    Row("no label, four dashes, a letter in front", "-----BEGIN -----\n----BEGIN A----\nx-----BEGIN A-----\nYQ==\n"),
    Row("no text", ""),
  ]
  private static let a = "-----BEGIN A-----\nYQ==\n-----END A-----\n"
  private static let b = "-----BEGIN B-----\nYg==\n-----END B-----\n"

  @Test("blocks are read in their order, and one that is not whole says so", arguments: rows)
  func blocks(row: Row) {
    let found = PEMBlock.blocks(in: Array(row.text.utf8))
    #expect(found.map(\.label) == row.blocks.map(\.label))
    #expect(found.map(\.content) == row.blocks.map { $0.content.map { Array($0.utf8) } })
  }

  @Test("§2: each line but the last has 64 characters", arguments: [0, 1, 47, 48, 49, 96, 1000])
  func written(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let content = random.bytes(count)
    let text = PEMBlock.text("SOME KEY", content)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first == "-----BEGIN SOME KEY-----" && lines.suffix(2) == ["-----END SOME KEY-----", ""])
    let digits = (count + 2) / 3 * 4
    #expect(
      lines.dropFirst().dropLast(2).map(\.utf8.count) == Array(repeating: 64, count: digits / 64)
        + (digits % 64 == 0 ? [] : [digits % 64]))
    let read = PEMBlock.blocks(in: Array(text.utf8))
    #expect(read.map(\.label) == ["SOME KEY"] && read.map(\.content) == [content])
  }

  @Test("bytes that are no UTF-8 are passed over")
  func noText() {
    let text = [0xFF, 0x0A, 0xC3, 0x28, 0x0A] + Array(Self.a.utf8) + [0x80]
    #expect(PEMBlock.blocks(in: text).map(\.content) == [Array("a".utf8)])
  }
}
