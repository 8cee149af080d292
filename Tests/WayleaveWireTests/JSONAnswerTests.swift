import Testing
import WayleaveWire
import WayleaveTestSupport

@Suite("RFC 8259 §8: JSON of an answer, whose small faults must not cost it")
struct JSONAnswerTests {
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// What both readers of answers read; nil when they refuse, and an error of this test when they differ.
  private func read(_ bytes: [UInt8]) throws -> JSON? {
    let whole = try? JSON(decodingAnswer: bytes)
    let object = try? JSON.LazyObject(decodingAnswer: bytes)
    #expect(object?.object == whole?.object)
    for member in object?.object.members ?? [] { #expect(object?[member.name] == member.value) }
    for code in [
      try refusal { try JSON(decodingAnswer: bytes) }, try refusal { try JSON.LazyObject(decodingAnswer: bytes) },
    ] { #expect(code == nil || code == .malformedJSON) }
    return whole
  }

  @Test("§8.1: one byte order mark before the text is passed over, and one elsewhere is refused")
  func byteOrderMark() throws {
    let text = Array(#"{"a":"b"}"#.utf8)
    #expect(try read(Self.mark + text) == ["a": "b"])
    #expect(try read(Self.mark + [0x20] + text) == ["a": "b"])
    #expect(try JSON.LazyObject(decodingAnswer: Self.mark + text).hasText("b", as: "a") == true)
    for bytes in [
      Self.mark + Self.mark + text, [0x20] + Self.mark + text, text + Self.mark, Self.mark, [0xEF, 0xBB] + text,
    ] {
      #expect(try read(bytes) == nil)
    }
    // Where a signature covers the text there is no mark.
    #expect(try refusal { try JSON(decoding: Self.mark + text) } == .malformedJSON)
    #expect(try refusal { try JSON.LazyObject(decoding: Self.mark + text) } == .malformedJSON)
  }

  @Test(
    "§8.2: half of a pair of surrogates is read as U+FFFD, and what follows it as itself",
    arguments: [
      (#"\ud83d"#, "\u{FFFD}"), (#"\ude00"#, "\u{FFFD}"), (#"Ada \ud83dx"#, "Ada \u{FFFD}x"),
      (#"\ud83d\n"#, "\u{FFFD}\n"), (#"\ud83d\ud83d"#, "\u{FFFD}\u{FFFD}"), (#"\ude00\ud83d"#, "\u{FFFD}\u{FFFD}"),
      (#"\ud83d\u0041"#, "\u{FFFD}A"), (#"\ud83d\ud83d\ude00"#, "\u{FFFD}\u{1F600}"),
      (#"\ud83d\ude00"#, "\u{1F600}"),
    ])
  func loneSurrogates(escape: String, text: String) throws {
    let answer = Array(#"{"access_token":"T","name":"\#(escape)"}"#.utf8)
    let read = try read(answer)
    #expect(read?["name"]?.string?.hasSameBytes(as: text) == true && read?["access_token"] == "T")
    let isWhole = escape == #"\ud83d\ude00"#
    #expect(try refusal { try JSON(decoding: answer) } == (isWhole ? nil : .malformedJSON))
    #expect(try refusal { try JSON.LazyObject(decoding: answer) } == (isWhole ? nil : .malformedJSON))
  }

  @Test(
    "all else is refused as everywhere",
    arguments: [
      "", "{", #"{"a":1,"a":2}"#, #"{"a":1}x"#, #"{"a":"\x"}"#, #"{"a":"\ud8"}"#, #"{"a":"\ud83d\u12"}"#,
      "{\"a\":\"\u{1}\"}",
      #"{"\ud83d":1,"\ud83e":2}"#,
    ])
  func refused(text: String) throws {
    #expect(try read(Array(text.utf8)) == nil)
    #expect(try read(Self.mark + Array(text.utf8)) == nil)
  }

  @Test("what is not UTF-8 is refused, and so is what is nested too deep")
  func notUTF8() throws {
    #expect(try read(Array(#"{"a":""#.utf8) + [0xFF] + Array(#""}"#.utf8)) == nil)
    // A surrogate as bytes is not UTF-8 at all.
    #expect(try read(Array(#"{"a":""#.utf8) + [0xED, 0xA0, 0xBD] + Array(#""}"#.utf8)) == nil)
    #expect(try read(Array((String(repeating: "[", count: 33) + String(repeating: "]", count: 33)).utf8)) == nil)
  }
}
