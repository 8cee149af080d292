import Testing
import WayleaveConsole

@Suite("wayleave request at a terminal: how a body is shown")
struct ShownBodyTests {
  private func shown(_ text: String) -> String { ShownBody.text(of: Array(text.utf8)) }

  @Test("JSON is indented; order, digits and texts stay, and control characters are escaped")
  func json() {
    #expect(
      shown("{\"b\":[1.50,{}, [] ,{\"x\":null}],\"a\":\"é\\u001b[2J\\u202e\",\"n\":12345678901234567890}\n") == """
        {
          "b": [
            1.50,
            {},
            [],
            {
              "x": null
            }
          ],
          "a": "é\\u001b[2J\\u202e",
          "n": 12345678901234567890
        }
        """)
    #expect(shown("[true]") == "[\n  true\n]" && shown("{}") == "{}")
  }

  @Test(
    "what is no JSON stays as it is, without what moves the cursor and without the last line break",
    arguments: [
      ("a\nb\n", "a\nb"), ("a\r\n", "a"), ("\n", ""), ("\u{1B}[2J", "\\u{1b}[2J"),
      ("{\"a\":1,\"a\":2}", "{\"a\":1,\"a\":2}"),
      ("{", "{"), ("12", "12"), ("\"a\"", "\"a\""),
    ])
  func other(body: String, text: String) { #expect(shown(body) == text) }

  @Test("a small body that would fill a terminal for hours is shown as it is")
  func huge() {
    let elements = Array(repeating: "0", count: 20_000).joined(separator: ",")
    let body = String(repeating: "[", count: 120) + elements + String(repeating: "]", count: 120)
    #expect(shown(body).utf8.count <= 5 * body.utf8.count)
    #expect(shown("[[[[1,2]]]]").split(separator: "\n").count == 10)
  }

  @Test("lists that stand deep in one another are shown as they are")
  func deep() {
    let deep = String(repeating: "[", count: 10_000)
    #expect(shown(deep) == deep)
  }
}
