import Foundation
import Testing
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 8259: reading JSON strictly")
struct JSONDecodingTests {
  private func decode(_ text: String) throws -> JSON { try JSON(decoding: Array(text.utf8)) }

  @Test("§3: every kind of value is read")
  func kinds() throws {
    let json = try decode(" {\"a\" : [ null , true,false, -1.5e+3 ,\"x\" ] ,\t\"b\":{}, \"c\":[]\r\n} ")
    #expect(json == ["a": [.null, true, false, .number("-1.5e+3"), "x"], "b": [:], "c": []])
    #expect(json["a"]?.array?.count == 5)
    #expect(json["b"]?.object?.members.isEmpty == true)
  }

  @Test("§2: any value may stand alone", arguments: [("null", JSON.null), ("0", 0), ("\"\"", ""), ("true", true)])
  func alone(text: String, value: JSON) throws {
    #expect(try decode(text) == value)
  }

  @Test(
    "§2: what is no JSON text is refused",
    arguments: [
      "", " ", "{", "}", "[", "]", "[1,]", "{\"a\":1,}", "{\"a\"}", "{\"a\" 1}", "{a:1}", "{1:1}", "{'a':1}", "[1 2]",
      "{\"a\":1 \"b\":2}", "tru", "True", "nul", "nulL", "falsey", "undefined", "NaN", "Infinity", "// c\n1", "[,1]",
      "\"",
      "\"\\", "{\"a\":", "{,}", "[}", "{]", "\u{A0}1", "\u{C}1",
    ])
  func noJSON(text: String) throws {
    #expect(try refusal { try decode(text) } == .malformedJSON)
  }

  @Test("§2: bytes after the value are refused, spaces are not", arguments: ["{}x", "{}{}", "1 2", "{}\u{0}", "null,"])
  func trailing(text: String) throws {
    #expect(try refusal { try decode(text) } == .malformedJSON)
    #expect(try decode("{} \n\t\r") == [:])
  }

  @Test(
    "§4: two members of one name are refused, at any depth and however they are written",
    arguments: [
      #"{"a":1,"a":1}"#, #"{"a":1,"\u0061":2}"#, #"[{"b":{"a":1,"c":2,"a":3}}]"#, #"{"":1,"":2}"#,
      #"{"é":1,"\u00e9":2}"#,
    ])
  func duplicates(text: String) throws {
    #expect(try refusal { try decode(text) } == .malformedJSON)
  }

  @Test("§8.3: names are compared by bytes, so that composed and decomposed ones differ")
  func namesByBytes() throws {
    let json = try decode(#"{"\u00e9":1,"e\u0301":2}"#)
    #expect(json["\u{E9}"]?.integer == 1)
    #expect(json["e\u{301}"]?.integer == 2)
  }

  @Test("a duplicate is found among few members and among many", arguments: [2, 11, 12, 13, 14, 500])
  func duplicateAmongMany(count: Int) throws {
    let members = (1..<count).map { "\"m\($0)\":0" }
    #expect(try decode("{" + members.joined(separator: ",") + "}").object?.members.count == count - 1)
    #expect(try refusal { try decode("{" + (members + ["\"m1\":0"]).joined(separator: ",") + "}") } == .malformedJSON)
  }

  @Test(
    "nesting of 32 is read, of 33 refused, and 200 000 levels crash nothing", arguments: [("[", "]"), ("{\"a\":", "}")])
  func depth(open: String, close: String) throws {
    func nested(_ depth: Int) -> String {
      let core = open == "[" ? "" : "0"
      return String(repeating: open, count: depth) + core + String(repeating: close, count: depth)
    }
    #expect(try refusal { try decode(nested(32)) } == nil)
    #expect(try refusal { try decode(nested(33)) } == .malformedJSON)
    #expect(try refusal { try decode(nested(200_000)) } == .malformedJSON)
    #expect(try refusal { try JSON(decoding: Array(nested(3).utf8), maximumDepth: 2) } == .malformedJSON)
  }

  @Test("values that stand side by side are not nesting")
  func breadth() throws {
    let text = "[" + Array(repeating: "[],{}", count: 100).joined(separator: ",") + "]"
    #expect(try decode(text).array?.count == 200)
  }

  @Test("§8.1: a byte order mark, UTF-16 and UTF-32 are refused")
  func otherEncodings() throws {
    let text = #"{"a":"b"}"#
    #expect(try refusal { try JSON(decoding: [0xEF, 0xBB, 0xBF] + Array(text.utf8)) } == .malformedJSON)
    for encoding: String.Encoding in [.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian] {
      let bytes = try #require(text.data(using: encoding))
      #expect(try refusal { try JSON(decoding: Array(bytes)) } == .malformedJSON)
    }
  }

  @Test(
    "§8.1: bytes that are not UTF-8 are refused, in a text with escapes and without",
    arguments: [
      [0xFF], [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0x80],
      [0xC3],
    ] as [[UInt8]])
  func notUTF8(bytes: [UInt8]) throws {
    let quote = UInt8(ascii: "\"")
    #expect(try refusal { try JSON(decoding: [quote] + bytes + [quote]) } == .malformedJSON)
    #expect(try refusal { try JSON(decoding: [quote] + Array("\\n".utf8) + bytes + [quote]) } == .malformedJSON)
    #expect(try refusal { try JSON(decoding: [0x7B, quote] + bytes + Array("\":0}".utf8)) } == .malformedJSON)
  }

  @Test("§7: every escape of JSON is read")
  func escapes() throws {
    let json = try decode(#""\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC\ud83d\uDE00\u0000""#)
    #expect(json.string?.hasSameBytes(as: "\"\\/\u{8}\u{C}\n\r\tA\u{E9}\u{20AC}\u{1F600}\u{0}") == true)
  }

  @Test(
    "§7: other escapes are refused",
    arguments: [#""\x41""#, #""\'""#, #""\u12""#, #""\u12g4""#, #""\u{41}""#, #""\U0041""#, #""\ ""#, #""\u+123""#])
  func wrongEscapes(text: String) throws {
    #expect(try refusal { try decode(text) } == .malformedJSON)
  }

  @Test(
    "§8.2: a lone surrogate is refused",
    arguments: [
      #""\ud83d""#, #""\ude00""#, #""\ud83dx""#, #""\ud83d\n""#, #""\ud83d\ud83d""#, #""\ude00\ud83d""#,
      #""\ud83d\u0041""#,
      #""\ud83d\ud83d\ude00""#,
    ])
  func loneSurrogates(text: String) throws {
    #expect(try refusal { try decode(text) } == .malformedJSON)
  }

  @Test("§7: the first and the last pair of surrogates are read")
  func surrogatePairs() throws {
    #expect(try decode(#""\ud800\udc00\udbff\udfff""#).string == "\u{10000}\u{10FFFF}")
  }

  @Test("§7: a control character inside a text is refused, DEL and C1 are not")
  func controls() throws {
    for control: UInt8 in 0..<0x20 {
      #expect(try refusal { try JSON(decoding: [0x22, control, 0x22]) } == .malformedJSON)
      #expect(try refusal { try JSON(decoding: Array(#""\n"#.utf8) + [control, 0x22]) } == .malformedJSON)
    }
    #expect(try decode("\"\u{7F}\u{80}\"").string == "\u{7F}\u{80}")
  }

  @Test(
    "§6: numbers keep their digits",
    arguments: [
      "0", "-0", "3600", "-1", "1.5", "1e308", "1E-2", "0.0", "0e0", "123456789012345678901234567890", "1e400",
    ])
  func numbers(text: String) throws {
    #expect(try decode(text) == .number(text))
    #expect(try decode("[\(text)]") == [.number(text)])
  }

  @Test(
    "§6: what is no number is refused",
    arguments: [
      "01", "-01", "+1", ".5", "1.", "1.e3", "-", "--1", "1e", "1e+", "1e-", "0x10", "1_000", "1,5", "٣", "-a", "1.5.2",
    ])
  func noNumbers(text: String) throws {
    #expect(try refusal { try decode(text) } == .malformedJSON)
  }

  @Test("a number is read as a whole one only when it is one and fits")
  func wholeNumbers() throws {
    #expect(try decode("9223372036854775807").integer == .max)
    #expect(try decode("-9223372036854775808").integer == .min)
    #expect(try decode("9223372036854775808").integer == nil)
    #expect(try decode("3600.0").integer == nil)
    #expect(try decode("1e3").integer == nil)
    #expect(try decode("1e3").double == 1000)
    #expect(try decode("1e400").double == nil)
    #expect(try decode("\"3600\"").integer == nil)
    #expect(try decode("\"3600\"").double == nil)
  }

  @Test("a million members are read within a bounded time, and the duplicate among them is found")
  func millionMembers() throws {
    var text = Array("{".utf8)
    for number in 0..<1_000_000 { text.append(contentsOf: "\"\(number)\":0,".utf8) }
    let time = try processorTime {
      let json = try JSON(decoding: text + Array("\"x\":0}".utf8))
      #expect(json.object?.members.count == 1_000_001)
      #expect(try refusal { try JSON(decoding: text + Array("\"7\":0}".utf8)) } == .malformedJSON)
    }
    #expect(time < .seconds(60))
  }

  // attack 274
  @Test("no bytes make the reader crash, and what it reads Foundation reads too")
  func randomBytes() throws {
    var random = SeededGenerator(seed: 8259)
    let pieces = [
      "{", "}", "[", "]", ":", ",", "\"", "\"a\"", "\"b\":", "1", "-", "0.5", "e9", "true", "null", "\\", "\\u12", "d8",
      " ",
      "\u{0}", "é",
    ]
    var accepted = 0
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...7, using: &random)
      let text = (0..<count).compactMap { _ in pieces.randomElement(using: &random) }.joined()
      guard let json = try? decode(text) else { continue }
      accepted += 1
      #expect(throws: Never.self, "\(text)") {
        try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
      }
      #expect(try JSON(decoding: json.encoded()) == json)
    }
    #expect(accepted > 100)
    for length in 0..<3000 {
      let bytes = random.bytes(length % 64)
      #expect(try [nil, .malformedJSON].contains(refusal { try JSON(decoding: bytes) }))
    }
  }

  @Test("a text cut anywhere is refused")
  func truncated() throws {
    let text = Array(
      #"{"access_token":"2Yot\u006eF","expires_in":3600.5e1,"scope":["a",true,null],"x":{"é":"\ud83d\ude00"}}"#.utf8)
    #expect(try refusal { try JSON(decoding: text) } == nil)
    for length in text.indices {
      #expect(try refusal { try JSON(decoding: Array(text[..<length])) } == .malformedJSON)
    }
  }
}
