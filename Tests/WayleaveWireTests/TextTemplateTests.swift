import Testing
import WayleaveWire

@Suite("A text with places for values")
struct TextTemplateTests {
  @Test(
    "its places are what stands between braces, and a brace without a partner makes it wrong",
    arguments: [
      ("", [], true), ("a", [], true), ("{a}", ["a"], true), ("x{a}y{b.c}", ["a", "b.c"], true),
      ("{a}{b}", ["a", "b"], true),
      ("{", [], false), ("}", [], false), ("{}", [""], false), ("{a", [], false), ("a}", [], false),
      ("{{a}", ["{a"], false), ("{a}}", ["a"], false),
      // A brace with an accent after it is a brace.
      ("{\u{301}", [], false), ("{a}\u{301}", ["a"], true), ("{\u{301}a}", ["\u{301}a"], true),
    ] as [(String, [String], Bool)])
  func places(text: String, places: [String], isWellFormed: Bool) {
    let template = TextTemplate(text)
    #expect(template.places.map(String.init) == places && template.isWellFormed == isWellFormed)
    // Without a value everything stays as it is.
    #expect(template.filled { _ in nil } == text)
  }

  @Test("a value takes the place of each name that has one, and is not read again")
  func filled() {
    let filled = TextTemplate("{a}-{b}-{a}").filled { $0 == "a" ? "{b}" : nil }
    #expect(filled == "{b}-{b}-{b}")
  }
}
