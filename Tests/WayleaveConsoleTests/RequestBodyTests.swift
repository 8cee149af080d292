import Testing
import WayleaveConsole
import WayleaveTestSupport
import WayleaveWire

@Suite("wayleave request: bodies as curl has them")
struct RequestBodyTests {
  private func body(_ pieces: RequestBody.Pieces) throws -> String? {
    let body = try RequestBody(pieces, boundary: "B") { _ in Array("a=1\r\nb=2\n\0".utf8) }
    return body.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test("-d @FILE leaves out line breaks and zero bytes; --data-binary keeps them")
  func files() throws {
    #expect(try body(.init(data: ["@file"])) == "a=1b=2")
    #expect(try body(.init(binary: ["@file"])) == "a=1\r\nb=2\n\0")
    #expect(try body(.init(data: ["x\ny"])) == "x\ny", "what is typed stays as it is")
  }

  @Test("pieces are joined by an ampersand; without any there is no body")
  func joined() throws {
    #expect(try body(.init(data: ["a=1", "@file"], binary: ["c"])) == "a=1&a=1b=2&c")
    #expect(try body(.init()) == nil)
  }

  @Test("RFC 7578 §4.2: a part needs a name, and a name cannot end its quotes")
  func parts() throws {
    let part = try body(.init(parts: ["a\"\r\nb=c"]))
    #expect(part == "--B\r\nContent-Disposition: form-data; name=\"a%22%0D%0Ab\"\r\n\r\nc\r\n--B--\r\n")
    #expect(throws: OAuthError.self) { try body(.init(parts: ["nameless"])) }
  }

  @Test(
    "-f makes one JSON object: texts as they are, other values as they are typed",
    arguments: [
      (["a=b"], #"{"a":"b"}"#), (["a=", "b=c=d", "c d=@x"], #"{"a":"","b":"c=d","c d":"@x"}"#),
      (["a:=1.50", "b:=null", "c:=[1, {\"d\": true}]", "e=:=f"], #"{"a":1.50,"b":null,"c":[1,{"d":true}],"e":":=f"}"#),
      (["a:b=c", "d:=\"e\""], #"{"a:b":"c","d":"e"}"#), (["a=12345678901234567890"], #"{"a":"12345678901234567890"}"#),
    ])
  func fields(fields: [String], text: String) throws {
    #expect(try body(.init(fields: fields)) == text)
    let body = try RequestBody(.init(fields: fields), boundary: "B") { _ in [] }
    #expect(body?.contentType == "application/json")
  }

  @Test(
    "a field without a name, with a name that was there, or with what is no JSON is wrong usage",
    arguments: [["a"], ["=b"], [":=1"], ["a=1", "a=2"], ["a:=b"], ["a:="], ["a:={\"b\":1,\"b\":2}"], [""]])
  func wrongFields(fields: [String]) throws {
    #expect(try refusal { try body(.init(fields: fields)) } == .invalidValue)
  }

  @Test("--json-body sends the bytes of a file as they are, and nothing that is no JSON")
  func json() throws {
    func sent(_ text: String) throws -> RequestBody? {
      try RequestBody(.init(json: "file"), boundary: "B") { _ in Array(text.utf8) }
    }
    let text = " {\"a\" :\n1.0}\n"
    #expect(try sent(text)?.bytes == Array(text.utf8) && sent(text)?.contentType == "application/json")
    for text in ["", "{", "{\"a\":1,\"a\":2}", "a=b"] { #expect(try refusal { try sent(text) } == .invalidValue) }
  }

  @Test("a form that is JSON is noticed; one body at a time")
  func doubts() throws {
    for (text, looksLikeJSON) in [("{\"a\":1}", true), (" [1]", true), ("a=1", false), ("{a}", false), ("1", false)] {
      let body = try RequestBody(.init(data: [text]), boundary: "B") { _ in [] }
      #expect(body?.looksLikeJSON == looksLikeJSON, "\(text)")
    }
    #expect(!RequestBody.Pieces(data: ["a"], binary: ["b"]).isContradictory && !RequestBody.Pieces().isContradictory)
    for pieces in [
      RequestBody.Pieces(data: ["a"], parts: ["b"]), .init(binary: ["a"], fields: ["b"]),
      .init(parts: ["a"], json: "b"),
      .init(fields: ["a"], json: "b"),
    ] { #expect(pieces.isContradictory) }
  }
}
