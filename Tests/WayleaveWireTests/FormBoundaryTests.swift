import Testing
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 6749 Appendix B: the borders of pairs")
struct FormBoundaryTests {
  @Test("each character is read in a name and in a value as the standard says, and written back")
  func characters() throws {
    for byte in UInt8.min...UInt8.max {
      let name = Array("n".utf8) + [byte] + Array("m=v".utf8)
      let value = Array("n=v".utf8) + [byte] + Array("w".utf8)
      let character = byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte
      switch byte {
      case UInt8(ascii: "%"):
        #expect(try refusal { try Form(decoding: name) } == .malformedPercentEncoding)
        #expect(try refusal { try Form(decoding: value) } == .malformedPercentEncoding)
      case UInt8(ascii: "&"):
        #expect(try Form(decoding: name) == Form([("n", ""), ("m", "v")]))
        #expect(try Form(decoding: value) == Form([("n", "v"), ("w", "")]))
      case UInt8(ascii: "="):
        #expect(try Form(decoding: name) == Form([("n", "m=v")]) && Form(decoding: value) == Form([("n", "v=w")]))
      default:
        #expect(try Form(decoding: name).fields.map(\.name) == [Array("n".utf8) + [character] + Array("m".utf8)])
        #expect(try Form(decoding: value).fields.map(\.value) == [Array("v".utf8) + [character] + Array("w".utf8)])
      }
    }
  }

  @Test("a pair is taken out at every place, and the others stay as they were", arguments: [1, 2, 3, 7])
  func removal(count: Int) throws {
    let pairs = (0..<count).map {
      (name: String(repeating: "n", count: $0), value: String(repeating: "v", count: 3 * $0 % 5))
    }
    for index in 0..<count {
      var (form, rest) = (Form(pairs), pairs)
      form.remove(at: index)
      rest.remove(at: index)
      #expect(form == Form(rest) && form.count == count - 1 && form.isEmpty == (count == 1))
      form.append("last", "x")
      #expect(form == Form(rest + [("last", "x")]))
      for (place, pair) in rest.enumerated() {
        #expect(
          Array(form.name(at: place)) == Array(pair.name.utf8) && Array(form.value(at: place)) == Array(pair.value.utf8)
        )
      }
    }
  }

  @Test("a name that begins another is another name, and the first of several values is never taken alone")
  func names() throws {
    let form = Form([("code", "1"), ("code_verifier", "2"), ("cod", "3"), ("", "4"), ("state", "5"), ("state", "5")])
    #expect(try form.text(of: "code") == "1" && form.text(of: "cod") == "3" && form.text(of: "") == "4")
    #expect(try form.text(of: "co") == nil && !form.contains("codes") && form.contains("state"))
    #expect(try refusal { try form.text(of: "state") } == .duplicateParameter)
    #expect(try refusal { try form.secret(of: "state") } == .duplicateParameter)
    #expect(form.values(of: "state") == [[0x35], [0x35]] && form.firstRepeatedName() == Array("state".utf8))
    #expect(form.firstRepeatedName(but: [Array("state".utf8)]) == nil)
    #expect(Form([("", "1"), ("a", "2"), ("", "3")]).firstRepeatedName() == [])
  }
}
