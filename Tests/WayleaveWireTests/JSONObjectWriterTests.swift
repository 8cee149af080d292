import Testing
import WayleaveWire

@Suite("RFC 8259 §4: an object that is written member by member")
struct JSONObjectWriterTests {
  @Test(
    "it is written as an object of values is", arguments: ["", "plain", "\"\\", "a\nb\u{1}\u{202E}", "é", "a/b?c=%7E"])
  func texts(text: String) throws {
    var (writer, object) = (JSONObjectWriter(), JSON.Object())
    #expect(writer.encoded() == Array("{}".utf8))
    writer = JSONObjectWriter()
    for (name, number) in [("n", Int64.min), ("o", -1), ("p", 0), ("q", 1_800_000_000), ("r", .max)] as [(String, _)] {
      object[name] = JSON(number)
    }
    object["t"] = .string(text)
    object["u"] = "x"
    writer.append("n", Int64.min)
    writer.append("o", -1)
    writer.append("p", 0)
    writer.append("q", 1_800_000_000)
    writer.append("r", Int64.max)
    writer.append("t", text)
    writer.append("u", "x")
    let written = writer.encoded()
    #expect(written == JSON.object(object).encoded())
    #expect(try JSON(decoding: written).object == object)
  }
}
