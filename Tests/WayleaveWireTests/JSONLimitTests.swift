import Testing
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 8259 §9: the limits of a reader, the same for values and for objects that are read when asked for")
struct JSONLimitTests {
  /// The code with which all readers refuse a text; an error of the test when they differ.
  private func code(_ text: String) throws -> OAuthError.Code? {
    let bytes = Array(text.utf8)
    let code = try refusal { try JSON(decoding: bytes) }
    for other in [
      try refusal { try JSON.LazyObject(decoding: bytes) }, try refusal { try JSON(decodingAnswer: bytes) },
      try refusal { try JSON.LazyObject(decodingAnswer: bytes) },
    ] { #expect(other == code, "\(text.prefix(60))") }
    return code
  }

  @Test("a member stands in up to 31 more levels", arguments: [("[", "]"), (#"{"b":"#, "0}")])
  func depth(open: String, close: String) throws {
    func nested(_ depth: Int) -> String {
      let inner =
        String(repeating: open, count: depth) + String(repeating: close.hasPrefix("0") ? "}" : close, count: depth)
      return #"{"z":1,"a":\#(close.hasPrefix("0") ? inner.replacing(":}", with: ":0}") : inner)}"#
    }
    #expect(try code(nested(30)) == nil && code(nested(31)) == nil)
    #expect(try code(nested(32)) == .malformedJSON && code(nested(1000)) == .malformedJSON)
    let object = try JSON.LazyObject(decoding: Array(nested(31).utf8))
    #expect(try object["a"] == JSON(decoding: Array(nested(31).utf8))["a"] && object["z"] == 1)
  }

  @Test("a caller's own limit of nesting counts from one", arguments: [0, 1, 2, 5])
  func ownDepth(maximum: Int) throws {
    func refused(_ depth: Int) throws -> OAuthError.Code? {
      let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      return try refusal { try JSON(decoding: Array(text.utf8), maximumDepth: maximum) }
    }
    #expect(try maximum == 0 || refused(maximum) == nil)
    #expect(try refused(maximum + 1) == .malformedJSON)
    #expect(try refusal { try JSON(decoding: Array("1".utf8), maximumDepth: maximum) } == nil)
  }

  @Test("§7: each ASCII character stands for itself in a text or is refused, at each place of a word of eight")
  func characters() throws {
    for byte in UInt8.min..<0x80 {
      let isPlain = byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
      for place in 0..<9 {
        // None of the letters stands behind a backslash in an escape.
        var text = Array("acdeghijk".utf8)
        text[place] = byte
        let json = Array(#"{"a":""#.utf8) + text + Array(#""}"#.utf8)
        let read = try? JSON.LazyObject(decoding: json)
        #expect((read != nil) == isPlain, "\(byte) at \(place)")
        #expect(try (refusal { try JSON(decoding: json) } == nil) == isPlain, "\(byte) at \(place)")
        if isPlain { #expect(read?.hasText(String(decoding: text, as: UTF8.self), as: "a") == true) }
      }
    }
  }

  @Test("§8.1: a character of several bytes is read at each place of a word, and each cut of it is refused")
  func wideCharacters() throws {
    for character in ["é", "€", "😀"] {
      for place in 0..<17 {
        let text = String(repeating: "x", count: place) + character + "yz"
        let json = Array("{\"a\":\"\(text)\"}".utf8)
        #expect(try JSON.LazyObject(decoding: json)["a"] == .string(text) && JSON(decoding: json)["a"] == .string(text))
        var cut = json
        cut.remove(at: 6 + place + character.utf8.count - 1)
        #expect(try refusal { try JSON(decoding: cut) } == .malformedJSON)
        #expect(try refusal { try JSON.LazyObject(decoding: cut) } == .malformedJSON)
      }
    }
  }

  @Test("§2: only space, tab, line feed and carriage return stand between the parts")
  func space() throws {
    for byte in UInt8.min..<0x80 where !"0123456789-\"{}[],:tfn".utf8.contains(byte) {
      let character = String(decoding: [byte], as: UTF8.self)
      let isSpace = [0x20, 0x09, 0x0A, 0x0D].contains(byte)
      for text in [
        "@{}", "{@}", #"{@"a":[]}"#, #"{"a"@:[]}"#, #"{"a":@[]}"#, #"{"a":[]@}"#, #"{"a":[]@,"b":0}"#, "{}@",
      ] {
        #expect(
          try code(text.replacing("@", with: character)) == (isSpace ? nil : .malformedJSON), "\(byte) in \(text)")
      }
    }
  }

  @Test(
    "§4: a duplicate is found however either name is written",
    arguments: [
      (#""ab":1,"\u0061b":2"#, true), (#""\u0061b":1,"ab":2"#, true), (#""\u0061b":1,"a\u0062":2"#, true),
      (#""a/b":1,"a\/b":2"#, true), (#""é":1,"\u00E9":2"#, true), (#""😀":1,"\ud83d\ude00":2"#, true),
      (#""ab":1,"Ab":2"#, false), (#""ab":1,"ab ":2"#, false), (#""é":1,"e\u0301":2"#, false),
      (#""":1,"\u0000":2"#, false),
      (#""a":{"a":{"a":1}},"b":{"a":1}"#, false), (#""b":{"a":1,"c":{"x":1,"x":2}}"#, true),
    ])
  func duplicates(members: String, isDuplicate: Bool) throws {
    for text in ["{\(members)}", #"{"z":0,\#(members)}"#, #"{\#(members),"z":0}"#] {
      #expect(try code(text) == (isDuplicate ? .malformedJSON : nil))
    }
  }

  @Test("a member is given as what it is, and an object is equal to another of the same members")
  func access() throws {
    let text = #"{"n":null,"t":"x","e":"\u0078","i":-0,"l":["x"]}"#
    for object in [
      try JSON.LazyObject(decoding: Array(text.utf8)),
      JSON.LazyObject(try JSON(decoding: Array(text.utf8)).object ?? .init()),
    ] {
      var names: [String] = []
      object.forEach { name, value in
        names.append(String(decoding: name, as: UTF8.self))
        var length: Int?
        let isText = object.withText(value) { length = $0.count }
        #expect(isText == (names.last == "t" || names.last == "e") && length == (isText ? 1 : nil))
        #expect(object.isNull(value) == (names.last == "n"))
        #expect(object[value] == object[names.last ?? ""])
      }
      #expect(names == ["n", "t", "e", "i", "l"])
      #expect(
        object.hasText("x", as: "t") == true && object.hasText("x", as: "e") == true
          && object.hasText("x", as: "l") == false)
      #expect(
        object.hasText("y", as: "e") == false && object.hasText("x", as: "m") == nil
          && object.hasText("x", as: "n") == false)
      guard case .integer(0)? = object.scalar("i") else {
        Issue.record("minus zero is a whole number")
        continue
      }
      #expect(try object == JSON.LazyObject(decoding: Array(text.utf8)))
      #expect(try object != JSON.LazyObject(decoding: Array(#"{"t":"x"}"#.utf8)))
    }
  }
}
