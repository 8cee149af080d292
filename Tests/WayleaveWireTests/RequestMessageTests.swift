import HTTPTypes
import Testing
import WayleaveTestSupport
import WayleaveWire

@Suite("Requests")
struct RequestMessageTests {
  private let form: Form = ["grant_type": "authorization_code", "code": "a b+c"]

  @Test("RFC 6749 §4.1.3: a form is posted as its body, with its type")
  func posting() throws {
    let request = try RequestMessage(posting: form, to: Endpoint("https://a.example:443/token?tenant=1"))
    #expect(request.head.method == .post)
    #expect(
      request.head.scheme == "https" && request.head.authority == "a.example" && request.head.path == "/token?tenant=1")
    #expect(request.head.headerFields[.contentType] == "application/x-www-form-urlencoded")
    #expect(request.head.headerFields[.accept] == "application/json")
    #expect(request.body == Array("grant_type=authorization_code&code=a+b%2Bc".utf8))
    #expect(try request.bodyForm == form)
  }

  @Test("a request without a body shows its address")
  func address() throws {
    let request = try RequestMessage(.get, to: AbsoluteURL("HTTP://A.example:8080"))
    #expect(request.body.isEmpty && request.head.headerFields.isEmpty)
    #expect(request.url == "http://a.example:8080/")
    #expect(request.query == nil && request.pathWithoutQuery == "/")
    #expect(RequestMessage(HTTPRequest(method: .get, scheme: nil, authority: nil, path: nil)).url == nil)
    #expect(
      RequestMessage(HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: nil)).url
        == "https://a.example/")
  }

  @Test(
    "the path ends and the query begins at the first question mark",
    arguments: [("/a?b?c", "/a", "b?c"), ("/?", "/", ""), ("/a", "/a", nil), (nil, "/", nil)])
  func query(path: String?, expectedPath: String, expectedQuery: String?) {
    let request = RequestMessage(HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: path))
    #expect(request.pathWithoutQuery == expectedPath)
    #expect(request.query == expectedQuery)
  }

  @Test("a body of another type has no form fields, whatever it holds")
  func otherType() throws {
    var request = try RequestMessage(posting: form, to: Endpoint("https://a.example/"))
    request.head.headerFields[.contentType] = "application/json"
    #expect(try request.bodyForm == Form())
    request.head.headerFields[.contentType] = nil
    #expect(try request.bodyForm == Form())
    request.head.headerFields[.contentType] = "Application/X-WWW-Form-URLEncoded; charset=UTF-8"
    #expect(try request.bodyForm == form)
    request.body = Array("a=%".utf8)
    #expect(try refusal { try request.bodyForm } == .malformedPercentEncoding)
  }

  @Test(
    "pairs are added at the end of the query",
    arguments: [("/", "/?k=v%20w"), ("/?", "/?k=v%20w"), ("/?a", "/?a&k=v%20w"), ("/?a=1&", "/?a=1&k=v%20w")])
  func appendQuery(path: String, expected: String) {
    var request = RequestMessage(HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: path))
    request.appendQuery(Form())
    #expect(request.head.path == path)
    request.appendQuery(["k": "v w"])
    #expect(request.head.path == expected)
  }

  @Test("pairs are added to a request without a path")
  func appendQueryWithoutPath() {
    var request = RequestMessage(HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: nil))
    request.appendQuery(["k": "v"])
    #expect(request.head.path == "/?k=v")
  }

  @Test(
    "attacks.md 98: a value that could end its field is refused, and the field stays as it was",
    arguments: ["a\r\nX: y", "a\nb", "a\rb", "a\u{0}", "a\tb", "a\u{7F}", "ä", "a\u{85}b", "a\u{2028}b"])
  func headerInjection(value: String) throws {
    var request = try RequestMessage(.get, to: AbsoluteURL("https://a.example/"))
    try request.setHeader(.authorization, to: "Bearer before")
    #expect(try refusal { try request.setHeader(.authorization, to: value) } == .forbiddenHeaderCharacter)
    #expect(request.head.headerFields[.authorization] == "Bearer before")
  }

  @Test("visible ASCII passes into a header")
  func header() throws {
    var request = try RequestMessage(.get, to: AbsoluteURL("https://a.example/"))
    let value = "OAuth a=\"b%0A\", ~!*'();:@&=+$,/?#[]"
    try request.setHeader(.authorization, to: value)
    #expect(request.head.headerFields[.authorization] == value)
  }
}
