import Testing
import WayleaveConsole
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
}
