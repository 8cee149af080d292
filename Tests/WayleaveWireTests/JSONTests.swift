import Foundation
import Testing
import WayleaveTestSupport
import WayleaveWire

@Suite("JSON values and how they are written")
struct JSONTests {
  @Test("a value is written on one line, in the order of its members")
  func written() {
    let json: JSON = ["b": [1, true, .null, "x"], "a": [:], "c": [], "d": false, "e": .number("1e400")]
    #expect(json.encodedText() == #"{"b":[1,true,null,"x"],"a":{},"c":[],"d":false,"e":1e400}"#)
    #expect(json.encoded() == Array(json.encodedText().utf8))
  }

  @Test("quotes, backslashes and line breaks are escaped, a slash is not")
  func escaped() {
    #expect(JSON.string("\"\\/\n\r\t").encodedText() == #""\"\\/\n\r\t""#)
    #expect((["\"": "\\"] as JSON).encodedText() == #"{"\"":"\\"}"#)
  }

  @Test("no control, C1, bidirectional or invisible character is written as it is")
  func hidden() throws {
    let hidden: [UInt32] =
      Array(0..<0x20) + Array(0x7F..<0xA0)
      + [0xAD, 0x61C, 0x115F, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028, 0x2029, 0x202E, 0x2066, 0x2069, 0x2060, 0xFEFF]
      + [0xFFF9, 0xE0041, 0x0600, 0x110BD]
    for value in hidden {
      let text = String(try #require(Unicode.Scalar(value)))
      let written = JSON.string("a\(text)b").encoded()
      #expect(written.allSatisfy { $0.isVisibleCharacter }, "\(value)")
      #expect(try JSON(decoding: written).string?.hasSameBytes(as: "a\(text)b") == true)
    }
    #expect(JSON.string("\u{1B}\u{202E}").encodedText() == #""\u001b\u202e""#)
    #expect(JSON.string("\u{E0041}").encodedText() == #""\udb40\udc41""#)
  }

  @Test("characters of every length that are plain to see stay as they are")
  func visible() {
    #expect(JSON.string("aé€😀").encodedText() == "\"aé€😀\"")
  }

  @Test("whatever is written is read back by ours and by Foundation's reader")
  func roundTrip() throws {
    var random = SeededGenerator(seed: 404)
    for _ in 0..<300 {
      let json = value(depth: 4, using: &random)
      #expect(try JSON(decoding: json.encoded()) == json)
      #expect(throws: Never.self) {
        try JSONSerialization.jsonObject(with: Data(json.encoded()), options: .fragmentsAllowed)
      }
    }
  }

  private func value(depth: Int, using random: inout SeededGenerator) -> JSON {
    switch Int.random(in: 0...(depth > 0 ? 6 : 4), using: &random) {
    case 0: return .null
    case 1: return .bool(.random(using: &random))
    case 2: return JSON(Int64.random(in: .min ... .max, using: &random))
    case 3, 4:
      let scalars = (0..<8).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0...0x110000, using: &random)) }
      return .string(scalars.reduce(into: "") { $0.unicodeScalars.append($1) })
    case 5: return .array((0..<3).map { _ in value(depth: depth - 1, using: &random) })
    default:
      var object = JSON.Object()
      for _ in 0..<3 { object[String(random.next() % 100)] = value(depth: depth - 1, using: &random) }
      return .object(object)
    }
  }

  @Test("values are equal when they were written with the same bytes")
  func equality() {
    #expect(JSON.string("\u{E9}") != JSON.string("e\u{301}"))
    #expect((["\u{E9}": 1] as JSON) != ["e\u{301}": 1])
    #expect(JSON.number("1.0") != JSON.number("1"))
    #expect((["a": 1, "b": 2] as JSON) != ["b": 2, "a": 1])
    #expect(JSON.null != JSON.bool(false))
    #expect((["a": [1, .null, "x", false]] as JSON) == ["a": [1, .null, "x", false]])
  }

  @Test("a member is set, replaced in its place and removed")
  func members() {
    var object = JSON.Object()
    object["a"] = 1
    object["b"] = 2
    object["a"] = 3
    #expect(JSON.object(object).encodedText() == #"{"a":3,"b":2}"#)
    object["a"] = nil
    object["absent"] = nil
    #expect(JSON.object(object).encodedText() == #"{"b":2}"#)
    #expect((["a": 1, "a": 2] as JSON).encodedText() == #"{"a":2}"#)
  }

  @Test("a value is found at the end of a path of names and indices")
  func paths() {
    let json: JSON = ["response": ["users": [["id": "7"], ["id": "8"]]], "0": "zero"]
    #expect(json.value(at: "response.users.1.id") == "8")
    #expect(json.value(at: "0") == "zero")
    #expect(json.value(at: "response.users.2.id") == nil)
    #expect(json.value(at: "response.users.-1") == nil)
    #expect(json.value(at: "response.users.id") == nil)
    #expect(json.value(at: "response.user") == nil)
    #expect(json.value(at: "") == json)
  }

  @Test("a value is given only as what it is")
  func kinds() {
    let values: [JSON] = [.null, true, 1, "x", [], [:]]
    #expect(values.map { $0.bool != nil } == [false, true, false, false, false, false])
    #expect(values.map { $0.integer != nil } == [false, false, true, false, false, false])
    #expect(values.map { $0.string != nil } == [false, false, false, true, false, false])
    #expect(values.map { $0.array != nil } == [false, false, false, false, true, false])
    #expect(values.map { $0.object != nil } == [false, false, false, false, false, true])
    #expect(values.map { $0["a"] } == [nil, nil, nil, nil, nil, nil])
  }

  @Test("what is absent is written as null")
  func optionals() {
    #expect(JSON(nil as String?) == .null)
    #expect(JSON(nil as Int64?) == .null)
    #expect(JSON("x" as String?) == "x")
    #expect(JSON(["a", "b"]) == ["a", "b"])
  }
}
