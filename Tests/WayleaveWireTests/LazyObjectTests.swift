import Testing
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 8259: an object whose members are read when they are asked for")
struct LazyObjectTests {
  private func lazy(_ text: String) throws -> JSON.LazyObject { try JSON.LazyObject(decoding: Array(text.utf8)) }

  @Test("each member is read as the reader of values reads it")
  func members() throws {
    let text = #" {"a":"x","b": -1.5 ,"c":[1,{"d":null}],"e":true,"f":{},"":0,"g":"é\n","h":9223372036854775808} "#
    let (object, whole) = (try lazy(text), try JSON(decoding: Array(text.utf8)).object)
    #expect(object.object == whole)
    for member in whole?.members ?? [] { #expect(object[member.name] == member.value, "\(member.name)") }
    #expect(object["x"] == nil && object["aa"] == nil && object.scalar("x") == nil)
  }

  @Test(
    "names with escapes or beyond ASCII are found by what they say", arguments: [#"\u0061"#, "é", #"\u00e9"#, "a\\n"])
  func writtenNames(name: String) throws {
    let text = #"{"z":1,"\#(name)":"x"}"#
    let whole = try JSON(decoding: Array(text.utf8)).object
    let (object, plain) = (try lazy(text), whole?.members.last?.name ?? "")
    #expect(object[plain] == "x" && object["z"] == 1 && object.object == whole)
    guard case .text("x")? = object.scalar(plain), case .integer(1)? = object.scalar("z") else {
      Issue.record("another scalar")
      return
    }
  }

  @Test(
    "scalars are texts and whole numbers that fit, and everything else is neither",
    arguments: [
      ("1800000000", 1_800_000_000), ("0", 0), ("-1", -1), ("999999999999999999", 999_999_999_999_999_999),
      ("9223372036854775807", .max), ("9223372036854775808", nil), ("1.0", nil), ("1e3", nil), ("true", nil),
      ("null", nil), ("[1]", nil), ("{}", nil),
    ] as [(String, Int64?)])
  func scalars(text: String, number: Int64?) throws {
    for text in [#"{"a":\#(text)}"#, #"{"a":\#(text) ,"b":0}"#] {
      switch (try lazy(text).scalar("a"), number) {
      case (.integer(let value)?, let number?): #expect(value == number)
      case (.other?, nil): break
      default: Issue.record("another scalar")
      }
    }
  }

  @Test(
    "two members of one name are refused among few and among many", arguments: [1, 2, 15, 16, 17, 63, 64, 65, 66, 200])
  func duplicates(count: Int) throws {
    let members = (0..<count).map { "\"m\($0)\":\($0)" }
    let object = try lazy("{" + members.joined(separator: ",") + "}")
    for index in 0..<count { #expect(object["m\(index)"]?.integer == Int64(index)) }
    for again in [#""m0":0"#, #""\u006d0":0"#] {
      #expect(try refusal { try lazy("{" + (members + [again]).joined(separator: ",") + "}") } == .malformedJSON)
    }
  }

  @Test(
    "what is no object is refused", arguments: ["", "[]", "1", "\"a\"", "null", "{", "{}}", "{\"a\":1,}", "{\"a\" 1}"])
  func noObject(text: String) throws {
    #expect(try refusal { try lazy(text) } == .malformedJSON)
  }

  @Test("it accepts and refuses what the reader of values does, whatever the bytes")
  func agreement() throws {
    var random = SeededGenerator(seed: 7519)
    let pieces = [
      "{", "}", "[", "]", ":", ",", "\"a\"", "\"b\":", "\"\\u0061\":", "\"é\":", "\"", "1", "-", "0.5", "e9", "true",
      "null", "\\", " ", "\u{0}", "\"abcdefghijk\":\"lmnopqrstuv\"", "\"abcdefgh\u{1}\"",
    ]
    var accepted = 0
    for _ in 0..<40_000 {
      let count = Int.random(in: 0...9, using: &random)
      let body = (0..<count).compactMap { _ in pieces.randomElement(using: &random) }.joined()
      let text = Bool.random(using: &random) ? "{\(body)}" : body
      let whole = (try? JSON(decoding: Array(text.utf8)))?.object
      let object = try? lazy(text)
      #expect(object?.object == whole, "\(text)")
      guard let whole else { continue }
      accepted += 1
      for member in whole.members { #expect(object?[member.name] == member.value, "\(text)") }
    }
    #expect(accepted > 100)
  }
}
