import HTTPTypes
import Testing
import WayleaveTestSupport
import WayleaveWire

@testable import WayleaveConsole

@Suite("RFC 9112 §2.1: a request as text in a file")
struct RequestTextTests {
  private func read(_ text: String) throws -> RequestMessage { try RequestText(Array(text.utf8)).request }

  @Test(
    "§3: a method and a target, with or without the version",
    arguments: [
      ("GET https://api.example/me HTTP/1.1", nil), ("GET https://api.example/me", nil),
      ("GET  https://api.example/me  HTTP/2", nil), ("GET", .malformedSignedRequest), ("", .malformedSignedRequest),
      ("GET https://api.example/me HTTP/1.1 more", .malformedSignedRequest),
      ("GET https://api.example/me more", .malformedSignedRequest),
      ("GE(T https://api.example/me", .malformedSignedRequest), ("GET me", .malformedSignedRequest),
      ("GET /me", .malformedSignedRequest), ("GET https://api.example/m e", .malformedSignedRequest),
      ("GET https://api.example:99999/me", .malformedURL),
    ] as [(String, OAuthError.Code?)])
  func requestLine(line: String, code: OAuthError.Code?) throws {
    #expect(try refusal { try read(line + "\n\n") } == code)
  }

  @Test("§3.2.1: a path belongs to the server of the Host field, which is no field of the request")
  func host() throws {
    for name in ["Host", "host", "HOST"] {
      let request = try read("GET /me?a=1 HTTP/1.1\r\n\(name): api.example:8443\r\nX-A: b\r\n\r\n")
      #expect(request.url == "https://api.example:8443/me?a=1")
      #expect(request.head.headerFields.map(\.name.rawName) == ["X-A"])
    }
    #expect(try read("GET https://api.example/me\nHost: other.example\n\n").url == "https://api.example/me")
    #expect(try refusal { try read("GET /me\nX-A: b\n\n") } == .malformedSignedRequest)
  }

  @Test("a path that names another address stays a path")
  func pathWithAddress() throws {
    let request = try read("GET /go?to=https://other.example/ HTTP/1.1\nHost: api.example\n\n")
    #expect(request.url == "https://api.example/go?to=https://other.example/")
  }

  @Test(
    "§5: a field is a name, a colon and a value without the spaces before it",
    arguments: [
      ("X-A: b", "b"), ("X-A:b", "b"), ("X-A:  \tb", "b"), ("X-A: b: c", "b: c"), ("X-A:", ""), ("X-A", nil),
      ("X A: b", nil), (": b", nil), ("X-A : b", nil),
    ] as [(String, String?)])
  func fields(line: String, value: String?) throws {
    let text = "GET https://api.example/ HTTP/1.1\n\(line)\n\n"
    #expect(try refusal { try read(text) } == (value == nil ? .malformedSignedRequest : nil))
    guard let value else { return }
    #expect(try read(text).head.headerFields[try #require(HTTPField.Name("X-A"))] == value)
  }

  @Test(
    "200 fields are read, and 201 are not",
    arguments: [(200, nil), (201, .malformedSignedRequest)] as [(Int, OAuthError.Code?)])
  func limit(count: Int, code: OAuthError.Code?) throws {
    let text = "GET https://api.example/\n" + String(repeating: "X-A: b\n", count: count) + "\n"
    #expect(try refusal { try read(text) } == code)
  }

  @Test(
    "§6.2: the body has the length that is said; without one, the last line break is the editor's",
    arguments: [
      ("", "a=1", "a=1"), ("", "a=1\n", "a=1"), ("", "a=1\r\n", "a=1"), ("", "a=1\n\n", "a=1\n"), ("", "\n", ""),
      ("", "", ""), ("", "a\r", "a"), ("Content-Length: 3\n", "a=1\n", "a=1"),
      ("Content-Length: 4\n", "a=1\n", "a=1\n"),
      ("Content-Length: 99\n", "a=1\n", "a=1\n"), ("Content-Length: 0\n", "a=1\n", ""),
      ("Content-Length: -1\n", "a=1\n", "a=1"), ("Content-Length: x\n", "a=1\n", "a=1"),
    ])
  func body(length: String, written: String, body: String) throws {
    let request = try read("POST https://api.example/ HTTP/1.1\n\(length)\n\(written)")
    #expect(String(decoding: request.body, as: UTF8.self) == body)
  }

  @Test("a text that ends within the fields has no body, and no byte makes the reader fail")
  func truncated() throws {
    let text = Array("POST https://api.example/ HTTP/1.1\r\nX-A: b\r\n\r\na=1\r\n".utf8)
    for end in 0...text.count { _ = try? RequestText(Array(text[..<end])) }
    #expect(try read("GET https://api.example/\nX-A: b").body.isEmpty)
    var random = SeededGenerator(seed: 9112)
    for _ in 0..<200 { _ = try? RequestText(random.bytes(80, from: Array("GET /:\r\n aH\u{FF}".utf8))) }
  }
}
