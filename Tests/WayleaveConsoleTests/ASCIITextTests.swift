import Testing
import WayleaveConsole
import WayleaveWire

@Suite("210: a terminal that shows no UTF-8")
struct ASCIITextTests {
  @Test(
    "ASCII is needed where the locale says so, and nowhere else",
    arguments: [
      ("C", true), ("POSIX", true), ("de_DE.ISO-8859-1", true), ("C.UTF-8", false), ("de_DE.utf8@euro", false),
      ("en_US", false), (nil, false),
    ] as [(String?, Bool)])
  func locale(name: String?, isNeeded: Bool) {
    #expect(ASCIIText.isNeeded(in: name) == isNeeded)
  }

  @Test(
    "marks are spelled, other characters are escaped, and ASCII stays",
    arguments: [
      ("received “a”… · RFC 6749 §4.1", "received \"a\"... - RFC 6749 section 4.1"), ("Zo\u{EB}", "Zo\\u{eb}"),
      ("e\u{301}", "e\\u{301}"), ("plain\n\t~", "plain\n\t~"),
    ])
  func text(text: String, spelled: String) {
    #expect(ASCIIText.spelled(text).hasSameBytes(as: spelled))
  }

  @Test("JSON says the same in ASCII")
  func json() throws {
    let json: JSON = ["name": "Zo\u{EB} “\u{1F600}”", "\u{DF}": ["a"]]
    let spelled = ASCIIText.spelled(json)
    #expect(spelled.allSatisfy { $0 < 0x80 })
    #expect(try JSON(decoding: spelled) == json)
    #expect(ASCIIText.spelled(["a": "b"] as JSON) == (["a": "b"] as JSON).encoded())
  }
}
