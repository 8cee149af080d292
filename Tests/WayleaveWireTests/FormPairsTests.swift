import Testing
import WayleaveTestSupport
import WayleaveWire

@Suite("RFC 6749 §3.1: parameters stand in one piece of memory, and none twice")
struct FormPairsTests {
  @Test("pairs are added by bytes, as lists and from other forms, taken out, and found again where they stand")
  func pairs() throws {
    var form: Form = ["a": "1"]
    form.append(Form.Field(name: Array("b".utf8), value: [0xFF]))
    form.append("scope", ["x", "y", "z"], separator: " ")
    form.append("none", [], separator: " ")
    form.append(contentsOf: ["c": "2", "a": "3"])
    form.append(contentsOf: Form())
    #expect(form.count == 6 && !form.isEmpty)
    #expect(form.encodedForQuery() == Array("a=1&b=%FF&scope=x%20y%20z&none=&c=2&a=3".utf8))
    #expect(Array(form.name(at: 2)) == Array("scope".utf8) && Array(form.value(at: 2)) == Array("x y z".utf8))
    form.remove(at: 1)
    form.remove(at: 0)
    #expect(form == Form([("scope", "x y z"), ("none", ""), ("c", "2"), ("a", "3")]))
    #expect(try Form(decoding: form.encoded()) == form)
    form.fields.removeAll { $0.value.isEmpty }
    #expect(form.count == 3)
  }

  @Test("a pair in percent-encoding keeps its plus, and a wrong escape is reported")
  func percentEncoded() {
    func added(_ name: String, _ value: String) -> Form? {
      var (form, name, value) = (Form(), name, value)
      let isRight = name.withUTF8 { name in
        value.withUTF8 { value in form.append(decodingName: name, value: value) }
      }
      return isRight ? form : nil
    }
    #expect(added("a%20b", "c+%2B%c3%A9") == Form([("a b", "c++é")]))
    #expect(added("", "") == Form([("", "")]))
    for wrong in ["%", "%4", "%zz", "x%4", "%4%41"] {
      #expect(added("a", wrong) == nil)
      #expect(added(wrong, "a") == nil)
    }
  }

  @Test("names are distinct by their bytes, be they few or many; the pairs of one name may be let off")
  func distinct() throws {
    for count in [2, 10, 63, 64, 65, 66, 500] {
      var form = Form((0..<count).map { ("name-\($0)", "v") })
      try form.requireDistinctNames()
      form.append("name-\(count / 2)", "again")
      #expect(try refusal { try form.requireDistinctNames() } == .duplicateParameter)
      try form.requireDistinctNames(but: ["name-\(count / 2)"])
      #expect(form.firstRepeatedName() == Array("name-\(count / 2)".utf8))
    }
    try Form([("caf\u{E9}", "1"), ("cafe\u{301}", "2")]).requireDistinctNames()
  }

  @Test("distinct names with a value that is no text are refused, unless they are let off")
  func notText() throws {
    var form: Form = ["good": "é"]
    try form.requireDistinctNames()
    form.append(Form.Field(name: Array("bad".utf8), value: [0xC3]))
    #expect(try refusal { try form.requireDistinctNames() } == .malformedText)
    try form.requireDistinctNames(but: ["bad"])
  }

  @Test("a secret value is read once, empty or not, and refused when it is repeated or no text")
  func secrets() throws {
    let form = try Form(decoding: "code=%C3%A9&empty=&twice=1&twice=2&bad=%FF")
    #expect(try form.secret(of: "code") == Secret("é"))
    #expect(try form.secret(of: "empty") == Secret(""))
    #expect(try form.nonEmptySecret(of: "empty") == nil)
    #expect(try form.nonEmptySecret(of: "absent") == nil)
    #expect(try refusal { try form.secret(of: "twice") } == .duplicateParameter)
    #expect(try refusal { try form.nonEmptySecret(of: "bad") } == .malformedText)
  }

  @Test("ten thousand names in a form that was made here are compared in time that grows with them")
  func many() throws {
    let form = Form((0..<10_000).map { ("n\($0)", "") })
    let time = try processorTime { try form.requireDistinctNames() }
    #expect(time < .seconds(1))
  }
}

@Suite("RFC 6749 §3.1: pairs are added to an endpoint's query, which is retained")
struct AddedQueryTests {
  @Test(
    "the URL with the pairs is the one that is read from its text",
    arguments: [
      "https://as.example/authorize", "https://as.example", "https://as.example?", "https://as.example/?a=1",
      "https://as.example/?a=1&", "HTTPS://AS.example:8443/p/?", "com.example:/cb", "com.example:", "http://[::1]:1/x",
      "https://as.example/a#fragment", "https://as.example/a?b=%20#fragment",
    ])
  func added(base: String) throws {
    let url = try AbsoluteURL(base)
    let form: Form = ["x y": "é&=", "z": ""]
    let whole = try url.adding(form)
    let read = try AbsoluteURL(url.text(adding: form))
    #expect(whole == read && whole.fragment == nil)
    #expect(whole.scheme == read.scheme && whole.host == read.host && whole.port == read.port)
    #expect(whole.path == read.path && whole.query == read.query && whole.path == url.path)
    var expected = try url.queryForm
    expected.append(contentsOf: form)
    #expect(try whole.queryForm == expected)
    #expect(try url.adding(Form()).fragment == nil)
  }

  @Test("a URL that gets too long is refused, as it is when it is read")
  func tooLong() throws {
    let url = try AbsoluteURL("https://as.example/")
    let room = AbsoluteURL.maximumLength - url.text.utf8.count - 3
    #expect(try url.adding(["a": String(repeating: "x", count: room)]).text.utf8.count == AbsoluteURL.maximumLength)
    let tooMuch: Form = ["a": String(repeating: "x", count: room + 1)]
    #expect(try refusal { try url.adding(tooMuch) } == .malformedURL)
  }
}
