import Testing

@testable import WayleaveWire

@Suite("RFC 8414 §4: values of a protocol are compared by their bytes")
struct ExactTextTests {
  private struct Value: ExactText {
    let text: String
    init(_ text: String) { self.text = text }
  }

  private let values: [Value] = ["cafe\u{301}", "caf\u{E9}", "cafz", "Caf\u{E9}", "", "\u{212A}", "K"]

  @Test("two values that are canonically equivalent are two")
  func distinct() {
    #expect(Value("caf\u{E9}") != Value("cafe\u{301}") && "caf\u{E9}" == "cafe\u{301}")
    #expect(Value("K") != Value("\u{212A}") && Value("a") == "a")
    #expect(Set(values).count == values.count)
    for value in values { #expect(Set(values).contains(Value(value.text)) && value.description == value.text) }
  }

  @Test("the order is that of the bytes, so that it is the same everywhere")
  func order() {
    let sorted = values.sorted().map { Array($0.text.utf8) }
    #expect(sorted == sorted.sorted { $0.lexicographicallyPrecedes($1) })
    #expect(Value("a") < Value("aa") && !(Value("a") < Value("a")) && Value("Z") < Value("a"))
    #expect(Value("cafe\u{301}") < Value("caf\u{E9}"))
  }
}
