import Foundation
import Testing
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 6749 Appendix B: application/x-www-form-urlencoded")
struct FormTests {
  @Test("the published forms are read as the pairs that their normalisation shows")
  func vectors() throws {
    let vectors = try EncodingVectors.read().normalize
    #expect(vectors.count == 5)
    for vector in vectors {
      let pairs = try Form(decoding: vector.form).fields.map {
        (PercentEncoding.encode($0.name), PercentEncoding.encode($0.value))
      }
      let sorted = pairs.map { (String(decoding: $0, as: UTF8.self), String(decoding: $1, as: UTF8.self)) }.sorted(
        by: <)
      #expect(sorted.map { "\($0)=\($1)" }.joined(separator: "&") == vector.normalized)
    }
  }

  @Test("each character is written alone as it is written within a word of eight, at every place in it")
  func everyCharacterAtEveryPlace() {
    for byte in UInt8.min...UInt8.max {
      for place in 0..<17 {
        var value = Array("abcXYZ019-._-789a".utf8)
        value[place] = byte
        var (form, expected) = (Form(), Array("n=".utf8))
        form.append(Form.Field(name: Array("n".utf8), value: value))
        PercentEncoding.append(value, to: &expected)
        #expect(form.encodedForQuery() == expected)
        #expect((try? Form(decoding: form.encoded())) == form)
      }
    }
  }

  @Test(
    "a text that ends within an escape is refused at every length",
    arguments: ["a=12345%", "a=12345%4", "%", "a=1&b%4"])
  func cutEscape(text: String) {
    #expect(throws: OAuthError.self) { try Form(decoding: text) }
    #expect((try? Form(decoding: text + "41")) != nil || (try? Form(decoding: text + "1")) != nil)
  }

  @Test("pairs keep their order, and duplicates are kept")
  func duplicatesKept() throws {
    let form = try Form(decoding: "b=2&a=1&b=1")
    #expect(form == Form([("b", "2"), ("a", "1"), ("b", "1")]))
    #expect(form.values(of: "b") == [Array("2".utf8), Array("1".utf8)])
    #expect(form.values(of: "c") == [])
  }

  @Test("a parameter that may occur once is read when it does, and refused when it is repeated")
  func once() throws {
    let form = try Form(decoding: "code=x&state=a&state=a")
    #expect(try form.text(of: "code") == "x")
    #expect(try form.text(of: "nonce") == nil)
    #expect(try refusal { try form.text(of: "state") } == .duplicateParameter)
    #expect(try refusal { try form.nonEmptyText(of: "state") } == .duplicateParameter)
  }

  @Test("names are compared by bytes, never by canonical equivalence")
  func namesByBytes() throws {
    let form = try Form(decoding: "caf%C3%A9=1&cafe%CC%81=2")
    #expect(try form.text(of: "caf\u{E9}") == "1")
    #expect(try form.text(of: "cafe\u{301}") == "2")
    #expect(form.contains("caf\u{E9}") && !form.contains("Caf\u{E9}"))
  }

  @Test("a plus is a space, %2B is a plus, %20 is a space")
  func plus() throws {
    #expect(try Form(decoding: "a=1+2%2B3%204").text(of: "a") == "1 2+3 4")
    #expect(try Form(decoding: "a+b=1").text(of: "a b") == "1")
  }

  @Test("a bare name has an empty value, which counts as absent where something must be said")
  func bareName() throws {
    let form = try Form(decoding: "bare&empty=&=nameless&two=a=b")
    #expect(form == Form([("bare", ""), ("empty", ""), ("", "nameless"), ("two", "a=b")]))
    #expect(try form.text(of: "bare") == "")
    #expect(try form.nonEmptyText(of: "bare") == nil)
    #expect(try form.nonEmptyText(of: "empty") == nil)
    #expect(try form.nonEmptyText(of: "absent") == nil)
    #expect(try form.nonEmptyText(of: "two") == "a=b")
  }

  @Test("empty pieces between ampersands are no pairs", arguments: ["", "&", "&&&"])
  func emptyPieces(text: String) throws {
    #expect(try Form(decoding: text).fields.isEmpty)
    #expect(try Form(decoding: "\(text)&a=1\(text)") == Form([("a", "1")]))
  }

  @Test("a semicolon separates nothing")
  func semicolon() throws {
    #expect(try Form(decoding: "a=1;b=2") == Form([("a", "1;b=2")]))
  }

  @Test(
    "a wrong escape is refused in a name as in a value", arguments: ["a=%", "a=%4", "%zz=1", "ok=1&a=%G0", "a=%u00e9"])
  func wrongEscape(text: String) throws {
    #expect(try refusal { try Form(decoding: text) } == .malformedPercentEncoding)
  }

  @Test(
    "bytes that are not UTF-8 are kept as bytes, and refused as text",
    arguments: ["%FF", "%C0%AF", "%ED%A0%80", "%E2%82"])
  func notUTF8(value: String) throws {
    let form = try Form(decoding: "a=\(value)")
    #expect(form.values(of: "a").count == 1)
    #expect(try refusal { try form.text(of: "a") } == .malformedText)
  }

  @Test("a thousand pairs are read, one more is refused, and empty pieces do not count")
  func tooMany() throws {
    let most = Array(repeating: "a=1", count: Form.maximumFields).joined(separator: "&")
    #expect(try Form(decoding: most + "&&&").fields.count == 1000)
    #expect(try refusal { try Form(decoding: most + "&b") } == .tooManyFormFields)
  }

  @Test("a million pairs are refused within a second")
  func millionPairs() throws {
    let text = Array(repeatElement(Array("a=1&".utf8), count: 1_000_000).joined())
    var code: OAuthError.Code?
    let time = try processorTime { code = try refusal { try Form(decoding: text) } }
    #expect(code == .tooManyFormFields && time < .seconds(1))
  }

  @Test("a body is written with plus for space, a query with escapes only")
  func written() {
    let form: Form = ["a b": "~*+&=é", "empty": ""]
    #expect(form.encoded() == Array("a+b=%7E*%2B%26%3D%C3%A9&empty=".utf8))
    #expect(form.encodedForQuery() == Array("a%20b=~%2A%2B%26%3D%C3%A9&empty=".utf8))
    #expect(Form().encoded() == [])
  }

  @Test("pairs of text and of secrets are added at the end")
  func appended() throws {
    var form: Form = ["a": "1"]
    form.append("b", "2")
    form.append("c", Secret("3"))
    #expect(form.encoded() == Array("a=1&b=2&c=3".utf8))
  }

  @Test("any pairs come back as they were, from a body and from a query")
  func roundTrip() throws {
    var random = SeededGenerator(seed: 6749)
    for count in 1..<60 {
      var form = Form()
      form.fields = (0..<count).map { _ in
        Form.Field(name: random.bytes(.random(in: 0...9, using: &random)), value: random.bytes(count))
      }
      #expect(try Form(decoding: form.encoded()) == form)
      #expect(try Form(decoding: form.encodedForQuery()) == form)
    }
  }

  // attack 274
  @Test("no bytes make the reader crash")
  func randomBytes() {
    var random = SeededGenerator(seed: 1866)
    let alphabet = Array("a=&%+0F;\u{0}".utf8) + [0xFF]
    var refused = 0
    for length in 0..<2000 {
      let text = random.bytes(length % 40, from: alphabet)
      do { #expect(try Form(decoding: text).fields.count <= 40) } catch { refused += 1 }
    }
    #expect((1..<2000).contains(refused))
  }
}
