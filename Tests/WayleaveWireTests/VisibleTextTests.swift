import Testing
import WayleaveTestSupport

@testable import WayleaveWire

@Suite("attacks.md 201: no character hides, moves or joins in what is shown")
struct VisibleTextTests {
  @Test("every control, format control and separator of lines that Unicode knows is shown by its escape")
  func formatControls() {
    let planes = [0...0xD7FF, 0xE000...0x1FFFF, 0xE0000...0xE00FF] as [ClosedRange<UInt32>]
    for value in planes.joined() {
      guard let scalar = Unicode.Scalar(value), !scalar.isHiddenInText else { continue }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        Issue.record("U+\(String(value, radix: 16)) is shown")
      default: break
      }
    }
  }

  @Test(
    "the neighbours of what is hidden stay as they are",
    arguments: [
      0x20, 0x7E, 0xA0, 0xAC, 0xAE, 0x05FF, 0x0606, 0x061B, 0x061D, 0x06DC, 0x06DE, 0x070E, 0x0710, 0x088F, 0x0892,
      0x08E1, 0x08E3, 0x115E, 0x1161, 0x180D, 0x180F, 0x200A, 0x2010, 0x2027, 0x202F, 0x205F, 0x2070, 0x3163, 0x3165,
      0xFEFE, 0xFF00, 0xFF9F, 0xFFA1, 0xFFF8, 0xFFFC, 0x110BC, 0x110BE, 0x110CC, 0x110CE, 0xDFFFF, 0xE0080,
    ] as [UInt32])
  func neighbours(value: UInt32) throws {
    let text = String(try #require(Unicode.Scalar(value)))
    #expect(DisplayText.clean(text).hasSameBytes(as: text))
  }

  @Test("the limit counts characters as they came, not as they are shown")
  func limitOfEscapes() {
    #expect(DisplayText.clean("\u{1B}\u{1B}", limit: 2) == "\\u{1b}\\u{1b}")
    #expect(DisplayText.clean("\u{1B}\u{1B}\u{1B}", limit: 2) == "\\u{1b}\\u{1b}…")
    #expect(DisplayText.clean("", limit: 0) == "" && DisplayText.clean("a", limit: 0) == "…")
    #expect(DisplayText.clean([UInt8](), limit: 0) == "" && DisplayText.clean([0x61], limit: 0) == "…")
  }

  @Test(
    "bytes are cut where the text would be, whatever the length of its characters", arguments: ["a", "é", "€", "😀"])
  func limitOfBytes(character: String) {
    for count in [299, 300, 301, 302, 1000] {
      let text = String(repeating: character, count: count)
      #expect(DisplayText.clean(text.utf8).hasSameBytes(as: DisplayText.clean(text)), "\(count)")
    }
  }

  @Test("HTML: of the ASCII characters exactly eight are written as references")
  func references() {
    let references: [Character: String] = [
      "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;", "\r": "&#13;", "\n": "&#10;", "\t": "&#9;",
    ]
    for value in UInt8.min..<0x80 {
      let character = Character(Unicode.Scalar(value))
      #expect(HTMLText.escaped(String(character)) == references[character] ?? String(character), "\(value)")
      #expect(HTMLText.escaped([value, 0x61]) == (references[character] ?? String(character)) + "a", "\(value)")
    }
  }
}
